#include "core/device/pjrt/find_plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "core/base/error.h"

namespace motley::core::pjrt {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::vector<std::string> matches(const std::string& pattern) {
  glob_t found = {};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(at, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Where packages install the plugin of a platform, and which package has it.
struct Package {
  const char *platform, *pattern, *remedy;
};
constexpr Package kPackages[] = {
    {"cuda", "jax_plugins/xla_cuda*/xla_cuda_plugin.so",
     "`pip install 'jax[cuda13]'` (or cuda12, as the driver is) brings it"},
    {"rocm", "jax_plugins/xla_rocm*/xla_rocm_plugin.so",
     "AMD's packages jax-rocm7-pjrt and jax-rocm7-plugin bring it"},
    {"tpu", "libtpu/libtpu.so", "`pip install libtpu` brings it"},
};

const Package* package_of(const std::string& platform) {
  const auto* found = std::ranges::find(kPackages, platform, &Package::platform);
  return found == std::end(kPackages) ? nullptr : found;
}

// The library that PJRT_NAMES_AND_LIBRARY_PATHS gives for this platform, or an empty string.
std::string by_environment(const std::string& platform) {
  for (const std::string& entry : split(environment("PJRT_NAMES_AND_LIBRARY_PATHS"), ',')) {
    const size_t colon = entry.find(':');
    if (colon != entry.npos && entry.substr(0, colon) == platform) return entry.substr(colon + 1);
  }
  return "";
}

// Whether only root, the user, or `owner` could have written it: libraries that we look for are
// code, and are not loaded from where others may put them. Without `owner` anybody may be: whoever
// installed the user's Python.
bool is_trusted(const std::string& file, std::optional<uid_t> owner) {
  struct stat status;
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const bool is_owned =
      !owner || status.st_uid == 0 || status.st_uid == ::geteuid() || status.st_uid == *owner;
  if (is_owned && (status.st_mode & S_IWOTH) == 0) return true;
  std::fputs(fmt::format("motley: {} is not loaded: it belongs to another user, or others may "
                         "write to it\n",
                         file)
                 .c_str(),
             stderr);
  return false;
}

std::string by_package(const Package& package) {
  for (const std::string& folder : python_folders()) {
    std::vector<std::string> found = matches(folder + "/" + package.pattern);
    std::erase_if(found, [](const std::string& file) { return !is_trusted(file, std::nullopt); });
    if (!found.empty()) return found.back();  // the newest of several: xla_cuda13 after xla_cuda12
  }
  return "";
}

// NVIDIA's libraries as installed by their Python packages, beside the package of the plugin:
//
//   site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so
//   site-packages/nvidia/*/lib/libcudart.so.13
//
// The plugin requests them by these names, and the loader returns those already loaded. Missing
// ones are not needed, or the plugin reports them. A plugin elsewhere has none beside it.
void load_vendor_libraries(const std::string& plugin) {
  std::error_code failed;
  const fs::path file = fs::canonical(plugin, failed);
  const fs::path packages = file.parent_path().parent_path();
  struct stat status;
  if (failed || packages.filename() != "jax_plugins" || ::stat(file.c_str(), &status) != 0) return;
  const fs::path folder = packages.parent_path() / "nvidia";
  for (const char* library : {"cudart", "nvrtc", "nvJitLink", "cublasLt", "cublas", "nccl", "cupti",
                              "cusparse", "cusolver", "cufft", "nvshmem_host", "cudnn"}) {
    for (const std::string& found : matches(folder.string() + "/*/lib/lib" + library + ".so.*")) {
      if (is_trusted(found, status.st_uid)) (void)::dlopen(found.c_str(), RTLD_NOW | RTLD_GLOBAL);
    }
  }
}

}  // namespace

DeviceName DeviceName::parse(const std::string& text) {
  const size_t colon = text.find(':');
  DeviceName device{text.substr(0, colon), 0};
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  bool good = !device.platform.empty() && std::ranges::all_of(device.platform, is_letter);
  if (colon != text.npos) {
    const char *begin = text.data() + colon + 1, *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, device.index);
    good = good && error == std::errc() && stop == end && begin != end && device.index >= 0;
  }
  if (!good) {
    throw UserError(
        fmt::format("`{}` is not a device name; examples are cpu, cuda, cuda:1 and pjrt", text));
  }
  return device;
}

std::string DeviceName::to_string() const { return fmt::format("{}:{}", platform, index); }

std::vector<std::string> python_folders() {
  std::vector<std::string> roots;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (environment(name).starts_with('/')) roots.push_back(environment(name));
  for (const std::string& folder : split(environment("PATH"), ':')) {
    std::error_code failed;
    // What a relative entry means depends on where the user stands.
    if (!folder.starts_with('/') || !fs::exists(folder + "/python3", failed)) continue;
    roots.push_back(fs::path(folder).parent_path().string());
    break;
  }
  if (environment("HOME").starts_with('/')) roots.push_back(environment("HOME") + "/.local");
  roots.insert(roots.end(), {"/usr/local", "/usr"});
  std::vector<std::string> folders;
  for (const std::string& root : roots) {
    for (const char* pattern : {"/lib/python3*/site-packages", "/lib/python3*/dist-packages"}) {
      for (const std::string& folder : matches(root + pattern))
        if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
    }
  }
  return folders;
}

std::string find_plugin(const std::string& platform, const std::string& named) {
  if (!named.empty()) return named;
  if (const std::string file = environment("MOTLEY_PJRT_PLUGIN"); !file.empty()) return file;
  if (const std::string file = by_environment(platform); !file.empty()) return file;
  const Package* package = package_of(platform);
  if (!package) {
    throw UserError(fmt::format(
        "no plugin is known for device `{}`: `cuda` is an NVIDIA GPU; for others give the library "
        "with --plugin or MOTLEY_PJRT_PLUGIN",
        platform));
  }
  if (const std::string file = by_package(*package); !file.empty()) return file;
  throw UserError(fmt::format(
      "no plugin for device `{}` was found: no --plugin, no MOTLEY_PJRT_PLUGIN, nothing for it in "
      "PJRT_NAMES_AND_LIBRARY_PATHS, and no {} in {}; {}",
      platform, package->pattern, fmt::join(python_folders(), ", "), package->remedy));
}

void quieten_plugins() { ::setenv("TF_CPP_MIN_LOG_LEVEL", "1", /*overwrite=*/0); }

std::shared_ptr<const Plugin> open_plugin(const std::string& platform, const std::string& named) {
  quieten_plugins();
  std::string file = find_plugin(platform, named);
  // The loader would search a bare name only among the system's libraries.
  std::error_code failed;
  if (file.find('/') == file.npos && fs::exists(file, failed)) file = "./" + file;
  if (platform == "cuda") load_vendor_libraries(file);
  return load_plugin(file);
}

}  // namespace motley::core::pjrt
