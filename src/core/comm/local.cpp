#include "core/comm/local.h"

#include <thread>

#include "core/base/error.h"
#include "core/comm/local_transport.h"

namespace motley::core {
namespace {

// What the first rank to fail has thrown; what others throw because of it does not count.
class FirstError {
 public:
  bool set(std::exception_ptr error, bool is_consequence) {
    const std::lock_guard lock(mutex_);
    if (error_ && (is_consequence || !is_consequence_)) return false;
    error_ = std::move(error);
    is_consequence_ = is_consequence;
    return true;
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
  bool is_consequence_ = false;
};

}  // namespace

void run_local(int num_ranks, const std::function<void(Communicator&)>& body,
               const LocalSettings& settings) {
  MOTLEY_CHECK(num_ranks > 0, "{} ranks", num_ranks);
  LocalWires wires(num_ranks);
  const auto engine = std::make_shared<Engine>(settings.comm);
  engine->start({}, /*polls=*/false);
  FirstError first;

  const auto run_rank = [&](int rank) {
    try {
      Communicator comm(engine, wires.transport(rank), rank, num_ranks, settings.hosts);
      body(comm);
    } catch (const std::exception& error) {
      const bool lost_peer = dynamic_cast<const PeerLostError*>(&error) != nullptr;
      if (first.set(std::current_exception(), lost_peer)) {
        engine->fail(rank, fmt::format("rank {} failed: {}", rank, error.what()));
      }
    }
  };
  std::vector<std::thread> threads;
  for (int rank = 1; rank < num_ranks; ++rank) threads.emplace_back(run_rank, rank);
  run_rank(0);
  for (std::thread& thread : threads) thread.join();
  engine->stop();
  first.rethrow();
}

}  // namespace motley::core
