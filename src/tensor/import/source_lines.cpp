#include "tensor/import/source_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/io/files.h"

namespace motley::tensor {
namespace {

constexpr int kMostFrames = 2;   // of a call stack
constexpr int kMostDepth = 64;   // of locations, and of calls
constexpr size_t kMostUses = 8;  // of an argument

struct Use {
  std::string_view location;  // "#loc34", or what else stands in loc(...)
  std::string callee;         // of a call: the function
  int position = 0;           // and which of its arguments
};

struct Function {
  std::vector<std::string_view> arguments;  // "%arg0"
  std::unordered_map<std::string_view, std::vector<Use>> uses;
};

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// From `at` on, as long as characters are those of a name.
std::string_view name_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_name(text[end])) ++end;
  return text.substr(at, end - at);
}

// The text in the parenthesis that opens at `open`; strings may hold any characters.
std::string_view in_parenthesis(std::string_view text, size_t open) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = open; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == '(') {
      ++depth;
    } else if (!quoted && text[i] == ')' && --depth == 0) {
      return text.substr(open + 1, i - open - 1);
    }
  }
  return {};
}

class SourceLines {
 public:
  explicit SourceLines(std::string_view text) {
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      lines_.push_back(text.substr(begin, end - begin));
      read_line(lines_.back());
      begin = end + 1;
    }
  }

  std::vector<std::vector<std::string>> of_main() const {
    std::vector<std::vector<std::string>> all;
    const auto main = functions_.find("main");
    if (main == functions_.end() || locations_.empty()) return all;
    for (size_t i = 0; i < main->second.arguments.size(); ++i) {
      std::vector<std::string> found;
      collect("main", static_cast<int>(i), found, 0);
      all.push_back(std::move(found));
    }
    return all;
  }

  // An op with regions ends, and has its location, where the braces that it opens are closed.
  std::string of_line(int line) const {
    int open = 0;
    for (int i = std::max(line - 1, 0); i < std::ssize(lines_); ++i) {
      const std::string_view text = lines_[static_cast<size_t>(i)];
      open += static_cast<int>(std::ranges::count(text, '{') - std::ranges::count(text, '}'));
      if (open > 0) continue;
      const size_t at = text.rfind("loc(");
      return at == std::string_view::npos ? "" : frames_text(in_parenthesis(text, at + 3));
    }
    return "";
  }

 private:
  void read_line(std::string_view line) {
    const size_t first = line.find_first_not_of(' ');
    if (first == std::string_view::npos) return;
    line.remove_prefix(first);
    if (line.starts_with("#loc")) {
      const size_t open = line.find("= loc(");
      if (open != std::string_view::npos) {
        locations_[line.substr(0, line.find(' '))] = in_parenthesis(line, open + 5);
      }
    } else if (line.starts_with("func.func")) {
      begin_function(line);
    } else if (function_) {
      read_op(line);
    }
  }

  void begin_function(std::string_view line) {
    const size_t at = line.find('@');
    if (at == std::string_view::npos) return;
    const std::string_view name = name_at(line, at + 1);
    function_ = &functions_[std::string(name)];
    const std::string_view arguments = in_parenthesis(line, at + 1 + name.size());
    for (size_t i = arguments.find("%arg"); i != std::string_view::npos;
         i = arguments.find("%arg", i + 1)) {
      const std::string_view argument = name_at(arguments, i + 1);
      if (arguments.substr(i + 1 + argument.size()).starts_with(":")) {
        function_->arguments.push_back(arguments.substr(i, argument.size() + 1));
      }
    }
  }

  void read_op(std::string_view line) {
    const size_t at = line.rfind("loc(");
    if (at == std::string_view::npos) return;
    const Use use{.location = in_parenthesis(line, at + 3)};
    const size_t call = line.find("call @");
    const std::string callee =
        call == std::string_view::npos ? "" : std::string(name_at(line, call + 6));
    int position = 0;
    for (size_t i = line.find('%', line.find('=') + 1); i < at; i = line.find('%', i + 1)) {
      const std::string_view value = line.substr(i, name_at(line, i + 1).size() + 1);
      Use one = use;
      one.callee = callee;
      one.position = position++;
      function_->uses[value].push_back(std::move(one));
    }
  }

  void collect(const std::string& name, int argument, std::vector<std::string>& out,
               int depth) const {
    const auto function = functions_.find(name);
    if (function == functions_.end() || depth > kMostDepth) return;
    const Function& f = function->second;
    if (argument >= std::ssize(f.arguments)) return;
    const auto uses = f.uses.find(f.arguments[static_cast<size_t>(argument)]);
    if (uses == f.uses.end()) return;
    for (const Use& use : uses->second) {
      if (out.size() >= kMostUses) return;
      const std::string text = frames_text(use.location);
      if (!text.empty() && std::ranges::find(out, text) == out.end()) out.push_back(text);
      if (text.empty() && !use.callee.empty()) collect(use.callee, use.position, out, depth + 1);
    }
  }

  // Our own exporters are not shown: they only call the user's function.
  static bool is_exporter(std::string_view file) {
    return file.ends_with("/motley/_api.py") || file.ends_with("/motley/_jax.py") ||
           file.ends_with("/motley/jax_export.py") || file.ends_with("/examples/jax/export.py");
  }

  // The innermost calls of a location, from the inside out.
  std::string frames_text(std::string_view location) const {
    std::vector<std::string> frames;
    add_frames(location, "", frames, 0);
    std::string text;
    for (int i = 0; i < std::min<int>(kMostFrames, static_cast<int>(frames.size())); ++i) {
      text += (i == 0 ? "" : ", called at ") + frames[static_cast<size_t>(i)];
    }
    return text;
  }

  void add_frames(std::string_view location, std::string_view function,
                  std::vector<std::string>& out, int depth) const {
    if (depth > kMostDepth || out.size() >= kMostFrames) return;
    if (location.starts_with('#')) {
      const auto known = locations_.find(location);
      if (known != locations_.end()) add_frames(known->second, function, out, depth + 1);
    } else if (location.starts_with("callsite(")) {
      const std::string_view both = in_parenthesis(location, 8);
      const size_t at = both.find(" at ");
      if (at == std::string_view::npos) return;
      add_frames(both.substr(0, at), function, out, depth + 1);
      add_frames(both.substr(at + 4), function, out, depth + 1);
    } else if (location.starts_with('"')) {
      const size_t quote = location.find('"', 1);
      if (quote == std::string_view::npos) return;
      const std::string_view name = location.substr(1, quote - 1);
      const std::string_view rest = location.substr(quote + 1);
      if (rest.starts_with('(')) {
        add_frames(in_parenthesis(rest, 0), name, out, depth + 1);
      } else if (rest.starts_with(':') && !is_exporter(name)) {
        const std::string_view line = rest.substr(1, rest.find(':', 1) - 1);
        const bool is_function = !function.empty() && function.find('/') == std::string_view::npos;
        out.push_back(
            fmt::format("{}:{}{}", name, line, is_function ? fmt::format(" in {}", function) : ""));
      }
    }
  }

  std::vector<std::string_view> lines_;
  std::unordered_map<std::string_view, std::string_view> locations_;
  std::map<std::string, Function> functions_;
  Function* function_ = nullptr;
};

}  // namespace

std::vector<std::vector<std::string>> argument_sources(std::string_view stablehlo) {
  return SourceLines(stablehlo).of_main();
}

std::string op_source(std::string_view stablehlo, int line) {
  return SourceLines(stablehlo).of_line(line);
}

std::string op_source_in_file(const std::string& file, int line) {
  if (line <= 0 || core::path_kind(file) != core::PathKind::kFile) return "";
  return op_source(core::read_text_file(file), line);
}

std::vector<std::vector<std::string>> argument_sources_of_model(const std::string& path) {
  const bool is_folder = core::path_kind(path) == core::PathKind::kFolder;
  const std::string file = is_folder ? path + "/loss.mlir" : path;
  if (core::path_kind(file) != core::PathKind::kFile) return {};
  return argument_sources(core::read_text_file(file));
}

}  // namespace motley::tensor
