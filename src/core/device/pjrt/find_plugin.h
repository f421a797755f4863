// Which plugin is meant: from the name of a device to the library that runs it.
//
//   find_plugin("cuda", "")             -> ".../jax_plugins/xla_cuda13/xla_cuda_plugin.so"
//   find_plugin("pjrt", "libfoo.so")    -> "libfoo.so"
//
// What the user names counts, then the environment (MOTLEY_PJRT_PLUGIN, and
// PJRT_NAMES_AND_LIBRARY_PATHS=cuda:/a.so,foo:/b.so, which JAX reads too), then the folders into
// which Python packages put plugins. Where there is none, a UserError tells where it was looked for
// and how to get it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/device/pjrt/plugin.h"

namespace motley::core::pjrt {

// "cuda:1" as {"cuda", 1}; "cuda" is the first. A UserError where that is no device's name.
struct DeviceName {
  std::string platform;
  int index = 0;

  static DeviceName parse(const std::string& text);
  std::string to_string() const;
};

std::string find_plugin(const std::string& platform, const std::string& named);

// Plugins tell what they do as they please; unless the user wants it (TF_CPP_MIN_LOG_LEVEL), only
// their warnings and errors are let through, as JAX has it. To be called before they are loaded,
// and before there are threads, since it changes the environment; open_plugin does, too.
void quieten_plugins();

// Loads it, with the libraries of its vendor that lie beside it in Python's folders: NVIDIA's are
// found by no other way.
std::shared_ptr<const Plugin> open_plugin(const std::string& platform, const std::string& named);

// The folders that packages of Python are put into: of the active environment, of the python3 on
// the path, of the user, of the system.
std::vector<std::string> python_folders();

}  // namespace motley::core::pjrt
