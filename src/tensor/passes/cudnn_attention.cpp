#include "tensor/passes/cudnn_attention.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/error.h"
#include "tensor/ir/attention.h"
#include "tensor/passes/bf16_products.h"

namespace motley::tensor {
namespace {

constexpr int64_t kPositions = 64;  // the kernels' tile
constexpr int64_t kMaxFeatures = 128, kFeatures = 8;
constexpr double kMasked = -1e4;  // scores below it vanish beside any other

bool has_letter(const std::string& letters, char c) { return letters.find(c) != letters.npos; }

// A value of the function: its dimensions are labelled by einsum subscripts; `N` is all heads.
struct TextValue {
  std::string name, letters;
  TensorType type;
};

int64_t letter_position(const std::string& letters, char c) {
  return static_cast<int64_t>(letters.find(c));
}

// Writes one function, in StableHLO.
class AttentionFunction {
 public:
  explicit AttentionFunction(const OpView& view) : view_(view), attrs_(view.get<AttentionAttrs>()) {
    const std::string batch = batch_letters(attrs_);
    batch_ = batch[0];
    heads_ = batch.substr(1);
    for (char c : heads_) num_heads_ *= extent_of(view, c);
    kv_heads_ = heads_.substr(0, 1);
    const AttentionLetters letters = attention_letters(view.op);
    results_ = letters.results;
    for (int i = 0; i < view.num_operands(); ++i) {
      operands_.push_back({fmt::format("%arg{}", i), letters.operands[i], view.operand(i)});
    }
  }

  std::string text(const std::string& name) {
    const std::vector<TextValue> results =
        view_.op.code == OpCode::kAttention ? forward() : backward();
    std::vector<std::string> arguments, names, types;
    for (const TextValue& v : operands_) arguments.push_back(v.name + ": " + v.type.to_string());
    for (const TextValue& v : results) names.push_back(v.name), types.push_back(v.type.to_string());
    return fmt::format("  func.func private @{}({}) -> ({}) {{\n{}    return {} : {}\n  }}\n", name,
                       fmt::join(arguments, ", "), fmt::join(types, ", "), lines_,
                       fmt::join(names, ", "), fmt::join(types, ", "));
  }

 private:
  std::vector<TextValue> forward() {
    const TextValue q = narrow(operands_[0], 's', heads_), k = narrow(operands_[1], 't', kv_heads_),
                    v = narrow(operands_[2], 't', kv_heads_);
    const auto made = call("__cudnn$fmhaSoftmax", {q, k, v},
                           {by_heads('s', 'e', num_heads_), statistics_type(), workspace()});
    const ElementType element = operands_[0].type.element;
    const TextValue rows = as_rows(made[1]);
    const TextValue maximum = convert(rows, element);
    // What rounding of the maximum lost goes into the sum.
    const TextValue left = binary("subtract", rows, convert(maximum, ElementType::kF32));
    return {widened(made[0], 's', 'e', heads_, results_[0], element), maximum,
            convert(unary("exponential", left), element)};
  }

  std::vector<TextValue> backward() {
    const AttentionOperands at = attention_operands(view_.op);
    const TextValue q = narrow(operands_[0], 's', heads_), k = narrow(operands_[1], 't', kv_heads_),
                    v = narrow(operands_[2], 't', kv_heads_),
                    output = narrow(operands_[at.output], 's', heads_),
                    d_output = narrow(operands_[at.d_output], 's', heads_);
    const TextValue rows = binary("add", convert(operands_[at.maximum], ElementType::kF32),
                                  unary("log", convert(operands_[at.sum], ElementType::kF32)));
    const TextValue statistics = reshape(rows, statistics_type().shape, "bNs");
    const int64_t kv = extent_of(view_, kv_heads_[0]);
    const auto made = call("__cudnn$fmhaSoftmaxBackward", {q, k, v, statistics, d_output, output},
                           {by_heads('s', 'd', num_heads_), by_heads('t', 'd', kv),
                            by_heads('t', 'e', kv), workspace()});
    const ElementType element = operands_[0].type.element;
    return {widened(made[0], 's', 'd', heads_, results_[0], element),
            widened(made[1], 't', 'd', kv_heads_, results_[1], element),
            widened(made[2], 't', 'e', kv_heads_, results_[2], element)};
  }

  // bfloat16 [batch, position, heads together, feature].
  TextValue narrow(const TextValue& v, char position, const std::string& heads) {
    char feature = 0;
    for (char c : v.letters) {
      if (c == 'd' || c == 'e') feature = c;
    }
    const TextValue ordered = transpose(convert(v, ElementType::kBF16),
                                        std::string(1, batch_) + position + heads + feature);
    const Shape& s = ordered.type.shape;
    const int64_t together =
        std::accumulate(s.begin() + 2, s.end() - 1, int64_t{1}, std::multiplies());
    return reshape(ordered, {s[0], s[1], together, s.back()}, "bpNf");
  }

  // The inverse, from [batch, heads together, position, feature] as the calls return it.
  TextValue widened(const TextValue& v, char position, char feature, const std::string& heads,
                    const std::string& letters, ElementType element) {
    Shape shape = {extent_of(view_, batch_)};
    for (char c : heads) shape.push_back(extent_of(view_, c));
    shape.push_back(extent_of(view_, position));
    shape.push_back(extent_of(view_, feature));
    const TextValue apart = reshape(v, shape, std::string(1, batch_) + heads + position + feature);
    return convert(transpose(apart, letters), element);
  }

  TextValue as_rows(const TextValue& statistics) {
    Shape shape;
    for (char c : row_letters(attrs_)) shape.push_back(extent_of(view_, c));
    return reshape(statistics, shape, row_letters(attrs_));
  }

  TensorType by_heads(char position, char feature, int64_t heads) const {
    return {
        ElementType::kBF16,
        {extent_of(view_, batch_), heads, extent_of(view_, position), extent_of(view_, feature)}};
  }
  TensorType statistics_type() const {
    return {ElementType::kF32, {extent_of(view_, batch_), num_heads_, extent_of(view_, 's')}};
  }
  static TensorType workspace() { return {ElementType::kU8, {0}}; }

  // --- Lines ---

  TextValue line(const std::string& op, const std::string& after, const std::string& letters,
                 TensorType type) {
    TextValue v{fmt::format("%{}", next_++), letters, std::move(type)};
    lines_ += fmt::format("    {} = stablehlo.{}{}\n", v.name, op, after);
    return v;
  }
  static std::string function_type(const TextValue& from, const TensorType& to) {
    return fmt::format(" : ({}) -> {}", from.type.to_string(), to.to_string());
  }
  TextValue convert(const TextValue& v, ElementType element) {
    if (v.type.element == element) return v;
    const TensorType type = v.type.with_element(element);
    return line("convert", fmt::format(" {}{}", v.name, function_type(v, type)), v.letters, type);
  }
  TextValue transpose(const TextValue& v, const std::string& to) {
    if (v.letters == to) return v;
    std::vector<int64_t> order;
    Shape shape;
    for (char c : to) {
      order.push_back(letter_position(v.letters, c));
      shape.push_back(v.type.shape[order.back()]);
    }
    const TensorType type{v.type.element, shape};
    return line(
        "transpose",
        fmt::format(" {}, dims = [{}]{}", v.name, fmt::join(order, ", "), function_type(v, type)),
        to, type);
  }
  TextValue reshape(const TextValue& v, Shape shape, const std::string& letters) {
    const TensorType type{v.type.element, std::move(shape)};
    if (v.type == type) return {v.name, letters, type};
    return line("reshape", fmt::format(" {}{}", v.name, function_type(v, type)), letters, type);
  }
  TextValue unary(const std::string& op, const TextValue& v) {
    return line(op, fmt::format(" {} : {}", v.name, v.type.to_string()), v.letters, v.type);
  }
  TextValue binary(const std::string& op, const TextValue& a, const TextValue& b) {
    return line(op, fmt::format(" {}, {} : {}", a.name, b.name, a.type.to_string()), a.letters,
                a.type);
  }

  std::vector<TextValue> call(const std::string& target, const std::vector<TextValue>& operands,
                              const std::vector<TensorType>& types) {
    const std::string name = fmt::format("%{}", next_++);
    std::vector<std::string> names, from, to, operand_layouts, result_layouts;
    for (const TextValue& v : operands) {
      names.push_back(v.name), from.push_back(v.type.to_string());
      operand_layouts.push_back(layout(v.type, false));
    }
    std::vector<TextValue> results;
    for (size_t i = 0; i < types.size(); ++i) {
      to.push_back(types[i].to_string());
      result_layouts.push_back(layout(types[i], true));
      results.push_back({fmt::format("{}#{}", name, i), "", types[i]});
    }
    lines_ += fmt::format(
        "    {}:{} = stablehlo.custom_call @{}({}) {{api_version = 2 : i32, backend_config = "
        "\"{}\", operand_layouts = [{}], result_layouts = [{}]}} : ({}) -> ({})\n",
        name, types.size(), target, fmt::join(names, ", "), config(),
        fmt::join(operand_layouts, ", "), fmt::join(result_layouts, ", "), fmt::join(from, ", "),
        fmt::join(to, ", "));
    return results;
  }

  // Row-major; results [batch, head, position, feature] lie as [batch, position, head, feature].
  static std::string layout(const TensorType& type, bool is_result) {
    const auto rank = std::ssize(type.shape);
    if (rank == 1) return "dense<0> : tensor<1xindex>";
    std::vector<int64_t> order;
    for (int64_t d = rank; d-- > 0;) order.push_back(d);
    if (is_result && rank == 4) order = {3, 1, 2, 0};
    return fmt::format("dense<[{}]> : tensor<{}xindex>", fmt::join(order, ", "), rank);
  }

  // The settings of XLA's CudnnfMHABackendConfig, quotes as \22.
  std::string config() const {
    const bool forward = view_.op.code == OpCode::kAttention;
    const std::string dims = fmt::format(R"(["{}", "{}", "{}", "{}"])", extent_of(view_, batch_),
                                         num_heads_, extent_of(view_, 's'), extent_of(view_, 't'));
    std::string text = fmt::format(
        R"({{"operation_queue_id": "0", "cudnn_fmha_backend_config": {{"algorithm": {{"algo_id": "0", )"
        R"("math_type": "TENSOR_OP_MATH", "tuning_knobs": {{"17": "1", "24": "0"}}, )"
        R"("is_cudnn_frontend": true, "workspace_size": "0"}}, "fmha_scale": {}, )"
        R"("intermediate_tensor_shape": {{"element_type": "BF16", "dimensions": {}, )"
        R"("tuple_shapes": [], "layout": {{"dim_level_types": [], "dim_unique": [], )"
        R"("dim_ordered": [], "minor_to_major": ["3", "2", "1", "0"], "tiles": [], )"
        R"("element_size_in_bits": "0", "memory_space": "0", )"
        R"("index_primitive_type": "PRIMITIVE_TYPE_INVALID", )"
        R"("pointer_primitive_type": "PRIMITIVE_TYPE_INVALID", )"
        R"("dynamic_shape_metadata_prefix_bytes": "0"}}, )"
        R"("is_dynamic_dimension": [false, false, false, false]}}, "is_flash_attention": true, )"
        R"("mask_type": "{}", )",
        attrs_.scale, dims, attrs_.causal ? "CAUSAL" : "NO_MASK");
    // Contracting and batch dimensions of each product, of [b, s, h, d] or [b, h, s, t] operands.
    if (forward) {
      text += product("bmm1", 3, 3, "02", "02") + product("bmm2", 3, 1, "01", "02");
    } else {
      text += product("bmm1_grad_gemm1", 2, 1, "01", "02") +
              product("bmm1_grad_gemm2", 3, 1, "01", "02") +
              product("bmm2_grad_gemm1", 2, 1, "01", "02") +
              product("bmm2_grad_gemm2", 3, 3, "02", "02");
    }
    text +=
        R"("dropout_rate": 0.0, "seed": 42, "sliding_window_length": 0, "max_seg_per_batch": 1, )"
        R"("is_paged_attention": false}})";
    std::string quoted;
    for (char c : text) quoted += c == '"' ? "\\22" : std::string(1, c);
    return quoted;
  }
  static std::string product(const char* name, int lhs, int rhs, const char* lhs_batch,
                             const char* rhs_batch) {
    return fmt::format(
        R"("{}_dot_dimension_numbers": {{"lhs_contracting_dimensions": ["{}"], )"
        R"("rhs_contracting_dimensions": ["{}"], "lhs_batch_dimensions": ["{}", "{}"], )"
        R"("rhs_batch_dimensions": ["{}", "{}"]}}, )",
        name, lhs, rhs, lhs_batch[0], lhs_batch[1], rhs_batch[0], rhs_batch[1]);
  }

  const OpView& view_;
  const AttentionAttrs& attrs_;
  char batch_ = 'b';
  std::string heads_, kv_heads_;  // of queries; of keys and values
  int64_t num_heads_ = 1;
  std::vector<std::string> results_;
  std::vector<TextValue> operands_;
  std::string lines_;
  int next_ = 0;
};

// Attributes and operand types: what decides a function's text.
std::string function_key(const OpView& view) {
  const auto& a = view.get<AttentionAttrs>();
  std::string key = fmt::format("{} {} {} {} {} {} {}", static_cast<int>(view.op.code), a.query,
                                a.key, a.value, a.output, a.scale, a.causal);
  for (int i = 0; i < view.num_operands(); ++i) key += " " + view.operand(i).to_string();
  return key;
}

}  // namespace

CudnnAttention::CudnnAttention(const Program& program)
    : bf16_products_(has_bf16_products(program)) {}

bool CudnnAttention::takes(const OpView& op) const {
  const auto& a = op.get<AttentionAttrs>();
  const ElementType element = op.operand(0).element;
  if (element != ElementType::kBF16 && !(element == ElementType::kF32 && bf16_products_)) {
    return false;
  }
  if (a.mask || a.bias || a.bias_gradient || a.query_offset != 0) return false;
  const std::string batch = batch_letters(a);
  if (batch.size() != 2 && batch.size() != 3) return false;
  for (const std::string& letters : {a.key, a.value}) {
    if (!has_letter(letters, batch[0]) || !has_letter(letters, batch[1]) || letters.size() != 4)
      return false;
  }
  if (!has_letter(a.query, batch[0]) || !has_letter(a.query, batch[1]) ||
      a.query.size() != batch.size() + 2) {
    return false;
  }
  const int64_t features = extent_of(op, 'd');
  const int64_t queries = extent_of(op, 's'), keys = extent_of(op, 't');
  return features == extent_of(op, 'e') && features <= kMaxFeatures && features % kFeatures == 0 &&
         queries % kPositions == 0 && keys % kPositions == 0 &&
         (!a.causal || (queries == keys && a.fill < kMasked));
}

std::string CudnnAttention::function_of(const OpView& op) {
  const auto [entry, is_new] =
      names_.try_emplace(function_key(op), fmt::format("attention_{}", names_.size()));
  if (is_new) texts_ += AttentionFunction(op).text(entry->second);
  return entry->second;
}

bool CudnnAttention::add_calls(const Program& program, PrintOptions& options) {
  for (const Op& op : program.body.ops) {
    if (is_attention(op.code)) function_of({program.values, op});
  }
  options.functions = texts_;
  options.function_of = [this, &program](const Op& op) {
    return is_attention(op.code) ? function_of({program.values, op}) : std::string();
  };
  return !texts_.empty();
}

}  // namespace motley::tensor
