// Windows over a tensor: reduce_window, cumulative reductions and select_and_scatter.
//
// Along one dimension the window at output index o sees the padded and dilated positions
//
//     o * stride + w * window_dilation - pad_low,   w = 0, 1, ..., window - 1
//
// some of which are padding or lie between dilated elements; the others form a Run.
#pragma once

#include <array>
#include <vector>

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

inline constexpr int kMaxWindowDims = 8;

struct WindowRun {
  int64_t first = 0, step = 1, count = 0;  // input indices
};

// One dimension of the loop nest.
struct WindowDim {
  int64_t extent = 1, outputs = 1;
  int64_t window = 1, stride = 1, base_dilation = 1, window_dilation = 1, pad = 0;
  int64_t in = 0, out = 0;      // strides in elements
  std::vector<WindowRun> runs;  // of each output index
  bool is_plain() const {
    return window == 1 && stride == 1 && base_dilation == 1 && pad == 0 && extent == outputs;
  }
};

// `small` is the side with one element per window: the result of reduce_window, the source of
// select_and_scatter.
std::vector<WindowDim> window_dims(const ReduceWindowAttrs& attrs, const Layout& large,
                                   const Layout& small);

// Removes and returns the dimension that makes the best inner loop: unit stride, and long. With
// plain_only, only dimensions without windows.
WindowDim take_inner_dim(std::vector<WindowDim>& dims, bool plain_only);

std::optional<Kernel> cumulative_window(const KernelRequest& request);
std::optional<Kernel> fold_window(const KernelRequest& request);
std::optional<Kernel> select_window(const KernelRequest& request);

}  // namespace motley::tensor
