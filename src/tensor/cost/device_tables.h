// How fast a device does work of a kind and size, read between the rows that were measured.
//
//   const DeviceTables tables(cluster.device_types[0]);
//   tables.rate("product.nn", {512, 512, 96})       // 101e9: between the rows with k = 64 and 256
//   tables.rate("tile.map.tan", {})                 // not there: that of the first `tile.map.`
//
// The sizes of a table's rows span a grid; a point of it that nobody measured takes the nearest
// row. Between grid points the logarithm of the rate is linear in the logarithms of the sizes, one
// after the other, so that a measured row gives what was measured and no value leaves the range of
// its neighbours. Beyond the grid its border holds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/kernels/kernel_work.h"

namespace motley::tensor {

class DeviceTables {
 public:
  explicit DeviceTables(const core::DeviceType& type);

  const core::DeviceType& type() const { return type_; }

  // Nothing where neither the kind nor a relative of it was measured with so many sizes.
  std::optional<double> rate(std::string_view kind, const std::vector<double>& size) const;
  std::optional<double> seconds(const WorkPart& part) const;

 private:
  struct Grid {
    std::vector<std::vector<double>> axes;  // logarithms, ascending
    std::vector<double> log_rates;          // last axis fastest
  };
  static Grid grid_of(const core::MeasuredTable& table);
  const Grid* find(std::string_view kind, size_t num_sizes) const;

  core::DeviceType type_;
  std::map<std::string, Grid, std::less<>> grids_;
};

}  // namespace motley::tensor
