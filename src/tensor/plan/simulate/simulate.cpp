// Few events: an item has one, its end. When it is dequeued, its transfers start or queue at their
// ports; a transfer that has started has a known arrival, and an item whose last input is known is
// enqueued with its own end. Only transfers on shared ports change while they run; SharedTransfers
// handles those.
#include "tensor/plan/simulate/simulate.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <span>
#include <tuple>

#include "core/base/error.h"
#include "tensor/plan/simulate/shared_transfers.h"

namespace motley::tensor::simulate {
namespace {

using namespace schedule;

struct Event {
  enum Kind : int32_t { kPortsFree, kItemEnds, kCollectiveInput };
  Ticks time;
  Kind kind;
  int32_t index;  // of the port set, item or collective
  bool operator>(const Event& other) const {
    return std::tie(time, kind, index) > std::tie(other.time, other.kind, other.index);
  }
};

class Simulator {
 public:
  explicit Simulator(const Workload& workload)
      : workload_(workload), shared_(workload.ports.size()) {
    const size_t num_items = workload.items.size();
    result_.start.assign(num_items, 0);
    result_.last_input.assign(num_items, -1);
    result_.transfers.resize(workload.transfers.size());
    result_.collectives.resize(workload.collectives.size());
    result_.stuck.assign(workload.num_devices(), -1);
    arrival_.assign(num_items, 0);
    missing_.assign(num_items, 0);
    busy_until_.assign(workload.ports.size(), 0);
    waiting_at_.resize(workload.ports.size());
    index_transfers();
    index_collectives();
    for (int32_t d = 0; d < workload.num_devices(); ++d) {
      for (int32_t i = workload.device_begin[d]; i < workload.device_begin[d + 1]; ++i) {
        last_of_device_.push_back(i + 1 == workload.device_begin[d + 1]);
      }
    }
    waiting_.assign(num_items, 0);
  }

  Simulation run() {
    for (int32_t d = 0; d < workload_.num_devices(); ++d) {
      if (workload_.device_begin[d] < workload_.device_begin[d + 1]) {
        reach(workload_.device_begin[d], 0);
      }
    }
    while (true) {
      const std::optional<Ticks> shared_end = shared_.next_end();
      if (shared_end && (events_.empty() || *shared_end <= events_.top().time)) {
        end_shared(*shared_end);
      } else if (!events_.empty()) {
        const Event event = events_.top();
        events_.pop();
        switch (event.kind) {
          case Event::kPortsFree:
            free_ports(event.index, event.time);
            break;
          case Event::kItemEnds:
            end_item(event.index, event.time);
            break;
          case Event::kCollectiveInput:
            add_input(event.index, event.time);
            break;
        }
      } else {
        break;
      }
    }
    note_stuck();
    return std::move(result_);
  }

 private:
  // -- indices
  // -------------------------------------------------------------------------------------

  void index_transfers() {
    transfer_begin_.assign(workload_.items.size() + 1, 0);
    int32_t before = 0;
    for (const Workload::Transfer& t : workload_.transfers) {
      MOTLEY_CHECK(t.from >= before, "transfers must be sorted by their items");
      before = t.from;
      ++transfer_begin_[t.from + 1];
      ++missing_[t.to];
    }
    for (size_t i = 1; i < transfer_begin_.size(); ++i)
      transfer_begin_[i] += transfer_begin_[i - 1];
  }

  void index_collectives() {
    for (size_t c = 0; c < workload_.collectives.size(); ++c) {
      collective_missing_.push_back(static_cast<int32_t>(workload_.collectives[c].after.size()));
      for (const int32_t item : workload_.collectives[c].after) {
        collectives_of_.emplace_back(item, static_cast<int32_t>(c));
      }
    }
    std::ranges::sort(collectives_of_);
  }

  // -- items ----------------------------------------------------------------------------------

  // The device of `item` is free and has reached it.
  void reach(int32_t item, Ticks now) {
    if (missing_[item] == 0) {
      start(item, std::max(now, arrival_[item]));
    } else {
      waiting_[item] = 1;
      arrival_[item] = std::max(arrival_[item], now);
    }
  }

  void start(int32_t item, Ticks now) {
    result_.start[item] = now;
    const Ticks end = now + workload_.items[item].duration;
    events_.push({end, Event::kItemEnds, item});
    for (auto it = std::ranges::lower_bound(collectives_of_, std::pair(item, 0));
         it != collectives_of_.end() && it->first == item; ++it) {
      const Ticks lead = std::min(workload_.collectives[it->second].lead, end - now);
      events_.push({end - lead, Event::kCollectiveInput, it->second});
    }
  }

  void end_item(int32_t item, Ticks now) {
    result_.makespan = std::max(result_.makespan, now);
    for (int32_t t = transfer_begin_[item]; t < transfer_begin_[item + 1]; ++t) send(t, now);
    if (!last_of_device_[item]) reach(item + 1, now);
  }

  void deliver(int32_t transfer, Ticks at) {
    result_.transfers[transfer].arrival = at;
    const int32_t item = workload_.transfers[transfer].to;
    if (result_.last_input[item] < 0 || at > result_.transfers[result_.last_input[item]].arrival) {
      result_.last_input[item] = transfer;
    }
    arrival_[item] = std::max(arrival_[item], at);
    if (--missing_[item] == 0 && waiting_[item]) start(item, arrival_[item]);
  }

  // -- transfers and collectives --------------------------------------------------------------

  // A transfer or a collective: common interface.
  struct Work {
    int32_t index;
    bool collective;
  };
  TransferTimes& times_of(Work w) {
    return w.collective ? result_.collectives[w.index] : result_.transfers[w.index];
  }
  Ticks busy_of(Work w) const {
    return w.collective ? workload_.collectives[w.index].busy : workload_.transfers[w.index].busy;
  }
  std::span<const int32_t> ports_of(Work w) const {
    const int32_t set = set_of(w);
    return set < 0 ? std::span<const int32_t>() : workload_.port_sets[set];
  }
  int32_t set_of(Work w) const {
    return w.collective ? workload_.collectives[w.index].ports : workload_.transfers[w.index].ports;
  }

  void send(int32_t transfer, Ticks now) { request({transfer, false}, now); }

  void add_input(int32_t collective, Ticks now) {
    if (--collective_missing_[collective] == 0) request({collective, true}, now);
  }

  // Starts if all ports are idle; otherwise queues at each of them and lets others pass meanwhile.
  void request(Work w, Ticks now) {
    times_of(w).ready = now;
    times_of(w).begin = -1;
    const auto is_shared = [&](int32_t p) { return workload_.ports[p] == Port::kShared; };
    if (std::ranges::any_of(ports_of(w), is_shared)) {
      times_of(w).begin = now;
      shared_.begin({w.index, w.collective}, ports_of(w), busy_of(w), now);
    } else if (idle(w, now)) {
      begin(w, now);
    } else {
      for (const int32_t port : ports_of(w)) waiting_at_[port].push_back(w);
    }
  }

  bool idle(Work w, Ticks now) const {
    return std::ranges::all_of(ports_of(w), [&](int32_t p) { return busy_until_[p] <= now; });
  }

  void begin(Work w, Ticks now) {
    times_of(w).begin = now;
    const Ticks end = now + busy_of(w);
    for (const int32_t port : ports_of(w)) busy_until_[port] = end;
    if (!ports_of(w).empty() && end > now) events_.push({end, Event::kPortsFree, set_of(w)});
    finish(w, end);
  }

  void free_ports(int32_t set, Ticks now) {
    for (const int32_t port : workload_.port_sets[set]) {
      std::deque<Work>& queue = waiting_at_[port];
      while (!queue.empty() && times_of(queue.front()).begin >= 0) queue.pop_front();
      for (size_t i = 0; i < queue.size() && busy_until_[port] <= now; ++i) {
        if (times_of(queue[i]).begin < 0 && idle(queue[i], now)) begin(queue[i], now);
      }
    }
  }

  // The ports are released at `end`.
  void finish(Work w, Ticks end) {
    if (w.collective) {
      result_.collectives[w.index].arrival = end;
      result_.makespan = std::max(result_.makespan, end);
    } else {
      deliver(w.index, end + workload_.transfers[w.index].latency);
    }
  }

  void end_shared(Ticks now) {
    const SharedTransfers::Key key = shared_.end(now);
    finish({key.index, key.collective}, now);
  }

  void note_stuck() {
    for (int32_t d = 0; d < workload_.num_devices(); ++d) {
      for (int32_t i = workload_.device_begin[d]; i < workload_.device_begin[d + 1]; ++i) {
        if (waiting_[i] && missing_[i] > 0) result_.stuck[d] = i;
      }
    }
  }

  const Workload& workload_;
  Simulation result_;
  std::vector<Ticks> arrival_;           // per item: latest arrival so far
  std::vector<int32_t> missing_;         // per item: inputs still missing
  std::vector<char> waiting_;            // per item: its device is free and waits for it
  std::vector<char> last_of_device_;     // per item
  std::vector<int32_t> transfer_begin_;  // per item: its first transfer
  std::vector<std::pair<int32_t, int32_t>> collectives_of_;  // (item, collective), sorted
  std::vector<int32_t> collective_missing_;
  std::vector<Ticks> busy_until_;             // per port
  std::vector<std::deque<Work>> waiting_at_;  // per port, by ready time
  SharedTransfers shared_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

Simulation simulate(const Workload& workload) { return Simulator(workload).run(); }

}  // namespace motley::tensor::simulate
