#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/comm/local.h"
#include "nbody/mesh/long_range.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

constexpr int kSize = 32;

struct Accelerations {
  std::array<std::vector<float>, 3> of;
  explicit Accelerations(int64_t count) {
    for (auto& axis : of) axis.assign(count, 7.0f);
  }
};

LongRange mesh_of(std::string_view mode) {
  return LongRange(*mesh_mode(mode, kSize, 2), {.size = 1});
}

// In units of G m = 1 and a Box of 1.
Accelerations accelerations(const std::array<std::vector<uint32_t>, 3>& position, LongRange& mesh,
                            int num_threads = 2) {
  Accelerations result(static_cast<int64_t>(position[0].size()));
  mesh.accelerate(spans(position), 1 / kGravity, result.of, num_threads);
  return result;
}

class MeshMode : public testing::TestWithParam<const char*> {};

TEST_P(MeshMode, SelfForceIsZero) {
  LongRange mesh = mesh_of(GetParam());
  for (int i = 0; i < 20; ++i) {
    std::array<std::vector<uint32_t>, 3> one;
    for (uint32_t axis = 0; axis < 3; ++axis) {
      one[axis] = {
          static_cast<uint32_t>(core::uniform_at({.seed = 8, .tensor = axis}, i) * 0x1p32)};
    }
    const Accelerations a = accelerations(one, mesh);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(a.of[axis][0], 0, 1e-6 * kSize * kSize) << i;  // G m / cell^2
    }
  }
}

// Far outside the Gaussian the mesh carries the full force: the Ewald sum of a pair.
TEST_P(MeshMode, DistantPairHasTheEwaldForce) {
  struct Case {
    double d[3], acceleration[3];
  };
  const Case cases[] = {
      {{0.25, 0.25, 0.25}, {-2.358645775, -2.358645775, -2.358645775}},
      {{0.4, 0.3, 0.2}, {-1.09418192, -1.3212537439, -1.0690522914}},
      {{0.5, 0.25, 0.1}, {0, -1.4282714465, -0.669304780}},
  };
  const double tolerance = std::string_view(GetParam()) == "gadget2" ? 2e-2 : 1e-3;
  const Box box{.size = 1};
  LongRange mesh = mesh_of(GetParam());
  for (const Case& c : cases) {
    const double size = std::hypot(c.acceleration[0], c.acceleration[1], c.acceleration[2]);
    for (int i = 0; i < 10; ++i) {
      std::array<std::vector<uint32_t>, 3> pair;
      for (uint32_t axis = 0; axis < 3; ++axis) {
        const double x = core::uniform_at({.seed = 9, .tensor = axis}, i);
        pair[axis] = {box.coordinate(x), box.coordinate(x + c.d[axis])};
      }
      const Accelerations a = accelerations(pair, mesh);
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(a.of[axis][1], c.acceleration[axis], tolerance * size) << i;
        EXPECT_NEAR(a.of[axis][0], -c.acceleration[axis], tolerance * size) << i;
      }
    }
  }
}

TEST_P(MeshMode, GivesTheSameBitsOnAnyNumberOfThreads) {
  std::array<std::vector<uint32_t>, 3> position;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 1000; ++i) {
      position[axis].push_back(
          static_cast<uint32_t>(core::uniform_at({.seed = 10, .tensor = axis}, i) * 0x1p32));
    }
  }
  LongRange one = mesh_of(GetParam()), three = mesh_of(GetParam());
  EXPECT_EQ(accelerations(position, one, 1).of, accelerations(position, three, 3).of);
}

// Ranks have uneven ranges of the particles; 12 are more than there are slabs.
TEST_P(MeshMode, GivesTheSameBitsOnAnyNumberOfRanks) {
  std::array<std::vector<uint32_t>, 3> position;
  constexpr int kCount = 1000;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < kCount; ++i) {
      position[axis].push_back(
          static_cast<uint32_t>(core::uniform_at({.seed = 11, .tensor = axis}, i) * 0x1p32));
    }
  }
  LongRange alone = mesh_of(GetParam());
  const Accelerations one = accelerations(position, alone);
  std::vector<float> one_potential(kCount);
  LongRange(*mesh_mode(GetParam(), kSize, 2), {.size = 1})
      .potential(spans(position), 1, one_potential, 1);
  for (const int ranks : {1, 2, 3, 4, 12}) {
    Accelerations all(kCount);
    std::vector<float> potential(kCount);
    core::run_local(ranks, [&](core::Communicator& comm) {
      const auto share = [&](int r) { return size_t(kCount) * r * r / (ranks * ranks); };
      const size_t begin = share(comm.rank()), count = share(comm.rank() + 1) - begin;
      PositionSpans mine;
      AccelerationArrays found;
      for (int axis = 0; axis < 3; ++axis) {
        mine[axis] = std::span(position[axis]).subspan(begin, count);
      }
      LongRange mesh(*mesh_mode(GetParam(), kSize, 2), {.size = 1}, &comm);
      mesh.accelerate(mine, 1 / kGravity, found, 1);
      for (int axis = 0; axis < 3; ++axis) {
        std::ranges::copy(found[axis], all.of[axis].begin() + static_cast<int64_t>(begin));
      }
      mesh.potential(mine, 1, std::span(potential).subspan(begin, count), 1);
      // The same with other shares: all planes on the last rank, then equal ones.
      if (ranks == 1) return;
      std::vector<double> shares(ranks);
      shares.back() = 1;
      for (int round = 0; round < 2; ++round) {
        mesh.set_shares(shares);
        AccelerationArrays again;
        mesh.accelerate(mine, 1 / kGravity, again, 1);
        EXPECT_EQ(again, found) << ranks << " ranks, round " << round;
        for (double& part : shares) part = 1.0 / ranks;
      }
    });
    EXPECT_EQ(all.of, one.of) << ranks << " ranks";
    EXPECT_EQ(potential, one_potential) << ranks << " ranks";
  }
}

// A mesh of 8 planes has room for two slabs of cubic windows, or eight of linear ones. More ranks
// use pencils, four or 16, and the others have none. Unequal shares use slabs.
TEST_P(MeshMode, PencilsAreBitwiseEqualToOneRank) {
  constexpr int kPoints = 8, kCount = 500;
  const LongRangeSettings settings = *mesh_mode(GetParam(), kPoints, 2);
  std::array<std::vector<uint32_t>, 3> position;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < kCount; ++i) {
      position[axis].push_back(
          static_cast<uint32_t>(core::uniform_at({.seed = 12, .tensor = axis}, i) * 0x1p32));
    }
  }
  AccelerationArrays one;
  std::vector<float> one_potential(kCount);
  LongRange alone(settings, {.size = 1});
  alone.accelerate(spans(position), 1 / kGravity, one, 1);
  alone.potential(spans(position), 1 / kGravity, one_potential, 1);
  const int slabs = kPoints / window_reach(settings.window, settings.interlaced);
  for (const int ranks : {1, 2, 3, 4, 5, 6, 7, 17}) {
    core::run_local(ranks, [&](core::Communicator& comm) {
      const size_t begin = size_t(kCount) * comm.rank() / ranks,
                   count = size_t(kCount) * (comm.rank() + 1) / ranks - begin;
      PositionSpans mine;
      for (int axis = 0; axis < 3; ++axis) {
        mine[axis] = std::span(position[axis]).subspan(begin, count);
      }
      LongRange mesh(settings, {.size = 1}, &comm);
      const std::vector<double> shares = mesh.shares();
      const auto with_part = std::ranges::count_if(shares, [](double part) { return part > 0; });
      if (ranks > 1) {
        EXPECT_EQ(with_part, ranks < 2 * slabs ? std::min(ranks, slabs)
                                               : slabs * std::min(ranks / slabs, slabs))
            << ranks;
      }
      for (const int num_threads : {1, 2}) {
        AccelerationArrays found;
        mesh.accelerate(mine, 1 / kGravity, found, num_threads);
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_TRUE(std::ranges::equal(found[axis], std::span(one[axis]).subspan(begin, count)))
              << ranks << " ranks, axis " << axis;
        }
      }
      std::vector<float> potential(count);
      mesh.potential(mine, 1 / kGravity, potential, 1);
      EXPECT_TRUE(std::ranges::equal(potential, std::span(one_potential).subspan(begin, count)));
      if (ranks == 1) return;
      std::vector<double> uneven(ranks, 0.5 / (ranks - 1));
      uneven[0] = 0.5;
      mesh.set_shares(uneven);
      AccelerationArrays again;
      mesh.accelerate(mine, 1 / kGravity, again, 1);
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_TRUE(std::ranges::equal(again[axis], std::span(one[axis]).subspan(begin, count)));
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, MeshMode, testing::Values("default", "gadget2", "accurate"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace motley::nbody
