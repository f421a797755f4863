// The parameters of a checkpoint as one safetensors file, for other programs.
#pragma once

#include <string>
#include <vector>

namespace motley::tensor {

struct ExportOptions {
  std::string checkpoint;    // folder, or one of its step-NNNNNN folders
  std::string output;        // file
  std::string model;         // empty: the one that the checkpoint names
  bool state = false;        // also the model's state: batch statistics, keys, counters
  bool plain_names = false;  // as in the signature, without position and role
};

struct ExportReport {
  int64_t step = 0, num_tensors = 0, num_elements = 0;
  std::string checkpoint, model, output;
  std::vector<std::string> notes;  // what is left out, and why
};

// Writes NNN.param.NAME, and NNN.frozen.NAME as in the model's folder, in the order of the model's
// arguments. The optimizer's state is left out.
ExportReport export_params(const ExportOptions& options);

std::string export_text(const ExportReport& report);

}  // namespace motley::tensor
