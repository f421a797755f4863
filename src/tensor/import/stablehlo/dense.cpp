#include "tensor/import/stablehlo/dense.h"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "tensor/ir/element_type.h"

namespace motley::tensor::reader {

namespace {

class DenseReader {
 public:
  DenseReader(const Source& source, const Attribute& dense, const TensorType& type)
      : lexer_(source, dense.value), type_(type), num_elements_(type.num_elements()) {
    text_size_ = static_cast<int64_t>(dense.text.size());
    lexer_.expect('<', "after `dense`");
  }

  Literal read() {
    const Token& token = lexer_.token();
    if (token.is('>')) return read_empty();
    if (token.kind == TokenKind::kString) return compact(read_hex());
    if (!token.is('[')) {
      Literal value = Literal::zeros(type_.scalar());
      read_element(value, 0);
      expect_end();
      return num_elements_ == 0 ? Literal::zeros(type_) : value;
    }
    // Each element takes at least one character: nothing is allocated that the text cannot fill.
    if (num_elements_ > text_size_) {
      fail_shape(fmt::format("has fewer elements than {}", type_.to_string()));
    }
    Literal value = Literal::zeros(type_);
    int64_t next = 0;
    read_nested(value, 0, next);
    expect_end();
    return compact(std::move(value));
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { lexer_.fail(lexer_.at(), message); }
  [[noreturn]] void fail_shape(const std::string& what) const {
    fail(fmt::format("the dense value {}", what));
  }
  void expect_end() { lexer_.expect('>', "after the dense value"); }

  Literal read_empty() const {
    if (num_elements_ != 0) fail_shape(fmt::format("is empty, but {} is not", type_.to_string()));
    return Literal::zeros(type_);
  }

  // One level of nested lists; the nesting depth is the type's number of dimensions.
  void read_nested(Literal& value, size_t dim, int64_t& next) {
    if (dim == type_.shape.size()) {
      if (lexer_.token().is('[')) {
        fail_shape(fmt::format("has more levels than {} has dimensions", type_.to_string()));
      }
      return read_element(value, next++);
    }
    const int64_t extent = type_.shape[dim];
    if (!lexer_.token().is('[')) {
      fail_shape(fmt::format("has fewer levels than {} has dimensions", type_.to_string()));
    }
    lexer_.take();
    int64_t count = 0;
    while (!lexer_.token().is(']')) {
      if (count == extent) break;
      read_nested(value, dim + 1, next);
      ++count;
      if (!lexer_.token().is(']')) lexer_.expect(',', "or `]` in the dense value");
    }
    if (count != extent || !lexer_.token().is(']')) {
      fail_shape(fmt::format("has {} than {} entries along dimension {} of {}",
                             count < extent ? "fewer" : "more", extent, dim, type_.to_string()));
    }
    lexer_.take();
  }

  void read_element(Literal& value, int64_t index) {
    if (is_float(type_.element)) {
      read_float(value, index);
    } else {
      read_integer(value, index);
    }
    lexer_.take();
  }

  [[noreturn]] void fail_element() const {
    fail(fmt::format("expected an element of type {}, but found {}", name(type_.element),
                     in_backticks(lexer_.token())));
  }
  [[noreturn]] void fail_range() const {
    fail(fmt::format("{} does not fit into {}", in_backticks(lexer_.token()), name(type_.element)));
  }

  void read_integer(Literal& value, int64_t index) const {
    const Token& token = lexer_.token();
    if (is_bool(type_.element) && token.kind == TokenKind::kWord) {
      if (token.text != "true" && token.text != "false") fail_element();
      return value.set_unsigned(index, token.text == "true" ? 1 : 0);
    }
    if (token.kind != TokenKind::kInteger) fail_element();
    // i8 accepts -128 .. 127, and 128 .. 255 as the bits of a negative number; ui8 accepts 0 ..
    // 255.
    std::string_view digits = token.text;
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    const int width = bit_width(type_.element);
    const uint64_t largest = std::numeric_limits<uint64_t>::max() >> (64 - width);
    uint64_t magnitude = 0;
    if (!unsigned_value(digits, magnitude) || magnitude > largest) fail_range();
    if (negative && magnitude != 0 && (!is_signed(type_.element) || magnitude > largest / 2 + 1)) {
      fail_range();
    }
    const uint64_t bits = negative ? 0 - magnitude : magnitude;
    if (is_signed(type_.element)) {
      value.set_signed(index, static_cast<int64_t>(bits));
    } else {
      value.set_unsigned(index, bits);
    }
  }

  void read_float(Literal& value, int64_t index) const {
    const Token& token = lexer_.token();
    if (token.kind == TokenKind::kInteger && token.text.starts_with("0x")) {
      return read_float_bits(value, index);
    }
    if (token.kind != TokenKind::kFloat) fail_element();
    switch (type_.element) {
      case ElementType::kF32:  // directly from the digits, without rounding to double first
        value.values<float>()[index] = parse<float>(token.text);
        break;
      default:
        value.set_float(index, parse<double>(token.text));
    }
  }

  // 0x7F800000: the bits of the number.
  void read_float_bits(Literal& value, int64_t index) const {
    uint64_t bits = 0;
    const int width = bit_width(type_.element);
    if (!unsigned_value(lexer_.token().text, bits) || (width < 64 && bits >> width != 0)) {
      fail_range();
    }
    const auto size = static_cast<size_t>(byte_size(type_.element));
    std::memcpy(value.data() + static_cast<size_t>(index) * size, &bits, size);
  }

  template <class T>
  T parse(std::string_view text) const {
    T value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc()) return value;
    // Underflow gives zero, overflow is an error: infinity is written by its bits.
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    double wide = 0;
    bool tiny = false;
    const auto retry = std::from_chars(text.data(), text.data() + text.size(), wide);
    if (retry.ec == std::errc()) {
      tiny = wide < 1;
    } else {
      const size_t exponent = text.find_first_of("eE");
      tiny = exponent == text.npos ? text[0] == '0' : text[exponent + 1] == '-';
    }
    if (!tiny) fail_range();
    return negative ? -T{0} : T{0};
  }

  // "0x..." holds all elements as raw bytes, or one element for a splat. Booleans are bytes; MLIR
  // before 2025 packed eight into one, lowest bit first.
  Literal read_hex() {
    std::string_view digits = lexer_.token().text;
    digits = digits.substr(1, digits.size() - 2);
    if (!digits.starts_with("0x") || digits.size() % 2 != 0) {
      fail(fmt::format("expected \"0x\" and pairs of hexadecimal digits, but found {}",
                       in_backticks(lexer_.token())));
    }
    std::vector<std::byte> bytes = bytes_from_hex(digits.substr(2));
    const Place at = lexer_.at();
    lexer_.take();
    expect_end();

    const auto size = static_cast<int64_t>(bytes.size());
    const int64_t element_size = byte_size(type_.element);
    if (size == element_size && num_elements_ > 0) {
      normalize_booleans(bytes);
      return Literal::from_bytes(type_.scalar(), bytes);
    }
    const int64_t packed_size = num_elements_ / 8 + (num_elements_ % 8 != 0);
    if (is_bool(type_.element) && size == packed_size) {
      bytes = unpacked(bytes);
    } else if (size != type_.num_bytes()) {
      lexer_.fail(at, fmt::format("the dense value has {} bytes, but {} has {}", size,
                                  type_.to_string(), type_.num_bytes()));
    }
    normalize_booleans(bytes);
    return Literal::from_bytes(type_, bytes);
  }

  std::vector<std::byte> bytes_from_hex(std::string_view digits) const {
    std::vector<std::byte> bytes(digits.size() / 2);
    for (size_t i = 0; i < bytes.size(); ++i) {
      const int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
      if (high < 0 || low < 0) {
        fail(fmt::format("expected hexadecimal digits, but found {}",
                         in_backticks(digits.substr(2 * i, 2))));
      }
      bytes[i] = static_cast<std::byte>(high * 16 + low);
    }
    return bytes;
  }

  static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
  }

  std::vector<std::byte> unpacked(const std::vector<std::byte>& packed) const {
    std::vector<std::byte> bytes(static_cast<size_t>(num_elements_));
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (packed[i / 8] >> (i % 8)) & std::byte{1};
    return bytes;
  }

  void normalize_booleans(std::vector<std::byte>& bytes) const {
    if (!is_bool(type_.element)) return;
    for (std::byte& b : bytes) b = b == std::byte{0} ? std::byte{0} : std::byte{1};
  }

  // A scalar if all elements have the same bits.
  static Literal compact(Literal value) {
    if (value.type().is_scalar() || value.num_elements() == 0) return value;
    const std::span<const std::byte> bytes = value.bytes();
    const auto size = static_cast<size_t>(byte_size(value.element()));
    if (std::memcmp(bytes.data(), bytes.data() + size, bytes.size() - size) != 0) return value;
    return Literal::from_bytes(value.type().scalar(), bytes.first(size));
  }

  Lexer lexer_;
  const TensorType& type_;
  int64_t num_elements_ = 0;
  int64_t text_size_ = 0;
};

}  // namespace

Literal read_dense_value(const Source& source, const Attribute& dense, const TensorType& type) {
  return DenseReader(source, dense, type).read();
}

}  // namespace motley::tensor::reader
