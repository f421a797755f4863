// Kernels: code that runs one op on the CPU, prepared once for its types and layouts and called
// many times.
//
// Each op has an ordered list of implementations, one file per family; the first that accepts a
// request wins, and the reference interpreter, which takes every dense request, is always the last.
// An implementation that cannot take the layouts as they lie declines, and the compiler
// (tensor/compile) copies what is in the way; so an implementation need handle only what it is
// quick at.
//
//   std::optional<Kernel> fast_dot(const KernelRequest& request) {
//     if (!accepts(request)) return std::nullopt;
//     return Kernel{.name = "dot.gemm",
//                   .run = [plan](const KernelCall& call) { ... call.results[0] ... }};
//   }
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensor/ir/op_row.h"
#include "tensor/kernels/kernel_work.h"
#include "tensor/kernels/layout.h"

namespace motley::tensor {

struct KernelRequest {
  OpView view;
  std::vector<Layout> operands, results;
  int num_threads = 1;
};

struct KernelCall {
  std::span<const std::byte* const> operands;  // the element with index zero of each
  std::span<std::byte* const> results;
  std::byte* scratch = nullptr;  // scratch_bytes, aligned to 64
};

// An operand and a result that may lie in the same memory: the kernel has read what it needs of
// the one before it writes the other.
struct InPlace {
  int operand = 0, result = 0;
};

struct Kernel {
  std::string name;           // in traces: "dot.gemm"
  int64_t scratch_bytes = 0;  // a call's own working memory; nothing is kept there between calls
  std::vector<InPlace> in_place = {};
  std::function<void(const KernelCall&)> run;
  std::vector<WorkPart> work = {};  // what a call does, in counts
};

using Implementation = std::optional<Kernel> (*)(const KernelRequest&);

// The implementations of an op in the order in which they are tried, without the reference.
std::span<const Implementation> implementations(OpCode code);

// The first implementation that accepts, or nothing: only the reference can run this.
std::optional<Kernel> fast_kernel(const KernelRequest& request);
// The interpreter; layouts must be dense, bodies must use nothing from outside.
Kernel reference_kernel(const KernelRequest& request);
// The same for a whole Program: an op whose bodies do use something from outside is one of a single
// op, with all that is used as its arguments.
Kernel reference_kernel(Program program);

// One list per family, found by implementations().
struct KernelRow {
  OpCode code;
  std::span<const Implementation> implementations;
};
std::span<const KernelRow> contraction_kernels();  // contraction.cpp, convolution.cpp
std::span<const KernelRow> movement_kernels();
std::span<const KernelRow> indexing_kernels();
std::span<const KernelRow> reduction_kernels();
std::span<const KernelRow> fused_kernels();

}  // namespace motley::tensor
