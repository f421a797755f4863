// TensorBoard event files: scalars by step, as its SummaryWriter writes them.
//
//   EventFile events("runs/gpt", 0);
//   events.add(1, {{"loss", 2.31}, {"learning_rate", 0.001}});
//
// A file is a sequence of records, each with two checksums, that hold an Event in protocol buffer
// encoding (tensorflow/core/util/event.proto); docs/formats.md has the fields that are written.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace motley::core {

class EventFile {
 public:
  // A new file in the folder, which is made if it is not there. TensorBoard drops what earlier
  // files of the folder say about steps after `first_step`. A UserError if it cannot be written.
  EventFile(const std::string& folder, int64_t first_step);
  ~EventFile();
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;

  // Written at once.
  void add(int64_t step, const std::vector<std::pair<std::string, double>>& scalars);

 private:
  void write_record(const std::string& event);

  std::string path_;
  std::FILE* file_ = nullptr;
};

}  // namespace motley::core
