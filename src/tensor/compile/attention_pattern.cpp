#include "tensor/compile/attention_pattern.h"

#include <algorithm>
#include <cmath>

#include "tensor/compile/score_pattern.h"

namespace motley::tensor {
namespace {

bool holds(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

// --- Subscripts ------------------------------------------------------------------------------

// One operand of a product, with its dimensions classified.
struct ProductSide {
  ValueId value;
  const Dims &batch, &contracting;
  Dims free;
};

ProductSide side_of(const Uses& uses, const Op& op, int i) {
  const auto& d = op.get<DotAttrs>();
  ProductSide side{op.operands[i],
                   i == 0 ? d.lhs_batch : d.rhs_batch,
                   i == 0 ? d.lhs_contracting : d.rhs_contracting,
                   {}};
  for (int64_t k = 0; k < uses.type(side.value).num_dims(); ++k) {
    if (!holds(side.batch, k) && !holds(side.contracting, k)) side.free.push_back(k);
  }
  return side;
}

// The subscripts of an operand, given those of its batch, free and contracted dimensions.
std::string letters_of(const ProductSide& side, const std::string& batch, const std::string& free,
                       char contracted) {
  std::string letters(batch.size() + free.size() + 1, contracted);
  for (size_t i = 0; i < batch.size(); ++i) letters[side.batch[i]] = batch[i];
  for (size_t i = 0; i < free.size(); ++i) letters[side.free[i]] = free[i];
  return letters;
}

// Looks through transposes, and through constant factors if they can be moved to the scale.
void peel_input(const Uses& uses, ValueId& v, std::string& letters, double* scale) {
  while (const Op* op = uses.producer(v)) {
    if (op->code == OpCode::kTranspose) {
      const Dims& permutation = op->get<TransposeAttrs>().permutation;
      std::string inner = letters;
      for (size_t d = 0; d < letters.size(); ++d) inner[permutation[d]] = letters[d];
      letters = inner;
      v = op->operands[0];
    } else if (const auto factor = scaled(uses, *op); factor && scale != nullptr) {
      *scale *= factor->second;
      v = factor->first;
    } else {
      return;
    }
  }
}

class Matcher {
 public:
  Matcher(const Uses& uses, const Op& product) : uses_(uses), product_(product) {}

  // With the weights as operand `i` of the last product.
  std::optional<AttentionMatch> run(int i) {
    const ProductSide weights = side_of(uses_, product_, i),
                      values = side_of(uses_, product_, 1 - i);
    const ElementType element = uses_.type(product_.results[0]).element;
    if (weights.contracting.size() != 1 || values.free.size() != 1 ||
        (element != ElementType::kF32 && element != ElementType::kF64))
      return std::nullopt;
    key_dim_ = weights.contracting[0];
    const auto scores = softmax_operand(uses_, weights.value, key_dim_);
    if (!scores || uses_.type(*scores).shape[key_dim_] == 0) return std::nullopt;
    std::optional<Scores> found = decompose_scores(uses_, *scores);
    if (!found || !take_scores(*found)) return std::nullopt;
    take_output(i, weights, values);
    peel_input(uses_, match_.query, match_.attrs.query, &match_.attrs.scale);
    peel_input(uses_, match_.key, match_.attrs.key, &match_.attrs.scale);
    peel_input(uses_, match_.value, match_.attrs.value, nullptr);
    for (ValueId v : {match_.query, match_.key, match_.value}) {
      if (uses_.type(v).element != element) return std::nullopt;
    }
    if (match_.attrs.value.find('s') != std::string::npos || !std::isfinite(match_.attrs.scale))
      return std::nullopt;
    return match_;
  }

 private:
  // Assigns subscripts to the dimensions of the scores; identifies the query operand; masks and
  // bias.
  bool take_scores(Scores& found) {
    const Op& product = *found.product;
    const ProductSide left = side_of(uses_, product, 0), right = side_of(uses_, product, 1);
    const size_t num_batch = left.batch.size();
    const auto key_at = static_cast<size_t>(
        std::find(found.frame.begin(), found.frame.end(), key_dim_) - found.frame.begin());
    const bool key_left = key_at < num_batch + left.free.size();
    const ProductSide &query = key_left ? right : left, &key = key_left ? left : right;
    if (key_at < num_batch || key.free.size() != 1 || query.free.empty() ||
        key.contracting.size() != 1)
      return false;
    const size_t query_at = num_batch + (key_left ? 1 : 0);
    const Frame query_dims(
        found.frame.begin() + static_cast<int64_t>(query_at),
        found.frame.begin() + static_cast<int64_t>(query_at + query.free.size()));
    if (!name_dims(found, query_dims)) return false;

    const std::string batch =
        letters({found.frame.begin(), found.frame.begin() + static_cast<int64_t>(num_batch)});
    match_.query = query.value;
    match_.key = key.value;
    match_.attrs.query = letters_of(query, batch, letters(query_dims), 'd');
    match_.attrs.key = letters_of(key, batch, "t", 'd');
    match_.attrs.scale = found.scale;
    return take_masks(found);
  }

  // If several dimensions of the scores belong to the query alone, the one compared by a causal
  // mask is s, otherwise the longest. Comparisons of other positions are ordinary masks.
  bool name_dims(Scores& found, const Frame& query_dims) {
    int64_t query_dim = query_dims[0];
    for (int64_t d : query_dims) {
      if (extent(found, d) > extent(found, query_dim)) query_dim = d;
    }
    ScoreMask& mask = found.mask;
    std::erase_if(mask.causal, [&](const CausalPart& part) {
      const bool fits = part.key_dim == key_dim_ && holds(query_dims, part.query_dim);
      if (fits) query_dim = part.query_dim;
      if (!fits) mask.parts.push_back(part.as_mask);
      return !fits;
    });
    constexpr std::string_view kBatchLetters = "bhgacfijklmnopqruvwxyz";
    if (found.frame.size() > kBatchLetters.size()) return false;
    letters_.assign(found.frame.size(), ' ');
    size_t next = 0;
    for (int64_t d = 0; d < static_cast<int64_t>(letters_.size()); ++d) {
      letters_[d] = d == key_dim_ ? 't' : d == query_dim ? 's' : kBatchLetters[next++];
    }
    return true;
  }

  bool take_masks(const Scores& found) {
    if (found.mask.causal.size() > 1 || found.mask.parts.size() > 1) return false;
    if (found.fill) match_.attrs.fill = *found.fill;
    for (const CausalPart& part : found.mask.causal) {
      match_.attrs.causal = true;
      match_.attrs.query_offset = part.offset;
    }
    for (const MaskPart& part : found.mask.parts) {
      match_.mask = ScoreOperand{part.source, letters(part.frame), !part.seen_when};
      match_.attrs.mask = match_.mask->letters;
    }
    if (found.bias) {
      match_.bias = ScoreOperand{found.bias->first, letters(found.bias->second)};
      match_.attrs.bias = match_.bias->letters;
    }
    return true;
  }

  void take_output(int side, const ProductSide& weights, const ProductSide& values) {
    const std::string batch = letters(weights.batch), rows = letters(weights.free);
    match_.op = uses_.index_of(product_);
    match_.value = values.value;
    match_.attrs.value = letters_of(values, batch, "e", 't');
    match_.result = product_.results[0];
    std::string& output = match_.attrs.output;
    output = batch + (side == 0 ? rows + "e" : "e" + rows);
    const std::vector<int>& users = uses_.users(match_.result);
    if (users.size() != 1 || users[0] == Uses::kElsewhere) return;
    const Op& user = uses_.program().body.ops[users[0]];
    if (user.code != OpCode::kTranspose) return;
    const std::string before = output;
    for (size_t d = 0; d < output.size(); ++d)
      output[d] = before[user.get<TransposeAttrs>().permutation[d]];
    match_.result = user.results[0];
  }

  int64_t extent(const Scores& found, int64_t score_dim) const {
    const auto at = std::find(found.frame.begin(), found.frame.end(), score_dim);
    return uses_.type(found.product->results[0]).shape[at - found.frame.begin()];
  }
  std::string letters(const Frame& frame) const {
    std::string text;
    for (int64_t d : frame) {
      if (d >= 0) text += letters_[d];
    }
    return text;
  }

  const Uses& uses_;
  const Op& product_;
  int64_t key_dim_ = 0;
  std::string letters_;  // of the scores
  AttentionMatch match_;
};

}  // namespace

std::optional<AttentionMatch> match_attention(const Uses& uses, const Op& product) {
  if (product.code != OpCode::kDotGeneral) return std::nullopt;
  for (int i : {0, 1}) {
    if (auto match = Matcher(uses, product).run(i)) return match;
  }
  return std::nullopt;
}

}  // namespace motley::tensor
