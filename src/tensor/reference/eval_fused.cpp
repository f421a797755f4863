// Attention, evaluated directly in double, score by score and row by row.
#include <array>
#include <cmath>

#include "tensor/ir/attention.h"
#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {
namespace {

using Index = std::array<int64_t, 128>;  // by subscript

// A tensor of doubles whose dimensions are labelled by einsum subscripts.
struct LabelledTensor {
  std::string letters;
  TensorType type;
  std::vector<double> values;

  LabelledTensor(std::string l, const TensorType& t)
      : letters(std::move(l)), type(t), values(t.num_elements()) {}
  LabelledTensor(std::string l, const Literal& literal)
      : LabelledTensor(std::move(l), literal.type()) {
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = literal.as_double(static_cast<int64_t>(i));
  }
  double& at(const Index& index) {
    int64_t offset = 0;
    for (size_t d = 0; d < letters.size(); ++d)
      offset = offset * type.shape[d] + index[static_cast<size_t>(letters[d])];
    return values[offset];
  }
  Literal literal() const {
    Literal result = Literal::zeros(type);
    for (size_t i = 0; i < values.size(); ++i) result.set_float(static_cast<int64_t>(i), values[i]);
    return result;
  }
};

class Attention {
 public:
  explicit Attention(Evaluation& e)
      : attrs_(e.view.get<AttentionAttrs>()), at_(attention_operands(e.view.op)) {
    const AttentionLetters letters = attention_letters(e.view.op);
    int64_t cells = 0;
    for (int i = 0; i < e.view.num_operands(); ++i) cells += e.view.operand(i).num_elements();
    for (int i = 0; i < e.view.num_results(); ++i) cells += e.view.result(i).num_elements();
    e.check_scratch(cells);
    for (int i = 0; i < e.view.num_operands(); ++i)
      operands_.emplace_back(letters.operands[i], e.operand(i));
    for (int i = 0; i < e.view.num_results(); ++i)
      results_.emplace_back(letters.results[i], e.view.result(i));
    for (char c : row_letters(attrs_) + "tde")
      extents_[static_cast<size_t>(c)] = extent_of(e.view, c);
  }

  std::vector<Literal> forward() {
    for_all(row_letters(attrs_), [&](Index& row) {
      const std::vector<double> score = scores(row);
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (double s : score) largest = std::fmax(largest, s);
      for (double s : score) sum += std::exp(s - largest);
      results_[1].at(row) = largest;
      results_[2].at(row) = sum;
      for_all("e", row, [&](Index& element) {
        double total = 0;
        for_all("t", element, [&](Index& key) {
          total += std::exp(score[key['t']] - largest) / sum * operands_[2].at(key);
        });
        results_[0].at(element) = total;
      });
    });
    return literals();
  }

  // With P = exp(score - maximum) / sum: dV = P^T dO, dP = dO V^T, and through the softmax dS = P
  // (dP - rowsum(dO O)), which is zero where masked.
  std::vector<Literal> backward() {
    for_all(row_letters(attrs_), [&](Index& row) {
      const std::vector<double> score = scores(row);
      double row_term = 0;
      for_all("e", row, [&](Index& i) {
        row_term += operands_[at_.d_output].at(i) * operands_[at_.output].at(i);
      });
      for_all("t", row, [&](Index& key) {
        const double p =
            std::exp(score[key['t']] - operands_[at_.maximum].at(row)) / operands_[at_.sum].at(row);
        double dp = 0;
        for_all("e", key, [&](Index& i) {
          const double d_output = operands_[at_.d_output].at(i);
          results_[2].at(i) += p * d_output;
          dp += d_output * operands_[2].at(i);
        });
        if (is_masked(key)) return;
        const double ds = p * (dp - row_term);
        for_all("d", key, [&](Index& i) {
          results_[0].at(i) += attrs_.scale * ds * operands_[1].at(i);
          results_[1].at(i) += attrs_.scale * ds * operands_[0].at(i);
        });
        if (attrs_.bias_gradient) results_[3].at(key) += ds;
      });
    });
    return literals();
  }

 private:
  // Calls f with every index over these subscripts, the others as in `index`.
  template <class F>
  void for_all(std::string_view letters, Index& index, const F& f) {
    if (letters.empty()) return f(index);
    int64_t& i = index[static_cast<size_t>(letters[0])];
    for (i = 0; i < extents_[static_cast<size_t>(letters[0])]; ++i)
      for_all(letters.substr(1), index, f);
  }
  template <class F>
  void for_all(std::string_view letters, const F& f) {
    Index index{};
    for_all(letters, index, f);
  }

  bool is_masked(const Index& key) {
    if (attrs_.causal && key['t'] > key['s'] + attrs_.query_offset) return true;
    return at_.mask >= 0 && operands_[at_.mask].at(key) == 0;
  }

  std::vector<double> scores(Index& row) {
    std::vector<double> score;
    for_all("t", row, [&](Index& key) {
      double product = 0;
      for_all("d", key, [&](Index& i) { product += operands_[0].at(i) * operands_[1].at(i); });
      double s = attrs_.scale * product;
      if (at_.bias >= 0) s += operands_[at_.bias].at(key);
      score.push_back(is_masked(key) ? attrs_.fill : s);
    });
    return score;
  }

  std::vector<Literal> literals() const {
    std::vector<Literal> all;
    for (const LabelledTensor& result : results_) all.push_back(result.literal());
    return all;
  }

  const AttentionAttrs& attrs_;
  AttentionOperands at_;
  Index extents_{};
  std::vector<LabelledTensor> operands_, results_;
};

std::vector<Literal> evaluate_attention(Evaluation& e) { return Attention(e).forward(); }
std::vector<Literal> evaluate_attention_gradient(Evaluation& e) { return Attention(e).backward(); }

constexpr EvaluatorRow kEvaluators[] = {
    {OpCode::kAttention, evaluate_attention},
    {OpCode::kAttentionGradient, evaluate_attention_gradient},
};

}  // namespace

std::span<const EvaluatorRow> fused_evaluators() { return kEvaluators; }

}  // namespace motley::tensor::reference
