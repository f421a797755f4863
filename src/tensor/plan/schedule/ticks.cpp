#include "tensor/plan/schedule/ticks.h"

#include <fmt/format.h>

#include <charconv>
#include <numeric>

#include "core/base/integer.h"

namespace motley::tensor::schedule {
namespace {

std::optional<int64_t> parse_whole(std::string_view text) {
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::optional<int64_t> power_of_ten(int64_t exponent) {
  std::optional<int64_t> power = 1;
  for (int64_t i = 0; i < exponent && power; ++i) power = core::checked_multiply(*power, 10);
  return power;
}

ExactNumber reduced(int64_t numerator, int64_t denominator) {
  const int64_t common = std::gcd(numerator, denominator);
  return {numerator / common, denominator / common};
}

// "12.50": all digits as one integer, over a power of ten.
std::optional<ExactNumber> parse_decimal(std::string_view text, int64_t exponent) {
  const size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  if (point != text.npos) {
    digits += text.substr(point + 1);
    exponent -= static_cast<int64_t>(text.size() - point - 1);
  }
  if (digits.find_first_of("0123456789") == digits.npos) return std::nullopt;
  const std::optional<int64_t> number = parse_whole(digits);
  const std::optional<int64_t> scale = power_of_ten(exponent < 0 ? -exponent : exponent);
  if (!number || !scale) return std::nullopt;
  if (exponent < 0) return reduced(*number, *scale);
  const std::optional<int64_t> product = core::checked_multiply(*number, *scale);
  if (!product) return std::nullopt;
  return ExactNumber{*product, 1};
}

}  // namespace

std::optional<ExactNumber> parse_exact(std::string_view text) {
  if (const size_t slash = text.find('/'); slash != text.npos) {
    const std::optional<int64_t> numerator = parse_whole(text.substr(0, slash));
    const std::optional<int64_t> denominator = parse_whole(text.substr(slash + 1));
    if (!numerator || !denominator || *denominator < 1 || *numerator == INT64_MIN)
      return std::nullopt;
    return reduced(*numerator, *denominator);
  }
  int64_t exponent = 0;
  if (const size_t e = text.find_first_of("eE"); e != text.npos) {
    const std::optional<int64_t> given = parse_whole(text.substr(e + 1));
    if (!given || *given < -30 || *given > 30) return std::nullopt;
    exponent = *given;
    text = text.substr(0, e);
  }
  return parse_decimal(text, exponent);
}

bool TickUnit::include(ExactNumber number) {
  const int64_t factor = number.denominator / std::gcd(per_unit_, number.denominator);
  const std::optional<int64_t> finer = core::checked_multiply(per_unit_, factor);
  if (finer) per_unit_ = *finer;
  return finer.has_value();
}

std::optional<Ticks> TickUnit::ticks(ExactNumber number) const {
  return core::checked_multiply(number.numerator, per_unit_ / number.denominator);
}

std::string TickUnit::text(Ticks ticks) const {
  const ExactNumber number = reduced(ticks, per_unit_);
  if (number.denominator == 1) return fmt::format("{}", number.numerator);
  // A denominator with only factors 2 and 5 has an exact decimal.
  int64_t rest = number.denominator;
  for (const int64_t p : {2, 5}) {
    while (rest % p == 0) rest /= p;
  }
  if (rest == 1) return fmt::format("{}", value(ticks));
  return fmt::format("{}/{}", number.numerator, number.denominator);
}

}  // namespace motley::tensor::schedule
