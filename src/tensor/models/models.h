// Built-in models: a loss Program and its arguments, from a line of text.
//
//   build_model("gpt")                                  // GPT-2 small
//   build_model("gpt:layers=2,hidden=64,batch=4")       // the same with settings
//
// One row per model, one file each; a model is a function from settings to the loss, written with
// the layers of layers.h on arguments it asks Params for. Defaults are the published models.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/models/model_settings.h"
#include "tensor/models/params.h"

namespace motley::tensor {

struct BuiltModel {
  Program loss;                // (parameters..., batch...) -> scalar
  Signature signature;         // of the arguments
  bool bf16_products = false;  // `dtype=bf16`: the step's products are to be computed so

  int64_t num_parameters() const;
};

struct ModelRow {
  std::string name;
  std::string description;
  std::vector<Setting> settings;  // of this model alone
  Expr (*loss)(const Params& p, const Settings& s);

  std::vector<Setting> all_settings() const;
};

const std::vector<ModelRow>& model_rows();

// Whether the text before a colon names a built-in model.
bool is_built_in(const std::string& text);

// A UserError for an unknown model or setting (with the nearest name), an invalid value, or
// inconsistent settings. With `batch`, that number of samples instead of the text's.
BuiltModel build_model(const std::string& text, std::optional<int64_t> batch = {});

// The batch size of a built-in model, 8 for "gpt:batch=8"; nullopt if the text names none.
std::optional<int64_t> built_in_batch(const std::string& text);

// The rows, each in the file of its model.
ModelRow mlp_row();
ModelRow gpt_row();
ModelRow bert_row();
ModelRow bert_moe_row();
ModelRow vgg_row();
ModelRow resnet_row();
ModelRow vit_row();
ModelRow llama_row();
ModelRow unet_row();
ModelRow t5_row();
ModelRow dlrm_row();

}  // namespace motley::tensor
