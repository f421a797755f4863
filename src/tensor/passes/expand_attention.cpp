#include "tensor/passes/expand_attention.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "tensor/ir/attention.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/precision.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

// An expression whose dimensions are labelled by einsum subscripts.
struct LabelledExpr {
  Expr x;
  std::string letters;
};

class Expansion {
 public:
  Expansion(const OpView& view, ProgramBuilder& b, const std::vector<ValueId>& operands)
      : attrs_(view.get<AttentionAttrs>()), at_(attention_operands(view.op)) {
    const AttentionLetters letters = attention_letters(view.op);
    results_ = letters.results;
    rows_ = row_letters(attrs_);
    cells_ = rows_ + 't';
    for (size_t i = 0; i < operands.size(); ++i)
      operands_.push_back({Expr(b, operands[i]), letters.operands[i]});
    for (char c : cells_) shape_.push_back(extent_of(view, c));
  }

  std::vector<ValueId> forward() {
    const Expr score = scores();
    const LabelledExpr maximum{max(score, {-1}), rows_};
    const Expr exponent = exponential(score - broadcast_to_scores(maximum));
    const LabelledExpr total{sum(exponent, {-1}), rows_};
    const Expr output =
        product({exponent / broadcast_to_scores(total), cells_}, operands_[2], results_[0]);
    return {output.id(), maximum.x.id(), total.x.id()};
  }

  // P = exp(score - maximum) / sum; dV = P^T dO, dP = dO V^T, dS = P (dP - rowsum(dO O)), which is
  // zero where masked.
  std::vector<ValueId> backward() {
    const LabelledExpr &output = operands_[at_.output], &d_output = operands_[at_.d_output];
    const Expr p = exponential(scores() - broadcast_to_scores(operands_[at_.maximum])) /
                   broadcast_to_scores(operands_[at_.sum]);
    const Expr d_p = product(d_output, operands_[2], cells_);
    const LabelledExpr row_term{sum_to({output.x * d_output.x, output.letters}, rows_), rows_};
    Expr d_score = p * (d_p - broadcast_to_scores(row_term));
    if (const auto seen = seen_cells()) d_score = select(*seen, d_score, zeros_like(d_score));
    const Expr scaled = attrs_.scale == 1 ? d_score : d_score * attrs_.scale;
    std::vector<ValueId> results = {product({scaled, cells_}, operands_[1], results_[0]).id(),
                                    product({scaled, cells_}, operands_[0], results_[1]).id(),
                                    product({p, cells_}, d_output, results_[2]).id()};
    if (attrs_.bias_gradient) results.push_back(sum_to({d_score, cells_}, results_[3]).id());
    return results;
  }

 private:
  static Expr product(const LabelledExpr& a, const LabelledExpr& b, const std::string& result) {
    return einsum(fmt::format("{},{}->{}", a.letters, b.letters, result), a.x, b.x);
  }

  // Broadcast along the subscripts of the scores that it lacks.
  Expr broadcast_to_scores(const LabelledExpr& a) const {
    Dims dims;
    for (char c : a.letters) dims.push_back(static_cast<int64_t>(cells_.find(c)));
    // Broadcasts keep the dimension order of their operand.
    std::vector<int64_t> order(dims.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    std::ranges::sort(order, {}, [&](int64_t i) { return dims[i]; });
    std::ranges::sort(dims);
    const Expr ordered = std::ranges::is_sorted(order) ? a.x : transpose(a.x, Dims(order));
    return broadcast(ordered, shape_, dims);
  }

  // Summed over the subscripts that `to` lacks.
  static Expr sum_to(const LabelledExpr& a, const std::string& to) {
    Dims summed;
    std::string left;
    for (size_t d = 0; d < a.letters.size(); ++d) {
      if (to.find(a.letters[d]) == to.npos) {
        summed.push_back(static_cast<int64_t>(d));
      } else {
        left += a.letters[d];
      }
    }
    const Expr x = summed.empty() ? a.x : sum(a.x, summed);
    if (left == to) return x;
    Dims order;
    for (char c : to) order.push_back(static_cast<int64_t>(left.find(c)));
    return transpose(x, order);
  }

  // Which scores are unmasked; nullopt if all are.
  std::optional<Expr> seen_cells() const {
    std::optional<Expr> seen;
    if (at_.mask >= 0) seen = broadcast_to_scores(operands_[at_.mask]);
    if (!attrs_.causal) return seen;
    const int64_t s = std::ssize(shape_) - 2, t = s + 1;
    ProgramBuilder& b = operands_[0].x.builder();
    const TensorType type{ElementType::kI64, shape_};
    const Expr offset = full(b, type, static_cast<double>(attrs_.query_offset));
    const Expr before = compare(iota(b, type, t), CompareDirection::kLe, iota(b, type, s) + offset);
    return seen ? emit(OpCode::kAnd, {*seen, before}) : before;
  }

  Expr scores() const {
    Expr score = product(operands_[0], operands_[1], cells_);
    if (attrs_.scale != 1) score = score * attrs_.scale;
    if (at_.bias >= 0) score = score + broadcast_to_scores(operands_[at_.bias]);
    if (const auto seen = seen_cells()) score = select(*seen, score, full_like(score, attrs_.fill));
    return score;
  }

  const AttentionAttrs& attrs_;
  AttentionOperands at_;
  std::vector<LabelledExpr> operands_;
  std::vector<std::string> results_;
  std::string rows_, cells_;  // subscripts of rows of scores, and of scores
  Shape shape_;               // of scores
};

// The precision of all products; the default if there are none, or if they differ.
Precision common_precision(const Program& program) {
  std::optional<Precision> common;
  for (const Op& op : program.body.ops) {
    if (op.code != OpCode::kDotGeneral) continue;
    for (Precision each : op.get<DotAttrs>().precision) {
      if (common.value_or(each) != each) return Precision::kDefault;
      common = each;
    }
  }
  return common.value_or(Precision::kDefault);
}

}  // namespace

Program expand_attention(const Program& program, const std::function<bool(const OpView&)>& keep) {
  if (std::ranges::none_of(program.body.ops, is_attention, &Op::code)) return program;
  Rewrite rewrite(program);
  for (const Op& op : program.body.ops) {
    if (!is_attention(op.code) || (keep && keep({program.values, op}))) {
      rewrite.keep(op);
      continue;
    }
    Expansion expansion({program.values, op}, rewrite.builder(), rewrite(op.operands));
    const std::vector<ValueId> results =
        op.code == OpCode::kAttention ? expansion.forward() : expansion.backward();
    for (size_t i = 0; i < results.size(); ++i) rewrite.replace(op.results[i], results[i]);
  }
  const Precision precision = common_precision(program);
  Program expanded = std::move(rewrite).finish();
  if (has_bf16_products(program)) expanded = with_bf16_products(std::move(expanded));
  if (precision == Precision::kDefault) return expanded;
  return with_product_precision(std::move(expanded), precision);
}

}  // namespace motley::tensor
