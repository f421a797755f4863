#include "tensor/compile/order.h"

#include <algorithm>
#include <queue>

#include "tensor/ir/graph.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {

bool is_view(const Op& op) {
  switch (op.code) {
    case OpCode::kBroadcastInDim:
    case OpCode::kOptimizationBarrier:
    case OpCode::kReshape:
    case OpCode::kSlice:
    case OpCode::kTranspose:
      return op.operands.size() == 1;
    default:
      return false;
  }
}

namespace {

class Ordering {
 public:
  Ordering(const Program& program, const std::vector<Update>& updates)
      : program_(program), graph_(program) {
    const size_t num_values = program.values.size();
    root_.resize(num_values);
    for (size_t v = 0; v < num_values; ++v) root_[v] = static_cast<int>(v);
    for (const Op& op : graph_.ops) {
      if (is_view(op)) root_[op.results[0].index] = root_[op.operands[0].index];
    }
    stays_.assign(num_values, false);
    readers_.resize(num_values);
    overwrites_.assign(num_values, kNone);
    for (ValueId v : program.body.arguments) stays_[v.index] = true;
    for (ValueId v : program.body.results) stays_[root_[v.index]] = true;
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (is_view(graph_.ops[i])) continue;
      for (int root : roots(i)) readers_[root].push_back(i);
    }
    for (const Update& update : updates)
      overwrites_[program.body.results[update.result].index] =
          program.body.arguments[update.argument].index;
  }

  std::vector<int> run() && {
    waiting_.assign(graph_.ops.size(), 0);
    done_.assign(graph_.ops.size(), false);
    std::vector<std::vector<int>> followers(graph_.ops.size());
    for (int i = 0; i < graph_.num_ops(); ++i) {
      for (ValueId v : graph_.inputs[i]) {
        if (graph_.producer[v.index] == kNone) continue;
        followers[graph_.producer[v.index]].push_back(i);
        ++waiting_[i];
      }
    }
    overwrite_last(followers);
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (waiting_[i] == 0) later_.push(i);
    }
    std::vector<int> order;
    while (order.size() < graph_.ops.size()) {
      const int op = next();
      if (done_[op]) continue;
      done_[op] = true;
      order.push_back(op);
      for (int follower : followers[op]) {
        if (--waiting_[follower] == 0) enqueue(follower);
      }
      // Its operands may now have a single reader left, which may have become worth running.
      for (int root : roots(op)) {
        std::erase(readers_[root], op);
        for (int reader : readers_[root]) {
          if (waiting_[reader] == 0 && frees_enough(reader)) now_.push_back(reader);
        }
      }
    }
    return order;
  }

 private:
  // What makes the new value of an argument follows all readers of the old one, where they do not
  // need the new one: it can then be written in place.
  void overwrite_last(std::vector<std::vector<int>>& followers) {
    for (const ValueId result : program_.body.results) {
      const int argument = overwrites_[result.index];
      const int writer = argument == kNone ? kNone : graph_.producer[result.index];
      if (writer == kNone) continue;
      const std::vector<bool> after = reachable(followers, writer);
      for (int reader : readers_[argument]) {
        if (after[reader]) continue;
        followers[reader].push_back(writer);
        ++waiting_[writer];
      }
    }
  }
  static std::vector<bool> reachable(const std::vector<std::vector<int>>& followers, int from) {
    std::vector<bool> seen(followers.size(), false);
    std::vector<int> stack = {from};
    seen[from] = true;
    while (!stack.empty()) {
      const int op = stack.back();
      stack.pop_back();
      for (int next : followers[op]) {
        if (!seen[next]) stack.push_back(next);
        seen[next] = true;
      }
    }
    return seen;
  }

  std::vector<int> roots(int op) const {
    std::vector<int> found;
    for (ValueId v : graph_.inputs[op]) {
      const int root = root_[v.index];
      if (std::find(found.begin(), found.end(), root) == found.end()) found.push_back(root);
    }
    return found;
  }
  int64_t bytes(int value) const { return program_.values[value].num_bytes(); }

  int next() {
    if (!now_.empty()) {
      const int op = now_.back();
      now_.pop_back();
      return op;
    }
    const int op = later_.top();
    later_.pop();
    return op;
  }
  void enqueue(int op) {
    later_.push(op);  // may be queued twice from here: `done_` filters
    if (frees_enough(op)) now_.push_back(op);
  }

  bool frees_enough(int op) const {
    if (is_view(graph_.ops[op])) return true;
    int64_t net = 0;
    for (ValueId v : graph_.ops[op].results) {
      const int argument = overwrites_[v.index];
      if (argument == kNone) {
        net += bytes(v.index);
      } else if (std::any_of(readers_[argument].begin(), readers_[argument].end(),
                             [&](int reader) { return reader != op; })) {
        return false;
      }
    }
    for (int root : roots(op)) {
      const std::vector<int>& readers = readers_[root];
      if (!stays_[root] && readers.size() == 1 && readers[0] == op) net -= bytes(root);
    }
    return net <= 0;
  }

  const Program& program_;
  const Graph graph_;
  std::vector<int> root_;                  // of each value: the value whose memory it views
  std::vector<bool> stays_;                // arguments and results
  std::vector<std::vector<int>> readers_;  // of each root, not yet run
  std::vector<int> overwrites_;            // of each value: the argument, or kNone
  std::vector<int> waiting_;               // of each op: operands not yet available
  std::vector<bool> done_;
  std::vector<int> now_;
  std::priority_queue<int, std::vector<int>, std::greater<>> later_;
};

}  // namespace

std::vector<int> memory_order(const Program& program, const std::vector<Update>& updates) {
  return Ordering(program, updates).run();
}

Program order_for_memory(const Program& program, const std::vector<Update>& updates) {
  Rewrite rewrite(program);
  for (int op : memory_order(program, updates)) rewrite.keep(program.body.ops[op]);
  return std::move(rewrite).finish();
}

}  // namespace motley::tensor
