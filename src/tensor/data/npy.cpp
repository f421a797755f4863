#include "tensor/data/npy.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/text.h"

namespace motley::tensor {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr size_t kMaxDims = 64;

struct NpyType {
  std::string_view descr;
  ElementType element;
};
constexpr NpyType kNpyTypes[] = {
    {"|b1", ElementType::kI1},  {"|i1", ElementType::kI8},  {"|u1", ElementType::kU8},
    {"<i2", ElementType::kI16}, {"<u2", ElementType::kU16}, {"<i4", ElementType::kI32},
    {"<u4", ElementType::kU32}, {"<i8", ElementType::kI64}, {"<u8", ElementType::kU64},
    {"<f2", ElementType::kF16}, {"<f4", ElementType::kF32}, {"<f8", ElementType::kF64},
};

// The header is a Python dict on one line, always written in this form:
// {'descr': '<f4', 'fortran_order': False, 'shape': (60000, 28), }
class NpyHeader {
 public:
  NpyHeader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  ElementType element() const {
    const std::string_view descr = quoted(value_of("descr"));
    for (const NpyType& row : kNpyTypes) {
      if (row.descr == descr) return row.element;
    }
    if (descr.starts_with('>')) fail("holds big-endian numbers; convert them: a.astype('<f4')");
    fail(
        fmt::format("holds elements of numpy's type {}, which no Program has; save numbers or "
                    "booleans",
                    core::in_quotes(descr.empty() ? value_of("descr") : descr)));
  }

  Shape shape() const {
    std::string_view rest = value_of("shape");
    if (!rest.starts_with('(')) damaged();
    rest.remove_prefix(1);
    Shape shape;
    while (true) {
      while (rest.starts_with(' ') || rest.starts_with(',')) rest.remove_prefix(1);
      if (rest.starts_with(')')) return shape;
      int64_t extent = 0;
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), extent);
      if (error != std::errc() || extent < 0) damaged();
      rest.remove_prefix(end - rest.data());
      if (shape.size() == kMaxDims) fail("has more dimensions than numpy's arrays");
      shape.push_back(extent);
    }
  }

  bool is_fortran() const { return value_of("fortran_order").starts_with("True"); }

  [[noreturn]] void fail(const std::string& message) const {
    throw core::UserError({file_}, message);
  }
  [[noreturn]] void damaged() const { fail("is damaged: its .npy header cannot be read"); }

 private:
  std::string_view value_of(std::string_view key) const {
    const size_t at = text_.find(fmt::format("'{}':", key));
    if (at == text_.npos) damaged();
    std::string_view rest = text_.substr(at + key.size() + 3);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    return rest;
  }
  static std::string_view quoted(std::string_view text) {
    if (!text.starts_with('\'')) return {};  // a structure
    text.remove_prefix(1);
    return text.substr(0, text.find('\''));
  }

  std::string_view text_;
  const std::string& file_;
};

}  // namespace

bool is_npy(std::span<const std::byte> bytes) {
  return bytes.size() >= kNpyMagic.size() &&
         std::memcmp(bytes.data(), kNpyMagic.data(), kNpyMagic.size()) == 0;
}

DataArray parse_npy(std::span<const std::byte> bytes, const std::string& file) {
  const auto damaged = [&](const std::string& why) {
    throw core::UserError({file}, "is damaged: " + why);
  };
  if (bytes.size() < 12 || !is_npy(bytes)) damaged("it does not begin as a .npy file does");
  const int version = static_cast<int>(bytes[6]);
  if (version < 1 || version > 3) damaged(fmt::format("it is of version {}, not 1 to 3", version));
  uint32_t header_bytes = 0;
  const size_t length_bytes = version == 1 ? 2 : 4;
  std::memcpy(&header_bytes, bytes.data() + 8, length_bytes);
  const size_t begin = 8 + length_bytes;
  if (header_bytes > bytes.size() - begin) damaged("its .npy header ends after the file");
  const NpyHeader header(
      {reinterpret_cast<const char*>(bytes.data()) + begin, size_t{header_bytes}}, file);
  DataArray array;
  array.type = {header.element(), header.shape()};
  int64_t long_extents = 0;
  for (int64_t extent : array.type.shape) long_extents += extent > 1;
  if (header.is_fortran() && long_extents > 1) {
    header.fail("is in Fortran's order; save np.ascontiguousarray(a)");
  }
  array.bytes = bytes.subspan(begin + header_bytes);
  std::optional<int64_t> wanted = core::checked_product(array.type.shape);
  if (wanted) wanted = core::checked_multiply(*wanted, byte_size(array.type.element));
  if (!wanted || *wanted != std::ssize(array.bytes)) {
    damaged(
        fmt::format("{} bytes of data do not make {}", array.bytes.size(), array.type.to_string()));
  }
  return array;
}

}  // namespace motley::tensor
