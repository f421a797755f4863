// Quantities with units as written in files: `15.7T`, `16GiB`, `900GB/s`, `25Gb/s`, `5us`. A bare
// number is in the base unit; values are returned in the base unit.
//
//   parse_quantity("25Gb/s", Dimension::kBandwidth).value       3.125e9
//   parse_quantity("25G", Dimension::kBandwidth).fault          "the unit `G` is not known; ..."
//   print_quantity(17179869184.0, Dimension::kBytes)            "16GiB"
//
//   dimension    base unit  units
//   kFlops       1/s        k M G T P E, optionally followed by `flops` or `flop/s`
//   kBytes       byte       B, kB MB GB TB PB (powers of 1000), KiB MiB GiB TiB PiB (of 1024)
//   kBandwidth   byte/s     B/s .. PiB/s as for bytes; b/s, kb/s, Mb/s, Gb/s, Tb/s are bits
//   kTime        s          s, ms, us, ns
//
// The decimal is rounded once, after applying the unit: 5us is 5e-6 and 10.4Gb/s is 1.3e9 to the
// last bit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace motley::core {

enum class Dimension { kFlops, kBytes, kBandwidth, kTime };

struct Quantity {
  double value = 0;   // in the base unit; 0, or between 1e-18 and 1e24
  std::string fault;  // the error and its remedy; empty: none
};

Quantity parse_quantity(std::string_view text, Dimension dimension);

// The shortest text with a unit that parses to exactly this value; a bare number if there is none.
std::string print_quantity(double value, Dimension dimension);

}  // namespace motley::core
