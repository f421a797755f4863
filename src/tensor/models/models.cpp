#include "tensor/models/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/text.h"

namespace motley::tensor {
namespace {

std::string name_in(const std::string& text) { return text.substr(0, text.find(':')); }

const ModelRow* find_row(const std::string& name) {
  const auto row = std::ranges::find(model_rows(), name, &ModelRow::name);
  return row == model_rows().end() ? nullptr : &*row;
}

}  // namespace

const std::vector<ModelRow>& model_rows() {
  static const std::vector<ModelRow> rows = {
      mlp_row(), gpt_row(),   bert_row(), bert_moe_row(), vgg_row(),  resnet_row(),
      vit_row(), llama_row(), unet_row(), t5_row(),       dlrm_row(),
  };
  return rows;
}

bool is_built_in(const std::string& text) { return find_row(name_in(text)) != nullptr; }

BuiltModel build_model(const std::string& text) {
  const std::string name = name_in(text);
  const ModelRow* row = find_row(name);
  if (row == nullptr) {
    std::vector<std::string> names;
    for (const ModelRow& r : model_rows()) names.push_back(r.name);
    throw core::UserError(fmt::format("there is no built-in model `{}`; did you mean `{}`?", name,
                                      core::nearest_name(name, names)));
  }
  const bool has_settings = text.size() > name.size() + 1;
  const Settings settings =
      Settings::parse(name, row->settings, has_settings ? text.substr(name.size() + 1) : "");
  // Twice: the first time to learn which arguments there are, the second with them in order.
  LossBuilder draft(name);
  row->loss(Params(draft), settings);
  LossBuilder loss(name, sorted(std::move(draft.signature)));
  const Expr result = row->loss(Params(loss), settings);
  return {std::move(loss.program).finish({result.id()}), std::move(loss.signature)};
}

std::optional<std::string> with_microbatch_size(const std::string& text, int64_t num_parts) {
  const std::string name = name_in(text);
  const ModelRow* row = find_row(name);
  if (row == nullptr) return std::nullopt;
  const std::string given = text.size() > name.size() + 1 ? text.substr(name.size() + 1) : "";
  const int64_t batch = Settings::parse(name, row->settings, given).number("batch");
  if (batch % num_parts != 0) return std::nullopt;
  std::string settings = fmt::format("batch={}", batch / num_parts);
  std::istringstream in(given);
  for (std::string each; std::getline(in, each, ',');) {
    if (!each.starts_with("batch=")) settings += "," + each;
  }
  return name + ":" + settings;
}

int64_t BuiltModel::num_parameters() const {
  int64_t n = 0;
  for (const ArgumentSpec& spec : signature) {
    if (spec.role == Role::kParam) n += spec.type.num_elements();
  }
  return n;
}

}  // namespace motley::tensor
