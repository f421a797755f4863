// CRC-32C (Castagnoli), the checksum of iSCSI and ext4: detects every error burst of up to 32 bits
// and all but one in four billion others. About 8 GB/s with the CPU's instruction, 1 GB/s without
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace motley::core {

// Of "123456789": 0xe3069283. To continue after earlier bytes, pass their checksum.
uint32_t crc32c(std::span<const std::byte> bytes, uint32_t before = 0);

namespace detail {
uint32_t portable_crc32c(std::span<const std::byte> bytes, uint32_t before);
}

}  // namespace motley::core
