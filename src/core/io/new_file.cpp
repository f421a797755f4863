#include "core/io/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/io/files.h"

namespace motley::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinishedEnd = ".tmp";
constexpr size_t kRandomDigits = 16;

// Where the links lead. A UserError if that exists and is neither a regular file nor a device such
// as /dev/null.
std::string target_of(const std::string& path, Links links) {
  std::error_code error;
  fs::path target = path;
  for (int i = 0; links == Links::kFollow && fs::is_symlink(target, error); ++i) {
    if (i == 40) throw UserError({path}, "cannot be written: a loop of links");
    const fs::path next = fs::read_symlink(target, error);
    target = target.parent_path() / next;
  }
  const fs::file_status status = fs::symlink_status(target, error);
  const bool can_be_written = fs::is_regular_file(status) || fs::is_symlink(status) ||
                              (fs::is_character_file(status) && links == Links::kFollow);
  if (fs::exists(status) && !can_be_written) {
    throw UserError({path}, "cannot be written: it is not a regular file");
  }
  return target.string();
}

bool is_unfinished_name(std::string_view name, std::string_view name_begin) {
  if (!name.starts_with(name_begin) || !name.ends_with(kUnfinishedEnd)) return false;
  name.remove_suffix(kUnfinishedEnd.size());
  if (name.size() < kRandomDigits + 2 || name[name.size() - kRandomDigits - 1] != '.') return false;
  return std::ranges::all_of(name.substr(name.size() - kRandomDigits), [](char c) {
    return ('0' <= c && c <= '9') || ('a' <= c && c <= 'f');
  });
}

}  // namespace

uint64_t random_bits() {
  std::random_device random;
  return uint64_t{random()} << 32 | random();
}

std::string unfinished_name(const std::string& path, uint64_t random) {
  return fmt::format("{}.{:016x}{}", path, random, kUnfinishedEnd);
}

void remove_unfinished(const std::string& folder, const std::string& name_begin) {
  std::error_code ignored;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    if (!is_unfinished_name(entry.path().filename().string(), name_begin)) continue;
    ::unlink(entry.path().c_str());
  }
}

int open_to_append(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
}

NewFile::NewFile(const std::string& path, Links links, unsigned mode)
    : path_(path), target_(target_of(path, links)) {
  std::error_code ignored;
  if (fs::is_character_file(fs::symlink_status(target_, ignored))) {
    fd_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const std::string name = unfinished_name(target_, random_bits());
    fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (fd_ >= 0) written_ = name;
  }
  if (fd_ < 0) fail(errno);
}

NewFile::~NewFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!written_.empty()) ::unlink(written_.c_str());
}

void NewFile::fail(int error) const {
  throw UserError({path_}, "cannot be written: " + std::generic_category().message(error));
}

void NewFile::write(std::span<const std::byte> bytes) {
  constexpr size_t kChunkBytes = size_t{1} << 30;  // one write() on Linux is limited to 2 GiB
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), std::min(bytes.size(), kChunkBytes));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
}

void NewFile::commit() {
  if (written_.empty()) return;  // a device
  if (::fsync(fd_) != 0) fail(errno);
  if (::close(std::exchange(fd_, -1)) != 0) fail(errno);
  if (::rename(written_.c_str(), target_.c_str()) != 0) fail(errno);
  written_.clear();
  sync_folder(fs::path(target_).parent_path());
}

}  // namespace motley::core
