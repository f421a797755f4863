// Any text as a file of Sailor's or Metis' measurements, or of Sailor's rates: figures that are
// numbers, or a UserError. The first letter says which file: s, b (bytes of layers), m or r.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "tensor/profile/measured_profile.h"

namespace {

namespace fs = std::filesystem;
using namespace motley::tensor;

// Folders of both kinds, with one file each that changes; removed at the end.
class Folders {
 public:
  Folders() {
    std::string name = (fs::temp_directory_path() / "motley-fuzz-XXXXXX").string();
    if (!::mkdtemp(name.data())) std::abort();
    root_ = name;
    fs::create_directories(root_ / "sailor/a");
    fs::create_directory(root_ / "metis");
  }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
  ~Folders() { fs::remove_all(root_); }

  std::string sailor(const std::string& text) const {
    std::ofstream(root_ / "sailor/a/profile.json") << text;
    return (root_ / "sailor").string();
  }
  std::string metis(const std::string& text) const {
    std::ofstream(root_ / "metis/DeviceType.a_tp1_bs4.json") << text;
    return (root_ / "metis").string();
  }

 private:
  fs::path root_;
};

void check(const MeasuredProfile& profile) {
  for (const auto& [key, times] : profile.times) {
    MOTLEY_CHECK(std::cmp_equal(times.layers.size(), profile.num_layers), "layers");
    for (const auto& layer : times.layers) {
      MOTLEY_CHECK(layer.forward_seconds >= 0 && layer.backward_seconds >= 0, "times");
    }
  }
  for (const auto& [key, layers] : profile.bytes) {
    MOTLEY_CHECK(std::cmp_equal(layers.size(), profile.num_layers), "layers");
    for (const auto& layer : layers) {
      MOTLEY_CHECK(layer.parameters >= 0 && layer.saved >= 0 && layer.fixed >= 0, "bytes");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Folders folders;
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const motley::FuzzFile file(data + 1, size - 1);
  try {
    if (data[0] == 's') check(read_measured_profile(folders.sailor(text), {}));
    if (data[0] == 'm') check(read_measured_profile(folders.metis(text), {}));
    if (data[0] == 'b') {
      const std::string times = R"({"4": {"1": {"0": [1, 2, 3], "1": [4, 5, 6]}}})";
      check(read_measured_profile(folders.sailor(times), {.memory = file.path()}));
    }
    if (data[0] == 'r') {
      const MessageRates rates = read_message_rates(file.path(), "here");
      const auto* coefficients = rates.coefficients({"a", 1}, {"a", 1});
      for (const double bytes : {1.0, 1e6, 1e15}) {
        if (coefficients) MOTLEY_CHECK(MessageRates::seconds(bytes, *coefficients) >= 0, "rate");
      }
    }
  } catch (const motley::core::UserError&) {
  }
  return 0;
}
