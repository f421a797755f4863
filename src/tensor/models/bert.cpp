// BERT, an encoder that predicts the token at each position. As published: embeddings of token,
// position and segment with a layer norm; post-norm blocks, bidirectional attention; a dense layer
// with gelu and norm, then an output layer tied to the token embeddings, with a bias.
//
// Without the pooler (590,592 parameters of BERT-base), which only next-sentence prediction uses;
// the loss is the token cross entropy at all positions.
#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

Expr embeddings(const Params& p, const Settings& s, const TransformerShape& shape) {
  const Expr x = token_features(p, shape);
  const int64_t segments = s.number("segments");
  if (segments == 1) return x;
  const Expr ids = p.batch("seg", {ElementType::kI32, {shape.batch, shape.seq}});
  return x + take_rows(p.weight("wse", {segments, shape.hidden}), ids);
}

Expr tied_head(const Params& p, const TransformerShape& shape, Expr x, double epsilon) {
  const Params at = p.at("head");
  const int64_t d = shape.hidden;
  x = gelu(dense(x, at.weight("w", {d, d}), at.zeros("b", {d})));
  return tied_logits(p, shape, feature_norm(at, "ln", x, epsilon)) + at.zeros("out", {shape.vocab});
}

Expr bert_loss(const Params& p, const Settings& s) {
  const TransformerShape shape = transformer_shape(s);
  const bool post_norm = s.is("norm", "post");
  const double epsilon = s.is("epsilon", "1e-12") ? 1e-12 : 1e-5;
  Expr x = embeddings(p, s, shape);
  if (post_norm) x = feature_norm(p, "lne", x, epsilon);
  x = blocks(p, shape, x, {.post_norm = post_norm, .epsilon = epsilon});
  if (!post_norm) x = feature_norm(p, "lnf", x, epsilon);
  const Expr logits = s.is("head", "tied")
                          ? tied_head(p, shape, x, epsilon)
                          : dense(x, p.weight("head", {shape.hidden, shape.vocab}));
  return cross_entropy(logits, labels(p, shape));
}

}  // namespace

ModelRow bert_row() {
  const auto word = Setting::Kind::kWord;
  std::vector<Setting> settings = transformer_settings("12", "768", "512", "30522", "64");
  settings.push_back({"norm",
                      "post",
                      "layer norm after the residual add (post) or before the layer (pre)",
                      word,
                      {"post", "pre"}});
  settings.push_back({"segments", "2", "number of segment types; 1: no segment embeddings"});
  settings.push_back({"head",
                      "tied",
                      "a dense layer and the tied token embeddings, or one dense layer",
                      word,
                      {"tied", "untied"}});
  settings.push_back({"epsilon", "1e-12", "epsilon of the norms", word, {"1e-12", "1e-5"}});
  return {"bert", "BERT-base; BERT-large is layers=24,hidden=1024", settings, bert_loss};
}

}  // namespace motley::tensor
