#include "tensor/passes/bf16_products.h"

#include <algorithm>
#include <map>

#include "tensor/ir/attention.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

bool is_plain_product(OpCode code) {
  return code == OpCode::kDotGeneral || code == OpCode::kConvolution;
}

bool has_product(const Op& op) {
  if (is_product(op.code) || is_attention(op.code)) return true;
  return std::ranges::any_of(
      op.regions, [](const Region& r) { return std::ranges::any_of(r.ops, has_product); });
}

void mark_operands(const Op& op, std::vector<bool>& marked) {
  for (ValueId v : op.operands) marked[v.index] = true;
  for (const Region& region : op.regions)
    for (const Op& inner : region.ops) mark_operands(inner, marked);
}

// The values that a product reads, directly or by way of other ops.
std::vector<bool> read_by_products(const Program& program) {
  std::vector<bool> read(program.values.size());
  const std::vector<Op>& ops = program.body.ops;
  for (size_t i = ops.size(); i-- > 0;) {
    const bool leads_to_product =
        has_product(ops[i]) ||
        std::ranges::any_of(ops[i].results, [&](ValueId v) { return read[v.index]; });
    if (leads_to_product) mark_operands(ops[i], read);
  }
  return read;
}

class Bf16Products {
 public:
  // `narrow_results`: by value; all others of dot_general stay f32.
  Bf16Products(Program& program, std::vector<bool> narrow_results)
      : program_(program), narrow_results_(std::move(narrow_results)) {}

  // `narrow`: values in scope that exist in bf16 as well.
  void rewrite(Region& region, std::map<uint32_t, ValueId> narrow) {
    std::vector<Op> ops;
    for (Op& op : region.ops) {
      for (Region& nested : op.regions) rewrite(nested, narrow);
      if (!is_plain_product(op.code) || !is_f32(op)) {
        ops.push_back(std::move(op));
        continue;
      }
      for (ValueId& v : op.operands) v = narrowed(v, narrow, ops);
      if (op.code == OpCode::kDotGeneral && !narrow_results_[op.results[0].index]) {
        ops.push_back(std::move(op));
        continue;
      }
      const ValueId wide = op.results[0];
      op.results[0] = new_value(wide);
      set_element(op);
      narrow[wide.index] = op.results[0];
      const ValueId half = op.results[0];
      ops.push_back(std::move(op));
      ops.push_back(convert(half, wide, ElementType::kF32));
    }
    region.ops = std::move(ops);
  }

 private:
  bool is_f32(const Op& op) const {
    for (ValueId v : op.operands)
      if (program_.type(v).element != ElementType::kF32) return false;
    return program_.type(op.results[0]).element == ElementType::kF32;
  }
  ValueId new_value(ValueId like) {
    program_.values.push_back(program_.type(like).with_element(ElementType::kBF16));
    return ValueId(static_cast<uint32_t>(program_.values.size() - 1));
  }
  static Op convert(ValueId from, ValueId to, ElementType element) {
    Op op;
    op.code = OpCode::kConvert;
    op.operands = {from};
    op.results = {to};
    op.attrs = ConvertAttrs{.element = element};
    return op;
  }
  ValueId narrowed(ValueId v, std::map<uint32_t, ValueId>& narrow, std::vector<Op>& ops) {
    const auto known = narrow.find(v.index);
    if (known != narrow.end()) return known->second;
    const ValueId half = new_value(v);
    ops.push_back(convert(v, half, ElementType::kBF16));
    narrow[v.index] = half;
    return half;
  }
  static void set_element(Op& op) {
    if (auto* dot = std::get_if<DotAttrs>(&op.attrs)) dot->element = ElementType::kBF16;
    if (auto* conv = std::get_if<ConvolutionAttrs>(&op.attrs)) conv->element = ElementType::kBF16;
  }

  Program& program_;
  std::vector<bool> narrow_results_;
};

void count_products(const Program& program, const Region& region, int& half, int& other) {
  for (const Op& op : region.ops) {
    if (is_plain_product(op.code))
      ++(program.type(op.operands[0]).element == ElementType::kBF16 ? half : other);
    for (const Region& nested : op.regions) count_products(program, nested, half, other);
  }
}

}  // namespace

Program with_bf16_products(Program program, bool bf16_results) {
  std::vector<bool> narrow =
      bf16_results ? std::vector<bool>(program.values.size(), true) : read_by_products(program);
  Bf16Products(program, std::move(narrow)).rewrite(program.body, {});
  verify(program);
  return program;
}

bool has_bf16_products(const Program& program) {
  int half = 0, other = 0;
  count_products(program, program.body, half, other);
  return half > 0 && other == 0;
}

}  // namespace motley::tensor
