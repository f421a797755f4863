#include "tensor/data/sample_order.h"

#include <algorithm>
#include <bit>

#include "core/base/error.h"
#include "core/base/random.h"

namespace motley::tensor {
namespace {

// Epochs count from 0; the choice of the validation samples is another permutation.
constexpr uint32_t kSplit = 0xffff'ffff;
constexpr uint32_t kOrderStream = 0x8000'0002;  // separate from those of parameters and windows

uint32_t round_bits(uint64_t half, int round, uint64_t seed, uint32_t epoch) {
  return core::philox4x32({static_cast<uint32_t>(half), static_cast<uint32_t>(half >> 32),
                           static_cast<uint32_t>(round) ^ kOrderStream, epoch},
                          {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)})[0];
}

}  // namespace

int64_t permuted(int64_t index, int64_t count, uint64_t seed, uint32_t epoch) {
  MOTLEY_CHECK(0 <= index && index < count, "index {} of {}", index, count);
  constexpr int kRounds = 6;
  const int bits = static_cast<int>(std::bit_width(static_cast<uint64_t>(count - 1)));
  const int half_bits = std::max(1, (bits + 1) / 2);
  const uint64_t mask = (uint64_t{1} << half_bits) - 1;
  auto value = static_cast<uint64_t>(index);
  do {
    uint64_t left = value >> half_bits, right = value & mask;
    for (int round = 0; round < kRounds; ++round) {
      const uint64_t next = left ^ (round_bits(right, round, seed, epoch) & mask);
      left = right;
      right = next;
    }
    value = left << half_bits | right;
  } while (value >= static_cast<uint64_t>(count));
  return static_cast<int64_t>(value);
}

SampleOrder::SampleOrder(int64_t count, Settings settings) : count_(count), settings_(settings) {
  MOTLEY_CHECK(0 <= settings.num_validation && settings.num_validation < count,
               "{} of {} samples for validation", settings.num_validation, count);
}

int64_t SampleOrder::at(int64_t position) const {
  const int64_t n = num_training(), epoch = position / n, place = position % n;
  if (!settings_.shuffle) return place;
  const int64_t sample = permuted(place, n, settings_.seed, static_cast<uint32_t>(epoch));
  return settings_.num_validation == 0 ? sample : permuted(sample, count_, settings_.seed, kSplit);
}

int64_t SampleOrder::validation_at(int64_t position) const {
  const int64_t sample = num_training() + position;
  return settings_.shuffle ? permuted(sample, count_, settings_.seed, kSplit) : sample;
}

}  // namespace motley::tensor
