#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/data/batches.h"

namespace motley::tensor {
namespace {

// The process that writes batches; 0 where the folder does not say.
pid_t writer_of(const std::string& folder) {
  const std::string file = folder + "/writer";
  if (core::path_kind(file) != core::PathKind::kFile) return 0;
  return static_cast<pid_t>(std::atol(core::read_text_file(file).c_str()));
}

bool is_alive(pid_t process) { return ::kill(process, 0) == 0 || errno == EPERM; }

// Waits for the file of a step: some milliseconds at first, then a tenth of a second at a time.
void wait_for_batch(const std::string& file, const std::string& folder) {
  using namespace std::chrono_literals;
  std::chrono::microseconds pause = 200us;
  while (!std::filesystem::exists(file)) {
    const pid_t writer = writer_of(folder);
    if (writer == 0 || !is_alive(writer)) {
      // It may have written its last file between the two looks.
      if (std::filesystem::exists(file)) return;
      throw core::UserError({file}, "is missing, and the process that writes batches is gone");
    }
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, 100ms);
  }
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
    const std::string file = fmt::format("{}/{:06}.safetensors", folder, step);
    wait_for_batch(file, folder);
    tensor_batches(file, arguments).fill(0, out);
  };
  return source;
}

}  // namespace motley::tensor
