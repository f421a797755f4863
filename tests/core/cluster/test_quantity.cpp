#include <gtest/gtest.h>

#include <random>

#include "core/cluster/quantity.h"

namespace motley::core {
namespace {

double value_of(std::string_view text, Dimension dimension) {
  const Quantity quantity = parse_quantity(text, dimension);
  EXPECT_EQ(quantity.fault, "") << text;
  return quantity.value;
}

std::string fault_of(std::string_view text, Dimension dimension) {
  return parse_quantity(text, dimension).fault;
}

TEST(Quantity, BitsAreAnEighthOfBytes) {
  EXPECT_EQ(value_of("25Gb/s", Dimension::kBandwidth), 3.125e9);
  EXPECT_EQ(value_of("25GB/s", Dimension::kBandwidth), 25e9);
  EXPECT_EQ(value_of("1KiB/s", Dimension::kBandwidth), 1024);
}

TEST(Quantity, RoundOnceAfterTheUnit) {
  EXPECT_EQ(value_of("10.4Gb/s", Dimension::kBandwidth), 1.3e9);
  EXPECT_EQ(value_of("15.7T", Dimension::kFlops), 15.7e12);
  EXPECT_EQ(value_of("5us", Dimension::kTime), 5e-6);
  EXPECT_EQ(value_of("0.1ms", Dimension::kTime), 1e-4);
}

TEST(Quantity, BareNumbersAreInTheBaseUnit) {
  EXPECT_EQ(value_of("1e9", Dimension::kBandwidth), 1e9);
  EXPECT_EQ(value_of("0.25", Dimension::kTime), 0.25);
  EXPECT_EQ(value_of("0", Dimension::kTime), 0);
}

TEST(Quantity, MayBeSeparatedFromTheNumber) {
  EXPECT_EQ(value_of(" 16 GiB ", Dimension::kBytes), 17179869184.0);
  EXPECT_EQ(value_of("9.3 Tflop/s", Dimension::kFlops), 9.3e12);
}

TEST(Quantity, AmbiguousUnitsAreRejectedWithARemedy) {
  EXPECT_EQ(fault_of("25G", Dimension::kBandwidth),
            "the unit `G` is not known here; write `GB/s` (bytes) or `Gb/s` (bits), such as "
            "`900GB/s`");
  EXPECT_EQ(fault_of("16G", Dimension::kBytes),
            "the unit `G` is not known here; write bytes, such as `16GiB` or `16GB`");
  EXPECT_EQ(fault_of("5m", Dimension::kTime),
            "the unit `m` is not known here; write seconds, such as `5us` or `0.1ms`");
}

TEST(Quantity, RejectsValuesThatAreNotFiniteAndNonnegative) {
  EXPECT_EQ(fault_of("-5us", Dimension::kTime),
            "`-5us` is negative; write seconds, such as `5us` or `0.1ms`");
  EXPECT_EQ(fault_of("-0", Dimension::kTime).substr(0, 16), "`-0` is negative");
  EXPECT_EQ(fault_of("nan", Dimension::kTime).substr(0, 19), "`nan` is not finite");
  EXPECT_EQ(fault_of("-inf", Dimension::kTime).substr(0, 20), "`-inf` is not finite");
  EXPECT_EQ(fault_of("1e999", Dimension::kTime).substr(0, 23), "`1e999` is out of range");
  EXPECT_EQ(fault_of("1e-300", Dimension::kFlops).substr(0, 24), "`1e-300` is out of range");
  EXPECT_EQ(fault_of("fast", Dimension::kFlops),
            "`fast` is not a number; write operations per second, such as `15.7T`");
  EXPECT_EQ(fault_of("", Dimension::kFlops).substr(0, 18), "`` is not a number");
  EXPECT_EQ(fault_of("1,5T", Dimension::kFlops).substr(0, 14), "the unit `,5T`");
}

TEST(Quantity, PrintShort) {
  EXPECT_EQ(print_quantity(15.7e12, Dimension::kFlops), "15.7T");
  EXPECT_EQ(print_quantity(17179869184.0, Dimension::kBytes), "16GiB");
  EXPECT_EQ(print_quantity(16e9, Dimension::kBytes), "16GB");
  EXPECT_EQ(print_quantity(3.125e9, Dimension::kBandwidth), "25Gb/s");
  EXPECT_EQ(print_quantity(900e9, Dimension::kBandwidth), "900GB/s");
  EXPECT_EQ(print_quantity(5e-6, Dimension::kTime), "5us");
  EXPECT_EQ(print_quantity(0, Dimension::kTime), "0");
}

TEST(Quantity, PrintedValuesRoundTrip) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto dimension = static_cast<Dimension>(random() % 4);
    double value = static_cast<double>(random() % 100'000);
    for (int power = static_cast<int>(random() % 16); power > 0; --power) value *= 10;
    if (i % 3 == 0) value /= static_cast<double>(1 + random() % 1'000'000);
    const std::string text = print_quantity(value, dimension);
    EXPECT_EQ(value_of(text, dimension), value) << text;
  }
}

}  // namespace
}  // namespace motley::core
