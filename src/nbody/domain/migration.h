// Particle migration: sorts the particles and moves each to the rank that owns it.
//
//   KeyOrder sorted = hilbert_order(spans(particles.position), num_threads);
//   const ParticleMigration migration =
//       migrate_particles(comm, boundaries, sorted, particles, {&old_acceleration}, num_threads);
//   auto pending = migration.start(comm, ax);     values that were computed meanwhile, in the order
//   migration.finish(pending, ax);                before the migration
//
// Every array is gathered once, from its old elements and the received ones:
//
//   old elements    d b a c       order   2 1 3 0; those owned by other ranks leave: d
//   received        e x           new     e a b x c: from 4 2 1 5 3, where 4 and 5 are received
//
// Particles with equal keys stay in the order of ranks, and in their old order within a rank.
// Memory: 4 bytes per particle.
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
  // On one rank: element i was element order[i].
  explicit ParticleMigration(std::vector<uint32_t> order) : source_(std::move(order)) {}

  // A nonblocking exchange of one value per migrated particle.
  struct PendingExchange {
    std::vector<float> sent, received;
    core::Request request;  // destroyed first
  };
  // Collective, nonblocking. `values` are in the order before the migration.
  PendingExchange start(core::Communicator& comm, std::span<const float> values) const;
  // Waits, and brings `values` into the new order.
  void finish(PendingExchange& pending, std::vector<float>& values) const;
  // The same on one rank, without communication.
  void reorder(std::vector<float>& values) const;

 private:
  friend ParticleMigration migrate_particles(core::Communicator& comm,
                                             const DomainBoundaries& boundaries, KeyOrder& sorted,
                                             Particles& particles,
                                             const std::vector<std::vector<float>*>& extra,
                                             int num_threads);

  std::vector<uint32_t> source_;                  // old index; past those, index of a received one
  std::vector<uint32_t> leaving_;                 // old indices, by rank
  std::vector<int64_t> num_sent_, num_received_;  // by rank; empty on one rank
};

// Collective. On entry `sorted` describes the local particles; on return its keys are those of the
// particles owned now, in their new order, and its order is empty. `extra` are further values per
// particle that migrate with them.
ParticleMigration migrate_particles(core::Communicator& comm, const DomainBoundaries& boundaries,
                                    KeyOrder& sorted, Particles& particles,
                                    const std::vector<std::vector<float>*>& extra, int num_threads);

}  // namespace motley::nbody
