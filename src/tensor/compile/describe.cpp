#include "tensor/compile/describe.h"

#include <fmt/format.h>

#include "core/base/memory.h"

namespace motley::tensor {

namespace {

std::string text(const Place& place) {
  switch (place.kind) {
    case Place::Kind::kArena:
      return fmt::format("arena {}", place.offset);
    case Place::Kind::kArgument:
      return fmt::format("argument {}", place.index);
    case Place::Kind::kResult:
      return fmt::format("result {}", place.index);
    case Place::Kind::kConstant:
      return fmt::format("constant {}", place.index);
  }
  return {};
}

std::string text(const std::vector<Place>& places) {
  std::string list;
  for (const Place& place : places) list += (list.empty() ? "" : ", ") + text(place);
  return list;
}

void describe_steps(const CompiledProgram& compiled, const std::string& indent, std::string& out) {
  for (size_t i = 0; i < compiled.steps.size(); ++i) {
    const KernelStep& step = compiled.steps[i];
    std::string what = "copy";
    if (step.op >= 0) {
      const Op& op = compiled.program.body.ops[step.op];
      what = name(op.code);
      for (ValueId v : op.results) what += " " + compiled.program.type(v).to_string();
    }
    out += fmt::format("{}{:5}  {:<22} {:<48} {}\n", indent, i, step.kernel.name,
                       text(step.operands) + " -> " + text(step.results), what);
    for (const CompiledProgram& body : step.bodies) describe_steps(body, indent + "  ", out);
  }
}

}  // namespace

std::string describe(const CompiledProgram& compiled) {
  std::string out = fmt::format(
      "arena {} ({} live at most), {} threads\n", core::readable_bytes(compiled.arena_bytes),
      core::readable_bytes(compiled.live_bytes_peak), compiled.num_threads);
  describe_steps(compiled, "", out);
  return out;
}

}  // namespace motley::tensor
