#include "tensor/passes/batched_gathers.h"

#include <algorithm>
#include <optional>

#include "tensor/ir/graph.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

class BatchedGathers {
 public:
  explicit BatchedGathers(const Program& program) : program_(program), graph_(program) {}

  Program run() {
    Rewrite rewrite(program_);
    for (const Op& op : program_.body.ops) {
      if (op.code != OpCode::kGather || !replace(op, rewrite)) rewrite.keep(op);
    }
    return std::move(rewrite).finish();
  }

 private:
  const Shape& shape(ValueId v) const { return program_.type(v).shape; }
  const Op* producer(ValueId v) const {
    const int op = graph_.producer[v.index];
    return op == kNone ? nullptr : &graph_.ops[op];
  }

  // Whether every element is its own index along this dimension.
  bool counts(ValueId v, int64_t dim) const {
    const Op* op = producer(v);
    if (!op) return false;
    switch (op->code) {
      case OpCode::kIota:
        return op->get<IotaAttrs>().dim == dim;
      case OpCode::kConstant:
        return is_counting_constant(op->get<ConstantAttrs>(), dim);
      case OpCode::kConvert:
        return is_integer(program_.type(op->operands[0]).element) && counts(op->operands[0], dim);
      case OpCode::kBroadcastInDim: {
        const Dims& dims = op->get<BroadcastAttrs>().dims;
        const auto at = std::ranges::find(dims, dim) - dims.begin();
        return at < std::ssize(dims) && shape(op->operands[0])[at] == shape(v)[dim] &&
               counts(op->operands[0], at);
      }
      case OpCode::kReshape:
        return counts_before_reshape(op->operands[0], v, dim);
      case OpCode::kSelect:
        return is_never(op->operands[0]) && counts(op->operands[2], dim);
      default:
        return false;
    }
  }

  static bool is_counting_constant(const ConstantAttrs& attrs, int64_t dim) {
    const Shape& shape = attrs.type.shape;
    const int64_t n = shape.empty() ? 0 : shape[dim];
    if (attrs.is_splat() || attrs.value.num_elements() != n) return false;
    for (int64_t i = 0; i < n; ++i) {
      if (attrs.value.as_int(i) != i) return false;
    }
    return true;
  }

  // A reshape that adds or drops extents of 1.
  bool counts_before_reshape(ValueId before, ValueId after, int64_t dim) const {
    const Shape &from = shape(before), &to = shape(after);
    if (to[dim] == 1) return false;
    Shape a, b;
    std::ranges::copy_if(from, std::back_inserter(a), [](int64_t e) { return e != 1; });
    std::ranges::copy_if(to, std::back_inserter(b), [](int64_t e) { return e != 1; });
    if (a != b) return false;
    auto place = std::count_if(to.begin(), to.begin() + dim, [](int64_t e) { return e != 1; });
    for (int64_t d = 0; d < std::ssize(from); ++d) {
      if (from[d] != 1 && place-- == 0) return counts(before, d);
    }
    return false;
  }

  // `x < 0` for an x that counts from 0 on.
  bool is_never(ValueId v) const {
    const Op* op = producer(v);
    if (!op || op->code != OpCode::kCompare) return false;
    if (op->get<CompareAttrs>().direction != CompareDirection::kLt) return false;
    if (!is_zero(op->operands[1])) return false;
    for (int64_t d = 0; d < std::ssize(shape(op->operands[0])); ++d) {
      if (counts(op->operands[0], d)) return true;
    }
    return false;
  }
  bool is_zero(ValueId v) const {
    const Op* op = producer(v);
    if (op && op->code == OpCode::kBroadcastInDim) return is_zero(op->operands[0]);
    if (!op || op->code != OpCode::kConstant) return false;
    const ConstantAttrs& attrs = op->get<ConstantAttrs>();
    return attrs.value.num_elements() == 1 && is_integer(attrs.type.element) &&
           attrs.value.as_int(0) == 0;
  }

  bool replace(const Op& op, Rewrite& rewrite) const {
    const GatherAttrs& attrs = op.get<GatherAttrs>();
    const ValueId operand = op.operands[0], indices = op.operands[1];
    const Op* parts = producer(indices);
    if (!parts || parts->code != OpCode::kConcatenate || parts->operands.size() < 2) return false;
    if (parts->get<ConcatenateAttrs>().dim != attrs.index_vector_dim) return false;
    if (attrs.index_vector_dim != std::ssize(shape(indices)) - 1) return false;
    for (size_t p = 0; p < parts->operands.size(); ++p) {
      if (shape(parts->operands[p]).back() != 1) return false;
    }
    for (size_t p = 0; p < parts->operands.size(); ++p) {
      const int64_t of_operand = attrs.start_index_map[p];
      const bool is_collapsed = std::ranges::count(attrs.collapsed_slice_dims, of_operand) > 0;
      for (int64_t d = 0; d < attrs.index_vector_dim && is_collapsed; ++d) {
        const bool is_batch = std::ranges::count(attrs.start_indices_batching_dims, d) == 0 &&
                              shape(indices)[d] == shape(operand)[of_operand] &&
                              shape(indices)[d] > 1 && counts(parts->operands[p], d);
        if (!is_batch) continue;
        add(op, *parts, p, of_operand, d, rewrite);
        return true;
      }
    }
    return false;
  }

  // The gather without index `p`, which counts dimension `d` of the indices.
  void add(const Op& op, const Op& parts, size_t p, int64_t of_operand, int64_t d,
           Rewrite& rewrite) const {
    GatherAttrs attrs = op.get<GatherAttrs>();
    std::erase(attrs.collapsed_slice_dims, of_operand);
    attrs.start_index_map.erase(attrs.start_index_map.begin() + static_cast<std::ptrdiff_t>(p));
    // Batch dimensions of the operand are in ascending order.
    const auto at = std::ranges::lower_bound(attrs.operand_batching_dims, of_operand) -
                    attrs.operand_batching_dims.begin();
    attrs.operand_batching_dims.insert(attrs.operand_batching_dims.begin() + at, of_operand);
    attrs.start_indices_batching_dims.insert(attrs.start_indices_batching_dims.begin() + at, d);
    attrs.indices_are_sorted = false;
    std::vector<ValueId> rest;
    for (size_t k = 0; k < parts.operands.size(); ++k) {
      if (k != p) rest.push_back(rewrite(parts.operands[k]));
    }
    ProgramBuilder& builder = rewrite.builder();
    const ValueId indices =
        rest.size() == 1
            ? rest[0]
            : builder.add_one(OpCode::kConcatenate, rest, ConcatenateAttrs{attrs.index_vector_dim});
    rewrite.replace(op.results[0],
                    builder.add_one(OpCode::kGather, {rewrite(op.operands[0]), indices}, attrs, {},
                                    {op.line, op.column}));
  }

  const Program& program_;
  const Graph graph_;
};

}  // namespace

Program batched_gathers(const Program& program) { return BatchedGathers(program).run(); }

}  // namespace motley::tensor
