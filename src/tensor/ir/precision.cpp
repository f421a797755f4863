#include "tensor/ir/precision.h"

namespace motley::tensor {
namespace {

class Conversion {
 public:
  // `types` are those of the values before the conversion.
  Conversion(ElementType element, const std::vector<TensorType>& types)
      : element_(element), types_(types) {}

  void apply(ElementType& e) const {
    if (is_float(e)) e = element_;
  }
  void apply(Region& region) const {
    for (Op& op : region.ops) {
      if (op.code == OpCode::kBitcastConvert) keep_bits(op);
      std::visit([&](auto& attrs) { apply_attrs(attrs); }, op.attrs);
      for (Region& nested : op.regions) apply(nested);
    }
  }

 private:
  // Bits of a float stay those of its type: random numbers are made of them.
  void keep_bits(Op& op) const {
    auto& attrs = std::get<ConvertAttrs>(op.attrs);
    if (attrs.float_bits) return;
    const ElementType from = types_[op.operands[0].index].element;
    const ElementType bits = is_float(attrs.element) ? attrs.element : from;
    if (is_float(bits) && bits != element_) attrs.float_bits = bits;
  }

  void apply_attrs(ConstantAttrs& a) const {
    apply(a.type.element);
    a.value = with_floats_as(a.value, element_);
  }
  void apply_attrs(IotaAttrs& a) const { apply(a.type.element); }
  void apply_attrs(RngAttrs& a) const { apply(a.type.element); }
  void apply_attrs(ConvertAttrs& a) const { apply(a.element); }
  void apply_attrs(DotAttrs& a) const { apply(a.element); }
  void apply_attrs(ConvolutionAttrs& a) const { apply(a.element); }
  void apply_attrs(CustomCallAttrs& a) const {
    for (TensorType& type : a.results) apply(type.element);
  }
  template <class Other>
  void apply_attrs(Other&) const {}

  ElementType element_;
  const std::vector<TensorType>& types_;
};

void set_product_precision(Region& region, Precision precision) {
  for (Op& op : region.ops) {
    if (auto* dot = std::get_if<DotAttrs>(&op.attrs)) dot->precision.fill(precision);
    if (auto* conv = std::get_if<ConvolutionAttrs>(&op.attrs)) conv->precision.fill(precision);
    for (Region& nested : op.regions) set_product_precision(nested, precision);
  }
}

}  // namespace

Program with_floats_as(const Program& program, ElementType element) {
  Program result = program;
  const Conversion conversion(element, program.values);
  for (TensorType& type : result.values) conversion.apply(type.element);
  conversion.apply(result.body);
  verify(result);
  return result;
}

Program with_product_precision(Program program, Precision precision) {
  set_product_precision(program.body, precision);
  return program;
}

Literal with_floats_as(const Literal& value, ElementType element) {
  if (!is_float(value.element()) || value.element() == element) return value;
  Literal result = Literal::zeros(value.type().with_element(element));
  for (int64_t i = 0; i < value.num_elements(); ++i) result.set_float(i, value.get_float(i));
  return result;
}

}  // namespace motley::tensor
