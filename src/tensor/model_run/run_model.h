// A model run once on one device, its results checked.
//
//   const ModelRunReport report = run_model({.model = "gpt:layers=2,hidden=64", .grad = true});
//   report.run.results[0].as_double(0)        the loss
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensor/kernels/reference_use.h"
#include "tensor/model_run/run_check.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/open_device.h"

namespace motley::tensor {

struct ModelRunOptions {
  std::string model;
  std::string inputs, output, check, trace;  // files; empty where not given
  std::string params;       // parameters and state: a file, or the folder of a checkpoint
  double tolerance = 1e-4;  // largest relative error that passes `check`
  DeviceSettings device{.device = "reference"};
  uint64_t seed = 0;  // of arguments that no file provides
  int threads = 1;    // of the CPU engine
  int repeat = 1;     // timed runs
  bool grad = false;  // the loss and the gradient of every parameter

  // Called where there is something to say; may be empty.
  std::function<void(const std::string&)> on_gradient_note = {};  // may get an empty text
  std::function<void(const std::string&)> on_device_note = {};
  std::function<void(int64_t done, int64_t total)> on_progress = {};  // of the interpreter, in ops
};

struct ModelRunReport {
  std::string model, device, check, source;  // as given; the Program's own file
  double tolerance = 0;
  int64_t num_ops = 0, num_arguments = 0, num_results = 0;
  std::vector<std::string> unreached;  // parameters whose gradient is zero for want of a way
  std::string inputs;                  // where the arguments come from
  double read_seconds = 0, run_seconds = 0, flops = 0;
  std::vector<std::string> names;  // of the results
  RunResult run;
  std::vector<ResultComparison> comparisons;
  std::vector<std::string> not_compared;  // tensors of `check` that are no results of this run
  std::string first_nan;                  // where it comes from, if a result has one
  // Of the cpu engine and of accelerators:
  std::string device_kind;  // of an accelerator
  double open_seconds = 0;  // its plugin loaded, itself at hand
  double compile_seconds = 0;
  std::vector<double> step_seconds;
  std::vector<ReferenceUse> interpreted;        // ops that the cpu engine has no kernel for
  int64_t peak_bytes = 0, live_bytes_peak = 0;  // of values that are not arguments

  int64_t num_failed() const;
  int64_t num_passed() const;
  double largest_error() const;
};

// A UserError for a mistake in the model or in its files, before anything runs.
ModelRunReport run_model(const ModelRunOptions& options);

}  // namespace motley::tensor
