#include "tensor/ir/op_cases.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "tensor/element_types.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

Dims shuffled(Random& random, int64_t n) {
  Dims dims(n);
  std::iota(dims.begin(), dims.end(), 0);
  std::shuffle(dims.begin(), dims.end(), random);
  return dims;
}

// Integers that mostly fall into [0, extent), as indices should, and sometimes do not.
void fill_indices(Random& random, Literal& indices, int64_t extent) {
  for (int64_t i = 0; i < indices.num_elements(); ++i)
    indices.set_from_double(i, static_cast<double>(draw(random, -1, extent)));
}

ElementType number_type(Random& random) { return draw(random, 0, 2) ? kF : ElementType::kI32; }

// --- Movement --------------------------------------------------------------------------------

OpCase broadcast(Random& random) {
  const Shape result = draw_shape(random, 4);
  Dims dims = shuffled(random, static_cast<int64_t>(result.size()));
  dims.resize(draw(random, 0, static_cast<int64_t>(dims.size())));
  Shape operand;
  for (int64_t d : dims) operand.push_back(draw(random, 0, 3) ? result[d] : 1);
  return one_op(random, OpCode::kBroadcastInDim, {{kF, operand}}, BroadcastAttrs{result, dims});
}

// Two shapes with one product: shuffled prime factors, grouped at random.
OpCase reshape(Random& random) {
  std::vector<int64_t> factors;
  for (int64_t i = draw(random, 0, 5); i > 0; --i)
    factors.push_back(draw(random, 0, 2) == 0 ? 3 : 2);
  auto grouped = [&](std::vector<int64_t> parts) {
    if (draw(random, 0, 1)) std::shuffle(parts.begin(), parts.end(), random);
    Shape shape;
    for (int64_t f : parts) {
      if (!shape.empty() && draw(random, 0, 1)) {
        shape.back() *= f;
      } else {
        shape.push_back(f);
      }
      if (draw(random, 0, 4) == 0) shape.push_back(1);
    }
    return shape;
  };
  return one_op(random, OpCode::kReshape, {{kF, grouped(factors)}}, ReshapeAttrs{grouped(factors)});
}

OpCase transpose(Random& random) {
  const Shape shape = draw_shape(random, 4);
  return one_op(random, OpCode::kTranspose, {{kF, shape}},
                TransposeAttrs{shuffled(random, static_cast<int64_t>(shape.size()))});
}

OpCase reverse(Random& random) {
  const Shape shape = draw_shape(random);
  Dims dims = shuffled(random, static_cast<int64_t>(shape.size()));
  dims.resize(draw(random, 0, static_cast<int64_t>(dims.size())));
  return one_op(random, OpCode::kReverse, {{kF, shape}}, ReverseAttrs{dims});
}

OpCase slice(Random& random) {
  const Shape shape = draw_shape(random, 3, 7);
  SliceAttrs attrs;
  for (int64_t extent : shape) {
    attrs.start.push_back(draw(random, 0, extent - 1));
    attrs.limit.push_back(draw(random, attrs.start.back() + 1, extent));
    attrs.stride.push_back(draw(random, 1, 3));
  }
  return one_op(random, OpCode::kSlice, {{kF, shape}}, attrs);
}

OpCase pad(Random& random) {
  const Shape shape = draw_shape(random, 2, 5);
  PadAttrs attrs;
  for (int64_t extent : shape) {
    attrs.low.push_back(draw(random, extent > 2 ? -1 : 0, 2));
    attrs.high.push_back(draw(random, extent > 2 ? -1 : 0, 2));
    attrs.interior.push_back(draw(random, 0, 2));
  }
  return one_op(random, OpCode::kPad, {{kF, shape}, {kF, {}}}, attrs);
}

OpCase concatenate(Random& random) {
  Shape shape = draw_shape(random);
  if (shape.empty()) shape.push_back(2);
  const int64_t dim = draw(random, 0, static_cast<int64_t>(shape.size()) - 1);
  std::vector<TensorType> operands;
  for (int64_t i = draw(random, 1, 3); i > 0; --i) {
    shape[dim] = draw(random, 1, 3);
    operands.push_back({kF, shape});
  }
  return one_op(random, OpCode::kConcatenate, operands, ConcatenateAttrs{dim});
}

OpCase bitcast(Random& random) {
  const Shape shape = draw_shape(random, 2);
  Shape bytes = shape;
  bytes.push_back(4);
  switch (draw(random, 0, 2)) {
    case 0:
      return one_op(random, OpCode::kBitcastConvert, {{kF, shape}},
                    ConvertAttrs{ElementType::kU32});
    case 1:
      return one_op(random, OpCode::kBitcastConvert, {{kF, shape}}, ConvertAttrs{ElementType::kU8});
    default:
      return one_op(random, OpCode::kBitcastConvert, {{ElementType::kU8, bytes}},
                    ConvertAttrs{ElementType::kI32});
  }
}

// --- Indexing --------------------------------------------------------------------------------

OpCase dynamic_slice(Random& random) {
  const Shape shape = draw_shape(random);
  Shape sizes;
  for (int64_t extent : shape)
    sizes.push_back(draw(random, 0, 1) ? extent : draw(random, 1, extent));
  std::vector<TensorType> operands = {{kF, shape}};
  operands.resize(1 + shape.size(), {ElementType::kI32, {}});
  return one_op(random, OpCode::kDynamicSlice, operands, DynamicSliceAttrs{sizes});
}

OpCase dynamic_update_slice(Random& random) {
  const Shape shape = draw_shape(random);
  Shape sizes;
  for (int64_t extent : shape)
    sizes.push_back(draw(random, 0, 1) ? extent : draw(random, 1, extent));
  std::vector<TensorType> operands = {{kF, shape}, {kF, sizes}};
  operands.resize(2 + shape.size(), {ElementType::kI32, {}});
  return one_op(random, OpCode::kDynamicUpdateSlice, operands);
}

// Dimension numbers that gather and scatter share. Operand dimensions are batching, collapsed or
// window ones; some of the latter two are found by the indices.
struct LookupCase {
  Shape operand, indices, window_sizes;  // window sizes of the window dimensions
  Dims window, collapsed, batching, indices_batching, mapped;
  int64_t index_vector_dim = 0;
  Shape batch;  // extents of the index dimensions that are not the vector
};

LookupCase draw_lookup(Random& random) {
  LookupCase c;
  c.operand = draw_shape(random, 3, 4);
  Dims kinds;
  for (int64_t d = 0; d < static_cast<int64_t>(c.operand.size()); ++d) {
    const int64_t kind = draw(random, 0, 3);
    if (kind == 0) {
      c.batching.push_back(d);
    } else if (kind == 1) {
      c.collapsed.push_back(d);
      c.mapped.push_back(d);
    } else {
      c.window.push_back(d);
      const bool whole = draw(random, 0, 1);
      c.window_sizes.push_back(whole ? c.operand[d] : draw(random, 1, c.operand[d]));
      if (draw(random, 0, 1)) c.mapped.push_back(d);
    }
  }
  std::shuffle(c.mapped.begin(), c.mapped.end(), random);
  for (int64_t d : c.batching) c.batch.push_back(c.operand[d]);
  for (int64_t i = draw(random, 0, 2); i > 0; --i) c.batch.push_back(draw(random, 1, 3));
  // Shuffle the batch dimensions of the indices, remembering where the batching ones went.
  const Dims order = shuffled(random, static_cast<int64_t>(c.batch.size()));
  Shape batch(c.batch.size());
  for (size_t i = 0; i < order.size(); ++i) batch[order[i]] = c.batch[i];
  c.batch = batch;
  c.index_vector_dim = draw(random, 0, static_cast<int64_t>(batch.size()));
  c.indices = batch;
  c.indices.insert(c.indices.begin() + c.index_vector_dim, static_cast<int64_t>(c.mapped.size()));
  for (size_t i = 0; i < c.batching.size(); ++i)
    c.indices_batching.push_back(order[i] + (order[i] >= c.index_vector_dim));
  if (c.mapped.size() == 1 && draw(random, 0, 1)) {  // the vector may be left out
    c.indices.erase(c.indices.begin() + c.index_vector_dim);
    for (int64_t& d : c.indices_batching) d -= d > c.index_vector_dim;
    c.index_vector_dim = static_cast<int64_t>(c.indices.size());
  }
  return c;
}

// Places of the window dimensions in a result with `n` dimensions, ascending.
Dims draw_places(Random& random, size_t count, size_t n) {
  Dims places = shuffled(random, static_cast<int64_t>(n));
  places.resize(count);
  std::sort(places.begin(), places.end());
  return places;
}

OpCase gather(Random& random) {
  const LookupCase c = draw_lookup(random);
  GatherAttrs attrs{
      .offset_dims = draw_places(random, c.window.size(), c.window.size() + c.batch.size()),
      .collapsed_slice_dims = c.collapsed,
      .operand_batching_dims = c.batching,
      .start_indices_batching_dims = c.indices_batching,
      .start_index_map = c.mapped,
      .index_vector_dim = c.index_vector_dim,
      .slice_sizes = Dims(c.operand.size(), 1)};
  for (size_t i = 0; i < c.window.size(); ++i) attrs.slice_sizes[c.window[i]] = c.window_sizes[i];
  OpCase result =
      one_op(random, OpCode::kGather, {{kF, c.operand}, {ElementType::kI32, c.indices}}, attrs);
  fill_indices(random, result.arguments[1], 3);
  return result;
}

OpCase scatter(Random& random, std::optional<OpCode> body) {
  const LookupCase c = draw_lookup(random);
  const size_t n = c.window.size() + c.batch.size();
  ScatterAttrs attrs{.update_window_dims = draw_places(random, c.window.size(), n),
                     .inserted_window_dims = c.collapsed,
                     .input_batching_dims = c.batching,
                     .scatter_indices_batching_dims = c.indices_batching,
                     .scatter_dims_to_operand_dims = c.mapped,
                     .index_vector_dim = c.index_vector_dim};
  Shape updates(n);
  size_t next_batch = 0;
  for (size_t d = 0; d < n; ++d) {
    const auto at = std::find(attrs.update_window_dims.begin(), attrs.update_window_dims.end(), d);
    updates[d] = at == attrs.update_window_dims.end()
                     ? c.batch[next_batch++]
                     : c.window_sizes[at - attrs.update_window_dims.begin()];
  }
  OpCase result = one_op(random, OpCode::kScatter,
                         {{kF, c.operand}, {ElementType::kI32, c.indices}, {kF, updates}}, attrs,
                         [&](ProgramBuilder& b) {
                           std::vector<Region> regions;
                           if (body) {
                             regions.push_back(binary_region(b, *body, kF));
                           } else {
                             const auto arguments = b.begin_region({{kF, {}}, {kF, {}}});
                             regions.push_back(b.end_region({arguments[1]}));
                           }
                           return regions;
                         });
  fill_indices(random, result.arguments[1], 3);
  return result;
}

// --- Contraction -----------------------------------------------------------------------------

OpCase dot(Random& random) {
  const Shape batch = draw_shape(random, 2, 3), left = draw_shape(random, 2, 3),
              right = draw_shape(random, 2, 3), contracted = draw_shape(random, 2, 4);
  DotAttrs attrs;
  // Each side: its dimensions in random order.
  auto arrange = [&](const Shape& free, Dims& batch_dims, Dims& contracting) {
    const size_t n = batch.size() + free.size() + contracted.size();
    const Dims order = shuffled(random, static_cast<int64_t>(n));
    Shape shape(n);
    size_t k = 0;
    for (int64_t extent : batch) {
      batch_dims.push_back(order[k]);
      shape[order[k++]] = extent;
    }
    for (int64_t extent : contracted) {
      contracting.push_back(order[k]);
      shape[order[k++]] = extent;
    }
    for (int64_t extent : free) shape[order[k++]] = extent;
    return shape;
  };
  const Shape lhs = arrange(left, attrs.lhs_batch, attrs.lhs_contracting);
  const Shape rhs = arrange(right, attrs.rhs_batch, attrs.rhs_contracting);
  const ElementType element = number_type(random);
  attrs.element = element;
  return one_op(random, OpCode::kDotGeneral, {{element, lhs}, {element, rhs}}, attrs);
}

OpCase convolution(Random& random) {
  const int64_t spatial = draw(random, 1, 2);
  const int64_t groups = draw(random, 1, 2), kind = draw(random, 0, 1);
  ConvolutionAttrs c;
  c.feature_group_count = kind == 0 ? groups : 1;
  c.batch_group_count = kind == 1 ? groups : 1;
  const int64_t per_group = draw(random, 1, 3);
  const int64_t batch = draw(random, 1, 2) * c.batch_group_count,
                in_feature = per_group * c.feature_group_count,
                out_feature = draw(random, 1, 2) * groups;
  const Dims in = shuffled(random, spatial + 2), ker = shuffled(random, spatial + 2),
             out = shuffled(random, spatial + 2);
  Shape input(spatial + 2), kernel(spatial + 2);
  c.input_batch = in[0], c.input_feature = in[1];
  c.kernel_input_feature = ker[0], c.kernel_output_feature = ker[1];
  c.output_batch = out[0], c.output_feature = out[1];
  input[in[0]] = batch, input[in[1]] = in_feature;
  kernel[ker[0]] = per_group, kernel[ker[1]] = out_feature;
  for (int64_t i = 0; i < spatial; ++i) {
    c.input_spatial.push_back(in[2 + i]);
    c.kernel_spatial.push_back(ker[2 + i]);
    c.output_spatial.push_back(out[2 + i]);
    input[in[2 + i]] = draw(random, 3, 6);
    kernel[ker[2 + i]] = draw(random, 1, 3);
    c.strides.push_back(draw(random, 1, 2));
    c.pad_low.push_back(draw(random, -1, 2));
    c.pad_high.push_back(draw(random, 0, 2));
    c.lhs_dilation.push_back(draw(random, 1, 2));
    c.rhs_dilation.push_back(draw(random, 1, 2));
    c.reversal.push_back(draw(random, 0, 1));
  }
  return one_op(random, OpCode::kConvolution, {{kF, input}, {kF, kernel}}, c);
}

OpCase triangular_solve(Random& random) {
  Shape a = draw_shape(random, 2, 2), b = a;
  const int64_t n = draw(random, 1, 4), m = draw(random, 1, 3);
  const TriangularSolveAttrs attrs{draw(random, 0, 1) == 1, draw(random, 0, 1) == 1,
                                   draw(random, 0, 1) == 1, draw(random, 0, 1) == 1};
  a.insert(a.end(), {n, n});
  b.insert(b.end(), {attrs.left_side ? n : m, attrs.left_side ? m : n});
  OpCase result = one_op(random, OpCode::kTriangularSolve, {{kF, a}, {kF, b}}, attrs);
  for (int64_t i = 0; i < result.arguments[0].num_elements(); ++i) {  // keep it well conditioned
    const bool diagonal = (i / n) % n == i % n;
    const double v = result.arguments[0].get_float(i);
    result.arguments[0].set_float(i, diagonal ? 2 + std::abs(v) : v / 2);
  }
  return result;
}

OpCase cholesky(Random& random) {
  Shape shape = draw_shape(random, 2, 2);
  const int64_t n = draw(random, 1, 4);
  shape.insert(shape.end(), {n, n});
  OpCase result =
      one_op(random, OpCode::kCholesky, {{kF, shape}}, CholeskyAttrs{draw(random, 0, 1) == 1});
  Literal& a = result.arguments[0];
  for (int64_t i = 0; i < a.num_elements(); ++i) {
    const int64_t r = (i / n) % n, c = i % n, matrix = i / (n * n);
    a.set_float(i, r == c ? 4.0 + static_cast<double>(r) + static_cast<double>(matrix)
                          : 0.5 / static_cast<double>(1 + std::abs(r - c)));
  }
  return result;
}

// --- Reduction -------------------------------------------------------------------------------

OpCase reduce(Random& random, OpCode body, ElementType element) {
  const Shape shape = draw_shape(random);
  Dims dims = shuffled(random, static_cast<int64_t>(shape.size()));
  dims.resize(draw(random, 0, static_cast<int64_t>(dims.size())));
  return one_op(
      random, OpCode::kReduce, {{element, shape}, {element, {}}}, ReduceAttrs{dims},
      [&](ProgramBuilder& b) { return std::vector<Region>{binary_region(b, body, element)}; });
}

// argmax: two tensors at once.
OpCase reduce_pair(Random& random) {
  Shape shape = draw_shape(random);
  if (shape.empty()) shape.push_back(3);
  const TensorType f{kF, {}}, i{ElementType::kI32, {}};
  return one_op(random, OpCode::kReduce, {{kF, shape}, {ElementType::kI32, shape}, f, i},
                ReduceAttrs{{draw(random, 0, static_cast<int64_t>(shape.size()) - 1)}},
                [&](ProgramBuilder& b) {
                  const auto a = b.begin_region({f, i, f, i});
                  const ValueId greater =
                      b.add_one(OpCode::kCompare, {a[0], a[2]},
                                CompareAttrs{CompareDirection::kGt, CompareKind::kFloat});
                  const ValueId value = b.add_one(OpCode::kSelect, {greater, a[0], a[2]});
                  const ValueId index = b.add_one(OpCode::kSelect, {greater, a[1], a[3]});
                  return std::vector<Region>{b.end_region({value, index})};
                });
}

OpCase reduce_window(Random& random, OpCode body) {
  const Shape shape = draw_shape(random, 2, 6);
  ReduceWindowAttrs w;
  for (size_t d = 0; d < shape.size(); ++d) {
    w.window.push_back(draw(random, 1, 3));
    w.strides.push_back(draw(random, 1, 2));
    w.base_dilations.push_back(draw(random, 1, 2));
    w.window_dilations.push_back(draw(random, 1, 2));
    w.pad_low.push_back(draw(random, 0, 2));
    w.pad_high.push_back(draw(random, 0, 2));
  }
  return one_op(random, OpCode::kReduceWindow, {{kF, shape}, {kF, {}}}, w,
                [&](ProgramBuilder& b) { return std::vector<Region>{binary_region(b, body, kF)}; });
}

OpCase select_and_scatter(Random& random) {
  const Shape shape = draw_shape(random, 2, 6);
  SelectAndScatterAttrs w;
  Shape source;
  for (int64_t extent : shape) {
    w.window.push_back(draw(random, 1, std::min<int64_t>(3, extent)));
    w.strides.push_back(draw(random, 1, 3));
    w.pad_low.push_back(draw(random, 0, w.window.back() - 1));
    w.pad_high.push_back(draw(random, 0, w.window.back() - 1));
    source.push_back(
        (extent + w.pad_low.back() + w.pad_high.back() - w.window.back()) / w.strides.back() + 1);
  }
  const TensorType f{kF, {}};
  return one_op(
      random, OpCode::kSelectAndScatter, {{kF, shape}, {kF, source}, f}, w, [&](ProgramBuilder& b) {
        const auto a = b.begin_region({f, f});
        const ValueId first = b.add_one(OpCode::kCompare, {a[0], a[1]},
                                        CompareAttrs{CompareDirection::kGe, CompareKind::kFloat});
        std::vector<Region> regions;
        regions.push_back(b.end_region({first}));
        regions.push_back(binary_region(b, OpCode::kAdd, kF));
        return regions;
      });
}

OpCase sort(Random& random) {
  Shape shape = draw_shape(random);
  if (shape.empty()) shape.push_back(4);
  const TensorType f{kF, {}}, i{ElementType::kI32, {}};
  return one_op(random, OpCode::kSort, {{kF, shape}, {ElementType::kI32, shape}},
                SortAttrs{draw(random, 0, static_cast<int64_t>(shape.size()) - 1), true},
                [&](ProgramBuilder& b) {
                  const auto a = b.begin_region({f, f, i, i});
                  const ValueId less =
                      b.add_one(OpCode::kCompare, {a[0], a[1]},
                                CompareAttrs{CompareDirection::kLt, CompareKind::kFloat});
                  return std::vector<Region>{b.end_region({less})};
                });
}

// A softmax with a scale per column, and the sum of its rows.
OpCase fusion(Random& random) {
  const Shape shape = {draw(random, 1, 5), draw(random, 1, 40)};
  const TensorType x{kF, shape}, scale{kF, {shape[1]}};
  return one_op(random, OpCode::kFusion, {x, scale}, FusionAttrs{shape, 1}, [&](ProgramBuilder& b) {
    const auto a = b.begin_region({x, scale});
    const Expr e = exponential(Expr(b, a[0]) - max_keep(Expr(b, a[0]), {-1}));
    const Expr y = e / sum_keep(e, {-1}) * Expr(b, a[1]);
    const Expr total = sum(y, {0});
    return std::vector<Region>{b.end_region({y.id(), total.id()})};
  });
}

OpCase top_k(Random& random) {
  Shape shape = draw_shape(random);
  if (shape.empty()) shape.push_back(4);
  return one_op(random, OpCode::kTopK, {{kF, shape}}, TopKAttrs{draw(random, 1, shape.back())});
}

std::vector<CaseMaker> all_case_makers() {
  std::vector<CaseMaker> makers;
  auto add = [&](OpCode code, std::string variant, std::function<OpCase(Random&)> make) {
    makers.push_back(
        {std::string(name(code)) + (variant.empty() ? "" : " " + variant), code, std::move(make)});
  };
  // Elementwise ops: whatever element type the row accepts, all operands alike.
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    if (code > OpCode::kZeta || code == OpCode::kConvert || code == OpCode::kReducePrecision ||
        code == OpCode::kCompare || code == OpCode::kClamp || code == OpCode::kSelect) {
      continue;
    }
    for (ElementType element : {kF, ElementType::kI32, ElementType::kI1}) {
      ProgramBuilder b("probe");
      std::vector<ValueId> operands;
      for (int k = 0; k < row(code).num_operands; ++k)
        operands.push_back(b.argument({element, {2}}));
      const Op probe{code, operands, {}, NoAttrs{}, {}, 0, 0};
      const Program program = std::move(b).finish({});
      if (!infer_results({program.values, probe}).fault.empty()) continue;
      add(code, std::string(name(element)), [=](Random& random) {
        const TensorType type{element, draw_shape(random)};
        return one_op(random, code, std::vector<TensorType>(row(code).num_operands, type));
      });
    }
  }
  const std::vector<std::pair<ElementType, ElementType>> conversions = {
      {kF, ElementType::kF64},
      {kF, ElementType::kI32},
      {ElementType::kI32, kF},
      {ElementType::kI32, ElementType::kI8},
      {ElementType::kI8, ElementType::kI32},
      {ElementType::kI1, kF},
      {kF, ElementType::kI1}};
  for (const auto& [from, to] : conversions) {
    add(OpCode::kConvert, std::string(name(from)) + " to " + std::string(name(to)),
        [from = from, to = to](Random& random) {
          return one_op(random, OpCode::kConvert, {{from, draw_shape(random)}}, ConvertAttrs{to});
        });
  }
  add(OpCode::kReducePrecision, "", [](Random& random) {
    return one_op(random, OpCode::kReducePrecision, {{kF, draw_shape(random)}},
                  ReducePrecisionAttrs{5, 3});
  });
  add(OpCode::kCompare, "", [](Random& random) {
    const TensorType type{kF, draw_shape(random)};
    return one_op(random, OpCode::kCompare, {type, type},
                  CompareAttrs{CompareDirection::kLt, CompareKind::kFloat});
  });
  add(OpCode::kClamp, "", [](Random& random) {
    const TensorType type{kF, draw_shape(random)};
    const bool scalars = draw(random, 0, 1);
    return one_op(random, OpCode::kClamp,
                  {scalars ? type.scalar() : type, type, scalars ? type.scalar() : type});
  });
  add(OpCode::kSelect, "", [](Random& random) {
    const TensorType type{kF, draw_shape(random)};
    const TensorType predicate = type.with_element(ElementType::kI1);
    return one_op(random, OpCode::kSelect,
                  {draw(random, 0, 2) ? predicate : predicate.scalar(), type, type});
  });
  add(OpCode::kBitcastConvert, "", bitcast);
  add(OpCode::kBroadcastInDim, "", broadcast);
  add(OpCode::kConcatenate, "", concatenate);
  add(OpCode::kConstant, "", [](Random& random) {
    const TensorType type{kF, draw_shape(random)};
    const Literal value = draw_literal(random, draw(random, 0, 1) ? type : type.scalar());
    return one_op(random, OpCode::kConstant, {}, ConstantAttrs{type, value});
  });
  add(OpCode::kIota, "", [](Random& random) {
    Shape shape = draw_shape(random);
    if (shape.empty()) shape.push_back(3);
    return one_op(random, OpCode::kIota, {},
                  IotaAttrs{{kF, shape}, draw(random, 0, static_cast<int64_t>(shape.size()) - 1)});
  });
  add(OpCode::kPad, "", pad);
  add(OpCode::kReshape, "", reshape);
  add(OpCode::kReverse, "", reverse);
  add(OpCode::kSlice, "", slice);
  add(OpCode::kTranspose, "", transpose);
  add(OpCode::kDynamicSlice, "", dynamic_slice);
  add(OpCode::kDynamicUpdateSlice, "", dynamic_update_slice);
  add(OpCode::kGather, "", gather);
  add(OpCode::kScatter, "add", [](Random& random) { return scatter(random, OpCode::kAdd); });
  add(OpCode::kScatter, "max", [](Random& random) { return scatter(random, OpCode::kMaximum); });
  add(OpCode::kScatter, "replace", [](Random& random) { return scatter(random, std::nullopt); });
  add(OpCode::kCholesky, "", cholesky);
  add(OpCode::kConvolution, "", convolution);
  add(OpCode::kDotGeneral, "", dot);
  add(OpCode::kTriangularSolve, "", triangular_solve);
  for (OpCode body : {OpCode::kAdd, OpCode::kMultiply, OpCode::kMinimum, OpCode::kMaximum}) {
    add(OpCode::kReduce, std::string(name(body)),
        [body](Random& random) { return reduce(random, body, number_type(random)); });
    add(OpCode::kReduceWindow, std::string(name(body)),
        [body](Random& random) { return reduce_window(random, body); });
  }
  for (OpCode body : {OpCode::kAnd, OpCode::kOr, OpCode::kXor}) {
    add(OpCode::kReduce, std::string(name(body)),
        [body](Random& random) { return reduce(random, body, ElementType::kI1); });
  }
  add(OpCode::kReduce, "argmax", reduce_pair);
  add(OpCode::kSelectAndScatter, "", select_and_scatter);
  add(OpCode::kSort, "", sort);
  add(OpCode::kTopK, "", top_k);
  add(OpCode::kAttention, "", [](Random& random) { return attention(random, false); });
  add(OpCode::kAttentionGradient, "", [](Random& random) { return attention(random, true); });
  add(OpCode::kCustomRule, "", [](Random& random) {
    return one_op(random, OpCode::kCustomRule, {{kF, draw_shape(random)}}, CustomRuleAttrs{"f"});
  });
  add(OpCode::kStopGradient, "", [](Random& random) {
    return one_op(random, OpCode::kStopGradient, {{kF, draw_shape(random)}});
  });
  add(OpCode::kWithGradient, "", [](Random& random) {
    std::vector<TensorType> params;
    for (int64_t i = draw(random, 1, 2); i > 0; --i) params.push_back({kF, draw_shape(random, 2)});
    std::vector<TensorType> types = {{kF, {}}};
    types.insert(types.end(), params.begin(), params.end());
    types.insert(types.end(), params.begin(), params.end());
    return one_op(random, OpCode::kWithGradient, types);
  });
  add(OpCode::kFusion, "", fusion);
  add(OpCode::kOptimizationBarrier, "", [](Random& random) {
    std::vector<TensorType> types;
    for (int64_t i = draw(random, 1, 2); i > 0; --i) types.push_back({kF, draw_shape(random, 2)});
    return one_op(random, OpCode::kOptimizationBarrier, types);
  });
  add(OpCode::kRngBitGenerator, "", [](Random& random) {
    constexpr ElementType kElements[] = {ElementType::kU8, ElementType::kU32, ElementType::kU64};
    const bool threefry = draw(random, 0, 1) == 0;
    const int64_t words = threefry ? 2 : draw(random, 2, 3);
    return one_op(random, OpCode::kRngBitGenerator, {{ElementType::kU64, {words}}},
                  RngAttrs{threefry ? RngAlgorithm::kThreeFry : RngAlgorithm::kPhilox,
                           {kElements[draw(random, 0, 2)], draw_shape(random)}});
  });
  return makers;
}

}  // namespace

const std::vector<CaseMaker>& case_makers() {
  static const std::vector<CaseMaker> makers = all_case_makers();
  return makers;
}

}  // namespace motley::tensor
