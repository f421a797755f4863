// The case format: one line per case with a kind, its form and its settings.
//
//   product mk,kn->mn m=1024 k=768 n=3072      # gpt: up
//   softmax_gradient rows=4096 columns=1024
//
// The benchmark times each line as written; the tests compare the same lines, with smaller extents,
// with the reference interpreter. case_programs.h turns a line into a Program.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace motley::tensor {

struct CaseLine {
  core::SourcePosition position;
  std::string kind;
  std::string form;  // the word without '='; empty if there is none
  std::vector<std::pair<std::string, std::string>> settings;

  bool has(const std::string& name) const;
  // Throws a UserError at the line if the setting is missing or not a number.
  int64_t number(const std::string& name) const;
  std::string word(const std::string& name, const std::string& otherwise) const;
  std::string to_string() const;  // without comment, single spaces
};

// Parses a line; the kind is empty if it holds only a comment.
CaseLine parse_case(const std::string& text, const core::SourcePosition& position);
// Throws a UserError with file and line for a malformed case.
std::vector<CaseLine> read_cases(const std::string& file);

// The line with its largest extent halved; unchanged if all are small. Windows and strides are
// kept: they define the case.
CaseLine halved(CaseLine line);

}  // namespace motley::tensor
