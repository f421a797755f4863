// Shared by the families of rows: type classes, axes, and parts of inference messages.
#pragma once

#include <string>
#include <vector>

#include "tensor/ir/op_row.h"

namespace motley::tensor {

// Each appends its family's rows, in the order of ops.def.
void add_elementwise_rows(std::vector<OpRow>& rows);
void add_movement_rows(std::vector<OpRow>& rows);
void add_indexing_rows(std::vector<OpRow>& rows);
void add_contraction_rows(std::vector<OpRow>& rows);
void add_reduction_rows(std::vector<OpRow>& rows);
void add_fused_rows(std::vector<OpRow>& rows);
void add_gradient_mark_rows(std::vector<OpRow>& rows);
void add_control_rows(std::vector<OpRow>& rows);

// Classes of element types, to be or-ed.
enum : unsigned { kFloats = 1, kSignedInts = 2, kUnsignedInts = 4, kBools = 8 };
inline constexpr unsigned kInts = kSignedInts | kUnsignedInts;
inline constexpr unsigned kNumbers = kFloats | kInts;
inline constexpr unsigned kAnyElement = kNumbers | kBools;
bool in_class(ElementType type, unsigned classes);
std::string describe(unsigned classes);  // "float or signed integer"

// Whether these are distinct dimension numbers of a tensor with `num_dims` dimensions.
bool are_distinct_dims(const Dims& dims, int64_t num_dims);
bool contains(const Dims& dims, int64_t d);
// The dimensions of 0..num_dims-1 that are in none of the lists, ascending.
Dims remaining_dims(int64_t num_dims, const Dims& a, const Dims& b = {}, const Dims& c = {});
std::string to_string(const Dims& dims);  // "[0, 2]"

// Checks that the region maps `arguments` to `results`, scalars of these types (as reduction bodies
// do). Returns an error message, or an empty string.
std::string region_fault(const OpView& view, int region, const std::vector<TensorType>& arguments,
                         const std::vector<TensorType>& results);

// Extent of a dimension after padding and dilation, and number of window positions along it.
int64_t dilated_extent(int64_t extent, int64_t dilation);
int64_t num_windows(int64_t padded_extent, int64_t dilated_window, int64_t stride);

// Building index structures.
int add_axis(IndexStructure& index, int64_t extent, AxisKind kind = AxisKind::kParallel,
             Reducer reducer = Reducer::kSum);
// The index of a dimension that equals this axis.
DimIndex just(int axis);
// One axis of `kind` per dimension; the tensor's index by those axes.
TensorIndex add_axes(IndexStructure& index, const Shape& shape,
                     AxisKind kind = AxisKind::kParallel);
// The index of an op without known structure: it runs replicated.
IndexStructure opaque_index(const OpView& view);
// Axes of the first result; operands of the same shape use them, scalars mention none.
IndexStructure elementwise_index(const OpView& view);

}  // namespace motley::tensor
