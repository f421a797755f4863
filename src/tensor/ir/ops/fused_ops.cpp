// Fused attention (attention.h): its scores are too large to be stored.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "tensor/ir/attention.h"
#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {

AttentionOperands attention_operands(const Op& op) {
  const auto& attrs = op.get<AttentionAttrs>();
  AttentionOperands at;
  int next = 3;
  if (attrs.mask) at.mask = next++;
  if (attrs.bias) at.bias = next++;
  if (op.code == OpCode::kAttention) return at;
  at.output = next++;
  at.maximum = next++;
  at.sum = next++;
  at.d_output = next++;
  return at;
}

AttentionLetters attention_letters(const Op& op) {
  const auto& attrs = op.get<AttentionAttrs>();
  const std::string rows = row_letters(attrs);
  AttentionLetters letters{.operands = {attrs.query, attrs.key, attrs.value}};
  if (attrs.mask) letters.operands.push_back(*attrs.mask);
  if (attrs.bias) letters.operands.push_back(*attrs.bias);
  if (op.code == OpCode::kAttention) {
    letters.results = {attrs.output, rows, rows};
    return letters;
  }
  letters.operands.insert(letters.operands.end(), {attrs.output, rows, rows, attrs.output});
  letters.results = {attrs.query, attrs.key, attrs.value};
  if (attrs.bias && attrs.bias_gradient) letters.results.push_back(*attrs.bias);
  return letters;
}

std::string batch_letters(const AttentionAttrs& attrs) {
  std::string batch;
  for (char c : attrs.query) {
    if (c != 's' && c != 'd') batch += c;
  }
  return batch;
}

std::string row_letters(const AttentionAttrs& attrs) { return batch_letters(attrs) + 's'; }

int64_t extent_of(const OpView& view, char letter) {
  const auto& attrs = view.get<AttentionAttrs>();
  const std::string* const of[] = {&attrs.query, &attrs.key, &attrs.value};
  for (int i = 0; i < 3; ++i) {
    const size_t d = of[i]->find(letter);
    if (d != std::string::npos) return view.operand(i).shape[d];
  }
  MOTLEY_CHECK(false, "attention has no dimension {}", letter);
  return 0;
}

namespace {

// --- Types -----------------------------------------------------------------------------------

// Whether the letters are distinct, contain all of `needed`, and are otherwise of `batch` or
// `optional`.
bool are_letters(const std::string& letters, std::string_view needed, std::string_view batch,
                 std::string_view optional = "") {
  for (size_t i = 0; i < letters.size(); ++i) {
    if (letters.find(letters[i], i + 1) != std::string::npos) return false;
    if (needed.find(letters[i]) == std::string_view::npos &&
        batch.find(letters[i]) == std::string_view::npos &&
        optional.find(letters[i]) == std::string_view::npos)
      return false;
  }
  for (char c : needed) {
    if (letters.find(c) == std::string::npos) return false;
  }
  return true;
}

std::string letters_fault(const AttentionAttrs& a) {
  const std::string batch = batch_letters(a);
  for (char c : batch) {
    if (c < 'a' || c > 'z' || c == 't' || c == 'e')
      return fmt::format("a batch dimension cannot be named {:?}", std::string(1, c));
  }
  auto fault = [](std::string_view what, const std::string& letters, std::string_view must) {
    return fmt::format("the letters \"{}\" of the {} must be {}", letters, what, must);
  };
  if (!are_letters(a.query, "sd", batch)) return fault("query", a.query, "s, d and batch ones");
  if (!are_letters(a.key, "td", batch)) return fault("key", a.key, "t, d and some of the query's");
  if (!are_letters(a.value, "te", batch))
    return fault("value", a.value, "t, e and some of the query's");
  if (!are_letters(a.output, "se" + batch, "")) {
    return fault("output", a.output, "s, e and all batch ones of the query");
  }
  for (const auto* letters : {&a.mask, &a.bias}) {
    if (*letters && !are_letters(**letters, "", batch, "st"))
      return fault(letters == &a.mask ? "mask" : "bias", **letters, "of s, t and the batch");
  }
  if (!std::isfinite(a.scale)) return "the scale must be finite";
  if (std::isnan(a.fill) || a.fill == std::numeric_limits<double>::infinity())
    return "the fill must be finite or -infinity";
  constexpr int64_t kLimit = int64_t{1} << 40;  // keeps positions from overflowing
  if (a.query_offset > kLimit || a.query_offset < -kLimit) return "query_offset is out of range";
  if (a.bias_gradient && !a.bias) return "bias_gradient needs a bias";
  return {};
}

using Extents = std::map<char, int64_t>;

// Checks an operand's type against its letters and collects the extents.
std::string operand_fault(const OpView& view, int i, const std::string& letters, Extents& extents) {
  const TensorType& type = view.operand(i);
  const AttentionOperands at = attention_operands(view.op);
  const ElementType element = i == at.mask ? ElementType::kI1 : view.operand(0).element;
  if (type.element != element || type.num_dims() != static_cast<int64_t>(letters.size())) {
    return fmt::format("operand {} must be {} with the dimensions \"{}\", not {}", i, name(element),
                       letters, type.to_string());
  }
  for (size_t d = 0; d < letters.size(); ++d) {
    const auto [known, is_new] = extents.emplace(letters[d], type.shape[d]);
    if (!is_new && known->second != type.shape[d]) {
      return fmt::format("dimension {} of {} is \"{}\", which has the extent {} elsewhere", d,
                         type.to_string(), letters[d], known->second);
    }
  }
  return {};
}

Inferred infer_attention(const OpView& view) {
  if (std::string fault = letters_fault(view.get<AttentionAttrs>()); !fault.empty())
    return Inferred::no(fault);
  const AttentionLetters letters = attention_letters(view.op);
  const size_t count = letters.operands.size();
  if (view.op.operands.size() != count)
    return Inferred::no(fmt::format("takes {} operands, not {}", count, view.num_operands()));
  if (!is_float(view.operand(0).element)) {
    return Inferred::no(fmt::format("needs floats, not {}", view.operand(0).to_string()));
  }
  Extents extents;
  for (size_t i = 0; i < count; ++i) {
    std::string fault = operand_fault(view, static_cast<int>(i), letters.operands[i], extents);
    if (!fault.empty()) return Inferred::no(fault);
  }
  if (extents['t'] == 0) return Inferred::no("needs at least one key");
  std::vector<TensorType> types;
  for (const std::string& of : letters.results) {
    Shape shape;
    for (char c : of) shape.push_back(extents[c]);
    types.push_back({view.operand(0).element, shape});
  }
  return types;
}

// --- Index structure and work ----------------------------------------------------------------

// One axis per letter. Batch dimensions are parallel, and so are the queries of the forward op.
// Keys and features are opaque. In the gradient, dK and dV sum over the queries and over the batch
// dimensions that keys or values lack.
IndexStructure index_attention(const OpView& view) {
  const auto& attrs = view.get<AttentionAttrs>();
  const AttentionLetters letters = attention_letters(view.op);
  const bool forward = view.op.code == OpCode::kAttention;
  IndexStructure index;
  std::map<char, int> axes;
  for (char c : row_letters(attrs) + "tde") {
    // The gradient of a tensor that lacks a letter (keys lack s, a bias may lack the batch) sums
    // over it.
    AxisKind kind = AxisKind::kParallel;
    for (const std::string& result : letters.results) {
      if (result.find(c) == std::string::npos) kind = AxisKind::kReduced;
    }
    const bool mixed = c == 't' || c == 'd' || c == 'e';
    axes[c] = add_axis(index, extent_of(view, c), mixed ? AxisKind::kOpaque : kind);
    if (c == 's' || c == 't') index.axes.back().position_matters = attrs.causal;
  }
  auto tensors = [&](const std::vector<std::string>& of) {
    std::vector<TensorIndex> all;
    for (const std::string& each : of) {
      TensorIndex& tensor = all.emplace_back();
      for (char c : each) tensor.push_back(just(axes[c]));
    }
    return all;
  };
  index.operands = tensors(letters.operands);
  index.results = tensors(letters.results);
  if (!forward) index.linear_in = {{attention_operands(view.op).d_output}};
  return index;
}

// Flops of the matrix products of unfused attention, without what `causal` saves: two forward;
// backward the scores again, and one for each of dP, dQ, dK, dV.
Work work_attention(const OpView& view) {
  double points = 2;
  for (char c : row_letters(view.get<AttentionAttrs>()) + "t")
    points *= static_cast<double>(extent_of(view, c));
  const auto d = static_cast<double>(extent_of(view, 'd')),
             e = static_cast<double>(extent_of(view, 'e'));
  const bool forward = view.op.code == OpCode::kAttention;
  Work work{.flops = points * (forward ? d + e : 3 * d + 2 * e)};
  for (int i = 0; i < view.num_operands(); ++i) work.bytes_read += view.operand(i).num_bytes();
  for (int i = 0; i < view.num_results(); ++i) work.bytes_written += view.result(i).num_bytes();
  return work;
}

// --- Gradient --------------------------------------------------------------------------------

void gradient_attention(Backward& r) {
  AttentionAttrs attrs = r.get<AttentionAttrs>();
  const int bias = attention_operands(r.op).bias;
  attrs.bias_gradient = bias >= 0 && r.wanted[bias];
  if (r.result_gradients[1] || r.result_gradients[2]) {
    r.inapplicable_reason = "is not differentiable in its maximum and sum";
    return;
  }
  if (!r.wanted[0] && !r.wanted[1] && !r.wanted[2] && !attrs.bias_gradient) return;
  std::vector<ValueId> operands = r.op.operands;
  for (int i = 0; i < 3; ++i) operands.push_back(r.result(i).id());
  operands.push_back(r.gradient(0).id());
  const std::vector<ValueId> results =
      r.builder.add(OpCode::kAttentionGradient, operands, std::move(attrs));
  for (int i = 0; i < 3; ++i) r.give(i, [&] { return Expr(r.builder, results[i]); });
  if (results.size() > 3) r.give(bias, [&] { return Expr(r.builder, results[3]); });
}

}  // namespace

void add_fused_rows(std::vector<OpRow>& rows) {
  rows.push_back({.code = OpCode::kAttention,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_attention,
                  .index = index_attention,
                  .work_class = WorkClass::kProduct,
                  .layer = LayerKind::kAttention,
                  .recompute = Recompute::kFromConstants,
                  .work = work_attention,
                  .gradient = gradient_attention,
                  .positions = PositionShards::kContiguous,
                  .localize = localize_attention});
  // Second derivatives are taken of unfused attention.
  rows.push_back({.code = OpCode::kAttentionGradient,
                  .num_operands = -1,
                  .num_regions = 0,
                  .infer = infer_attention,
                  .index = index_attention,
                  .work_class = WorkClass::kProduct,
                  .layer = LayerKind::kOther,
                  .recompute = Recompute::kFromConstants,
                  .work = work_attention,
                  .positions = PositionShards::kContiguous,
                  .localize = localize_attention});
}

}  // namespace motley::tensor
