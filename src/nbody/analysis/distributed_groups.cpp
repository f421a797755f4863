#include "nbody/analysis/distributed_groups.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/comm/arrays.h"
#include "nbody/analysis/friends_of_friends.h"

namespace motley::nbody {
namespace {

// A particle as it is sent: 32-bit words only.
struct PackedParticle {
  uint32_t position[3];
  float momentum[3];
  uint32_t id[2], number[2];  // low and high; the number is the global index
  uint64_t id_value() const { return id[0] | uint64_t{id[1]} << 32; }
};
struct LabelledParticle {
  uint32_t label[2];
  PackedParticle member;
  uint64_t label_value() const { return label[0] | uint64_t{label[1]} << 32; }
};

uint64_t number_of(const PackedParticle& m) { return m.number[0] | uint64_t{m.number[1]} << 32; }
void set_long(uint32_t (&words)[2], uint64_t value) {
  words[0] = static_cast<uint32_t>(value);
  words[1] = static_cast<uint32_t>(value >> 32);
}

std::vector<PackedParticle> members_of(const Particles& p, uint64_t first_number) {
  std::vector<PackedParticle> members(p.size());
  for (int64_t i = 0; i < p.size(); ++i) {
    PackedParticle& m = members[i];
    for (int axis = 0; axis < 3; ++axis) {
      m.position[axis] = p.position[axis][i];
      m.momentum[axis] = p.momentum[axis][i];
    }
    set_long(m.id, p.id[i]);
    set_long(m.number, first_number + static_cast<uint64_t>(i));
  }
  return members;
}

// Slices of x: rank r has [borders[r], borders[r + 1]).
constexpr int kBinBits = 12;
std::vector<uint64_t> slices(const Particles& p, core::Communicator& comm) {
  std::vector<int64_t> bins(size_t{1} << kBinBits);
  for (const uint32_t x : p.position[0]) ++bins[x >> (32 - kBinBits)];
  comm.all_reduce(core::elements(bins), core::elements(bins), core::Reduction::kSum).wait();
  const int64_t all = std::accumulate(bins.begin(), bins.end(), int64_t{0});
  const int ranks = comm.num_ranks();
  std::vector<uint64_t> borders = {0};
  int64_t before = 0;
  for (size_t bin = 0; bin < bins.size(); ++bin) {
    while (std::ssize(borders) < ranks && before * ranks >= all * std::ssize(borders)) {
      borders.push_back(uint64_t{bin} << (32 - kBinBits));
    }
    before += bins[bin];
  }
  borders.resize(ranks + 1, uint64_t{1} << 32);
  return borders;
}

// All-to-all exchange of values; collective.
template <class T>
std::vector<T> exchanged(core::Communicator& comm, const std::vector<std::vector<T>>& to,
                         const std::vector<int64_t>& num_received) {
  std::vector<T> values;
  std::vector<int64_t> num_sent;
  for (const std::vector<T>& part : to) {
    values.insert(values.end(), part.begin(), part.end());
    num_sent.push_back(std::ssize(part));
  }
  core::exchange(comm, values, num_sent, num_received);
  return values;
}
template <class T>
std::vector<int64_t> counts_for_us(core::Communicator& comm,
                                   const std::vector<std::vector<T>>& to) {
  std::vector<int64_t> counts;
  for (const std::vector<T>& part : to) counts.push_back(std::ssize(part));
  return core::exchanged_counts(comm, counts);
}

// The slice of one rank: its own particles, followed by ghosts.
class Slice {
 public:
  Slice(const Particles& particles, double link, core::Communicator& comm)
      : comm_(comm), exported_(comm.num_ranks()), num_ghosts_(comm.num_ranks()) {
    const std::vector<uint64_t> borders = slices(particles, comm);
    const std::vector<int64_t> counts = core::gathered(comm, particles.size());
    const auto first = std::accumulate(counts.begin(), counts.begin() + comm.rank(), int64_t{0});
    std::vector<std::vector<PackedParticle>> to(comm.num_ranks());
    for (const PackedParticle& m : members_of(particles, static_cast<uint64_t>(first))) {
      const auto next = std::ranges::upper_bound(borders, uint64_t{m.position[0]});
      to[next - borders.begin() - 1].push_back(m);
    }
    members_ = exchanged(comm, to, counts_for_us(comm, to));
    num_own_ = std::ssize(members_);
    add_ghosts(borders, static_cast<uint64_t>(link / particles.box.unit()) + 1);
    find_groups(particles.box, link);
  }

  // Propagates labels until no rank sees a change.
  void propagate_labels() {
    while (core::reduced(comm_, int64_t{exchange_labels()}, core::Reduction::kMax) > 0) {
    }
  }

  // Sends our own particles of groups that may be large enough to the rank that gathers the group.
  std::vector<LabelledParticle> gather_groups(int64_t min_particles) const {
    std::vector<int64_t> num_own(members_.size());
    std::vector<bool> has_border(members_.size());
    for (int64_t i = 0; i < num_own_; ++i) ++num_own[group_[i]];
    for (int64_t i = num_own_; i < std::ssize(members_); ++i) has_border[group_[i]] = true;
    for (const auto& indices : exported_) {
      for (const uint32_t i : indices) has_border[group_[i]] = true;
    }
    std::vector<std::vector<LabelledParticle>> to(comm_.num_ranks());
    for (int64_t i = 0; i < num_own_; ++i) {
      const uint32_t group = group_[i];
      if (!has_border[group] && num_own[group] < min_particles) continue;
      LabelledParticle named{.label = {}, .member = members_[i]};
      set_long(named.label, label_[group]);
      to[label_[group] % comm_.num_ranks()].push_back(named);
    }
    return exchanged(comm_, to, counts_for_us(comm_, to));
  }

 private:
  // Sends ghosts to each rank whose slice ends within `reach` before them.
  void add_ghosts(const std::vector<uint64_t>& borders, uint64_t reach) {
    std::vector<std::vector<PackedParticle>> to(comm_.num_ranks());
    for (int r = 0; r < comm_.num_ranks(); ++r) {
      if (r == comm_.rank() || borders[r] == borders[r + 1]) continue;
      for (int64_t i = 0; i < num_own_; ++i) {
        const auto distance = members_[i].position[0] - static_cast<uint32_t>(borders[r + 1]);
        if (distance > reach) continue;
        exported_[r].push_back(static_cast<uint32_t>(i));
        to[r].push_back(members_[i]);
      }
    }
    num_ghosts_ = counts_for_us(comm_, to);
    const std::vector<PackedParticle> ghosts = exchanged(comm_, to, num_ghosts_);
    members_.insert(members_.end(), ghosts.begin(), ghosts.end());
  }

  void find_groups(const Box& box, double link) {
    std::array<std::vector<uint32_t>, 3> position;
    for (int axis = 0; axis < 3; ++axis) {
      position[axis].reserve(members_.size());
      for (const PackedParticle& m : members_) position[axis].push_back(m.position[axis]);
    }
    group_ = friends_of_friends(position, box, link);
    label_.assign(members_.size(), UINT64_MAX);
    for (size_t i = 0; i < members_.size(); ++i) lower_label(i, number_of(members_[i]));
  }

  bool lower_label(size_t i, uint64_t label) {
    uint64_t& known = label_[group_[i]];
    if (label >= known) return false;
    known = label;
    return true;
  }

  // Sends the labels of ghosts to their owners, and back. Returns whether any label changed.
  bool exchange_labels() {
    bool any = false;
    std::vector<std::vector<uint64_t>> up(comm_.num_ranks()), back(comm_.num_ranks());
    std::vector<int64_t> num_exported;
    int64_t copy = num_own_;
    for (int r = 0; r < comm_.num_ranks(); ++r) {
      for (int64_t k = 0; k < num_ghosts_[r]; ++k) up[r].push_back(label_[group_[copy++]]);
      num_exported.push_back(std::ssize(exported_[r]));
    }
    const std::vector<uint64_t> of_ghosts = exchanged(comm_, up, num_exported);
    auto next = of_ghosts.begin();
    for (const auto& indices : exported_) {
      for (const uint32_t i : indices) any |= lower_label(i, *next++);
    }
    for (int r = 0; r < comm_.num_ranks(); ++r) {
      for (const uint32_t i : exported_[r]) back[r].push_back(label_[group_[i]]);
    }
    const std::vector<uint64_t> of_owners = exchanged(comm_, back, num_ghosts_);
    for (size_t k = 0; k < of_owners.size(); ++k) any |= lower_label(num_own_ + k, of_owners[k]);
    return any;
  }

  core::Communicator& comm_;
  std::vector<PackedParticle> members_;  // own, then ghosts by owner
  int64_t num_own_ = 0;
  std::vector<std::vector<uint32_t>> exported_;  // per rank: our particles it holds as ghosts
  std::vector<int64_t> num_ghosts_;              // per rank: ghosts that we hold
  std::vector<uint32_t> group_;                  // per particle: index of a representative
  std::vector<uint64_t> label_;                  // by representative
};

}  // namespace

GroupedParticles grouped_particles(const Particles& particles, double link, int64_t min_particles,
                                   core::Communicator& comm) {
  Slice slice(particles, link, comm);
  slice.propagate_labels();
  std::vector<LabelledParticle> members = slice.gather_groups(min_particles);
  std::ranges::sort(members, [](const LabelledParticle& a, const LabelledParticle& b) {
    return std::pair(a.label_value(), a.member.id_value()) <
           std::pair(b.label_value(), b.member.id_value());
  });
  GroupedParticles grouped;
  Particles& p = grouped.particles;
  p = {.box = particles.box, .mass = particles.mass, .scale_factor = particles.scale_factor};
  grouped.begins = {0};
  for (size_t begin = 0, end; begin < members.size(); begin = end) {
    const uint64_t label = members[begin].label_value();
    for (end = begin; end < members.size() && members[end].label_value() == label; ++end) {
    }
    if (static_cast<int64_t>(end - begin) < min_particles) continue;
    for (size_t i = begin; i < end; ++i) {
      const PackedParticle& m = members[i].member;
      for (int axis = 0; axis < 3; ++axis) {
        p.position[axis].push_back(m.position[axis]);
        p.momentum[axis].push_back(m.momentum[axis]);
      }
      p.id.push_back(m.id_value());
    }
    grouped.begins.push_back(p.size());
  }
  return grouped;
}

}  // namespace motley::nbody
