// Gradient rules of the ops in reduction_ops.cpp.
#pragma once

namespace motley::tensor {

struct Backward;

void gradient_reduce(Backward& r);
void gradient_reduce_window(Backward& r);
void gradient_select_and_scatter(Backward& r);
void gradient_sort(Backward& r);
void gradient_top_k(Backward& r);

}  // namespace motley::tensor
