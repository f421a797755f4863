#include "nbody/mesh/pencils.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::nbody {
namespace {

core::Elements floats(std::span<float> values) {
  return {core::ElementType::kF32, values.data(), std::ssize(values)};
}

// As many columns as there can be slabs, and as many rows as the remaining ranks allow.
PencilGrid grid_of(int num_ranks, int n, int reach) {
  const int max_parts = n / reach, columns = std::min(num_ranks, max_parts);
  return {.rows = std::min(num_ranks / columns, max_parts), .columns = columns};
}

// Equal parts of an axis; `own` is ours.
AxisPartition axis_partition(int n, int count, int reach, const DepositSettings& window, int own) {
  std::vector<int> borders = {0};
  for (int i = 0; i < count; ++i) borders.push_back(part_of(n, count, i).end);
  return AxisPartition(n, std::move(borders), reach, window, own);
}

MeshPartition parts_of(int n, PencilGrid grid, int reach, const DepositSettings& window, int rank) {
  const bool has_part = rank < grid.rows * grid.columns;
  return {.x = axis_partition(n, grid.columns, reach, window, has_part ? rank % grid.columns : -1),
          .y = axis_partition(n, grid.rows, reach, window, has_part ? rank / grid.columns : -1)};
}

}  // namespace

bool Pencils::serve_more(int num_ranks, int n, int reach) {
  return grid_of(num_ranks, n, reach).rows > 1;
}

Pencils::Pencils(core::Communicator& comm, int n, const DepositSettings& window, int reach)
    : comm_(comm.split(0, comm.rank())),
      n_(n),
      reach_(reach),
      grid_(grid_of(comm.num_ranks(), n, reach)),
      parts_(parts_of(n, grid_, reach, window, comm.rank())) {
  const bool has_part = comm.rank() < grid_.rows * grid_.columns;
  with_parts_ = comm_.split(has_part ? 0 : 1, comm.rank());
  if (has_part) fft_.emplace(&*with_parts_, n, grid_);
}

std::vector<double> Pencils::shares() const {
  std::vector<double> shares(comm_.num_ranks());
  for (int j = 0; j < grid_.rows; ++j) {
    for (int i = 0; i < grid_.columns; ++i) {
      shares[parts_.rank_of(i, j)] =
          static_cast<double>(parts_.x.range_of(i).size()) / n_ * parts_.y.range_of(j).size() / n_;
    }
  }
  return shares;
}

void Pencils::exchange_ghosts(int to, int from, std::span<float> sent, std::span<float> received) {
  std::vector<int64_t> send(comm_.num_ranks()), receive(comm_.num_ranks());
  if (has_part()) {
    send[to] = std::ssize(sent);
    receive[from] = std::ssize(received);
  }
  const double begin = core::now_seconds();
  comm_.all_to_all(floats(sent), send, floats(received), receive).wait();
  exchange_seconds_ += core::now_seconds() - begin;
}

// Rows first, then planes including the received ghost rows, which covers the corners.
void Pencils::fill_ghosts(Mesh<float>& mesh) {
  const auto before = [](int i, int count) { return (i + count - 1) % count; };
  const auto after = [](int i, int count) { return (i + 1) % count; };
  const int column = comm_.rank() % grid_.columns, row = comm_.rank() / grid_.columns;
  const int64_t strip = reach_ * mesh.row_stride(), planes = mesh.planes().size();
  std::vector<float> sent(planes * strip), received(planes * strip);
  for (int64_t x = 0; x < planes; ++x) {
    std::copy_n(mesh.values() + x * mesh.plane_stride(), strip, sent.begin() + x * strip);
  }
  exchange_ghosts(parts_.rank_of(column, before(row, grid_.rows)),
                  parts_.rank_of(column, after(row, grid_.rows)), sent, received);
  for (int64_t x = 0; x < planes; ++x) {
    std::copy_n(received.begin() + x * strip, strip,
                mesh.values() + x * mesh.plane_stride() + mesh.rows().size() * mesh.row_stride());
  }
  const auto ghost_size = static_cast<size_t>(planes > 0 ? reach_ * mesh.plane_stride() : 0);
  exchange_ghosts(parts_.rank_of(before(column, grid_.columns), row),
                  parts_.rank_of(after(column, grid_.columns), row),
                  std::span(mesh.values(), ghost_size),
                  std::span(mesh.values() + mesh.num_elements(), ghost_size));
}

std::vector<Pencils::Complex> Pencils::forward(const Mesh<float>& mesh, int num_threads) {
  if (!fft_) return {};
  std::vector<Complex> data = fft_->room_for_values();
  const int64_t plane = rows().size() * mesh.row_stride();
  for (int64_t x = 0; x < planes().size(); ++x) {
    std::copy_n(mesh.values() + x * mesh.plane_stride(), plane,
                PencilFft::values(data) + x * plane);
  }
  fft_->set_num_threads(num_threads);
  fft_->forward(data);
  return data;
}

void Pencils::inverse_x(std::vector<Complex>& modes, int num_threads) {
  if (!fft_) return;
  fft_->set_num_threads(num_threads);
  fft_->inverse_x(modes);
}

void Pencils::inverse_planes(std::vector<Complex> modes, Mesh<float>& mesh, int num_threads) {
  if (!fft_) return;
  fft_->set_num_threads(num_threads);
  fft_->inverse_planes(modes);
  const int64_t plane = rows().size() * mesh.row_stride();
  for (int64_t x = 0; x < planes().size(); ++x) {
    std::copy_n(PencilFft::values(modes) + x * plane, plane,
                mesh.values() + x * mesh.plane_stride());
  }
}

}  // namespace motley::nbody
