// Kernels: code that runs one op on the CPU, prepared once for its types and layouts and called
// many times.
//
// Each op has an ordered list of implementations, one file per family; the first that accepts a
// request wins, and the reference interpreter, which accepts every dense request, is always last.
// An implementation that does not support the given layouts declines, and the compiler
// (tensor/compile) copies operands to dense ones if needed; so an implementation need only handle
// what it is fast at.
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
  std::span<const std::byte* const> operands;  // pointers to the element with index zero of each
  std::span<std::byte* const> results;
  std::byte* scratch = nullptr;  // scratch_bytes, aligned to 64
};

// An operand and a result that may share memory: the kernel reads all it needs of the one before it
// overwrites it with the other.
struct InPlace {
  int operand = 0, result = 0;
};

struct Kernel {
  std::string name;           // in traces: "dot.gemm"
  int64_t scratch_bytes = 0;  // scratch memory of one call; not preserved between calls
  std::vector<InPlace> in_place = {};
  std::function<void(const KernelCall&)> run;
  std::vector<WorkPart> work = {};  // the work of a call, in counts
};

using Implementation = std::optional<Kernel> (*)(const KernelRequest&);

// The implementations of an op in the order in which they are tried, without the reference.
std::span<const Implementation> implementations(OpCode code);

// The first implementation that accepts; nullopt if only the reference can run this.
std::optional<Kernel> fast_kernel(const KernelRequest& request);
// The interpreter; layouts must be dense, regions must not capture values.
Kernel reference_kernel(const KernelRequest& request);
// The same for a whole Program: an op whose regions capture values becomes a Program of one op,
// with the captured values as arguments.
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
