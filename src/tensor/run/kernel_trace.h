// Records every kernel of an Executable as a span of a Trace.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "tensor/run/executable.h"

namespace motley::tensor {

// Must outlive the runs it records: the Executable calls it.
class KernelTrace {
 public:
  KernelTrace(core::Trace& trace, Executable& executable);
  KernelTrace(const KernelTrace&) = delete;
  KernelTrace& operator=(const KernelTrace&) = delete;

 private:
  struct Label {
    std::string name, op, result;
    double megaflops = 0;
  };
  static Label label(const KernelStep& step, const Program& program,
                     const std::vector<std::string>& names);
  void write(const KernelSpan& span);

  core::Trace& trace_;
  core::TrackId track_;
  std::vector<Label> labels_;  // parallel to the compiled steps
};

}  // namespace motley::tensor
