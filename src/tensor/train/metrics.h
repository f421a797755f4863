// What a training reports after every step, for spreadsheets and TensorBoard.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "core/io/event_file.h"

namespace motley::tensor {

struct StepMetrics {
  int64_t step = 0;  // counts from 1
  double loss = 0, rate = 0, seconds = 0, items_per_second = 0;
  std::optional<double> validation_loss;
};

class MetricsWriter {
 public:
  // A CSV file, a folder of event files, or neither. Of a file that is there already, the lines of
  // steps up to `first_step` stay; without any steps done it must not be there. A UserError if
  // something cannot be written.
  MetricsWriter(const std::string& csv_file, const std::string& event_folder, int64_t first_step);
  ~MetricsWriter();
  MetricsWriter(const MetricsWriter&) = delete;
  MetricsWriter& operator=(const MetricsWriter&) = delete;

  void add(const StepMetrics& metrics);  // written at once

 private:
  std::string name_;
  std::FILE* csv_ = nullptr;
  std::unique_ptr<core::EventFile> events_;
};

}  // namespace motley::tensor
