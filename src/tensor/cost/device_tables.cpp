#include "tensor/cost/device_tables.h"

#include <algorithm>
#include <cmath>

namespace motley::tensor {

DeviceTables::DeviceTables(const core::DeviceType& type) : type_(type) {
  for (const core::MeasuredTable& table : type.measured) grids_[table.kind] = grid_of(table);
}

DeviceTables::Grid DeviceTables::grid_of(const core::MeasuredTable& table) {
  Grid grid;
  const size_t num_axes = table.rows.front().size.size();
  std::vector<std::vector<double>> points;  // of each row
  for (const core::MeasuredRow& row : table.rows) {
    std::vector<double>& point = points.emplace_back();
    for (double s : row.size) point.push_back(std::log(s));
  }
  size_t num_cells = 1;
  for (size_t a = 0; a < num_axes; ++a) {
    std::vector<double>& axis = grid.axes.emplace_back();
    for (const std::vector<double>& point : points) axis.push_back(point[a]);
    std::sort(axis.begin(), axis.end());
    axis.erase(std::unique(axis.begin(), axis.end()), axis.end());
    num_cells *= axis.size();
  }
  for (size_t cell = 0; cell < num_cells; ++cell) {
    std::vector<double> at(num_axes);
    size_t rest = cell;
    for (size_t a = num_axes; a-- > 0;) {
      at[a] = grid.axes[a][rest % grid.axes[a].size()];
      rest /= grid.axes[a].size();
    }
    const auto distance = [&](const std::vector<double>& point) {
      double sum = 0;
      for (size_t a = 0; a < num_axes; ++a) sum += (point[a] - at[a]) * (point[a] - at[a]);
      return sum;
    };
    size_t nearest = 0;
    for (size_t r = 1; r < points.size(); ++r)
      if (distance(points[r]) < distance(points[nearest])) nearest = r;
    grid.log_rates.push_back(std::log(table.rows[nearest].rate));
  }
  return grid;
}

const DeviceTables::Grid* DeviceTables::find(std::string_view kind, size_t num_sizes) const {
  const auto fits = [&](const auto& entry) { return entry.second.axes.size() == num_sizes; };
  if (const auto exact = grids_.find(kind); exact != grids_.end() && fits(*exact))
    return &exact->second;
  for (size_t dot = kind.rfind('.'); dot != kind.npos; dot = kind.rfind('.')) {
    kind = kind.substr(0, dot);
    for (auto it = grids_.lower_bound(kind); it != grids_.end(); ++it) {
      if (!it->first.starts_with(kind)) break;
      const bool related = it->first.size() == kind.size() || it->first[kind.size()] == '.';
      if (related && fits(*it)) return &it->second;
    }
  }
  return nullptr;
}

std::optional<double> DeviceTables::rate(std::string_view kind,
                                         const std::vector<double>& size) const {
  const Grid* grid = find(kind, size.size());
  if (!grid) return std::nullopt;
  // Interpolates along one axis after the other, the last first.
  std::vector<double> values = grid->log_rates;
  for (size_t a = size.size(); a-- > 0;) {
    const std::vector<double>& axis = grid->axes[a];
    const double x = std::clamp(std::log(size[a]), axis.front(), axis.back());
    const size_t high = std::min<size_t>(
        axis.size() - 1, std::lower_bound(axis.begin(), axis.end(), x) - axis.begin());
    const size_t low = high == 0 ? 0 : high - 1;
    const double t = high == low ? 0 : (x - axis[low]) / (axis[high] - axis[low]);
    std::vector<double> fewer;
    for (size_t i = 0; i < values.size(); i += axis.size())
      fewer.push_back(std::lerp(values[i + low], values[i + high], t));
    values = std::move(fewer);
  }
  return std::exp(values[0]);
}

std::optional<double> DeviceTables::seconds(const WorkPart& part) const {
  if (part.amount <= 0) return 0;
  const auto r = rate(part.kind, part.size);
  return r ? std::optional(part.amount / *r) : std::nullopt;
}

}  // namespace motley::tensor
