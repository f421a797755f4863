// Sharding: how a value is distributed over a DeviceGrid; one state per axis of the group.
//
//   replicated     R                     every device holds all of it
//   sharded        S(0)                  dimension 0 in even contiguous shards
//                  S(0:[5,3,3,1])        in shards of 5, 3, 3 and 1 of 12 units
//                  S(0:[8x5,24x3])       in 8 shards of 5 and 24 of 3 units
//                  S(1/768:[6,6])        each run of 768 along dimension 1 is split so; a device
//                                        holds its piece of every run: fused Q, K and V by heads
//   partial        P, Pmin, Pmax         every device holds a contribution of full shape; their
//                                        sum, minimum or maximum is the value
//
// A sharding is identified by its boundaries, not by how they were derived: the Ratio of a plan is
// rounded to whole units once (units_of), and Shares keep the quotients in lowest terms. So [B] and
// [B*S] split between the same samples have the same Shares, two states match exactly if they are
// equal, and a reshape preserves a sharding if its boundaries fall between whole indices (rule.h).
//
//   [8,16,32] dim 0 in 4   ->  [128,32]       period   8 of dim 0 becomes period 128 of dim 0
//   [8,16,32] dim 1 in 4   ->  [128,32]       period  16 of dim 1 becomes period  16 of dim 0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/balance/ratio.h"
#include "tensor/ir/held.h"
#include "tensor/ir/index_structure.h"
#include "tensor/ir/tensor_type.h"
#include "tensor/sharding/device_grid.h"

namespace motley::tensor {

// Integer units of each device along a group axis, in lowest terms: {4, 2, 2} is {2, 1, 1}. Some
// may be zero, not all. Cheap to copy.
class Shares {
 public:
  Shares() = default;  // no devices
  explicit Shares(std::vector<int64_t> units);

  int num_devices() const { return units_ ? static_cast<int>(units_->size()) : 0; }
  int64_t operator[](int device) const { return (*units_)[device]; }
  int64_t total() const { return total_; }
  int64_t before(int device) const;  // units of the devices before it
  bool is_even() const;              // all equal
  int first_owner() const;           // the first device with a non-zero share

  friend bool operator==(const Shares& a, const Shares& b) {
    return a.units_ == b.units_ || (a.units_ && b.units_ && *a.units_ == *b.units_);
  }

 private:
  std::shared_ptr<const std::vector<int64_t>> units_;
  int64_t total_ = 0;
};

Shares even_shares(int num_devices);  // 1, 1, 1, ...

// A Ratio rounded to whole units: minimizes the largest units / share, ties to the first device: 4
// units on three equal devices are 2, 1, 1. Cost: num_units heap operations.
std::vector<int64_t> units_of(const core::Ratio& ratio, int64_t num_units);

// Sharding of one dimension. `period` divides the extent and equals it for contiguous shards;
// shares.total() divides the period.
struct DimSharding {
  int dim = 0;
  int64_t period = 0;
  Shares shares;
  friend bool operator==(const DimSharding&, const DimSharding&) = default;
};

struct AxisState {
  enum class Kind : uint8_t { kReplicated, kSharded, kPartial } kind = Kind::kReplicated;
  DimSharding cut = {};             // kSharded
  Reducer reducer = Reducer::kSum;  // kPartial: kSum, kMin or kMax; kAnd and kOr of booleans

  bool is_replicated() const { return kind == Kind::kReplicated; }
  bool is_sharded() const { return kind == Kind::kSharded; }
  bool is_partial() const { return kind == Kind::kPartial; }
  friend bool operator==(const AxisState& a, const AxisState& b);
};

AxisState replicated();
AxisState sharded(DimSharding cut);
AxisState partial(Reducer reducer = Reducer::kSum);

// One state per axis of the group; missing axes are replicated. Two axes may shard the same
// dimension if one is nested in the other: the outer one in equal shards, each of which the inner
// one shards, leaving no device without a part. On a grid of 2 x 3, of 12 rows:
//
//   S(0)S(0/6)      rank (i, j) holds rows 6i + 2j and 6i + 2j + 1
struct Sharding {
  std::array<AxisState, kMaxGroupAxes> axes;
  AxisState& operator[](int axis) { return axes[axis]; }
  const AxisState& operator[](int axis) const { return axes[axis]; }
  friend bool operator==(const Sharding&, const Sharding&) = default;
};

bool is_replicated(const Sharding& sharding);

// Whether `inner` shards each of the equal shards of `outer`.
bool is_nested(const DimSharding& inner, const DimSharding& outer);

// How the devices of a rank's line along `axis` share what they hold together: the Sharding on this
// axis, of a dimension that another axis may shard, too.
DimSharding cut_of_line(const Sharding& sharding, int axis, const DeviceGrid& group, int rank);

// Why this state is invalid for a value of this type on a group; empty if it is valid.
std::string fault(const Sharding& sharding, const TensorType& type, const DeviceGrid& group);

// The indices along a dimension of extent `extent` that a device holds; along each dimension of a
// tensor.
Held held(const DimSharding& cut, int64_t extent, int device);
// Those of two axes that shard one dimension.
Held in_both(const Held& a, const Held& b);
std::vector<Held> held(const Sharding& sharding, const Shape& shape, const DeviceGrid& group,
                       int rank);
Shape local_shape(const Sharding& sharding, const Shape& shape, const DeviceGrid& group, int rank);

// "S(0:[5,3])" and "S(0)P" for two axes; the notations of JAX, P(None, 'data'), and of PyTorch.
std::string to_string(const AxisState& state, const Shape& shape);
std::string to_string(const Sharding& sharding, const Shape& shape, const DeviceGrid& group);
std::string to_jax(const Sharding& sharding, const Shape& shape, const DeviceGrid& group);
std::string to_pytorch(const Sharding& sharding, const Shape& shape, const DeviceGrid& group);

// Parses the output of to_string; `fault` is one sentence if the text is invalid.
struct ParsedSharding {
  Sharding sharding;
  std::string fault;
};
ParsedSharding parse_sharding(const std::string& text, const TensorType& type,
                              const DeviceGrid& group);

}  // namespace motley::tensor
