#include "tensor/models/models.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"

namespace motley::tensor {
namespace {

std::string name_in(const std::string& text) { return text.substr(0, text.find(':')); }
std::string settings_in(const std::string& text) {
  const size_t colon = text.find(':');
  return colon == text.npos ? "" : text.substr(colon + 1);
}

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

BuiltModel build_model(const std::string& text, std::optional<int64_t> batch) {
  const std::string name = name_in(text);
  const ModelRow* row = find_row(name);
  if (row == nullptr) {
    std::vector<std::string> names;
    for (const ModelRow& r : model_rows()) names.push_back(r.name);
    throw core::UserError(fmt::format("there is no built-in model `{}`{}", name,
                                      core::did_you_mean_one_of(name, names)));
  }
  Settings settings = Settings::parse(name, row->all_settings(), settings_in(text));
  if (batch) settings.set("batch", *batch);
  // Built twice: first to collect the arguments, then with the arguments in order.
  LossBuilder draft(name);
  row->loss(Params(draft), settings);
  LossBuilder loss(name, sorted(std::move(draft.signature)));
  const Expr result = row->loss(Params(loss), settings);
  return {.loss = std::move(loss.program).finish({result.id()}),
          .signature = std::move(loss.signature),
          .bf16_products = settings.is("dtype", "bf16")};
}

std::optional<int64_t> built_in_batch(const std::string& text) {
  const std::string name = name_in(text);
  const ModelRow* row = find_row(name);
  if (row == nullptr) return std::nullopt;
  return Settings::parse(name, row->all_settings(), settings_in(text)).number("batch");
}

std::vector<Setting> ModelRow::all_settings() const {
  std::vector<Setting> all = settings;
  all.push_back({.name = "dtype",
                 .value = "f32",
                 .meaning = "of matrix products and convolutions; parameters are f32",
                 .kind = Setting::Kind::kWord,
                 .words = {"f32", "bf16"}});
  return all;
}

int64_t BuiltModel::num_parameters() const {
  int64_t n = 0;
  for (const ArgumentSpec& spec : signature) {
    if (spec.role == Role::kParam) n += spec.type.num_elements();
  }
  return n;
}

}  // namespace motley::tensor
