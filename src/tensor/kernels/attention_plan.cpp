#include "tensor/kernels/attention_plan.h"

#include <algorithm>

namespace motley::tensor {
namespace {

int64_t stride_of(const Layout& layout, const std::string& letters, char letter) {
  const size_t d = letters.find(letter);
  if (d == std::string::npos || layout.extent(static_cast<int>(d)) == 1) return 0;
  return layout.strides[d];
}

// Row and column subscripts; ' ' for none.
MatrixStack stack(const Layout& layout, const std::string& letters, const std::string& batch,
                  char row, char column) {
  MatrixStack result{{}, stride_of(layout, letters, row), stride_of(layout, letters, column)};
  for (char c : batch) result.batch.push_back(stride_of(layout, letters, c));
  return result;
}

// For BLAS: unit stride along a row, rows that do not overlap. A single row has no constraint.
bool make_matrix(MatrixStack& m, int64_t rows, int64_t columns) {
  if (columns > 1 && m.column != 1) return false;
  if (rows == 1) m.row = columns;
  return m.row >= columns;
}

// The row and column subscripts of each operand and result.
struct Roles {
  char row, column;
};
std::vector<Roles> operand_roles(const Op& op, const AttentionOperands& at) {
  std::vector<Roles> roles(op.operands.size(), {'s', 'e'});  // output, d_output
  roles[0] = {'s', 'd'};
  roles[1] = {'t', 'd'};
  roles[2] = {'t', 'e'};
  for (int i : {at.mask, at.bias}) {
    if (i >= 0) roles[i] = {'s', 't'};
  }
  for (int i : {at.maximum, at.sum}) {
    if (i >= 0) roles[i] = {'s', ' '};
  }
  return roles;
}
std::vector<Roles> result_roles(const Op& op) {
  if (op.code == OpCode::kAttention) return {{'s', 'e'}, {'s', ' '}, {'s', ' '}};
  return {{'s', 'd'}, {'t', 'd'}, {'t', 'e'}, {'s', 't'}};
}

// Matrices of features must have BLAS's layout; in masks and biases the keys of a row must be
// contiguous or broadcast.
bool accept(const AttentionPlan& plan, MatrixStack& m, Roles roles) {
  if (roles.column == ' ') return true;
  if (roles.column == 't') return m.column == 0 || m.column == 1;
  return make_matrix(m, roles.row == 's' ? plan.queries : plan.keys,
                     roles.column == 'd' ? plan.depth : plan.value_depth);
}

}  // namespace

std::vector<int64_t> AttentionPlan::index_of(int64_t n, const std::vector<int64_t>& extents) {
  std::vector<int64_t> index(extents.size());
  for (size_t d = extents.size(); d-- > 0;) {
    index[d] = n % extents[d];
    n /= extents[d];
  }
  return index;
}

int64_t AttentionPlan::keys_seen(int64_t end) const {
  if (!attrs.causal) return keys;
  return std::clamp<int64_t>(end + attrs.query_offset, 1, keys);
}

ScoreRow AttentionPlan::score_row(const KernelCall& call, const std::vector<int64_t>& index,
                                  int64_t s, int64_t first, int64_t count) const {
  ScoreRow row{.count = count, .seen = count, .fill = static_cast<float>(attrs.fill)};
  if (attrs.causal) row.seen = s + attrs.query_offset + 1 - first;
  if (at.bias >= 0) {
    const MatrixStack& m = operands[at.bias];
    row.bias = reinterpret_cast<const float*>(call.operands[at.bias]) + m.offset(index) +
               s * m.row + first * m.column;
    row.bias_step = m.column;
  }
  if (at.mask >= 0) {
    const MatrixStack& m = operands[at.mask];
    row.mask = reinterpret_cast<const uint8_t*>(call.operands[at.mask]) + m.offset(index) +
               s * m.row + first * m.column;
    row.mask_step = m.column;
  }
  return row;
}

std::optional<AttentionPlan> plan_attention(const KernelRequest& request) {
  const OpView& view = request.view;
  if (view.operand(0).element != ElementType::kF32) return std::nullopt;
  AttentionPlan plan{.attrs = view.get<AttentionAttrs>(), .at = attention_operands(view.op)};
  const std::string batch = batch_letters(plan.attrs);
  for (char c : batch) plan.batch.push_back(extent_of(view, c));
  plan.queries = extent_of(view, 's');
  plan.keys = extent_of(view, 't');
  plan.depth = extent_of(view, 'd');
  plan.value_depth = extent_of(view, 'e');
  plan.num_threads = request.num_threads;
  int64_t smallest = std::min({plan.queries, plan.keys, plan.depth, plan.value_depth});
  for (int64_t extent : plan.batch) smallest = std::min(smallest, extent);
  if (smallest == 0) return std::nullopt;

  const AttentionLetters letters = attention_letters(view.op);
  auto add = [&](const std::vector<Layout>& layouts, const std::vector<std::string>& of,
                 const std::vector<Roles>& roles, std::vector<MatrixStack>& stacks) {
    for (size_t i = 0; i < layouts.size(); ++i) {
      stacks.push_back(stack(layouts[i], of[i], batch, roles[i].row, roles[i].column));
      if (!accept(plan, stacks.back(), roles[i])) return false;
    }
    return true;
  };
  if (!add(request.operands, letters.operands, operand_roles(view.op, plan.at), plan.operands) ||
      !add(request.results, letters.results, result_roles(view.op), plan.results))
    return std::nullopt;
  return plan;
}

WorkPart attention_work(const AttentionPlan& plan, bool gradient) {
  const auto keys = static_cast<double>(plan.keys), depth = static_cast<double>(plan.depth);
  double flops = 2 * keys * static_cast<double>(plan.queries) *
                 static_cast<double>(plan.depth + plan.value_depth) * (gradient ? 2.5 : 1);
  for (int64_t extent : plan.batch) flops *= static_cast<double>(extent);
  return {.kind = std::string(gradient ? "attention.gradient" : "attention.forward") +
                  (plan.attrs.causal ? ".causal" : ".full"),
          .amount = flops,
          .size = {keys, depth}};
}

AttentionBlocks attention_blocks(const AttentionPlan& plan, int64_t max_queries, int64_t max_keys) {
  // Equal blocks: 197 queries are two of 99 rather than 128 and 69.
  auto cut = [](int64_t count, int64_t limit) {
    const int64_t blocks = (count + limit - 1) / limit;
    return (count + blocks - 1) / blocks;
  };
  AttentionBlocks blocks{cut(plan.queries, max_queries), cut(plan.keys, max_keys)};
  blocks.stride = (blocks.keys + kRowPadding - 1) / kRowPadding * kRowPadding;
  return blocks;
}

bool masked_keys_vanish(float fill, const float* maxima, int64_t count, int64_t stride) {
  for (int64_t i = 0; i < count; ++i) {
    if (!(fill - maxima[i * stride] < -104)) return false;  // exp is zero below; false for NaN
  }
  return true;
}

}  // namespace motley::tensor
