#include "tensor/models/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace motley::tensor {

LossBuilder::LossBuilder(const std::string& name, Signature given)
    : program(name), signature(std::move(given)) {
  for (const ArgumentSpec& spec : signature) {
    arguments.emplace(spec.name, argument(program, spec.type));
  }
}

Params::Params(LossBuilder& loss, std::string prefix) : loss_(&loss), prefix_(std::move(prefix)) {}

Params Params::at(const std::string& name) const { return Params(*loss_, prefix_ + name + "/"); }

Expr Params::weight(const std::string& name, Shape shape, double scale) const {
  return ask(Role::kParam, name, {ElementType::kF32, std::move(shape)},
             {Initial::Kind::kNormal, scale});
}

Expr Params::zeros(const std::string& name, Shape shape) const {
  return ask(Role::kParam, name, {ElementType::kF32, std::move(shape)}, {Initial::Kind::kZeros, 0});
}

Expr Params::ones(const std::string& name, Shape shape) const {
  return ask(Role::kParam, name, {ElementType::kF32, std::move(shape)}, {Initial::Kind::kOnes, 1});
}

Expr Params::batch(const std::string& name, TensorType type) const {
  return ask(Role::kBatch, name, std::move(type), {Initial::Kind::kNormal, 1});
}

Expr Params::ask(Role role, const std::string& name, TensorType type, Initial init) const {
  const std::string path = prefix_ + name;
  const auto known = loss_->arguments.find(path);
  if (known != loss_->arguments.end()) {
    MOTLEY_CHECK(known->second.type() == type, "argument {} has two types", path);
    return known->second;
  }
  if (!fits_in_memory_model(type)) {
    throw core::UserError(fmt::format("`{}` is too large: {}", path, type.to_string()));
  }
  loss_->signature.push_back({role, path, type, init});
  return loss_->arguments.emplace(path, argument(loss_->program, type)).first->second;
}

Signature sorted(Signature signature) {
  std::ranges::sort(signature, {}, [](const ArgumentSpec& spec) {
    return std::pair(spec.role == Role::kBatch, spec.name);
  });
  return signature;
}

double relu_scale(int64_t num_inputs) { return std::sqrt(2.0 / static_cast<double>(num_inputs)); }

}  // namespace motley::tensor
