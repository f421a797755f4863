#include "tensor/measure/case_programs.h"

#include <algorithm>
#include <map>

#include "tensor/grad/optimizer.h"
#include "tensor/grad/reverse.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/op_row.h"
#include "tensor/models/layers.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {

namespace {

// A case under construction.
struct Draft {
  const CaseLine& line;
  ProgramBuilder builder{"case"};
  std::vector<ValueRange> ranges = {};

  int64_t operator[](const char* setting) const { return line.number(setting); }
  ElementType element() const {
    const std::string text = line.word("type", "f32");
    const auto element = element_type_from_name(text);
    if (!element)
      throw core::UserError(line.position, fmt::format("unknown element type '{}'", text));
    return *element;
  }
  Expr argument(Shape shape, ValueRange range = {}) {
    return argument(TensorType{element(), std::move(shape)}, range);
  }
  Expr argument(TensorType type, ValueRange range = {}) {
    ranges.push_back(range);
    return tensor::argument(builder, std::move(type));
  }
  // Integers in [0, limit).
  Expr indices(Shape shape, int64_t limit) {
    return argument(TensorType{ElementType::kI32, std::move(shape)},
                    {0, static_cast<double>(limit)});
  }
};

BenchCase finish(Draft& d, std::vector<ValueId> results) {
  return {std::move(d.builder).finish(std::move(results)), std::move(d.ranges)};
}

BenchCase finish(Draft& d, Expr result) { return finish(d, std::vector{result.id()}); }

enum class Keep : uint8_t { kForward, kGradientsOnly };

// The gradients of the arguments `of`, given an incoming gradient at y.
BenchCase finish_gradient(Draft& d, Expr y, const std::vector<int>& of, Keep keep) {
  const Expr incoming = d.argument(y.type());
  const Expr loss = sum_all(y * incoming);
  BenchCase c = finish(d, {loss.id(), y.id()});
  c.program = differentiate(c.program, of).program;
  std::vector<ValueId>& results = c.program.body.results;
  results.erase(results.begin(), results.begin() + (keep == Keep::kForward ? 1 : 2));
  c.program = simplify(std::move(c.program));
  return c;
}

// --- Matrix products and data movement -------------------------------------------------------

Shape extents(const Draft& d, std::string_view letters) {
  Shape shape;
  for (char c : letters) shape.push_back(d[std::string(1, c).c_str()]);
  return shape;
}

// Splits "ab,bc->ac" into three parts, "abc->acb" into two.
std::vector<std::string> form_parts(const CaseLine& line, size_t num_operands) {
  std::vector<std::string> parts = {""};
  for (size_t i = 0; i < line.form.size(); ++i) {
    const bool arrow = line.form.compare(i, 2, "->") == 0;
    if (line.form[i] == ',' || arrow) {
      parts.emplace_back();
      i += arrow;
    } else {
      parts.back() += line.form[i];
    }
  }
  if (parts.size() != num_operands + 1)
    throw core::UserError(line.position,
                          fmt::format("'{}' is not a form of {}", line.form, line.kind));
  return parts;
}

BenchCase product(Draft& d) {
  const auto parts = form_parts(d.line, 2);
  const Expr a = d.argument(extents(d, parts[0])), b = d.argument(extents(d, parts[1]));
  return finish(d, einsum(d.line.form, a, b));
}

BenchCase transpose_case(Draft& d) {
  const auto parts = form_parts(d.line, 1);
  Dims permutation;
  for (char c : parts[1]) permutation.push_back(static_cast<int64_t>(parts[0].find(c)));
  return finish(d, transpose(d.argument(extents(d, parts[0])), permutation));
}

// Doubles the number of rows with zeros.
BenchCase pad_case(Draft& d) {
  const Expr x = d.argument({d["rows"], d["columns"]});
  const Expr zero = full(d.builder, x.type().with_shape({}), 0);
  return finish(d, Expr(d.builder, d.builder.add(OpCode::kPad, {x.id(), zero.id()},
                                                 PadAttrs{{0, 0}, {d["rows"], 0}, {0, 0}})[0]));
}

// Letters missing from the result are summed over.
BenchCase sum_case(Draft& d) {
  const auto parts = form_parts(d.line, 1);
  Dims summed;
  for (size_t i = 0; i < parts[0].size(); ++i)
    if (parts[1].find(parts[0][i]) == std::string::npos) summed.push_back(static_cast<int64_t>(i));
  return finish(d, sum(d.argument(extents(d, parts[0])), summed));
}

// Images [batch, extent, extent, in] and filters [window, window, in, out], with SAME padding.
BenchCase convolution(Draft& d) {
  const Expr x = d.argument({d["batch"], d["extent"], d["extent"], d["in"]});
  const Expr w = d.argument({d["window"], d["window"], d["in"], d["out"]});
  const Expr y = conv2d(x, w, d["stride"]);
  if (d.line.form == "forward") return finish(d, y);
  if (d.line.form != "data" && d.line.form != "weights")
    throw core::UserError(d.line.position, "a convolution must be forward, data or weights");
  // As many as forward: the zeros between strides, which the index structure counts, are no work.
  const int64_t points = y.type().num_elements() * d["window"] * d["window"] * d["in"];
  BenchCase c = finish_gradient(d, y, {d.line.form == "data" ? 0 : 1}, Keep::kGradientsOnly);
  c.flops = 2 * static_cast<double>(points);
  return c;
}

Expr image(Draft& d) { return d.argument({d["batch"], d["extent"], d["extent"], d["channels"]}); }

BenchCase max_pool_case(Draft& d) {
  return finish(d, max_pool(image(d), d["window"], d["stride"]));
}

BenchCase max_pool_gradient(Draft& d) {
  return finish_gradient(d, max_pool(image(d), d["window"], d["stride"]), {0},
                         Keep::kGradientsOnly);
}

// --- Rows --------------------------------------------------------------------------------------

Expr rows(Draft& d) { return d.argument({d["rows"], d["columns"]}); }
Expr column_vector(Draft& d) { return d.argument(Shape{d["columns"]}); }

BenchCase add_case(Draft& d) {
  const Expr x = rows(d);
  return finish(d, x + rows(d));
}

// One op applied `count` times: `map exponential rows=64 columns=512 count=8`. With `across=1` the
// other operand is a single row, broadcast.
BenchCase map_case(Draft& d) {
  constexpr ValueRange kPositive = {0.5, 1};  // the same code path in every function
  Expr x = d.argument({d["rows"], d["columns"]}, kPositive);
  const auto code = op_code_from_name("stablehlo." + d.line.form);
  if (!code) throw core::UserError(d.line.position, fmt::format("unknown op '{}'", d.line.form));
  const bool unary = row(*code).num_operands == 1;
  const Expr one = d.line.has("across") ? d.argument(Shape{1, d["columns"]}, kPositive)
                                        : d.argument(x.type(), kPositive);
  const Expr y = d.line.has("across") ? broadcast(one, x.type().shape, {0, 1}) : one;
  const Expr chosen = compare(x, CompareDirection::kLt, y);
  for (int64_t i = 0; i < d["count"]; ++i) {
    if (*code == OpCode::kCompare) {
      x = select(compare(x, CompareDirection::kLt, y), y, x);
    } else if (*code == OpCode::kSelect) {
      x = select(chosen, i % 2 ? y : x, i % 2 ? x : y);
    } else {
      x = Expr(d.builder, unary ? d.builder.add(*code, {x.id()}, {})[0]
                                : d.builder.add(*code, {x.id(), y.id()}, {})[0]);
    }
  }
  return finish(d, x);
}

// A matrix plus the transpose of another: one of the two is read with a large stride.
BenchCase add_transposed(Draft& d) {
  const Expr x = rows(d), y = d.argument(Shape{d["columns"], d["rows"]});
  return finish(d, x + transpose(y, {1, 0}));
}

// Each row of another matrix is added to eight rows of the first: the accesses have no constant
// stride.
BenchCase add_spread(Draft& d) {
  const Expr x = d.argument({d["rows"], 8, d["columns"]}), y = rows(d);
  return finish(d, x + broadcast(y, x.type().shape, {0, 2}));
}

BenchCase gelu_case(Draft& d) {
  const Expr x = rows(d);
  return finish(d, gelu(x + column_vector(d)));
}

// Gradients of x and of the bias added to it.
BenchCase gelu_gradient(Draft& d) {
  const Expr x = rows(d);
  return finish_gradient(d, gelu(x + column_vector(d)), {0, 1}, Keep::kGradientsOnly);
}

BenchCase softmax_case(Draft& d) { return finish(d, softmax(rows(d))); }

BenchCase softmax_gradient(Draft& d) {
  return finish_gradient(d, softmax(rows(d)), {0}, Keep::kForward);
}

Expr normalised(Draft& d) {
  const Expr x = rows(d), gain = column_vector(d);
  return layer_norm(x, gain, column_vector(d));
}

BenchCase layer_norm_case(Draft& d) { return finish(d, normalised(d)); }

BenchCase layer_norm_gradient(Draft& d) {
  return finish_gradient(d, normalised(d), {0, 1, 2}, Keep::kForward);
}

BenchCase batch_norm_gradient(Draft& d) {
  const Expr x = image(d), gain = d.argument(Shape{d["channels"]});
  const Expr y = relu(batch_norm(x, gain, d.argument(Shape{d["channels"]})));
  return finish_gradient(d, y, {0, 1, 2}, Keep::kForward);
}

BenchCase cross_entropy_gradient(Draft& d) {
  const Expr logits = d.argument({d["rows"], d["vocab"]});
  const Expr loss = cross_entropy(logits, d.indices({d["rows"]}, d["vocab"]));
  return finish_gradient(d, loss, {0}, Keep::kForward);
}

BenchCase cumulative_sum_case(Draft& d) {
  BenchCase c = finish(d, cumulative_sum(rows(d), 1));
  c.flops = static_cast<double>(d["rows"] * d["columns"]);
  return c;
}

BenchCase top_k(Draft& d) {
  const Expr x = rows(d);
  return finish(d, d.builder.add(OpCode::kTopK, {x.id()}, TopKAttrs{d["k_best"]}));
}

// --- Tables, updates, attention ----------------------------------------------------------------

BenchCase embedding(Draft& d) {
  const Expr table = d.argument({d["vocab"], d["columns"]});
  const Expr y = take_rows(table, d.indices({d["rows"]}, d["vocab"]));
  const int64_t bytes = y.type().num_bytes();
  BenchCase c = finish(d, y);
  c.bytes = 2 * static_cast<double>(bytes);  // not the whole table
  return c;
}

BenchCase embedding_gradient(Draft& d) {
  const Expr table = d.argument({d["vocab"], d["columns"]});
  const Expr y = take_rows(table, d.indices({d["rows"]}, d["vocab"]));
  return finish_gradient(d, y, {0}, Keep::kGradientsOnly);
}

// Parameter and optimizer state are updated in place.
BenchCase adam(Draft& d) {
  const Optimizer optimizer = Optimizer::parse("adam");
  const Expr parameter = rows(d), gradient = rows(d);
  std::vector<Expr> state;
  for (const StateSpec& spec : optimizer_state(optimizer, {{"w", parameter.type()}})) {
    const bool is_step = spec.type.is_scalar();
    state.push_back(d.argument(spec.type, is_step ? ValueRange{3, 4} : ValueRange{0.1, 1}));
  }
  const Expr rate = d.argument(Shape{}, {0.01, 0.02});
  const Updated updated = update(optimizer, {"w"}, {parameter}, {gradient}, state, rate);
  std::vector<ValueId> results = {updated.parameters[0].id()};
  for (const Expr& each : updated.state) results.push_back(each.id());
  BenchCase c = finish(d, results);
  c.updates = {{0, 0}};  // the gradient, argument 1, is kept
  for (int i = 1; i < static_cast<int>(results.size()); ++i) c.updates.push_back({i, i + 1});
  return c;
}

// The gradient's softmax sums are random inputs, not the forward pass's: weights need not sum to 1.
BenchCase attention_case(Draft& d, OpCode code) {
  const Shape matrix = {d["batch"], d["positions"], d["heads"], d["depth"]};
  const Shape scores = {d["batch"], d["heads"], d["positions"]};
  std::vector<ValueId> operands;
  for (int i = 0; i < 3; ++i) operands.push_back(d.argument(matrix).id());
  if (code == OpCode::kAttentionGradient) {
    const auto positions = static_cast<double>(d["positions"]);
    operands.push_back(d.argument(matrix).id());
    operands.push_back(d.argument(scores, {0.5, 1}).id());
    operands.push_back(d.argument(scores, {positions / 2, positions}).id());
    operands.push_back(d.argument(matrix).id());
  }
  const AttentionAttrs attrs{.query = "bshd",
                             .key = "bthd",
                             .value = "bthe",
                             .output = "bshe",
                             .scale = 0.125,
                             .causal = d.line.has("causal")};
  return finish(d, d.builder.add(code, operands, attrs));
}

BenchCase attention_forward(Draft& d) { return attention_case(d, OpCode::kAttention); }
BenchCase attention_gradient(Draft& d) { return attention_case(d, OpCode::kAttentionGradient); }

// --- Chains ------------------------------------------------------------------------------------

// `count` kernels with almost no work, none of which can be fused with the next.
BenchCase chain(Draft& d) {
  Expr x = d.argument({4, 4});
  const Expr w = d.argument({4, 4}, {0.2, 0.3});
  const int64_t count = d["count"];
  for (int64_t i = 0; i < count; ++i) {
    if (d.line.form == "product") {
      x = einsum("mk,kn->mn", x, w);
    } else if (d.line.form == "reverse") {
      x = reverse(x, {i % 2});
    } else if (d.line.form == "elementwise") {
      x = i % 2 ? reverse(x, {0}) : tanh(x + w);
    } else {
      throw core::UserError(d.line.position,
                            "a chain must be one of product, reverse, elementwise");
    }
  }
  BenchCase c = finish(d, x);
  c.num_ops = count;
  return c;
}

// --- The kinds ---------------------------------------------------------------------------------

using Maker = BenchCase (*)(Draft&);

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> table = {
      {"product", product},
      {"transpose", transpose_case},
      {"sum", sum_case},
      {"convolution", convolution},
      {"max_pool", max_pool_case},
      {"max_pool_gradient", max_pool_gradient},
      {"pad", pad_case},
      {"add", add_case},
      {"map", map_case},
      {"add_transposed", add_transposed},
      {"add_spread", add_spread},
      {"gelu", gelu_case},
      {"gelu_gradient", gelu_gradient},
      {"softmax", softmax_case},
      {"softmax_gradient", softmax_gradient},
      {"layer_norm", layer_norm_case},
      {"layer_norm_gradient", layer_norm_gradient},
      {"batch_norm_gradient", batch_norm_gradient},
      {"cross_entropy_gradient", cross_entropy_gradient},
      {"cumulative_sum", cumulative_sum_case},
      {"top_k", top_k},
      {"embedding", embedding},
      {"embedding_gradient", embedding_gradient},
      {"adam", adam},
      {"attention", attention_forward},
      {"attention_gradient", attention_gradient},
      {"chain", chain},
  };
  return table;
}

// splitmix64 (Steele et al., 2014).
double uniform(uint64_t& state) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double flops_of(const Program& program) {
  double flops = 0;
  for (const Op& op : program.body.ops) flops += work({program.values, op}).flops;
  return flops;
}

}  // namespace

BenchCase make_case(const CaseLine& line) {
  const auto maker = makers().find(line.kind);
  if (maker == makers().end())
    throw core::UserError(line.position, fmt::format("unknown kind of case '{}'", line.kind));
  Draft draft{line};
  BenchCase c = maker->second(draft);
  if (c.flops == 0) c.flops = flops_of(c.program);
  return c;
}

std::vector<Literal> draw_arguments(const BenchCase& bench_case) {
  std::vector<Literal> arguments;
  uint64_t state = 1;
  for (size_t i = 0; i < bench_case.ranges.size(); ++i) {
    const auto [low, high] = bench_case.ranges[i];
    Literal& x = arguments.emplace_back(
        Literal::zeros(bench_case.program.type(bench_case.program.body.arguments[i])));
    for (int64_t e = 0; e < x.num_elements(); ++e)
      x.set_from_double(e, low + (high - low) * uniform(state));
  }
  return arguments;
}

double reference_effort(const Program& program) {
  double effort = flops_of(program);
  for (const Op& op : program.body.ops) {
    for (ValueId v : op.results) effort += static_cast<double>(program.type(v).num_elements());
  }
  return effort;
}

}  // namespace motley::tensor
