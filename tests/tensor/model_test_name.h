// The name of a model as that of a test: "gpt-tiny" is gpt_tiny, "gpt:layers=2" gpt.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace motley::tensor {

inline std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.find(':'));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace motley::tensor
