#include "core/collective/cost/steps_simulation.h"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <set>

#include "core/base/error.h"

namespace motley::core {
namespace {

class Simulation {
 public:
  Simulation(const GroupLinks& links, const std::vector<Steps>& steps)
      : links_(links),
        steps_(steps),
        ranks_(steps.size()),
        ports_(links.hosts.size()),
        lanes_(steps.size()) {}

  double run() {
    for (size_t r = 0; r < ranks_.size(); ++r) post(static_cast<int>(r));
    start_messages();
    while (!events_.empty()) {
      now_ = events_.top().time;
      while (!events_.empty() && events_.top().time == now_) {
        const Event event = events_.top();
        events_.pop();
        if (event.rank < 0) continue;  // an input or output becomes free
        Rank& rank = ranks_[static_cast<size_t>(event.rank)];
        auto& [done, finished] = event.is_send ? rank.sends : rank.receives;
        finished.insert(event.index);
        while (finished.count(done)) ++done;  // completion is in order
        post(event.rank);
      }
      start_messages();
    }
    for (size_t r = 0; r < ranks_.size(); ++r) {
      MOTLEY_CHECK(ranks_[r].sends.done == steps_[r].num_sends() &&
                       ranks_[r].receives.done == steps_[r].num_receives(),
                   "rank {} is stuck", r);
    }
    return now_;
  }

 private:
  struct Event {
    double time = 0;
    int rank = 0;
    bool is_send = false;
    int64_t index = 0;
    bool operator<(const Event& other) const { return time > other.time; }  // earliest on top
  };
  struct Progress {
    int64_t done = 0;
    std::set<int64_t> finished;
  };
  struct Rank {
    Progress sends, receives;
    int64_t sends_posted = 0, receives_posted = 0;
  };
  struct Way {
    double out_free = 0, in_free = 0;
  };
  struct Message {
    int from = 0, to = 0;
    int64_t send = 0, receive = 0, bytes = 0;
  };
  struct Pair {
    std::deque<int64_t> sends, receives;  // posted, unmatched
  };

  void post(int r) {
    Rank& rank = ranks_[static_cast<size_t>(r)];
    const Steps& steps = steps_[static_cast<size_t>(r)];
    for (; rank.receives_posted < steps.num_receives(); ++rank.receives_posted) {
      const ReceiveStep& step = steps.receives[static_cast<size_t>(rank.receives_posted)];
      if (rank.receives_posted - rank.receives.done >= kInFlight ||
          step.after_sends > rank.sends.done || step.after_receives > rank.receives.done) {
        break;
      }
      pairs_[{step.peer, r}].receives.push_back(rank.receives_posted);
      match(step.peer, r);
    }
    for (; rank.sends_posted < steps.num_sends(); ++rank.sends_posted) {
      const SendStep& step = steps.sends[static_cast<size_t>(rank.sends_posted)];
      if (rank.sends_posted - rank.sends.done >= kInFlight ||
          step.after_receives > rank.receives.done) {
        break;
      }
      pairs_[{r, step.peer}].sends.push_back(rank.sends_posted);
      match(r, step.peer);
    }
  }

  void match(int from, int to) {
    Pair& pair = pairs_[{from, to}];
    while (!pair.sends.empty() && !pair.receives.empty()) {
      const int64_t send = pair.sends.front();
      waiting_.push_back(
          {from, to, send, pair.receives.front(),
           steps_[static_cast<size_t>(from)].sends[static_cast<size_t>(send)].count});
      pair.sends.pop_front();
      pair.receives.pop_front();
    }
  }

  void start_messages() {
    std::vector<Message> still;
    for (const Message& message : waiting_) {
      if (!start(message)) still.push_back(message);
    }
    waiting_ = std::move(still);
  }

  bool start(const Message& m) {
    const auto a = static_cast<size_t>(links_.host_of[static_cast<size_t>(m.from)]);
    const auto b = static_cast<size_t>(links_.host_of[static_cast<size_t>(m.to)]);
    const bool inside = a == b;
    Way& out = inside ? lanes_[static_cast<size_t>(m.from)] : ports_[a];
    Way& in = inside ? lanes_[static_cast<size_t>(m.to)] : ports_[b];
    if (std::max(out.out_free, in.in_free) > now_) return false;
    const Hop& first = inside ? links_.hosts[a].link : links_.hosts[a].port;
    const Hop& second = inside ? links_.hosts[b].link : links_.hosts[b].port;
    const Hop hop = m.from == m.to ? Hop{} : joined(first, second);
    const auto bytes = static_cast<double>(m.bytes);
    const double arrived = now_ + hop.latency_seconds + bytes * hop.seconds_per_byte;
    events_.push({arrived, m.from, true, m.send});
    events_.push({arrived, m.to, false, m.receive});
    if (m.from == m.to) return true;
    out.out_free = now_ + bytes * first.seconds_per_byte;
    in.in_free = now_ + bytes * second.seconds_per_byte;
    events_.push({out.out_free, -1, false, 0});
    events_.push({in.in_free, -1, false, 0});
    return true;
  }

  const GroupLinks& links_;
  const std::vector<Steps>& steps_;
  std::vector<Rank> ranks_;
  std::vector<Way> ports_, lanes_;
  std::map<std::pair<int, int>, Pair> pairs_;
  std::vector<Message> waiting_;  // posted on both sides
  std::priority_queue<Event> events_;
  double now_ = 0;
};

}  // namespace

double simulated_seconds(const GroupLinks& links, const std::vector<Steps>& steps) {
  return Simulation(links, steps).run();
}

}  // namespace motley::core
