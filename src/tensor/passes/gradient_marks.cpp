#include "tensor/passes/gradient_marks.h"

#include <algorithm>

#include "tensor/ir/builder.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {
namespace {

bool is_gradient_mark(OpCode code) {
  return code == OpCode::kStopGradient || code == OpCode::kCustomRule ||
         code == OpCode::kWithGradient;
}

class Stripping {
 public:
  explicit Stripping(const Program& program) : same_(program.values.size()) {
    for (size_t i = 0; i < same_.size(); ++i) same_[i] = ValueId(i);
  }

  void apply(Region& region) {
    for (Op& op : region.ops) {
      apply(op.operands);
      for (Region& nested : op.regions) apply(nested);
      if (is_gradient_mark(op.code)) same_[op.results[0].index] = op.operands[0];
    }
    std::erase_if(region.ops, [](const Op& op) { return is_gradient_mark(op.code); });
    apply(region.results);
  }

 private:
  void apply(std::vector<ValueId>& values) const {
    for (ValueId& v : values) v = same_[v.index];
  }

  std::vector<ValueId> same_;  // of a mark's result: its operand
};

bool has_op(const Region& region, OpCode code) {
  return std::ranges::any_of(region.ops, [&](const Op& op) {
    return op.code == code ||
           std::ranges::any_of(op.regions, [&](const Region& r) { return has_op(r, code); });
  });
}

}  // namespace

bool has_op(const Program& program, OpCode code) { return has_op(program.body, code); }

Program strip_gradient_marks(const Program& program) {
  const bool is_marked = has_op(program, OpCode::kStopGradient) ||
                         has_op(program, OpCode::kCustomRule) ||
                         has_op(program, OpCode::kWithGradient);
  if (!is_marked) return program;
  Program stripped = program;
  Stripping(program).apply(stripped.body);
  return remove_dead(stripped);
}

Program bypass_gradient_marks(const Program& program, std::vector<int>& kept) {
  kept.clear();
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    if (!is_gradient_mark(program.body.ops[i].code)) kept.push_back(static_cast<int>(i));
  }
  Program stripped = program;
  Stripping(program).apply(stripped.body);
  return stripped;
}

Program loss_with_gradient(const Program& gradient, const std::vector<int>& params) {
  const auto& results = gradient.body.results;
  MOTLEY_CHECK(results.size() > params.size(), "{} results for {} gradients", results.size(),
               params.size());
  ProgramBuilder builder(gradient);
  std::vector<ValueId> operands = {results[0]};
  for (int p : params) operands.push_back(gradient.body.arguments[p]);
  const auto more = results.begin() + 1 + static_cast<int64_t>(params.size());
  operands.insert(operands.end(), results.begin() + 1, more);
  std::vector<ValueId> now = {builder.add_one(OpCode::kWithGradient, operands)};
  now.insert(now.end(), more, results.end());
  return std::move(builder).finish(std::move(now));
}

}  // namespace motley::tensor
