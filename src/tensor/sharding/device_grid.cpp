#include "tensor/sharding/device_grid.h"

namespace motley::tensor {
namespace {

int stride(const DeviceGrid& group, int axis) {
  int product = 1;
  for (int a = axis + 1; a < group.num_axes(); ++a) product *= group.sizes[a];
  return product;
}

}  // namespace

int DeviceGrid::num_ranks() const {
  int product = 1;
  for (int size : sizes) product *= size;
  return product;
}

int DeviceGrid::coordinate(int rank, int axis) const {
  return rank / stride(*this, axis) % sizes[axis];
}

std::vector<int> DeviceGrid::line(int rank, int axis) const {
  const int step = stride(*this, axis);
  const int first = rank - coordinate(rank, axis) * step;
  std::vector<int> ranks;
  for (int i = 0; i < sizes[axis]; ++i) ranks.push_back(first + i * step);
  return ranks;
}

}  // namespace motley::tensor
