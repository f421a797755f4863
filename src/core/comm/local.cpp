#include "core/comm/local.h"

#include <thread>

#include "core/base/error.h"

namespace motley::core {
namespace {

// The exceptions thrown by ranks; the first that is not a consequence of another counts.
class RankErrors {
 public:
  explicit RankErrors(int num_ranks) : errors_(static_cast<size_t>(num_ranks)) {}

  // Called by the rank's own thread.
  void set(int rank, std::exception_ptr error, bool is_consequence) {
    errors_[static_cast<size_t>(rank)] = std::move(error);
    const std::lock_guard lock(mutex_);
    if (first_ >= 0 && (is_consequence || !first_is_consequence_)) return;
    first_ = rank;
    first_is_consequence_ = is_consequence;
  }
  // Called after all have ended.
  void rethrow() const {
    if (first_ >= 0) std::rethrow_exception(errors_[static_cast<size_t>(first_)]);
  }

 private:
  std::vector<std::exception_ptr> errors_;
  std::mutex mutex_;
  int first_ = -1;
  bool first_is_consequence_ = false;
};

}  // namespace

void run_local(int num_ranks, const std::function<void(Communicator&)>& body,
               const LocalSettings& settings) {
  MOTLEY_CHECK(num_ranks > 0, "{} ranks", num_ranks);
  LocalWires wires(num_ranks, settings.delay);
  const auto engine = std::make_shared<Engine>(settings.comm);
  engine->start({}, /*polls=*/settings.delay.has_value());
  RankErrors errors(num_ranks);

  const auto run_rank = [&](int rank) {
    try {
      Communicator comm(engine, wires.transport(rank), rank, num_ranks, settings.hosts);
      body(comm);
    } catch (const std::exception& error) {
      const bool lost_peer = dynamic_cast<const PeerLostError*>(&error) != nullptr;
      errors.set(rank, std::current_exception(), lost_peer);
      engine->fail(rank, fmt::format("rank {} failed: {}", rank, error.what()));
    }
  };
  std::vector<std::thread> threads;
  for (int rank = 1; rank < num_ranks; ++rank) threads.emplace_back(run_rank, rank);
  run_rank(0);
  for (std::thread& thread : threads) thread.join();
  engine->stop();
  errors.rethrow();
}

}  // namespace motley::core
