#include "tensor/passes/close_loops.h"

#include <algorithm>
#include <unordered_map>

#include "tensor/ir/graph.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

class Closing {
 public:
  explicit Closing(const Program& program) : program_(program), rewrite_(program) {}

  Program run() && {
    for (const Op& op : program_.body.ops) add(op);
    return std::move(rewrite_).finish();
  }

 private:
  ProgramBuilder& builder() { return rewrite_.builder(); }

  void add(const Op& op) {
    if (op.code == OpCode::kConstant) constants_[op.results[0]] = &op;
    if (op.regions.empty()) return rewrite_.keep(op);
    std::vector<ValueId> captured;  // values other than constants
    for (size_t r = 0; op.code == OpCode::kWhile && r < op.regions.size(); ++r) {
      for (ValueId v : captured_values(op.regions[r])) {
        const bool is_new = std::ranges::find(captured, v) == captured.end();
        if (is_new && !constants_.contains(v)) captured.push_back(v);
      }
    }
    std::vector<ValueId> operands = rewrite_(op.operands);
    for (ValueId v : captured) operands.push_back(rewrite_(v));
    std::vector<Region> regions;
    for (size_t r = 0; r < op.regions.size(); ++r) {
      const bool is_body = op.code == OpCode::kWhile && r == 1;
      regions.push_back(copy(op.regions[r], captured, op.code == OpCode::kWhile, is_body));
    }
    const std::vector<ValueId> results =
        builder().add(op.code, operands, op.attrs, std::move(regions), {op.line, op.column});
    for (size_t i = 0; i < op.results.size(); ++i) rewrite_.replace(op.results[i], results[i]);
  }

  // The region with `captured` as further arguments; the body of a loop returns them unchanged.
  Region copy(const Region& region, const std::vector<ValueId>& captured, bool closes,
              bool is_body) {
    std::vector<TensorType> types;
    for (ValueId v : region.arguments) types.push_back(program_.type(v));
    for (ValueId v : captured) types.push_back(program_.type(v));
    const std::vector<ValueId> arguments = builder().begin_region(types);
    std::vector<std::pair<ValueId, ValueId>> outside;  // what values were before
    const auto rename = [&](ValueId v, ValueId now) {
      outside.emplace_back(v, rewrite_(v));
      rewrite_.replace(v, now);
    };
    for (size_t i = 0; i < region.arguments.size(); ++i)
      rewrite_.replace(region.arguments[i], arguments[i]);
    for (size_t i = 0; i < captured.size(); ++i)
      rename(captured[i], arguments[region.arguments.size() + i]);
    if (closes) {
      for (ValueId v : captured_values(region)) {
        const auto found = constants_.find(v);
        if (found == constants_.end()) continue;
        rename(v, builder().add_one(OpCode::kConstant, {}, found->second->attrs));
      }
    }
    for (const Op& op : region.ops) add(op);
    std::vector<ValueId> results = rewrite_(region.results);
    if (is_body) {
      results.insert(results.end(), arguments.begin() + std::ssize(region.arguments),
                     arguments.end());
    }
    for (const auto& [v, before] : outside) rewrite_.replace(v, before);
    return builder().end_region(std::move(results));
  }

  const Program& program_;
  Rewrite rewrite_;
  std::unordered_map<ValueId, const Op*> constants_;
};

}  // namespace

Program close_loops(const Program& program) { return Closing(program).run(); }

}  // namespace motley::tensor
