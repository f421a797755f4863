// Models and their training steps.
//
//   const Model model = load_model("gpt:layers=4,hidden=256,batch=8");     // or a model folder
//   const StepPtr step = build_step(model, {.optimizer = "adamw"});
#pragma once

#include "tensor/import/source_lines.h"
#include "tensor/models/models.h"
#include "tensor/step/model_step.h"

namespace motley {

using Model = tensor::LoadedModel;
using StepPtr = tensor::ModelStepPtr;
using tensor::Microbatches;
using tensor::MicrobatchOptions;
using tensor::StepOptions;

using tensor::argument_sources_of_model;
using tensor::build_step;
using tensor::load_model;
using tensor::microbatches_of;

}  // namespace motley
