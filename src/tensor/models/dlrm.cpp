// DLRM: click-through-rate prediction. Dense features pass through an MLP, each categorical one is
// looked up in an embedding table; the dot products of all pairs of these vectors go through a
// second MLP.
#include <fmt/format.h>

#include "tensor/models/layers.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

// Dense layers of these widths, with relu after each.
Expr perceptron(const Params& p, Expr x, const std::vector<int64_t>& widths) {
  for (size_t i = 0; i < widths.size(); ++i) {
    const Params at = p.at(std::to_string(i));
    const int64_t from = x.extent(1), to = widths[i];
    x = relu(dense(x, at.weight("w", {from, to}, relu_scale(from)), at.zeros("b", {to})));
  }
  return x;
}

// The dot products of all pairs of different vectors: [b, n, d] -> [b, n * (n - 1) / 2].
Expr pair_products(Expr vectors) {
  const int64_t batch = vectors.extent(0), n = vectors.extent(1);
  const Expr products = einsum("bnd,bmd->bnm", vectors, vectors);
  std::vector<Expr> rows;
  for (int64_t i = 1; i < n; ++i) {
    rows.push_back(reshape(slice(products, {0, i, 0}, {batch, i + 1, i}), {batch, i}));
  }
  return concatenate(rows, 1);
}

// Binary cross entropy with logits, mean over the samples.
Expr binary_cross_entropy(Expr log_odds, Expr answers) {
  const Expr costs =
      maximum(log_odds, 0.0) - log_odds * answers + log_plus_one(exponential(-abs(log_odds)));
  return mean(costs, {0});
}

Expr dlrm_loss(const Params& p, const Settings& s) {
  const int64_t batch = s.number("batch"), dim = s.number("dim");
  std::vector<int64_t> widths = s.numbers("bottom");
  s.require(widths.back() == dim,
            fmt::format("bottom ends with {}, but dim is {}", widths.back(), dim));
  const std::vector<int64_t> rows = s.numbers("rows");
  const Expr dense_features = p.batch("dense", {ElementType::kF32, {batch, s.number("inputs")}});
  const Expr ids = p.batch("ids", {ElementType::kI32, {batch, static_cast<int64_t>(rows.size())}});
  const Expr features = perceptron(p.at("bottom"), dense_features, widths);
  std::vector<Expr> vectors = {reshape(features, {batch, 1, dim})};
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<int64_t>(i);
    const Expr table = p.weight(fmt::format("tables/{:02}", i), {rows[i], dim}, 0.1);
    vectors.push_back(take_rows(table, slice_dim(ids, 1, at, at + 1)));
  }
  const Expr pairs = pair_products(concatenate(vectors, 1));
  const Expr x = perceptron(p.at("top"), concatenate({features, pairs}, 1), s.numbers("top"));
  const Params head = p.at("head");
  const Expr log_odds = dense(x, head.weight("w", {x.extent(1), 1}), head.zeros("b", {1}));
  return binary_cross_entropy(reshape(log_odds, {batch}),
                              p.batch("lab", {ElementType::kF32, {batch}}));
}

}  // namespace

ModelRow dlrm_row() {
  const auto list = Setting::Kind::kNumbers;
  return {"dlrm",
          "DLRM for the Criteo Kaggle data",
          {
              {"inputs", "13", "dense features"},
              {"bottom", "512x256x64x16", "widths of the bottom MLP", list},
              {"dim", "16", "embedding dimension"},
              {"rows",
               "1460x583x10131227x2202608x305x24x12517x633x3x93145x5683x8351593x3194x27x14992x"
               "5461306x10x5652x2173x4x7046547x18x15x286181x105x142572",
               "rows of each embedding table", list},
              {"top", "512x256", "widths of the top MLP", list},
              {"batch", "128", "samples per step"},
          },
          dlrm_loss};
}

}  // namespace motley::tensor
