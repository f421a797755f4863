#include "core/device/pjrt/compile_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

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

constexpr int64_t kMostEntryBytes = int64_t{4} << 30, kMostBytes = int64_t{8} << 30;

// Why what is there could have been written by others; empty: it is the user's own.
std::string distrust(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) return std::generic_category().message(errno);
  if (S_ISLNK(status.st_mode)) return "it is a link";
  if (status.st_uid != ::geteuid()) return "it belongs to another user";
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "others may write to it";
  return "";
}

// The content of a complete file; nullopt if there is none. Throws a UserError if it cannot be
// read, or is not what was written.
std::optional<std::string> read_cached(const std::string& file) {
  std::error_code failed;
  if (!fs::exists(fs::symlink_status(file, failed))) return std::nullopt;
  if (const std::string why = distrust(file); !why.empty()) {
    throw UserError({file}, "is not used: " + why);
  }
  std::string all = read_text_file(file, kMostEntryBytes);
  const size_t size = head_of("").size();
  std::string content = all.size() < size ? "" : all.substr(size);
  if (all.size() < size || head_of(content) != all.substr(0, size)) {
    throw UserError({file}, "is damaged");
  }
  return content;
}

// Removes the entries that were used longest ago, until the folder has no more than kMostBytes.
void prune(const std::string& folder) {
  struct Entry {
    int64_t used;
    int64_t bytes;
    fs::path path;
  };
  std::error_code failed;
  std::vector<Entry> entries;
  int64_t bytes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() != ".pjrt" || entry.is_symlink(failed)) continue;
    struct stat status;
    if (::stat(entry.path().c_str(), &status) != 0) continue;
    entries.push_back({status.st_atim.tv_sec, status.st_size, entry.path()});
    bytes += entries.back().bytes;
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (bytes <= kMostBytes) return;
    fs::remove(entry.path, failed);
    bytes -= entry.bytes;
  }
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
      can_be_used() ? fmt::format("{}/{}.pjrt", folder_, key_of(device, text)) : "";
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

bool CompileCache::can_be_used() {
  if (folder_.empty()) return false;
  std::error_code failed;
  fs::create_directories(fs::path(folder_).parent_path(), failed);
  if (::mkdir(folder_.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    note(fmt::format("{}: compiled programs cannot be cached there: {}", folder_,
                     std::generic_category().message(errno)));
    return false;
  }
  // A link of the user to a folder elsewhere is as good as that folder.
  const fs::path folder = fs::canonical(folder_, failed);
  const std::string why = failed ? failed.message() : distrust(folder.string());
  if (why.empty()) return true;
  note(fmt::format("{}: compiled programs are not cached there: {}", folder_, why));
  return false;
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
  const timespec used_just_now[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  (void)::utimensat(AT_FDCWD, file.c_str(), used_just_now, 0);
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
    // Others may be writing the same file: threads, processes, and other hosts.
    NewFile entry(file, Links::kReplace, S_IRUSR | S_IWUSR);
    const std::string head = head_of(*content);
    entry.write(std::as_bytes(std::span(head)));
    entry.write(std::as_bytes(std::span(*content)));
    entry.commit();
    prune(folder_);
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
