#include "tensor/train/metrics.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "core/base/error.h"
#include "core/io/files.h"

namespace motley::tensor {
namespace {

constexpr const char* kCsvHeader = "step,loss,lr,step_seconds,items_per_second,validation_loss";

// The lines that a resumed run goes on from.
std::string kept_lines(const std::string& file, int64_t first_step) {
  std::istringstream lines(core::read_text_file(file));
  std::string line, kept;
  if (!std::getline(lines, line) || line != kCsvHeader) {
    throw core::UserError({file}, "is not a metrics file of `motley train`; choose another name");
  }
  if (first_step == 0) {
    throw core::UserError({file},
                          "exists already and will not be overwritten; choose another name");
  }
  for (kept = line + "\n"; std::getline(lines, line);) {
    const int64_t step = std::strtoll(line.c_str(), nullptr, 10);
    if (step >= 1 && step <= first_step) kept += line + "\n";
  }
  return kept;
}

}  // namespace

MetricsWriter::MetricsWriter(const std::string& csv_file, const std::string& event_folder,
                             int64_t first_step)
    : name_(csv_file) {
  if (!csv_file.empty()) {
    const bool is_there = core::path_kind(csv_file) != core::PathKind::kMissing;
    core::replace_text_file(
        csv_file, is_there ? kept_lines(csv_file, first_step) : std::string(kCsvHeader) + "\n");
  }
  if (!event_folder.empty()) events_ = std::make_unique<core::EventFile>(event_folder, first_step);
  if (csv_file.empty()) return;
  csv_ = std::fopen(csv_file.c_str(), "a");
  if (!csv_) {
    throw core::UserError({csv_file},
                          "cannot be written: " + std::generic_category().message(errno));
  }
}

MetricsWriter::~MetricsWriter() {
  if (csv_) std::fclose(csv_);
}

void MetricsWriter::add(const StepMetrics& m) {
  if (csv_) {
    const std::string line = fmt::format(
        "{},{},{},{:.6g},{:.6g},{}\n", m.step, m.loss, m.rate, m.seconds, m.items_per_second,
        m.validation_loss ? fmt::format("{}", *m.validation_loss) : "");
    if (std::fputs(line.c_str(), csv_) < 0 || std::fflush(csv_) != 0) {
      throw core::UserError({name_},
                            "cannot be written: " + std::generic_category().message(errno));
    }
  }
  if (!events_) return;
  std::vector<std::pair<std::string, double>> scalars = {{"loss", m.loss},
                                                         {"learning_rate", m.rate},
                                                         {"step_seconds", m.seconds},
                                                         {"items_per_second", m.items_per_second}};
  if (m.validation_loss) scalars.emplace_back("validation_loss", *m.validation_loss);
  events_->add(m.step, scalars);
}

}  // namespace motley::tensor
