// BERT as an encoder that predicts a token at each position: pre-norm blocks, attention to all.
#include "tensor/models/transformer.h"

namespace motley::tensor {
namespace {

Expr loss(const Params& p, const Settings& s) {
  const TransformerShape shape = transformer_shape(s);
  const Expr x = transformer(p, shape, false);
  return cross_entropy(dense(x, p.weight("head", {shape.hidden, shape.vocab})), labels(p, shape));
}

}  // namespace

ModelRow bert_row() {
  return {"bert", "BERT-base, pre-norm; BERT-large is layers=24,hidden=1024,seq=512",
          transformer_settings("12", "768", "128", "30522", "64"), loss};
}

}  // namespace motley::tensor
