#include "tensor/run/kernel_trace.h"

#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {

KernelTrace::KernelTrace(core::Trace& trace, Executable& executable)
    : trace_(trace), track_(trace.track("rank 0", "kernels")) {
  const CompiledProgram& compiled = executable.compiled();
  const std::vector<std::string> names = value_names(compiled.program);
  for (const KernelStep& step : compiled.steps)
    labels_.push_back(label(step, compiled.program, names));
  executable.on_kernel([this](const KernelSpan& span) { write(span); });
}

KernelTrace::Label KernelTrace::label(const KernelStep& step, const Program& program,
                                      const std::vector<std::string>& names) {
  if (step.op < 0) return {step.kernel.name, "copy", "", 0};
  const Op& op = program.body.ops[step.op];
  Label l{step.kernel.name, std::string(name(op.code)), "", 0};
  if (l.name.empty()) l.name = l.op;
  if (!op.results.empty())
    l.result = names[op.results[0].index] + " " + program.type(op.results[0]).to_string();
  l.megaflops = work({program.values, op}).flops / 1e6;
  return l;
}

void KernelTrace::write(const KernelSpan& span) {
  const Label& l = labels_[span.step];
  trace_.span(track_, {.name = l.name,
                       .category = l.op,
                       .begin_seconds = span.begin_seconds,
                       .end_seconds = span.end_seconds,
                       .args = {{"result", l.result}, {"Mflop", l.megaflops}}});
}

}  // namespace motley::tensor
