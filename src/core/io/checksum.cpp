#include "core/io/checksum.h"

#include <array>
#include <cstring>

namespace motley::core {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78;  // bits reversed

// Row k: the effect of a byte followed by k zero bytes. Eight rows process eight bytes at a time.
constexpr std::array<std::array<uint32_t, 256>, 8> make_tables() {
  std::array<std::array<uint32_t, 256>, 8> tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) * kPolynomial);
    tables[0][byte] = value;
  }
  for (size_t k = 1; k < tables.size(); ++k) {
    for (uint32_t byte = 0; byte < 256; ++byte) {
      const uint32_t value = tables[k - 1][byte];
      tables[k][byte] = (value >> 8) ^ tables[0][value & 0xff];
    }
  }
  return tables;
}
constexpr auto kTables = make_tables();

uint64_t load_word(const std::byte* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t sse_crc32c(std::span<const std::byte> bytes,
                                                      uint32_t before) {
  uint64_t state = ~before;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    state = __builtin_ia32_crc32di(state, load_word(bytes.data()));
  }
  auto rest = static_cast<uint32_t>(state);
  for (std::byte b : bytes) rest = __builtin_ia32_crc32qi(rest, static_cast<uint8_t>(b));
  return ~rest;
}
#endif

}  // namespace

uint32_t detail::portable_crc32c(std::span<const std::byte> bytes, uint32_t before) {
  uint32_t state = ~before;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    const uint64_t word = load_word(bytes.data()) ^ state;
    state = 0;
    for (size_t k = 0; k < 8; ++k) state ^= kTables[7 - k][(word >> (8 * k)) & 0xff];
  }
  for (std::byte b : bytes) state = (state >> 8) ^ kTables[0][(state ^ uint32_t(b)) & 0xff];
  return ~state;
}

uint32_t crc32c(std::span<const std::byte> bytes, uint32_t before) {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2");
  if (has_instruction) return sse_crc32c(bytes, before);
#endif
  return detail::portable_crc32c(bytes, before);
}

}  // namespace motley::core
