// The periodic Box, and its integer coordinates.
//
// A coordinate is a 32-bit integer: i stands for the comoving length i * size / 2^32. So the
// resolution is the same everywhere (0.02 pc/h in 100 Mpc/h), and the difference of two
// coordinates, read as a signed number, is the minimum-image separation:
//
//   const Box box{.size = 100};
//   box.coordinate(25)                        2^30
//   box.coordinate(-10)                       the same as of 90
//   box.separation(box.coordinate(95), box.coordinate(5))      10, across the border
//
// A separation of exactly half the Box is -size / 2.
#pragma once

#include <cmath>
#include <cstdint>

namespace motley::nbody {

struct Box {
  double size = 0;  // comoving Mpc/h

  double volume() const { return size * size * size; }
  // Mpc/h per integer step.
  double unit() const { return size * 0x1p-32; }

  // In [0, size).
  double length(uint32_t coordinate) const { return coordinate * unit(); }
  // The coordinate nearest to x Mpc/h, wrapped periodically. x is finite.
  uint32_t coordinate(double x) const {
    const double turns = x / size;
    return static_cast<uint32_t>(std::llrint((turns - std::floor(turns)) * 0x1p32));
  }
  // The minimum-image separation from `from` to `to`, in [-size / 2, size / 2).
  double separation(uint32_t from, uint32_t to) const {
    return static_cast<int32_t>(to - from) * unit();
  }

  friend bool operator==(const Box&, const Box&) = default;
};

}  // namespace motley::nbody
