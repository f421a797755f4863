#include "core/cluster/device_library.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley::core {
namespace {

// Vendors state accelerator memory in GB but mean powers of two: 16 "GB" are 16 GiB.
constexpr int64_t kGiB = int64_t{1} << 30;

// A CPU's flops are cores x base clock x flops per cycle and core, as published; its memory is that
// of a typical machine, since it is not part of the processor.
constexpr double cpu_flops(int64_t cores, int64_t megahertz, int64_t per_cycle) {
  return static_cast<double>(cores * megahertz * per_cycle * 1'000'000);
}

using enum NumberFormat;

// Rates in Tflop/s, f32 first; launch: seconds from one kernel to the next.
struct Published {
  std::string_view name;
  double f32;
  std::vector<std::pair<NumberFormat, double>> rates;
  int64_t memory_gib;
  double memory_bandwidth;
  double launch_seconds;
  std::string_view source;
};

// Nobody publishes launch times. Of GPUs they are those of the H200, measured as the time of each
// further kernel of one executable; those of TPUs and Trainium, which run a program without
// launches from the host, are assumed.
constexpr double kGpu = 2e-6, kTpu = 0.5e-6;

// Dense rates, without structured sparsity, with float32 accumulation. A device without matrix
// units for bfloat16 computes it as float32, which its row says by stating that rate. tf32 is the
// rate of float32 products at the default precision: of TPUs that of bfloat16, whose float32 is six
// passes of it.
const std::vector<Published>& published_accelerators() {
  static const std::vector<Published> rows = {
      {"p100",
       9.3,
       {{kF64, 4.7}, {kBF16, 9.3}, {kF16, 18.7}},
       16,
       732e9,
       kGpu,
       "NVIDIA Tesla P100 datasheet, PCIe 16 GB"},
      {"p100-sxm2",
       10.6,
       {{kF64, 5.3}, {kBF16, 10.6}, {kF16, 21.2}},
       16,
       732e9,
       kGpu,
       "NVIDIA Tesla P100 datasheet, SXM2"},
      {"v100",
       15.7,
       {{kF64, 7.8}, {kBF16, 15.7}, {kF16, 125}},
       16,
       900e9,
       kGpu,
       "NVIDIA V100 datasheet, SXM2 16 GB; no bfloat16"},
      {"v100-32",
       15.7,
       {{kF64, 7.8}, {kBF16, 15.7}, {kF16, 125}},
       32,
       900e9,
       kGpu,
       "NVIDIA V100 datasheet, SXM2 32 GB; no bfloat16"},
      {"t4",
       8.1,
       {{kBF16, 8.1}, {kF16, 65}},
       16,
       300e9,
       kGpu,
       "NVIDIA T4 datasheet; by its memory clock others count 320 GB/s; no bfloat16"},
      {"a10",
       31.2,
       {{kTF32, 62.5}, {kBF16, 125}, {kF16, 125}},
       24,
       600e9,
       kGpu,
       "NVIDIA A10 datasheet"},
      {"a100-40",
       19.5,
       {{kF64, 19.5}, {kTF32, 156}, {kBF16, 312}, {kF16, 312}},
       40,
       1555e9,
       kGpu,
       "NVIDIA A100 datasheet, SXM4 40 GB"},
      {"a100-80",
       19.5,
       {{kF64, 19.5}, {kTF32, 156}, {kBF16, 312}, {kF16, 312}},
       80,
       2039e9,
       kGpu,
       "NVIDIA A100 datasheet, SXM4 80 GB"},
      {"rtx-3090",
       35.6,
       {{kTF32, 35.6}, {kBF16, 71.2}, {kF16, 71.2}},
       24,
       936e9,
       kGpu,
       "NVIDIA GA102 white paper, GeForce RTX 3090"},
      {"rtx-4090",
       82.6,
       {{kTF32, 82.6}, {kBF16, 165.2}, {kF16, 165.2}, {kFP8, 330.3}},
       24,
       1008e9,
       kGpu,
       "NVIDIA Ada white paper, GeForce RTX 4090"},
      {"rtx-5090",
       104.8,
       {{kTF32, 104.8}, {kBF16, 209.5}, {kF16, 209.5}, {kFP8, 419}},
       32,
       1792e9,
       kGpu,
       "NVIDIA RTX Blackwell white paper, GeForce RTX 5090"},
      {"rtx-a6000",
       38.7,
       {{kTF32, 77.4}, {kBF16, 154.8}, {kF16, 154.8}},
       48,
       768e9,
       kGpu,
       "NVIDIA RTX A6000 datasheet; matrix rates from the GA102 white paper"},
      {"rtx-6000-ada",
       91.1,
       {{kTF32, 182.1}, {kBF16, 364.2}, {kF16, 364.2}, {kFP8, 728.5}},
       48,
       960e9,
       kGpu,
       "NVIDIA RTX 6000 Ada datasheet; matrix rates from the Ada white paper"},
      {"l4",
       30.3,
       {{kTF32, 60}, {kBF16, 121}, {kF16, 121}, {kFP8, 242.5}},
       24,
       300e9,
       kGpu,
       "NVIDIA L4 datasheet, half of its rates with sparsity"},
      {"l40s",
       91.6,
       {{kTF32, 183}, {kBF16, 362}, {kF16, 362}, {kFP8, 733}},
       48,
       864e9,
       kGpu,
       "NVIDIA L40S datasheet"},
      {"h100",
       67,
       {{kF64, 67}, {kTF32, 494.7}, {kBF16, 989.4}, {kF16, 989.4}, {kFP8, 1978.9}},
       80,
       3.35e12,
       kGpu,
       "NVIDIA H100 datasheet, SXM5, half of its rates with sparsity"},
      {"h200",
       67,
       {{kF64, 67}, {kTF32, 494.7}, {kBF16, 989.4}, {kF16, 989.4}, {kFP8, 1978.9}},
       141,
       4.8e12,
       kGpu,
       "NVIDIA H200 datasheet, SXM5, half of its rates with sparsity"},
      {"b200",
       75,
       {{kF64, 37}, {kTF32, 1125}, {kBF16, 2250}, {kF16, 2250}, {kFP8, 4500}},
       180,
       7.7e12,
       kGpu,
       "NVIDIA HGX B200 datasheet, an eighth of the board, half of its rates with sparsity; the "
       "architecture brief of 2024 had 80 Tflop/s, 192 GB and 8 TB/s"},
      // Each die of an MI250X appears as a device of its own to programs, so a host holds eight
      // `mi250x-gcd` for four cards. The whole card is listed for rough estimates.
      {"mi250x-gcd",
       23.95,
       {{kF64, 47.85}, {kTF32, 47.85}, {kBF16, 191.5}, {kF16, 191.5}},
       64,
       1.6384e12,
       kGpu,
       "AMD Instinct MI250X datasheet, one of its two dies: what programs see as a device; vector "
       "float32, tf32 stands for its float32 matrices"},
      {"mi250x",
       47.9,
       {{kF64, 95.7}, {kTF32, 95.7}, {kBF16, 383}, {kF16, 383}},
       128,
       3.2768e12,
       kGpu,
       "AMD Instinct MI250X datasheet, both dies as one; vector float32, tf32 stands for its "
       "float32 matrices"},
      {"mi300x",
       163.4,
       {{kF64, 163.4}, {kTF32, 653.7}, {kBF16, 1307.4}, {kF16, 1307.4}, {kFP8, 2614.9}},
       192,
       5.3e12,
       kGpu,
       "AMD Instinct MI300X datasheet, vector float32"},
      {"mi355x",
       157.3,
       {{kF64, 78.6}, {kBF16, 2516.6}, {kF16, 2516.6}, {kFP8, 5033.2}},
       288,
       8e12,
       kGpu,
       "AMD Instinct MI355X datasheet, vector float32; its matrix units have no TF32"},
      {"tpu-v4",
       45.8,
       {{kTF32, 275}, {kBF16, 275}},
       32,
       1228e9,
       kTpu,
       "Google Cloud TPU v4 documentation"},
      {"tpu-v5e",
       32.8,
       {{kTF32, 197}, {kBF16, 197}},
       16,
       819e9,
       kTpu,
       "Google Cloud TPU v5e documentation"},
      {"tpu-v5p",
       76.5,
       {{kTF32, 459}, {kBF16, 459}},
       95,
       2765e9,
       kTpu,
       "Google Cloud TPU v5p documentation"},
      {"tpu-v6e",
       153,
       {{kTF32, 918}, {kBF16, 918}},
       32,
       1640e9,
       kTpu,
       "Google Cloud TPU v6e documentation"},
      {"trainium2",
       181,
       {{kTF32, 667}, {kBF16, 667}, {kF16, 667}, {kFP8, 1299}},
       96,
       2.9e12,
       kTpu,
       "AWS Trainium2 architecture, Neuron documentation"},
  };
  return rows;
}

LibraryDevice library_device(const Published& row) {
  DeviceType type{.name = std::string(row.name),
                  .flops_per_second = std::round(row.f32 * 1e12),
                  .memory_bytes = row.memory_gib * kGiB,
                  .memory_bytes_per_second = row.memory_bandwidth};
  type.launch_seconds = row.launch_seconds;
  for (const auto& [format, rate] : row.rates) type.product_rates[format] = std::round(rate * 1e12);
  return {std::move(type), row.source};
}

// bfloat16 at `bf16` times the rate of float32: 1 if the processor has no instructions for it.
LibraryDevice library_cpu(std::string_view name, double flops, double bf16, int64_t memory_gib,
                          double memory_bandwidth, std::string_view source) {
  DeviceType type{.name = std::string(name),
                  .flops_per_second = flops,
                  .memory_bytes = memory_gib * kGiB,
                  .memory_bytes_per_second = memory_bandwidth};
  type.product_rates[kBF16] = bf16 * flops;
  type.product_rates[kF16] = flops;
  return {std::move(type), source};
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
  static const std::vector<LibraryDevice> library = [] {
    std::vector<LibraryDevice> all;
    for (const Published& row : published_accelerators()) {
      all.push_back(library_device(row));
      if (row.name == "h200") all.back().type.measured = h200_tables();
    }
    all.push_back(library_cpu(
        "epyc-7763", cpu_flops(64, 2450, 32), 1, 256, 204.8e9,
        "AMD EPYC 7763: 64 cores, 2.45 GHz base, 2 x 8 FMA; 8 x DDR4-3200; 8 x 32 GiB assumed"));
    all.push_back(library_cpu(
        "epyc-9654", cpu_flops(96, 2400, 32), 2, 384, 460.8e9,
        "AMD EPYC 9654: 96 cores, 2.4 GHz base, 2 x 8 FMA, bfloat16 pairs; 12 x DDR5-4800; 12 x 32 "
        "GiB assumed"));
    all.push_back(library_cpu("xeon-8380", cpu_flops(40, 2300, 64), 1, 256, 204.8e9,
                              "Intel Xeon Platinum 8380: 40 cores, 2.3 GHz base, 2 x 16 FMA; 8 x "
                              "DDR4-3200; 8 x 32 GiB assumed"));
    all.push_back(
        library_cpu("graviton3", cpu_flops(64, 2600, 32), 2, 128, 307.2e9,
                    "AWS Graviton3 (c7g.16xlarge): 64 cores, 2.6 GHz, 2 x 8 FMA, bfloat16 "
                    "pairs; 8 x DDR5-4800"));
    return all;
  }();
  return library;
}

const LibraryDevice* find_library_device(std::string_view name) {
  const auto& library = device_library();
  const auto found = std::ranges::find(library, name, [](const auto& d) { return d.type.name; });
  return found == library.end() ? nullptr : &*found;
}

}  // namespace motley::core
