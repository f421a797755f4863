#include "tensor/ir/builder.h"

#include <fmt/format.h>

#include "tensor/ir/loops.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {

ProgramBuilder::ProgramBuilder(std::string name, std::string source) {
  program_.name = std::move(name);
  program_.source = std::move(source);
  open_.emplace_back();
}

ProgramBuilder::ProgramBuilder(Program program) : program_(std::move(program)) {
  num_ops_ = tensor::num_ops(program_);
  open_.push_back(std::move(program_.body));
  open_.back().results.clear();
}

ValueId ProgramBuilder::argument(TensorType type) {
  const ValueId v(program_.values.size());
  program_.values.push_back(std::move(type));
  open_.back().arguments.push_back(v);
  return v;
}

namespace {

// A one-element constant has one canonical form, that of a splat, whatever its shape.
void canonicalize_constant(Attrs& attrs) {
  auto* constant = std::get_if<ConstantAttrs>(&attrs);
  if (constant && constant->value.num_elements() == 1 && !constant->value.type().is_scalar())
    constant->value = std::move(constant->value).reshaped({});
}

}  // namespace

std::optional<int64_t> ProgramBuilder::known_integer(ValueId v) const {
  for (const Region& region : open_) {
    for (const Op& op : region.ops) {
      if (op.results.empty() || op.results[0] != v) continue;
      return op.code == OpCode::kConstant ? one_integer(op.get<ConstantAttrs>().value)
                                          : std::nullopt;
    }
  }
  return std::nullopt;
}

// A copied loop keeps the count of its original, whose start may not be a constant here.
void ProgramBuilder::derive_turns(Op& op) const {
  if (const auto* known = std::get_if<WhileAttrs>(&op.attrs); known && known->num_turns) return;
  op.attrs = WhileAttrs{trip_count(op, [&](ValueId v) { return known_integer(v); })};
}

std::vector<ValueId> ProgramBuilder::add(OpCode code, std::vector<ValueId> operands, Attrs attrs,
                                         std::vector<Region> regions, OpPosition at) {
  canonicalize_constant(attrs);
  Op op{code, std::move(operands), {}, std::move(attrs), std::move(regions), at.line, at.column};
  Inferred inferred = infer_results({program_.values, op});
  if (!inferred.fault.empty()) {
    throw core::UserError(program_.position(op), fmt::format("{}: {}", name(code), inferred.fault));
  }
  if (code == OpCode::kWhile) derive_turns(op);
  for (TensorType& type : inferred.types) {
    op.results.emplace_back(program_.values.size());
    program_.values.push_back(std::move(type));
  }
  std::vector<ValueId> results = op.results;
  open_.back().ops.push_back(std::move(op));
  ++num_ops_;
  return results;
}

ValueId ProgramBuilder::add_one(OpCode code, std::vector<ValueId> operands, Attrs attrs,
                                std::vector<Region> regions, OpPosition at) {
  const std::vector<ValueId> results =
      add(code, std::move(operands), std::move(attrs), std::move(regions), at);
  MOTLEY_CHECK(results.size() == 1, "{} has {} results", name(code), results.size());
  return results[0];
}

std::vector<ValueId> ProgramBuilder::begin_region(const std::vector<TensorType>& arguments) {
  open_.emplace_back();
  for (const TensorType& type : arguments) argument(type);
  return open_.back().arguments;
}

Region ProgramBuilder::end_region(std::vector<ValueId> results) {
  MOTLEY_CHECK(open_.size() > 1, "end_region without begin_region");
  Region region = std::move(open_.back());
  open_.pop_back();
  region.results = std::move(results);
  return region;
}

Program ProgramBuilder::finish(std::vector<ValueId> results) && {
  MOTLEY_CHECK(open_.size() == 1, "{} regions are still open", open_.size() - 1);
  program_.body = std::move(open_.back());
  program_.body.results = std::move(results);
  return std::move(program_);
}

Region binary_region(ProgramBuilder& b, OpCode code, ElementType element) {
  const TensorType scalar{element, {}};
  const std::vector<ValueId> arguments = b.begin_region({scalar, scalar});
  const ValueId result = b.add_one(code, {arguments[0], arguments[1]});
  return b.end_region({result});
}

}  // namespace motley::tensor
