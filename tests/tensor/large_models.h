// The large models that JAX exported: too large for the repository, in models/large of the folder
// that MOTLEY_SHARED names, or of the folder `shared` beside the checkout.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace motley::tensor {

inline std::string large_models_folder() {
  const char* shared = std::getenv("MOTLEY_SHARED");
  return std::string(shared ? shared : MOTLEY_TEST_DATA "/../../../shared") + "/models/large";
}

inline bool has_large_models() { return std::filesystem::is_directory(large_models_folder()); }

// "/.../models/large/gpt2-xl/"
inline std::string large_model(const std::string& name) {
  return large_models_folder() + "/" + name + "/";
}

}  // namespace motley::tensor

// Ends the test as skipped where the large models are not there. ctest lists the entry as skipped.
#define MOTLEY_NEEDS_LARGE_MODELS()                                       \
  if (!motley::tensor::has_large_models())                                \
  GTEST_SKIP() << "there is no " << motley::tensor::large_models_folder() \
               << ": set MOTLEY_SHARED to the folder that holds models/large"
