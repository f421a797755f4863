// A device's rates by kind of work and size, interpolated between measured rows.
//
//   const DeviceTables tables(cluster.device_types[0]);
//   tables.rate("product.nn", {512, 512, 96})       // 101e9: between the rows with k = 64 and 256
//   tables.rate("tile.map.tan", {})                 // not measured: the first `tile.map.` kind
//
// The sizes of a table's rows span a grid; an unmeasured grid point takes the nearest row. Between
// grid points interpolation is multilinear in log(rate) over log(size), so that a measured row is
// reproduced and no value leaves the range of its neighbours. Outside the grid the boundary value
// is used.
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

  // Empty if neither the kind nor a related one was measured with that number of sizes.
  std::optional<double> rate(std::string_view kind, const std::vector<double>& size) const;
  std::optional<double> seconds(const WorkPart& part) const;
  bool has(std::string_view kind) const { return grids_.contains(kind); }  // exactly this kind

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
