// Settings of a built-in model: the table of available settings, and the values given by a text.
//
//   const std::vector<Setting> table = {{.name = "layers", .value = "12", .meaning = "blocks"}};
//   Settings s = Settings::parse("gpt", table, "layers=2");
//   s.number("layers")                                                          // 2
//
// A setting holds an integer, several (`64x48`), or one of a few words.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tensor/ir/tensor_type.h"

namespace motley::tensor {

struct Setting {
  enum class Kind { kNumber, kNumbers, kWord };

  std::string name;
  std::string value;  // the default, as a user writes it; or a formula such as "hidden/64"
  std::string meaning;
  Kind kind = Kind::kNumber;
  std::vector<std::string> words = {};  // of a kWord
  int64_t most = 1'000'000'000;         // upper bound of each number; the lower bound is 1
};

class Settings {
 public:
  // `text` is "layers=2,hidden=64", or empty. A UserError names the model and the error: an unknown
  // setting (with the nearest name), a duplicate, a value of the wrong kind.
  static Settings parse(const std::string& model, const std::vector<Setting>& table,
                        const std::string& text);

  void set(const std::string& name, int64_t value) { values_[name] = std::to_string(value); }

  int64_t number(const std::string& name) const;
  // For defaults that are formulas: `formula` if the setting is not given.
  int64_t number_or(const std::string& name, int64_t formula) const;
  std::vector<int64_t> numbers(const std::string& name) const;
  bool is(const std::string& name, const std::string& word) const;

  // Throws UserError "gpt: message" if a condition on the settings does not hold.
  void require(bool holds, const std::string& message) const;
  // A common case: "hidden (64) is not a multiple of heads (5)".
  void require_multiple(const std::string& name, int64_t value, const std::string& of_name,
                        int64_t of) const;

 private:
  std::string model_;
  std::map<std::string, std::string> values_;
};

}  // namespace motley::tensor
