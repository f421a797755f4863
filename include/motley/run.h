// Running: models on one device, plans on in-process ranks.
//
//   const ModelRunReport report = run_model({.model = "gpt:layers=2,hidden=64", .grad = true});
//   report.run.results[0].as_double(0)        the loss
//
//   export_params({.checkpoint = "ckpt", .output = "params.safetensors"});
#pragma once

#include "motley/plan.h"
#include "tensor/ir/printer.h"
#include "tensor/model_run/export_params.h"
#include "tensor/model_run/run_model.h"
#include "tensor/model_run/shown_program.h"
#include "tensor/run/gradient_choice.h"
#include "tensor/run/open_device.h"
#include "tensor/train/verify_plan.h"

namespace motley {

using tensor::compare_gradients;
using tensor::DeviceKind;
using tensor::DeviceSettings;
using tensor::export_params;
using tensor::ExportOptions;
using tensor::ExportReport;
using tensor::GradientComparison;
using tensor::ModelRunOptions;
using tensor::ModelRunReport;
using tensor::run_model;
using tensor::verify_plan;
using tensor::VerifyResult;
using tensor::write_comparison;

}  // namespace motley
