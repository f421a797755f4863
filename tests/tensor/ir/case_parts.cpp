// What cases are made of, and those of attention.
#include <algorithm>
#include <array>

#include "tensor/ir/attention.h"
#include "tensor/ir/op_cases.h"

namespace motley::tensor {
namespace {

// Letters in random order, some of the batch ones left out.
std::string draw_letters(Random& random, std::string batch, std::string_view own, bool all) {
  std::string letters(own);
  for (char c : batch) {
    if (all || draw(random, 0, 2)) letters += c;
  }
  std::shuffle(letters.begin(), letters.end(), random);
  return letters;
}

}  // namespace

int64_t draw(Random& random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

Shape draw_shape(Random& random, int max_dims, int64_t max_extent) {
  Shape shape(draw(random, 0, max_dims));
  for (int64_t& extent : shape) extent = draw(random, 1, max_extent);
  return shape;
}

Literal draw_literal(Random& random, const TensorType& type) {
  Literal literal = Literal::zeros(type);
  std::uniform_real_distribution<double> real(-2, 2);
  for (int64_t i = 0; i < literal.num_elements(); ++i) {
    if (is_float(type.element)) {
      literal.set_float(i, real(random));
    } else if (is_bool(type.element)) {
      literal.set_unsigned(i, draw(random, 0, 1));
    } else if (is_signed(type.element)) {
      literal.set_signed(i, draw(random, -2, 3));
    } else {
      literal.set_unsigned(i, draw(random, 0, 5));
    }
  }
  return literal;
}

OpCase one_op(Random& random, OpCode code, const std::vector<TensorType>& operands, Attrs attrs,
              const std::function<std::vector<Region>(ProgramBuilder&)>& regions) {
  ProgramBuilder b("case");
  std::vector<ValueId> arguments;
  std::vector<Literal> values;
  for (const TensorType& type : operands) {
    arguments.push_back(b.argument(type));
    values.push_back(draw_literal(random, type));
  }
  std::vector<Region> bodies;
  if (regions) bodies = regions(b);
  std::vector<ValueId> results = b.add(code, arguments, std::move(attrs), std::move(bodies));
  return {std::move(b).finish(results), std::move(values)};
}

OpCase attention(Random& random, bool backward) {
  const std::string batch = std::string("bhg").substr(0, draw(random, 0, 3));
  AttentionAttrs attrs{.query = draw_letters(random, batch, "sd", true),
                       .key = draw_letters(random, batch, "td", false),
                       .value = draw_letters(random, batch, "te", false),
                       .output = draw_letters(random, batch, "se", true),
                       .scale = 0.75,
                       .fill = draw(random, 0, 1) ? -1.5 : -1e9,
                       .causal = draw(random, 0, 2) == 0,
                       .query_offset = draw(random, -1, 1)};
  for (auto* letters : {&attrs.mask, &attrs.bias}) {
    const std::string own = std::string("st").substr(draw(random, 0, 1), draw(random, 0, 2));
    if (draw(random, 0, 1)) *letters = draw_letters(random, batch, own, false);
  }
  attrs.bias_gradient = backward && attrs.bias && draw(random, 0, 1);
  std::array<int64_t, 128> extents;
  for (int64_t& extent : extents) extent = draw(random, 1, 3);
  extents['t'] = draw(random, 1, 5);
  Op op{.code = backward ? OpCode::kAttentionGradient : OpCode::kAttention, .attrs = attrs};
  const AttentionLetters letters = attention_letters(op);
  std::vector<TensorType> operands;
  for (size_t i = 0; i < letters.operands.size(); ++i) {
    const bool is_mask = attrs.mask && i == 3;
    TensorType& type =
        operands.emplace_back(TensorType{is_mask ? ElementType::kI1 : ElementType::kF32, {}});
    for (char c : letters.operands[i]) type.shape.push_back(extents[static_cast<size_t>(c)]);
  }
  return one_op(random, op.code, operands, attrs);
}

}  // namespace motley::tensor
