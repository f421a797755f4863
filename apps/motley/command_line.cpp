#include "apps/motley/command_line.h"

#include <string>

#include "apps/motley/commit.h"
#include "motley/base.h"

namespace motley::apps {
namespace {

char** stored_arguments = nullptr;

std::string& stored_command_line() {
  static std::string text;
  return text;
}

std::string shell_quoted(const std::string& word) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

void restart_with_short_waits() { core::restart_with_short_waits(stored_arguments); }

void set_command_line(int argc, char** argv) {
  stored_arguments = argv;
  std::string text = "motley";
  for (int i = 1; i < argc; ++i) text += " " + shell_quoted(argv[i]);
  stored_command_line() = text;
}

tensor::PageOrigin page_origin() {
  return {.command = stored_command_line(), .commit = "motley " MOTLEY_VERSION ", " + commit()};
}

}  // namespace motley::apps
