#include "core/base/threads.h"
#include "tensor/compile/compiled_program.h"
#include "tensor/compile/fuse.h"
#include "tensor/compile/layout_plan.h"
#include "tensor/compile/order.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {

// All stages of compilation, in order.
CompiledProgram compile(const Program& program, const CompileOptions& options) {
  // oneDNN specializes its kernels for the number of threads at creation.
  core::set_library_threads(options.num_threads);
  CompiledProgram compiled;
  compiled.num_threads = options.num_threads;
  compiled.is_memory_given = options.is_memory_given;
  compiled.program = run_passes(strip_gradient_marks(program),
                                {{"simplify", [](const Program& p) { return simplify(p); }},
                                 {"fuse", [](const Program& p) { return fuse(p); }}});
  compiled.program = order_for_memory(compiled.program, options.updates);
  for (ValueId v : compiled.program.body.arguments)
    compiled.arguments.push_back(compiled.program.type(v));
  LayoutPlan plan = plan_layouts(compiled.program, options);
  place_updates(plan, options);
  if (options.is_memory_given) provide_results(plan);
  assign_memory(std::move(plan), compiled);
  return compiled;
}

}  // namespace motley::tensor
