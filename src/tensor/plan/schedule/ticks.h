// Exact times: decimal numbers and fractions become integer ticks of a common unit.
//
//   TickUnit unit;                      // of "1", "0.5" and "112/3"
//   for (n : numbers) unit.include(n);  // 6 ticks make 1
//   unit.ticks(*parse_exact("0.5"))     // 3
//   unit.text(224)                      // "112/3"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley::tensor::schedule {

using Ticks = int64_t;

// In lowest terms, the denominator positive.
struct ExactNumber {
  int64_t numerator = 0, denominator = 1;
  friend bool operator==(const ExactNumber&, const ExactNumber&) = default;
};

// "3", "-0.25", "1e-3", "112/3"; empty if it is not a number or overflows.
std::optional<ExactNumber> parse_exact(std::string_view text);

class TickUnit {
 public:
  // Refines the tick to represent `number`. False on int64_t overflow.
  bool include(ExactNumber number);

  // Of a number that has been included; empty on overflow.
  std::optional<Ticks> ticks(ExactNumber number) const;
  // "49", "28.5", "112/3".
  std::string text(Ticks ticks) const;
  double value(Ticks ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(per_unit_);
  }

 private:
  int64_t per_unit_ = 1;
};

}  // namespace motley::tensor::schedule
