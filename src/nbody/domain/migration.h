// Particles on their way: sorted, and each to the rank that owns it.
//
//   KeyOrder sorted = hilbert_order(spans(particles.position), num_threads);
//   const ParticleMigration migration = migrate_particles(comm, boundaries, sorted, particles,
//   {&last}, num_threads); ParticleMigration::PendingExchange x_carried = migration.send(comm, x);
//   what was found meanwhile for particles as migration.finish(x_carried, x); they lay before
//
// Every array is gathered once, from where it was and from what came:
//
//   here before     d b a c         order     2 1 3 0, of which those of others leave: d
//   came            e x             now       e a b x c: from 4 2 1 5 3, the last two of what came
//
// Particles of one key stay in the order of ranks and of theirs. Memory: 4 bytes a particle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/domain/domain_boundaries.h"
#include "nbody/domain/hilbert.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {

class ParticleMigration {
 public:
  ParticleMigration() = default;
  // On one rank: place i has been place order[i].
  explicit ParticleMigration(std::vector<uint32_t> order) : from_(std::move(order)) {}

  // Numbers of particles that have left, on their way: a collective that does not wait.
  struct PendingExchange {
    std::vector<float> sent, received;
    core::Request request;  // ends first
  };
  PendingExchange send(core::Communicator& comm, std::span<const float> numbers) const;
  // With them, the numbers as the particles lie now.
  void finish(PendingExchange& pending, std::vector<float>& numbers) const;
  // On one rank there is nothing to wait for.
  void finish(std::vector<float>& numbers) const;

 private:
  friend ParticleMigration migrate_particles(core::Communicator& comm,
                                             const DomainBoundaries& boundaries, KeyOrder& sorted,
                                             Particles& particles,
                                             const std::vector<std::vector<float>*>& more,
                                             int num_threads);

  std::vector<uint32_t> from_;                    // places of before; behind those, of what came
  std::vector<uint32_t> leaving_;                 // places of before, by rank
  std::vector<int64_t> num_sent_, num_received_;  // by rank; empty on one
};

// A collective. `sorted` are the particles here; then its keys are those of the particles that are
// ours, as they lie now, and its order is gone. `more`: numbers of each particle.
ParticleMigration migrate_particles(core::Communicator& comm, const DomainBoundaries& boundaries,
                                    KeyOrder& sorted, Particles& particles,
                                    const std::vector<std::vector<float>*>& more, int num_threads);

}  // namespace motley::nbody
