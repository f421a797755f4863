// Convolution with any number of spatial dimensions, features innermost.
#include <algorithm>

#include "tensor/reference/eval_contraction.h"
#include "tensor/reference/index_iterator.h"

namespace motley::tensor::reference {
namespace {

// `literal` as cells with its dimensions in the order `dims`, packed.
std::vector<Cell> packed_in_order(const Literal& literal, const Dims& dims, ElementType result) {
  const std::vector<int64_t> strides = row_major_strides(literal.shape());
  const int64_t last = dims.back();
  const Dims outer(dims.begin(), dims.end() - 1);
  const std::vector<int64_t> row = all_offsets({literal.shape()[last]}, {strides[last]});
  std::vector<Cell> cells(literal.num_elements());
  Cell* next = cells.data();
  for (IndexIterator it(pick(literal.shape(), outer)); !it.done(); it.next()) {
    pack_cells(literal, linear_offset(it.index(), pick(strides, outer)), row, result, next);
    next += row.size();
  }
  return cells;
}

Dims spatial_between(int64_t first, const Dims& spatial, std::initializer_list<int64_t> last) {
  Dims dims;
  if (first >= 0) dims.push_back(first);
  dims.insert(dims.end(), spatial.begin(), spatial.end());
  dims.insert(dims.end(), last);
  return dims;
}

// Along one spatial dimension, the input position under kernel position `kernel` of the window at
// `output`; -1 if that is padding or lies between dilated elements.
int64_t input_position(const ConvolutionAttrs& c, size_t d, int64_t output, int64_t kernel,
                       int64_t kernel_extent, int64_t input_extent) {
  if (c.reversal[d]) kernel = kernel_extent - 1 - kernel;
  const int64_t padded = output * c.strides[d] + kernel * c.rhs_dilation[d] - c.pad_low[d];
  if (padded < 0 || padded % c.lhs_dilation[d] != 0) return -1;
  const int64_t position = padded / c.lhs_dilation[d];
  return position < input_extent ? position : -1;
}

// One input position seen by a window: element offsets into the packed spatial dimensions.
struct Tap {
  int64_t input = 0, kernel = 0;
};

class Convolution {
 public:
  explicit Convolution(const Evaluation& e)
      : c_(e.view.get<ConvolutionAttrs>()),
        element_(e.view.result(0).element),
        input_(packed_in_order(
            e.operand(0), spatial_between(c_.input_batch, c_.input_spatial, {c_.input_feature}),
            element_)),
        kernel_(
            packed_in_order(e.operand(1),
                            spatial_between(-1, c_.kernel_spatial,
                                            {c_.kernel_input_feature, c_.kernel_output_feature}),
                            element_)),
        input_spatial_(pick(e.view.operand(0).shape, c_.input_spatial)),
        kernel_spatial_(pick(e.view.operand(1).shape, c_.kernel_spatial)),
        num_positions_(TensorType{element_, input_spatial_}.num_elements()),
        input_features_(e.view.operand(0).shape[c_.input_feature]),
        group_features_(e.view.operand(1).shape[c_.kernel_input_feature]),
        output_features_(e.view.operand(1).shape[c_.kernel_output_feature]),
        output_batch_(e.view.result(0).shape[c_.output_batch]) {}

  // Pairs of input and kernel positions in the window at `output`.
  std::vector<Tap> taps(const std::vector<int64_t>& output) const {
    const std::vector<int64_t> input_strides = row_major_strides(input_spatial_);
    std::vector<Tap> taps;
    int64_t kernel = 0;
    for (IndexIterator it(kernel_spatial_); !it.done(); it.next(), ++kernel) {
      Tap tap{.kernel = kernel};
      bool inside = true;
      for (size_t d = 0; d < kernel_spatial_.size() && inside; ++d) {
        const int64_t position =
            input_position(c_, d, output[d], it.index()[d], kernel_spatial_[d], input_spatial_[d]);
        inside = position >= 0;
        tap.input += position * input_strides[d];
      }
      if (inside) taps.push_back(tap);
    }
    return taps;
  }

  // All output features of one window of one batch entry. Output features are divided equally among
  // the groups; division g reads feature group g, or batch group g. Products and sums are rounded
  // to Sum. Cost: two flops for each tap, feature of a group and output feature.
  template <class Sum, class T, T Cell::*member>
  void window(int64_t batch, const std::vector<Tap>& taps, std::vector<Cell>& sums) const {
    std::fill(sums.begin(), sums.end(), Cell{});
    const int64_t groups = c_.feature_group_count * c_.batch_group_count;
    const int64_t part = output_features_ / groups;
    for (const Tap& tap : taps) {
      const Cell* kernel = kernel_.data() + tap.kernel * group_features_ * output_features_;
      for (int64_t g = 0; g < groups; ++g) {
        const int64_t row = c_.batch_group_count > 1 ? g * output_batch_ + batch : batch;
        const int64_t feature = c_.batch_group_count > 1 ? 0 : g * group_features_;
        const Cell* input =
            input_.data() + (row * num_positions_ + tap.input) * input_features_ + feature;
        for (int64_t i = 0; i < group_features_; ++i) {
          const T factor = input[i].*member;
          const Cell* from = kernel + i * output_features_ + g * part;
          Cell* to = sums.data() + g * part;
          for (int64_t o = 0; o < part; ++o) {
            to[o].*member =
                static_cast<Sum>(to[o].*member + static_cast<Sum>(factor * from[o].*member));
          }
        }
      }
    }
  }

  int64_t output_features() const { return output_features_; }
  // The largest number of products in one sum.
  int64_t max_terms() const {
    return TensorType{element_, kernel_spatial_}.num_elements() * group_features_;
  }

 private:
  const ConvolutionAttrs& c_;
  ElementType element_;
  std::vector<Cell> input_;   // [batch][spatial ...][feature]
  std::vector<Cell> kernel_;  // [spatial ...][input feature of a group][output feature]
  Shape input_spatial_, kernel_spatial_;
  int64_t num_positions_;  // of the input's spatial dimensions
  int64_t input_features_, group_features_, output_features_, output_batch_;
};

}  // namespace

std::vector<Literal> evaluate_convolution(Evaluation& e) {
  const auto& c = e.view.get<ConvolutionAttrs>();
  Literal result = Literal::zeros(e.view.result(0));
  if (result.num_elements() == 0) return one_result(std::move(result));
  e.check_scratch(e.operand(0).num_elements() + e.operand(1).num_elements());
  const Convolution convolution(e);
  const std::vector<int64_t> strides = row_major_strides(result.shape());
  const bool in_float = sums_in_float(result.element(), convolution.max_terms());
  std::vector<Cell> sums(convolution.output_features());
  for (IndexIterator it(pick(result.shape(), c.output_spatial)); !it.done(); it.next()) {
    const std::vector<Tap> taps = convolution.taps(it.index());
    for (int64_t batch = 0; batch < result.shape()[c.output_batch]; ++batch) {
      if (in_float) {
        convolution.window<float, double, &Cell::f>(batch, taps, sums);
      } else if (is_float(result.element())) {
        convolution.window<double, double, &Cell::f>(batch, taps, sums);
      } else {
        convolution.window<uint64_t, uint64_t, &Cell::u>(batch, taps, sums);
      }
      store_cells(result.element(), result.data(),
                  {.start = batch * strides[c.output_batch] +
                            linear_offset(it.index(), pick(strides, c.output_spatial)),
                   .count = static_cast<int64_t>(sums.size()),
                   .stride = strides[c.output_feature]},
                  sums.data());
    }
  }
  return one_result(std::move(result));
}

}  // namespace motley::tensor::reference
