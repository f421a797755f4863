// A Cluster as data: which hosts there are, which devices they hold, and how these are connected.
//
//   const Cluster cluster = read_cluster("examples/clusters/dapple-a.yaml");
//   const std::vector<Device> ranks = devices(cluster);          // 16; rank i is ranks[i]
//   link_between(cluster, ranks[0], ranks[7])                    // both in host 0: its own link
//   link_between(cluster, ranks[0], ranks[8])                    // through both hosts' ports
//
//   host 0                        host 1
//   [v100]..[v100]                [v100]..[v100]
//      |  link  |                    |  link  |
//      +---port-+-------network------+---port-+       a port is full duplex, shared by its host
//
// Planning starts from here; nothing in it knows whether the machines are really there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/roofline.h"
#include "core/collective/collective.h"

namespace motley::core {

// How fast a device was found to do work of one kind, by size: what the size's numbers mean, and
// what the rate counts, is the kind's affair (tensor/kernels/kernel_work.h).
struct MeasuredRow {
  std::vector<double> size;  // as many numbers in each row of a table
  double rate = 0;           // of the kind's work, per second
  double spread = 0;         // of the times: the middle half, over the median

  bool operator==(const MeasuredRow&) const = default;
};
struct MeasuredTable {
  std::string kind;
  std::vector<MeasuredRow> rows;

  bool operator==(const MeasuredTable&) const = default;
};

struct DeviceType {
  std::string name;
  double flops_per_second = 0;
  int64_t memory_bytes = 0;
  double memory_bytes_per_second = 0;
  int32_t threads = 0;  // of a CPU, that its tables were measured with; 0: not told
  std::string device;   // what its ranks compute on: "cuda", "cuda:1"; empty: the CPU
  std::vector<MeasuredTable> measured;  // by a probe; empty: what is above must do
  RooflineShares shares = {};           // of all this, that kernels reach; no file tells

  bool operator==(const DeviceType&) const = default;
};

struct Link {
  double bandwidth_bytes_per_second = 0;
  double latency_seconds = 0;
  // What is left of the bandwidth where all devices of the host, or all hosts, use theirs at once;
  // 0: all of it.
  double shared_bandwidth_bytes_per_second = 0;

  bool operator==(const Link&) const = default;
};

// So many devices of one type, side by side in a host.
struct DeviceCount {
  int32_t type = 0;  // index into Cluster::device_types
  int32_t count = 0;

  bool operator==(const DeviceCount&) const = default;
};

struct Host {
  std::string name;                  // empty: it has none
  std::vector<DeviceCount> devices;  // in the order of their ranks
  std::optional<Link> link;          // between its devices; there where it has more than one
  std::optional<Link> network;       // its port, where that is another than the cluster's

  bool operator==(const Host&) const = default;
};

// How much longer than the links tell (core/collective/cost) a collective among all devices was
// found to take, by the size of the whole vector.
struct CollectiveRow {
  double bytes = 0, factor = 1;
  double spread = 0;  // of the times: the middle half, over the median

  bool operator==(const CollectiveRow&) const = default;
};
struct MeasuredCollective {
  CollectiveKind kind = {};
  CollectiveAlgorithm algorithm = {};
  std::vector<CollectiveRow> rows;  // by size, ascending

  bool operator==(const MeasuredCollective&) const = default;
};

struct Cluster {
  std::string name;  // empty: it has none
  std::vector<DeviceType> device_types;
  std::vector<Host> hosts;      // each for itself: `count: 6` in a file gives six
  std::optional<Link> network;  // the port of each host that does not have its own
  std::vector<MeasuredCollective> collectives = {};  // by a probe

  bool operator==(const Cluster&) const = default;
};

// One device: where it is, and what.
struct Device {
  int32_t type = 0;  // index into Cluster::device_types
  int32_t host = 0;  // index into Cluster::hosts

  bool operator==(const Device&) const = default;
};

// A Cluster of a file has at most this many devices.
inline constexpr int64_t kMaxDevices = 1 << 20;

int64_t num_devices(const Host& host);
int64_t num_devices(const Cluster& cluster);

// All devices: host by host, and inside a host in the order of Host::devices. Device i is rank i.
std::vector<Device> devices(const Cluster& cluster);

// What connects two different devices. In one host: its link. In two: the slower port's bandwidth
// and the larger latency of both ports. Others that use a port at the same time are the caller's
// affair.
Link link_between(const Cluster& cluster, const Device& a, const Device& b);

// The host's own port, else the cluster's; none where the cluster is a single host without either.
std::optional<Link> port_of(const Cluster& cluster, const Host& host);

// One host with so many devices of one type.
Cluster one_host(DeviceType type, int count, Link link);

struct ClusterTotals {
  int64_t num_devices = 0;
  double flops_per_second = 0;
  int64_t memory_bytes = 0;
};
ClusterTotals totals(const Cluster& cluster);

// Whether some rank computes on an accelerator.
bool has_accelerators(const Cluster& cluster);
// What rank i computes on: "cpu", or an accelerator with its number among those of its host. Where
// a type does not tell the number, its ranks of a host take one after the other.
std::string device_of_rank(const Cluster& cluster, int64_t rank);

}  // namespace motley::core
