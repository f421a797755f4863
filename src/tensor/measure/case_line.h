// The list of cases: one line each, a kind, its form and its settings.
//
//   product mk,kn->mn m=1024 k=768 n=3072      # gpt: up
//   softmax_gradient rows=4096 columns=1024
//
// The benchmark times each line as it stands; the tests hold the same lines, with smaller extents,
// against the reference interpreter. A line becomes a Program in case_programs.h.
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
  std::string form;  // the word without '='; empty where there is none
  std::vector<std::pair<std::string, std::string>> settings;

  bool has(const std::string& name) const;
  // A UserError at the line where the setting is missing or is no number.
  int64_t number(const std::string& name) const;
  std::string word(const std::string& name, const std::string& otherwise) const;
  std::string to_string() const;  // without comment, single spaces
};

// What stands in a line; no kind where that is nothing but a comment.
CaseLine parse_case(const std::string& text, const core::SourcePosition& position);
// A UserError names file and line of what is no case.
std::vector<CaseLine> read_cases(const std::string& file);

// The line with its largest extent halved; the same line where all are small already. Windows and
// strides stay: they are what the case is about.
CaseLine halved(CaseLine line);

}  // namespace motley::tensor
