#include "core/comm/mpi/mpi.h"

#include <cstdlib>

#include "core/base/error.h"

namespace motley::core {

bool is_started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name)) return true;
  }
  return false;
}

int launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}) {
    if (const char* rank = std::getenv(name)) return std::atoi(rank);
  }
  return 0;
}

}  // namespace motley::core

#ifdef MOTLEY_MPI

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/collective/collective.h"
#include "core/comm/termination.h"

namespace motley::core {
namespace {

void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw UserError(fmt::format("{} failed: {}", call, text));
}

// Over TCP, Open MPI uses a rendezvous for messages above 64 KiB. The receiver's reply queues
// behind the data that it sends itself, and a link in use both ways reaches half of its bandwidth.
// Our receives are nearly always posted in advance, and messages are at most one chunk: send them
// eagerly, unless the user has set another limit. Measured on the testbed of examples/testbeds,
// all-gather of 700 kB on four hosts: 65 ms with rendezvous, 45 ms without.
void send_chunks_at_once() {
  const std::string limit = fmt::format("{}", kChunkBytes + 4096);
  ::setenv("OMPI_MCA_btl_tcp_eager_limit", limit.c_str(), /*overwrite=*/0);
}

// While it lives, MPI is being started, which waits for all ranks. If one of them is stopped or
// stuck, nothing else can end this process: MPI_Init does not return.
class StartLimit {
 public:
  explicit StartLimit(double seconds)
      : thread_([this, seconds] {
          std::unique_lock lock(mutex_);
          const auto limit = std::chrono::duration<double>(seconds);
          if (ended_.wait_for(lock, limit, [this] { return has_ended_; })) return;
          std::fputs(fmt::format("motley: rank {}: MPI has not started within {:.3g} s: another "
                                 "rank is gone, stopped or stuck (the stall limit)\n",
                                 launched_rank(), seconds)
                         .c_str(),
                     stderr);
          ::_exit(kUserErrorStatus);
        }) {}
  StartLimit(const StartLimit&) = delete;
  StartLimit& operator=(const StartLimit&) = delete;
  ~StartLimit() {
    {
      const std::lock_guard lock(mutex_);
      has_ended_ = true;
    }
    ended_.notify_all();
    thread_.join();
  }

 private:
  static constexpr int kUserErrorStatus = 2;

  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;  // last: it uses the others
};

// Messages over a duplicate of MPI_COMM_WORLD. All of it runs on the communication thread.
class MpiTransport : public Transport {
 public:
  void initialise() {
    int provided = 0, initialised = 0;
    MPI_Initialized(&initialised);
    MOTLEY_CHECK(!initialised, "MPI can be initialized only once per process");
    send_chunks_at_once();
    check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &comm_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &rank);
    MPI_Comm_size(comm_, &num_ranks);
    void* limit = nullptr;
    int found = 0;
    MPI_Comm_get_attr(comm_, MPI_TAG_UB, &limit, &found);
    if (found && *static_cast<int*>(limit) < INT32_MAX) {
      throw UserError("this MPI supports message tags of fewer than 31 bits; Open MPI supports 31");
    }
    query_hosts();
  }

  void finalise() {
    MPI_Comm_free(&comm_);
    MPI_Finalize();
  }

  int64_t post_send(int to, int tag, const void* data, int64_t bytes) override {
    const int64_t number = free_number(-1);
    check_mpi(MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag, comm_, request(number)),
              "MPI_Isend");
    return number;
  }

  int64_t post_receive(int from, int tag, void* data, int64_t bytes) override {
    const int64_t number = free_number(bytes);
    check_mpi(MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, from, tag, comm_, request(number)),
              "MPI_Irecv");
    return number;
  }

  bool test(int64_t posted) override {
    int done = 0;
    MPI_Status status;
    check_mpi(MPI_Test(request(posted), &done, &status), "MPI_Test");
    if (!done) return false;
    const int64_t expected = posted_[static_cast<size_t>(posted)].expected_bytes;
    if (expected >= 0) {
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      MOTLEY_CHECK(bytes == expected, "rank {} sent {} bytes where rank {} expects {}",
                   status.MPI_SOURCE, bytes, rank, expected);
    }
    free_.push_back(posted);
    return true;
  }

  bool polls() const override { return true; }

  bool is_same_host(int peer) const override {
    return hosts[static_cast<size_t>(peer)] == hosts[static_cast<size_t>(rank)];
  }

  // Whether this host has more ranks than cores, even with one thread each.
  bool shares_cores() const {
    const auto here = std::ranges::count(hosts, hosts[static_cast<size_t>(rank)]);
    return here > static_cast<int64_t>(std::thread::hardware_concurrency());
  }

  // Any call drives progress; this one has no side effects.
  void progress() {
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &found, MPI_STATUS_IGNORE);
  }

  int rank = 0, num_ranks = 1;
  std::vector<int> hosts;

 private:
  struct Posted {
    MPI_Request request = MPI_REQUEST_NULL;
    int64_t expected_bytes = -1;  // for receives
  };

  MPI_Request* request(int64_t number) { return &posted_[static_cast<size_t>(number)].request; }

  int64_t free_number(int64_t expected_bytes) {
    if (free_.empty()) {
      free_.push_back(std::ssize(posted_));
      posted_.emplace_back();
    }
    const int64_t number = free_.back();
    free_.pop_back();
    posted_[static_cast<size_t>(number)].expected_bytes = expected_bytes;
    return number;
  }

  // hosts[r] is the lowest rank with the same host name as r.
  void query_hosts() {
    using Name = std::array<char, MPI_MAX_PROCESSOR_NAME>;
    Name mine = {};
    int length = 0;
    MPI_Get_processor_name(mine.data(), &length);
    std::vector<Name> names(static_cast<size_t>(num_ranks));
    check_mpi(MPI_Allgather(mine.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(),
                            MPI_MAX_PROCESSOR_NAME, MPI_CHAR, comm_),
              "MPI_Allgather");
    for (const Name& name : names) {
      hosts.push_back(
          static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin()));
    }
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::vector<Posted> posted_;
  std::vector<int64_t> free_;
};

}  // namespace

bool has_mpi() { return true; }

void run_mpi(const std::function<void(Communicator&)>& body, const MpiSettings& settings) {
  MpiTransport transport;
  constexpr double kMostStartSeconds = 300;
  const double start_limit = settings.start_limit_seconds > 0
                                 ? settings.start_limit_seconds
                                 : std::min(settings.comm.stall_limit_seconds, kMostStartSeconds);
  const auto engine = std::make_shared<Engine>(settings.comm);
  engine->start({.begin =
                     [&] {
                       const StartLimit limit(start_limit);
                       transport.initialise();
                       if (transport.shares_cores()) engine->share_cores();
                     },
                 .idle =
                     [](const Operation* waits) {
                       ExplainTermination::note(waits ? waits->name() : nullptr,
                                                waits ? waits->awaited_peer() : -1);
                     },
                 .progress = [&] { transport.progress(); },
                 .end =
                     [&](bool failed) {
                       // With a lost peer MPI_Finalize would never return.
                       if (!failed) transport.finalise();
                     }},
                transport.polls());
  std::unique_ptr<ExplainTermination> explain;
  if (settings.explains_termination) explain = std::make_unique<ExplainTermination>(transport.rank);
  try {
    Communicator comm(engine, transport, transport.rank, transport.num_ranks,
                      settings.hosts.empty() ? transport.hosts : settings.hosts);
    body(comm);
    comm.barrier().wait();
  } catch (const std::exception& error) {
    engine->fail(transport.rank, fmt::format("rank {} failed: {}", transport.rank, error.what()));
    engine->stop();
    if (explain) explain->ignore_from_now_on();
    throw;
  }
  engine->stop();
}

}  // namespace motley::core

#else

namespace motley::core {

bool has_mpi() { return false; }

void run_mpi(const std::function<void(Communicator&)>&, const MpiSettings&) {
  throw UserError(
      "this program was built without MPI: install libopenmpi-dev and openmpi-bin (or another MPI)"
      " and build it again");
}

}  // namespace motley::core

#endif
