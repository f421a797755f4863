// rng_bit_generator on one device: it draws only the blocks of its own rows where these are whole
// blocks of the generator, and all of them otherwise.
#include <algorithm>
#include <optional>

#include "tensor/ir/expr.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/random_bits.h"

namespace motley::tensor {
namespace {

// The generator's state advanced by `by` blocks. `words` may be one more than the state has: a
// carry into the high half of Philox's counter does not fit into two words.
ValueId advanced(Expr state, int64_t by, int64_t words) {
  const Expr key = slice_dim(state, 0, 0, 1), low = slice_dim(state, 0, 1, 2);
  const Expr next = low + full_like(low, static_cast<double>(by));
  if (words == 2) return concatenate({key, next}, 0).id();
  const Expr high = state.extent(0) == 3 ? slice_dim(state, 0, 2, 3) : key;
  const Expr carry = convert(compare(next, CompareDirection::kLt, low), low.element());
  return concatenate({key, next, high + carry}, 0).id();
}

// The number of blocks before the shard's own. nullopt where the shard is not a whole number of
// blocks: only dimension 0 may be sharded, at a block boundary, and blocks must be laid out in the
// shard as they are in the whole tensor.
std::optional<int64_t> blocks_before(const OpShard& shard) {
  const RngAlgorithm algorithm = shard.get<RngAttrs>().algorithm;
  const TensorType &whole = shard.whole.result(1), &local = shard.results[1];
  const std::vector<Held>& dims = shard.held_results[1];
  for (size_t d = 1; d < dims.size(); ++d) {
    if (!dims[d].is_whole()) return std::nullopt;
  }
  TensorType before = whole;  // the rows in front of the shard's
  before.shape[0] = dims[0].begin;
  if (algorithm != RngAlgorithm::kThreeFry) {
    if (before.num_elements() % elements_of_block(algorithm, whole.element)) return std::nullopt;
  } else if (byte_size(whole.element) < 8) {
    const size_t dim = alternating_dim(whole.shape);
    if (alternating_dim(local.shape) != dim || (dim == 0 && dims[0].begin % 2)) {
      return std::nullopt;
    }
    Shape blocks = block_shape(algorithm, whole);
    blocks[0] = dim == 0 ? dims[0].begin / 2 : dims[0].begin;
    return TensorType{whole.element, blocks}.num_elements();
  }
  return before.num_elements() / elements_of_block(algorithm, whole.element);
}

}  // namespace

std::vector<ValueId> localize_rng(OpShard& shard) {
  const auto& attrs = shard.get<RngAttrs>();
  const std::vector<Held>& dims = shard.held_results[1];
  const Op& op = shard.whole.op;
  const auto draw = [&](ValueId state, const TensorType& type) {
    return shard.builder.add(op.code, {state}, RngAttrs{attrs.algorithm, type}, {},
                             {op.line, op.column});
  };
  const TensorType& all_bits = shard.whole.result(1);
  if (std::ranges::all_of(dims, &Held::is_whole)) return draw(shard.operands[0], all_bits);
  const Expr state(shard.builder, shard.operands[0]);
  const bool is_empty = shard.results[1].num_elements() == 0;
  const std::optional<int64_t> before = is_empty ? 0 : blocks_before(shard);
  if (!before) {  // draws all bits and slices out the shard's
    const std::vector<ValueId> all = draw(shard.operands[0], all_bits);
    Expr bits(shard.builder, all[1]);
    for (size_t d = 0; d < dims.size(); ++d) {
      if (dims[d].is_whole()) continue;
      bits =
          slice_dim(bits, static_cast<int64_t>(d), dims[d].begin, dims[d].begin + dims[d].length);
    }
    return {all[0], bits.id()};
  }
  const bool is_philox = attrs.algorithm != RngAlgorithm::kThreeFry;
  const ValueId bits = is_empty
                           ? full(shard.builder, shard.results[1], 0).id()
                           : draw(advanced(state, *before, is_philox ? 3 : 2), shard.results[1])[1];
  const int64_t all = num_blocks(attrs.algorithm, all_bits);
  return {advanced(state, all, state.extent(0)), bits};
}

}  // namespace motley::tensor
