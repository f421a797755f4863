#include "core/device/pjrt/compile_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string_view>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/io/files.h"

namespace motley::core::pjrt {
namespace {

namespace fs = std::filesystem;

// The hash of everything that a compiled program depends on, 32 hexadecimal digits.
std::string key_of(const Device& device, const std::string& text) {
  std::error_code failed;
  const std::string& file = device.plugin().file();
  const auto size = fs::file_size(file, failed);
  const auto changed = fs::last_write_time(file, failed).time_since_epoch().count();
  const std::string what =
      fmt::format("1\n{}\n{}\n{}\n{}\n{}\n{}\n", device.plugin().version(),
                  device.platform_version(), device.kind(), device.name().index, size, changed);
  const char* flags = std::getenv("XLA_FLAGS");
  const std::string all = what + (flags ? flags : "") + "\n" + text;
  return fmt::format("{:016x}{:016x}", fnv1a(all), fnv1a(all, 0x84222325cbf29ce4));
}

std::string head_of(std::string_view content) {
  return fmt::format("motley pjrt {:016x} {:016x}\n", content.size(), fnv1a(content));
}

// The content of a complete file; nullopt otherwise. Throws a UserError if it cannot be read.
std::optional<std::string> read_cached(const std::string& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return std::nullopt;
  std::string all = read_text_file(file);
  const size_t size = head_of("").size();
  if (all.size() < size) return std::nullopt;
  std::string content = all.substr(size);
  if (head_of(content) != all.substr(0, size)) return std::nullopt;
  return content;
}

}  // namespace

std::string default_cache_folder() {
  if (const char* folder = std::getenv("MOTLEY_CACHE")) return folder;
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder)
    return fmt::format("{}/motley", folder);
  const char* home = std::getenv("HOME");
  return home && *home ? fmt::format("{}/.cache/motley", home) : "";
}

Compilation CompileCache::compile(const Device& device, const std::string& text) {
  const std::string file =
      folder_.empty() ? "" : fmt::format("{}/{}.pjrt", folder_, key_of(device, text));
  if (!file.empty()) {
    if (auto program = load(device, file)) {
      ++num_loaded_;
      return {std::move(program), {}};
    }
  }
  Compilation compiled = device.compile(text);
  if (!compiled.program) return compiled;
  ++num_compiled_;
  if (!file.empty()) keep(device, *compiled.program, file);
  return compiled;
}

std::optional<Executable> CompileCache::load(const Device& device, const std::string& file) {
  std::optional<std::string> cached;
  try {
    cached = read_cached(file);
  } catch (const UserError& error) {
    note(fmt::format("{}; recompiled", error.what()));
  }
  if (!cached) return std::nullopt;
  std::optional<Executable> program = device.load(*cached);
  if (!program)
    note(fmt::format("{}: the plugin does not load what it serialized; recompiled", file));
  return program;
}

void CompileCache::keep(const Device& device, const Executable& program, const std::string& file) {
  const std::optional<std::string> content = program.serialized();
  if (!content) {
    return note(
        fmt::format("{} cannot serialize compiled programs: every start compiles them again",
                    device.plugin().file()));
  }
  try {  // a read-only cache is slow, but not an error
    fs::create_directories(folder_);
    // Others may be writing the same file: threads, processes, and other hosts, whose process ids
    // may equal ours.
    std::random_device random;
    const std::string mine = fmt::format("{}.{:08x}{:08x}", file, random(), random());
    replace_text_file(mine, head_of(*content) + *content);
    fs::rename(mine, file);
  } catch (const fs::filesystem_error& error) {
    note(fmt::format("{}: compiled programs cannot be cached there: {}", folder_,
                     error.code().message()));
  } catch (const UserError& error) {
    note(fmt::format("compiled programs cannot be cached: {}", error.what()));
  }
}

void CompileCache::note(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(text);
}

std::vector<std::string> CompileCache::notes() const {
  const std::lock_guard lock(mutex_);
  return notes_;
}

}  // namespace motley::core::pjrt
