#include "tensor/import/stablehlo/types.h"

#include <algorithm>

#include "tensor/ir/element_type.h"

namespace motley::tensor::reader {

namespace {

constexpr size_t kMaxDims = 64;

// MLIR types other than tensors of supported element types.
bool is_unsupported(std::string_view text) {
  if (text.starts_with('!') || text.starts_with('(')) return true;
  for (std::string_view name : {"complex<", "memref<", "tensor<", "tuple<", "vector<"}) {
    if (text.starts_with(name)) return true;
  }
  if (text == "index" || text == "none" || text == "token") return true;
  for (std::string_view prefix : {"ui", "si", "i", "bf", "tf", "f"}) {  // i4, ui2, f8E4M3FN, tf32
    if (text.starts_with(prefix) && text.size() > prefix.size()) {
      const char c = text[prefix.size()];
      if (c >= '0' && c <= '9') return true;
    }
  }
  return false;
}

// Reads the text between the brackets of tensor<...>.
class TensorTypeReader {
 public:
  TensorTypeReader(const Source& source, const Place& at, std::string_view text)
      : source_(source), at_(at), text_(text), rest_(text.substr(7, text.size() - 8)) {}

  TensorType read() {
    if (rest_.starts_with('*')) fail_unsupported("unranked type");
    TensorType type;
    while (!rest_.empty() && (rest_[0] == '?' || (rest_[0] >= '0' && rest_[0] <= '9'))) {
      type.shape.push_back(extent());
    }
    if (type.shape.size() > kMaxDims) {
      fail(fmt::format("unsupported tensor of {} dimensions, more than {}", type.shape.size(),
                       kMaxDims));
    }
    type.element = element();
    if (!fits_in_memory_model(type)) {
      fail(fmt::format("{} has more bytes than can be counted in 64 bits", in_backticks(text_)));
    }
    return type;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { source_.fail(at_, message); }
  [[noreturn]] void fail_unsupported(std::string_view what) const {
    fail(fmt::format("unsupported {} {}", what, printable(text_)));
  }

  int64_t extent() {
    if (rest_[0] == '?') fail_unsupported("dynamic dimension in");
    const size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    int64_t value = 0;
    if (!integer_value(rest_.substr(0, end), value)) {
      fail(fmt::format("the extent {} does not fit into 64 bits",
                       in_backticks(rest_.substr(0, end))));
    }
    if (end == rest_.size() || rest_[end] != 'x') {
      fail(fmt::format("expected `x` and an element type in {}", in_backticks(text_)));
    }
    rest_.remove_prefix(end + 1);
    return value;
  }

  ElementType element() {
    std::string_view name = rest_;
    if (const size_t comma = name.find(','); comma != name.npos && name.find('<') > comma) {
      fail_unsupported("encoding in");
    }
    if (name.starts_with("si")) name.remove_prefix(1);
    if (auto element = element_type_from_name(name)) return *element;
    if (is_unsupported(rest_)) {
      fail(fmt::format("unsupported element type {}{}", printable(rest_),
                       rest_.starts_with("complex<")
                           ? "; keep real and imaginary parts as two arrays of real numbers"
                           : ""));
    }
    fail(fmt::format("unknown element type {} in {}", in_backticks(rest_), in_backticks(text_)));
  }

  const Source& source_;
  Place at_;
  std::string_view text_, rest_;
};

}  // namespace

TypeId TypeTable::read(Lexer& lexer) {
  const Place at = lexer.at();
  const std::string_view all = lexer.source().text;
  if (!lexer.token().is_word("tensor")) {
    const std::string_view text = skip_type(lexer);
    if (is_unsupported(text)) lexer.fail(at, fmt::format("unsupported type {}", printable(text)));
    lexer.fail(at, fmt::format("expected a type, but found {}", in_backticks(text)));
  }
  std::string_view text;
  const size_t open = lexer.end();
  if (open >= all.size() || all[open] != '<') lexer.fail(at, "expected `<` after `tensor`");
  const size_t close = all.find_first_of("<>\n\"", open + 1);
  if (close != all.npos && all[close] == '>') {
    text = all.substr(at.offset, close + 1 - at.offset);
    lexer.restart_at(close + 1);
  } else {
    text = skip_type(lexer);
  }

  if (auto found = by_text_.find(text); found != by_text_.end()) return found->second;
  const TypeId type = id(TensorTypeReader(lexer.source(), at, text).read());
  by_text_.emplace(text, type);
  return type;
}

std::vector<WrittenType> TypeTable::read_list(Lexer& lexer) {
  std::vector<WrittenType> types;
  do {
    const Place at = lexer.at();
    types.push_back({read(lexer), at});
  } while (lexer.accept(','));
  return types;
}

std::vector<WrittenType> TypeTable::read_parenthesized(Lexer& lexer) {
  lexer.expect('(', "before the types");
  if (lexer.accept(')')) return {};
  std::vector<WrittenType> types = read_list(lexer);
  lexer.expect(')', "after the types");
  return types;
}

std::vector<WrittenType> TypeTable::read_results(Lexer& lexer) {
  if (lexer.token().is('(')) return read_parenthesized(lexer);
  const Place at = lexer.at();
  return {{read(lexer), at}};
}

TypeId TypeTable::id(const TensorType& type) {
  std::string text = type.to_string();
  if (auto found = by_text_.find(text); found != by_text_.end()) return found->second;
  const auto id = static_cast<TypeId>(types_.size());
  types_.push_back(type);
  spellings_.push_back(std::move(text));
  by_text_.emplace(spellings_.back(), id);
  return id;
}

std::string_view skip_type(Lexer& lexer) {
  const size_t begin = lexer.at().offset;
  size_t end = lexer.end();
  const auto skip_brackets = [&] {
    const std::string_view inner = lexer.skip_brackets();
    end = static_cast<size_t>(inner.data() - lexer.source().text.data()) + inner.size() + 1;
  };
  bool is_function;
  do {  // (A, B) -> C, where C may itself be a function type
    is_function = lexer.token().is('(');
    if (is_function) {
      skip_brackets();
    } else if (lexer.token().kind == TokenKind::kWord || lexer.token().kind == TokenKind::kType) {
      end = lexer.end();
      lexer.take();
      if (lexer.token().is('<')) skip_brackets();
    } else {
      lexer.fail_expected("a type");
    }
  } while (is_function && lexer.accept_arrow());
  return lexer.source().text.substr(begin, end - begin);
}

}  // namespace motley::tensor::reader
