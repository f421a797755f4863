// The built-in models and their settings, as `motley models` prints them.
#pragma once

#include <string>

namespace motley::tensor {

std::string models_text();
std::string models_json();

}  // namespace motley::tensor
