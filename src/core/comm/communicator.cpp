#include "core/comm/communicator.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/comm/engine.h"

namespace motley::core {
namespace {

constexpr int kTagBits = 18, kContexts = 1 << 12;

// Collectives of at least this size run one after another: concurrently each would complete only
// when all do, and waiting for the first would mean waiting for all. Small ones are latency-bound
// and may overtake.
constexpr int64_t kSerialBytes = 1 << 20;

}  // namespace

Communicator::Communicator(std::shared_ptr<Engine> engine, Transport& transport, int rank,
                           int num_ranks, std::vector<int> hosts)
    : engine_(std::move(engine)),
      transport_(&transport),
      rank_(rank),
      world_ranks_(static_cast<size_t>(num_ranks)),
      hosts_(std::move(hosts)),
      next_context_(std::make_shared<int>(1)) {
  std::iota(world_ranks_.begin(), world_ranks_.end(), 0);
  if (hosts_.empty()) hosts_.resize(world_ranks_.size());
  MOTLEY_CHECK(hosts_.size() == world_ranks_.size(), "{} hosts for {} ranks", hosts_.size(),
               num_ranks);
}

CollectiveSetup Communicator::setup(ElementType type, const CollectiveSettings& settings) const {
  return {.rank = rank_,
          .num_ranks = num_ranks(),
          .algorithm = settings.algorithm,
          .type = type,
          .hosts = hosts_};
}

Request Communicator::start(const char* name, Steps steps, ConstElements input, Elements output,
                            Reduction reduction, std::optional<int> tag,
                            double extra_stall_seconds) {
  std::optional<Engine::Stream> stream;
  const auto world = [&](int peer) { return world_ranks_[static_cast<size_t>(peer)]; };
  for (SendStep& step : steps.sends) step.peer = world(step.peer);
  for (ReceiveStep& step : steps.receives) step.peer = world(step.peer);

  Operation::Setup setup = {.name = name, .rank = world(rank_)};
  setup.input = input;
  setup.output = output;
  setup.reduction = reduction;
  setup.extra_stall_seconds = extra_stall_seconds;
  setup.stalls_from_wait = tag.has_value();
  const int kind = tag ? 0 : 1;
  const int number = tag ? *tag : num_collectives_++ % kNumTags;
  setup.tag = ((context_ << 1 | kind) << kTagBits) | number;
  if (tag && steps.num_sends() > 0) stream = {setup.rank, setup.tag, 0, steps.sends[0].peer};
  if (tag && steps.num_receives() > 0) stream = {setup.rank, setup.tag, 1, steps.receives[0].peer};

  auto operation = std::make_shared<Operation>(setup, std::move(steps), *transport_);
  if (!tag && operation->bytes() >= kSerialBytes) stream = {setup.rank, context_, 2, 0};
  const std::shared_ptr<Completion> completion = operation->completion();
  completion->on_abandon = [engine = std::weak_ptr(engine_), rank = setup.rank, name] {
    if (auto alive = engine.lock()) {
      alive->fail(rank, fmt::format("rank {} failed during {}", rank, name));
    }
  };
  engine_->enqueue(std::move(operation), stream);
  return Request(completion);
}

void Communicator::check_counts(const std::vector<int64_t>& counts, int64_t own,
                                int64_t all) const {
  MOTLEY_CHECK(std::ssize(counts) == num_ranks(), "{} counts for {} ranks", counts.size(),
               num_ranks());
  const int64_t sum = offsets_of(counts).back(), mine = counts[static_cast<size_t>(rank_)];
  MOTLEY_CHECK(own < 0 || own == mine, "the block has {} elements, its count is {}", own, mine);
  MOTLEY_CHECK(all < 0 || all == sum, "the vector has {} elements, the counts sum to {}", all, sum);
}

void Communicator::check_peer(int rank) const {
  MOTLEY_CHECK(rank >= 0 && rank < num_ranks(), "there is no rank {} among {}", rank, num_ranks());
}

Request Communicator::all_reduce(ConstElements input, Elements output, Reduction reduction,
                                 const CollectiveSettings& settings) {
  MOTLEY_CHECK(input.count == output.count && input.type == output.type,
               "all-reduce of {} elements into {}", input.count, output.count);
  return start("all-reduce", all_reduce_steps(setup(input.type, settings), input.count), input,
               output, reduction);
}

Request Communicator::reduce_scatter(ConstElements input, Elements output,
                                     const std::vector<int64_t>& counts, Reduction reduction,
                                     const CollectiveSettings& settings) {
  check_counts(counts, output.count, input.count);
  return start("reduce-scatter", reduce_scatter_steps(setup(input.type, settings), counts), input,
               output, reduction);
}

Request Communicator::all_gather(ConstElements input, Elements output,
                                 const std::vector<int64_t>& counts,
                                 const CollectiveSettings& settings) {
  check_counts(counts, input.count, output.count);
  return start("all-gather", all_gather_steps(setup(input.type, settings), counts), input, output);
}

Request Communicator::all_to_all(ConstElements input, const std::vector<int64_t>& send_counts,
                                 Elements output, const std::vector<int64_t>& receive_counts) {
  check_counts(send_counts, -1, input.count);
  check_counts(receive_counts, -1, output.count);
  return start("all-to-all", all_to_all_steps(setup(input.type, {}), send_counts, receive_counts),
               input, output);
}

Request Communicator::broadcast(Elements data, int root) {
  check_peer(root);
  return start("broadcast", broadcast_steps(setup(data.type, {}), data.count, root), data, data);
}

Request Communicator::gather(ConstElements input, Elements output,
                             const std::vector<int64_t>& counts, int root) {
  check_peer(root);
  check_counts(counts, input.count, rank_ == root ? output.count : -1);
  output.type = input.type;
  return start("gather", gather_steps(setup(input.type, {}), counts, root), input, output);
}

Request Communicator::scatter(ConstElements input, Elements output,
                              const std::vector<int64_t>& counts, int root) {
  check_peer(root);
  check_counts(counts, output.count, rank_ == root ? input.count : -1);
  input.type = output.type;
  return start("scatter", scatter_steps(setup(output.type, {}), counts, root), input, output);
}

Request Communicator::barrier(double extra_stall_seconds) {
  return start("barrier", barrier_steps(setup({}, {})), {}, {}, {}, {}, extra_stall_seconds);
}

Request Communicator::send(ConstElements data, int to, int tag) {
  check_peer(to);
  MOTLEY_CHECK(tag >= 0 && tag < kNumTags, "tag {} is not below {}", tag, kNumTags);
  return start("send", send_steps(setup(data.type, {}), data.count, to), data, {data.type}, {},
               tag);
}

Request Communicator::receive(Elements data, int from, int tag) {
  check_peer(from);
  MOTLEY_CHECK(tag >= 0 && tag < kNumTags, "tag {} is not below {}", tag, kNumTags);
  return start("receive", receive_steps(setup(data.type, {}), data.count, from), {}, data, {}, tag);
}

void Communicator::call(const std::function<void()>& f) { engine_->call(f); }

Communicator Communicator::split(int64_t color, int64_t key) {
  // The new context is one that no member uses yet; they agree on it collectively.
  const std::vector<int64_t> mine = {color, key, *next_context_};
  std::vector<int64_t> all(mine.size() * world_ranks_.size());
  const std::vector<int64_t> counts(world_ranks_.size(), std::ssize(mine));
  all_gather(elements(mine), elements(all), counts).wait();

  std::vector<int> members;
  Communicator part;
  for (int r = 0; r < num_ranks(); ++r) {
    const int64_t* other = &all[3 * static_cast<size_t>(r)];
    part.context_ = std::max(part.context_, static_cast<int>(other[2]));
    if (other[0] == color) members.push_back(r);
  }
  std::stable_sort(members.begin(), members.end(), [&](int a, int b) {
    return all[3 * static_cast<size_t>(a) + 1] < all[3 * static_cast<size_t>(b) + 1];
  });
  MOTLEY_CHECK(part.context_ < kContexts, "more than {} Communicators", kContexts);
  *next_context_ = part.context_ + 1;
  part.next_context_ = next_context_;
  part.engine_ = engine_;
  part.transport_ = transport_;
  for (int r : members) {
    if (r == rank_) part.rank_ = part.num_ranks();
    part.world_ranks_.push_back(world_ranks_[static_cast<size_t>(r)]);
    part.hosts_.push_back(hosts_[static_cast<size_t>(r)]);
  }
  return part;
}

}  // namespace motley::core
