#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <thread>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/data/batches.h"

namespace motley::tensor {
namespace {

// A whole number on a line of its own; 0 for anything else.
int64_t number_in(const std::string& file) {
  const std::string text = core::read_text_file(file);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole =
      error == std::errc() && text.find_first_not_of('\n', end - text.data()) == std::string::npos;
  return is_whole ? std::max<int64_t>(0, number) : 0;
}

// The process that writes batches; 0 where the folder does not say.
pid_t writer_of(const std::string& folder) {
  const std::string file = folder + "/writer";
  if (core::path_kind(file) != core::PathKind::kFile) return 0;
  const int64_t number = number_in(file);
  return number <= std::numeric_limits<pid_t>::max() ? static_cast<pid_t>(number) : 0;
}

bool is_alive(pid_t process) { return ::kill(process, 0) == 0 || errno == EPERM; }

// The number of batches, where the writer has said that there will be no more.
std::optional<int64_t> end_of(const std::string& folder) {
  const std::string file = folder + "/end";
  if (core::path_kind(file) != core::PathKind::kFile) return std::nullopt;
  return number_in(file);
}

std::string file_of(const std::string& folder, int64_t step) {
  return fmt::format("{}/{:06}.safetensors", folder, step);
}

// Waits for the file of a step: some milliseconds at first, then a tenth of a second at a time.
// False: the data have ended before it.
bool wait_for_batch(const std::string& file, const std::string& folder, int64_t step) {
  using namespace std::chrono_literals;
  std::chrono::microseconds pause = 200us;
  while (!std::filesystem::exists(file)) {
    if (end_of(folder).value_or(step + 1) <= step) return false;
    const pid_t writer = writer_of(folder);
    if (writer == 0 || !is_alive(writer)) {
      // It may have written its last file between the two looks.
      if (std::filesystem::exists(file)) return true;
      throw core::UserError({file}, "is missing, and the process that writes batches is gone");
    }
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, 100ms);
  }
  return true;
}

}  // namespace

bool is_streamed(const std::string& folder) {
  return core::path_kind(folder + "/writer") == core::PathKind::kFile;
}

BatchSource streamed_batches(const std::string& folder,
                             const std::vector<BatchArgument>& arguments) {
  if (writer_of(folder) == 0) {
    throw core::UserError({folder},
                          "is a folder without the file `writer`, which holds the number "
                          "of the process that writes batches there");
  }
  BatchSource source;
  source.origin = folder + ", batches as they come";
  source.is_repeatable = false;
  source.fill = [folder, arguments](int64_t step, std::span<const std::span<std::byte>> out) {
    const std::string file = file_of(folder, step);
    if (!wait_for_batch(file, folder, step)) {
      throw core::UserError({folder}, fmt::format("has no more than {} batches", step));
    }
    tensor_batches(file, arguments).fill(0, out);
  };
  source.has_batch = [folder](int64_t step) {
    return wait_for_batch(file_of(folder, step), folder, step);
  };
  return source;
}

}  // namespace motley::tensor
