// A Cluster as data: hosts, their devices, and the links between them.
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
// The input of planning; the machines themselves need not be available.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/product_rates.h"
#include "core/cluster/roofline.h"
#include "core/collective/collective.h"

namespace motley::core {

// The measured speed of a device at one kind of work, by size. The kind defines the meaning of the
// size's numbers and of the rate (tensor/kernels/kernel_work.h).
struct MeasuredRow {
  std::vector<double> size;  // the same length in each row of a table
  double rate = 0;           // of the kind's work, per second
  double spread = 0;         // interquartile range of the times over their median

  bool operator==(const MeasuredRow&) const = default;
};
struct MeasuredTable {
  std::string kind;
  std::vector<MeasuredRow> rows;

  bool operator==(const MeasuredTable&) const = default;
};

struct DeviceType {
  std::string name;
  double flops_per_second = 0;  // float32
  int64_t memory_bytes = 0;
  double memory_bytes_per_second = 0;
  int32_t threads = 0;  // of a CPU, while its tables were measured; 0: unknown
  std::string device;   // its ranks' compute device: "cuda", "cuda:1"; empty: the CPU
  std::vector<MeasuredTable> measured;  // by a probe; empty: use the figures above
  ProductRates product_rates = {};      // matrix products in other formats than float32
  double launch_seconds = 0;            // from one kernel to the next; 0: not stated
  RooflineShares shares = {};  // fraction of these figures that kernels reach; not in files

  bool operator==(const DeviceType&) const = default;
};

// flop/s of matrix products in a format, as published. A format that the type does not state runs
// as the next best one: tf32 as float32, float16 and fp8 as bfloat16, bfloat16 as float32, float64
// at half of float32.
double product_flops(const DeviceType& type, NumberFormat format);
// Whether that is stated, or follows from what is: it is not for bfloat16 of a type with one
// figure.
bool states_product_flops(const DeviceType& type, NumberFormat format);
// Whether kernels are those of another compiler: the type names an accelerator or a launch time.
bool is_accelerator(const DeviceType& type);

struct Link {
  double bandwidth_bytes_per_second = 0;
  double latency_seconds = 0;
  // The bandwidth left if all devices of the host, or all hosts, use theirs at once; 0: all of it.
  double shared_bandwidth_bytes_per_second = 0;

  bool operator==(const Link&) const = default;
};

// A number of devices of one type in a host.
struct DeviceCount {
  int32_t type = 0;  // index into Cluster::device_types
  int32_t count = 0;

  bool operator==(const DeviceCount&) const = default;
};

struct Host {
  std::string name;                  // empty: none
  std::vector<DeviceCount> devices;  // in the order of their ranks
  std::optional<Link> link;          // between its devices; required if it has more than one
  std::optional<Link> network;       // its port, if it differs from the cluster's

  bool operator==(const Host&) const = default;
};

// The ratio of a collective's measured time among all devices to its prediction from the links
// (core/collective/cost), by the size of the whole vector.
struct CollectiveRow {
  double bytes = 0, factor = 1;
  double spread = 0;  // interquartile range of the times over their median

  bool operator==(const CollectiveRow&) const = default;
};
struct MeasuredCollective {
  CollectiveKind kind = {};
  CollectiveAlgorithm algorithm = {};
  std::vector<CollectiveRow> rows;  // by size, ascending

  bool operator==(const MeasuredCollective&) const = default;
};

struct Cluster {
  std::string name;  // empty: none
  std::vector<DeviceType> device_types;
  std::vector<Host> hosts;      // one entry per host: `count: 6` in a file gives six
  std::optional<Link> network;  // the port of each host without its own
  std::vector<MeasuredCollective> collectives = {};  // measured by a probe

  bool operator==(const Cluster&) const = default;
};

// One device: its type and its host.
struct Device {
  int32_t type = 0;  // index into Cluster::device_types
  int32_t host = 0;  // index into Cluster::hosts

  bool operator==(const Device&) const = default;
};

// Maximum number of devices in a Cluster read from a file.
inline constexpr int64_t kMaxDevices = 1 << 20;

int64_t num_devices(const Host& host);
int64_t num_devices(const Cluster& cluster);

// All devices: host by host, and within a host in the order of Host::devices. Device i is rank i.
std::vector<Device> devices(const Cluster& cluster);

// The link between two different devices. Within a host: its link. Between hosts: the slower port's
// bandwidth and the larger latency of both ports. The caller accounts for concurrent use of a port.
Link link_between(const Cluster& cluster, const Device& a, const Device& b);

// The host's own port, else the cluster's; none if the cluster is a single host without either.
std::optional<Link> port_of(const Cluster& cluster, const Host& host);

// A single host with `count` devices of one type.
Cluster one_host(DeviceType type, int count, Link link);

struct ClusterTotals {
  int64_t num_devices = 0;
  double flops_per_second = 0;
  int64_t memory_bytes = 0;
};
ClusterTotals totals(const Cluster& cluster);

// Whether any rank computes on an accelerator.
bool has_accelerators(const Cluster& cluster);
// The device that rank i computes on: "cpu", or an accelerator with its index within its host. If a
// type does not state the index, its ranks on a host are numbered consecutively.
std::string device_of_rank(const Cluster& cluster, int64_t rank);

}  // namespace motley::core
