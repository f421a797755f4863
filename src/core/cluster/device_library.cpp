#include "core/cluster/device_library.h"

#include <algorithm>

namespace motley::core {
namespace {

// Vendors state accelerator memory in GB but mean powers of two: 16 "GB" are 16 GiB.
constexpr int64_t kGiB = int64_t{1} << 30;

// A CPU's flops are cores x base clock x flops per cycle and core, as published; its memory is that
// of a typical machine, since it is not part of the processor.
constexpr double cpu_flops(int64_t cores, int64_t megahertz, int64_t per_cycle) {
  return static_cast<double>(cores * megahertz * per_cycle * 1'000'000);
}

}  // namespace

// Besides the vendors' datasheets, figures were cross-checked: P100 at Microway (9.3 Tflop/s and
// 732 GB/s over PCIe; 10.6 as SXM2), V100 as 5120 lanes x 2 x 1.53 GHz (15 Tflop/s is that of its
// announcement, 14 the PCIe card's), A10 as 9216 x 2 x 1.695 GHz and 384 bit x 12.5 Gb/s, A100 at
// Glenn Lockwood's (1555 and 2039 GB/s), MI250X as 14080 x 2 x 1.7 GHz and 8192 bit x 3.2 Gb/s (its
// 95.7 Tflop/s are for matrices or packed vectors), Graviton3 at WikiChip (2.6 GHz, 8 x DDR5-4800;
// Amazon says 300 GB/s), EPYC 7763 in a table that cites TechPowerUp, EPYC 9654 in HPC Tech's (2.40
// GHz, 12 x DDR5-4800). The clock of Xeon 8380 is from its vendor's datasheet only.
const std::vector<LibraryDevice>& device_library() {
  static const std::vector<LibraryDevice> library = {
      // name, flops, memory, memory bandwidth
      {{"p100", 9.3e12, 16 * kGiB, 732e9}, "NVIDIA Tesla P100 datasheet, PCIe 16 GB"},
      {{"p100-sxm2", 10.6e12, 16 * kGiB, 732e9}, "NVIDIA Tesla P100 datasheet, SXM2"},
      {{"v100", 15.7e12, 16 * kGiB, 900e9}, "NVIDIA V100 datasheet, SXM2 16 GB"},
      {{"v100-32", 15.7e12, 32 * kGiB, 900e9}, "NVIDIA V100 datasheet, SXM2 32 GB"},
      {{"t4", 8.1e12, 16 * kGiB, 300e9},
       "NVIDIA T4 datasheet; by its memory clock others count 320 GB/s"},
      {{"a10", 31.2e12, 24 * kGiB, 600e9}, "NVIDIA A10 datasheet"},
      {{"a100-40", 19.5e12, 40 * kGiB, 1555e9}, "NVIDIA A100 datasheet, SXM4 40 GB"},
      {{"a100-80", 19.5e12, 80 * kGiB, 2039e9}, "NVIDIA A100 datasheet, SXM4 80 GB"},
      {{"l4", 30.3e12, 24 * kGiB, 300e9}, "NVIDIA L4 datasheet"},
      {{"h100", 67e12, 80 * kGiB, 3.35e12}, "NVIDIA H100 datasheet, SXM5"},
      {{"h200", 67e12, 141 * kGiB, 4.8e12}, "NVIDIA H200 datasheet, SXM5"},
      {{"b200", 75e12, 180 * kGiB, 7.7e12},
       "NVIDIA HGX B200 datasheet, an eighth of the board; the architecture brief of 2024 had 80 "
       "Tflop/s, 192 GB and 8 TB/s"},
      // Each die of an MI250X appears as a device of its own to programs, so a host holds eight
      // `mi250x-gcd` for four cards. The whole card is listed for rough estimates.
      {{"mi250x-gcd", 23.95e12, 64 * kGiB, 1.6384e12},
       "AMD Instinct MI250X datasheet, one of its two dies: what programs see as a device"},
      {{"mi250x", 47.9e12, 128 * kGiB, 3.2768e12},
       "AMD Instinct MI250X datasheet, both dies as one; vector float32"},
      {{"mi300x", 163.4e12, 192 * kGiB, 5.3e12}, "AMD Instinct MI300X datasheet, vector float32"},
      {{"epyc-7763", cpu_flops(64, 2450, 32), 256 * kGiB, 204.8e9},
       "AMD EPYC 7763: 64 cores, 2.45 GHz base, 2 x 8 FMA; 8 x DDR4-3200; 8 x 32 GiB assumed"},
      {{"epyc-9654", cpu_flops(96, 2400, 32), 384 * kGiB, 460.8e9},
       "AMD EPYC 9654: 96 cores, 2.4 GHz base, 2 x 8 FMA; 12 x DDR5-4800; 12 x 32 GiB assumed"},
      {{"xeon-8380", cpu_flops(40, 2300, 64), 256 * kGiB, 204.8e9},
       "Intel Xeon Platinum 8380: 40 cores, 2.3 GHz base, 2 x 16 FMA; 8 x DDR4-3200; 8 x 32 GiB "
       "assumed"},
      {{"graviton3", cpu_flops(64, 2600, 32), 128 * kGiB, 307.2e9},
       "AWS Graviton3 (c7g.16xlarge): 64 cores, 2.6 GHz, 2 x 8 FMA; 8 x DDR5-4800"},
  };
  return library;
}

const LibraryDevice* find_library_device(std::string_view name) {
  const auto& library = device_library();
  const auto found = std::ranges::find(library, name, [](const auto& d) { return d.type.name; });
  return found == library.end() ? nullptr : &*found;
}

}  // namespace motley::core
