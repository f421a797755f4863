// A disk cache of compiled programs, by plugin and kind of device.
//
//   CompileCache cache(default_cache_folder());             ~/.cache/motley, or $MOTLEY_CACHE
//   Compilation compiled = cache.compile(*device, text);
//   cache.num_loaded()
//
// A file's name is the hash of everything its content depends on, and its header has the hash of
// the content: a damaged file is recompiled, and said once. Processes may share a folder. Programs
// are code: folder and files must belong to the user, and nobody else may write to them. Beyond
// 8 GiB the entries that were used longest ago are removed.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/device/pjrt/device.h"

namespace motley::core::pjrt {

// $MOTLEY_CACHE (empty: no cache), else $XDG_CACHE_HOME/motley, else ~/.cache/motley.
std::string default_cache_folder();

class CompileCache {
 public:
  explicit CompileCache(std::string folder) : folder_(std::move(folder)) {}  // empty: no cache

  // Thread-safe.
  Compilation compile(const Device& device, const std::string& text);

  int num_loaded() const { return num_loaded_; }      // from disk
  int num_compiled() const { return num_compiled_; }  // not found in the cache
  std::vector<std::string> notes() const;             // why something could not be cached

 private:
  // Makes the folder. False, and a note, if it cannot be made, or others may write to it.
  bool can_be_used();
  // The program cached in a file; nullopt, and a note, if it cannot be used.
  std::optional<Executable> load(const Device& device, const std::string& file);
  void keep(const Device& device, const Executable& program, const std::string& file);
  void note(const std::string& text);

  std::string folder_;
  std::atomic<int> num_loaded_ = 0, num_compiled_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> notes_;
};

}  // namespace motley::core::pjrt
