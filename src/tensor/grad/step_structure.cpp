#include "tensor/grad/step_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "tensor/grad/repeats.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor {
namespace {

constexpr int kMany = -2;

// ---- Gradients of a step ---------------------------------------------------------------------

// Each result element depends on the same element of the operands, and on scalars.
bool is_elementwise(const Program& program, const Op& op) {
  if (op.results.size() != 1 || !op.regions.empty()) return false;
  const Shape& shape = program.type(op.results[0]).shape;
  const IndexStructure index = index_structure({program.values, op});
  for (size_t k = 0; k < op.operands.size(); ++k) {
    const Shape& operand = program.type(op.operands[k]).shape;
    if (operand.empty()) continue;
    if (operand != shape || index.operands[k] != index.results[0]) return false;
  }
  return true;
}

// Walks from a parameter's new value back through elementwise ops of its shape to their inputs; the
// gradient is the first value that all paths from those inputs pass through (a dominator).
ValueId find_gradient(const Graph& graph, const std::vector<bool>& forward, ValueId updated) {
  const Shape& shape = graph.program.type(updated).shape;
  std::map<int, bool> zone;  // op -> whether the walk ends here
  std::vector<ValueId> open = {updated};
  while (!open.empty()) {
    const ValueId v = open.back();
    open.pop_back();
    const int op = graph.producer[v.index];
    if (op == kNone || forward[op] || zone.contains(op)) continue;
    if (graph.program.type(v).shape != shape)
      continue;  // a broadcast scalar: a learning rate, a factor
    const bool ends = !is_elementwise(graph.program, graph.ops[op]);
    zone[op] = ends;
    if (ends) continue;
    open.insert(open.end(), graph.inputs[op].begin(), graph.inputs[op].end());
  }
  // A constant or a broadcast scalar does not count as an end: only values that depend on an end
  // do.
  int ends_left = std::count_if(zone.begin(), zone.end(), [](const auto& z) { return z.second; });
  std::map<ValueId, int> uses_left;  // of values that depend on an end, still to be read
  for (const auto& [op, ends] : zone) {
    bool reached = ends;
    for (ValueId v : graph.inputs[op]) {
      const auto live = uses_left.find(v);
      if (ends || live == uses_left.end()) continue;
      reached = true;
      if (--live->second == 0) uses_left.erase(live);
    }
    ends_left -= ends;
    if (!reached) continue;
    const ValueId made = graph.ops[op].results[0];
    if (ends_left == 0 && uses_left.empty()) return made;
    int num_uses = made == updated;
    for (int user : graph.users[made.index]) {
      if (!zone.contains(user) || zone.at(user)) continue;
      const auto& reads = graph.inputs[user];
      num_uses += static_cast<int>(std::count(reads.begin(), reads.end(), made));
    }
    if (num_uses > 0) uses_left[made] = num_uses;
  }
  return {};
}

// ---- Step structure --------------------------------------------------------------------------

class Marking {
 public:
  Marking(const Program& program, const StepDescription& description)
      : graph_(program), program_(program), description_(description) {
    const int num_arguments = static_cast<int>(program.body.arguments.size());
    MOTLEY_CHECK(!program.body.results.empty(), "a step has a loss");
    param_of_.assign(program.values.size(), kNone);
    for (int a : description.params) {
      MOTLEY_CHECK(a >= 0 && a < num_arguments, "no argument {}", a);
      param_of_[program.body.arguments[a].index] = static_cast<int>(structure_.params.size());
      structure_.params.push_back({.argument = a});
    }
    structure_.ops.resize(graph_.ops.size());
    for (size_t p = 0; has_more_than_loss() && p < structure_.params.size(); ++p) check_result(p);
  }

  StepStructure run() && {
    find_phases();
    mark_forward();
    mark_repeats();
    mark_backward();
    mark_updates();
    place_others();
    return std::move(structure_);
  }

 private:
  bool is(int op, Phase phase) const { return structure_.ops[op].phase == phase; }
  bool has_more_than_loss() const { return program_.body.results.size() > 1; }
  ValueId result_of(size_t param) const { return program_.body.results[1 + param]; }
  // The index of the parameter's value.
  uint32_t value_of(int param) const {
    return program_.body.arguments[structure_.params[param].argument].index;
  }

  void check_result(size_t param) const {
    const TensorType& wanted = program_.values[value_of(static_cast<int>(param))];
    const bool there = 1 + param < program_.body.results.size();
    if (there && program_.type(result_of(param)).shape == wanted.shape) return;
    throw core::UserError(
        core::SourcePosition{program_.source},
        fmt::format(
            "a step must return the loss, then one tensor per parameter: result {} is {}, not {}",
            1 + param, there ? program_.type(result_of(param)).to_string() : "missing",
            wanted.to_string()));
  }

  void find_phases() {
    const std::vector<bool> forward = graph_.ancestors({program_.body.results[0]});
    std::vector<ValueId> gradients;
    if (has_more_than_loss()) {
      for (size_t p = 0; p < structure_.params.size(); ++p) {
        structure_.params[p].gradient = description_.results == ResultsAre::kGradients
                                            ? result_of(p)
                                            : find_gradient(graph_, forward, result_of(p));
        gradients.push_back(structure_.params[p].gradient);
      }
    }
    const std::vector<bool> backward = graph_.ancestors(gradients);
    const std::vector<bool> used = graph_.ancestors(program_.body.results);
    for (int i = 0; i < graph_.num_ops(); ++i) {
      structure_.ops[i].phase = forward[i]    ? Phase::kForward
                                : backward[i] ? Phase::kBackward
                                : used[i]     ? Phase::kUpdate
                                              : Phase::kUnused;
    }
  }

  void mark_forward() {
    depends_.assign(program_.values.size(), false);
    for (int p = 0; p < int(structure_.params.size()); ++p) depends_[value_of(p)] = true;
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (!is(i, Phase::kForward)) continue;
      structure_.ops[i].forward_of = OpId(i);
      for (ValueId v : graph_.inputs[i]) {
        if (depends_[v.index]) {
          for (ValueId r : graph_.ops[i].results) depends_[r.index] = true;
        }
        const int param = param_of_[v.index];
        if (param == kNone) continue;
        structure_.ops[i].parameter = param;
        auto& uses = structure_.params[param].uses;
        if (uses.empty() || uses.back() != OpId(i)) uses.emplace_back(i);
      }
    }
  }

  // The first forward op at or after `from` that reads the parameter, otherwise the last before.
  int use_from(int param, int from) const {
    const auto& uses = structure_.params[param].uses;
    if (uses.empty()) return kNone;
    const auto use = std::find_if(uses.begin(), uses.end(),
                                  [&](OpId op) { return static_cast<int>(op.index) >= from; });
    return static_cast<int>(use == uses.end() ? uses.back().index : use->index);
  }

  // The forward op on whose behalf backward op `reader` needs forward value v: its first forward
  // reader; except if v is the result of a function like tanh or exponential and the reader is
  // elementwise: then v itself, since their derivative is a function of their result.
  int needed_for(int reader, ValueId v) const {
    const int from = graph_.producer[v.index];
    if (from != kNone && !is_linear(from) && is_elementwise(program_, graph_.ops[from]) &&
        is_elementwise(program_, graph_.ops[reader]) &&
        !index_structure({program_.values, graph_.ops[reader]}).copies) {
      return from;
    }
    for (int user : graph_.users[v.index]) {
      if (is(user, Phase::kForward)) return user;
    }
    return kNone;
  }

  // In each operand that depends on a parameter, the others held fixed.
  bool is_linear(int op) const {
    const IndexStructure index = index_structure({program_.values, graph_.ops[op]});
    for (int k = 0; k < static_cast<int>(graph_.ops[op].operands.size()); ++k) {
      const bool linear = std::any_of(
          index.linear_in.begin(), index.linear_in.end(),
          [&](const auto& set) { return std::find(set.begin(), set.end(), k) != set.end(); });
      if (!linear && depends_[graph_.ops[op].operands[k].index]) return false;
    }
    return true;
  }

  // The latest forward op that each backward op depends on. Ops that propagate a gradient depend on
  // the last one, since it comes from the loss. Ops that rules compute from forward values alone,
  // such as the derivative of tanh, depend on earlier ones: they belong to the readers of these
  // values.
  std::vector<int> latest_dependence() const {
    std::vector<int> latest(graph_.ops.size(), kNone);
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (!is(i, Phase::kBackward)) continue;
      for (ValueId v : graph_.inputs[i]) {
        const int from = graph_.producer[v.index];
        if (from != kNone && is(from, Phase::kBackward))
          latest[i] = std::max(latest[i], latest[from]);
        if (depends_[v.index]) latest[i] = std::max(latest[i], needed_for(i, v));
      }
    }
    return latest;
  }

  // From the gradients towards the loss: an op is placed no earlier than the ops it leads to and
  // than the readers of the forward values it needs.
  void mark_backward() {
    const std::vector<int> latest = latest_dependence();
    const int end = latest.empty() ? kNone : *std::max_element(latest.begin(), latest.end());
    std::unordered_map<ValueId, std::vector<int>> gradient_of;
    for (int p = 0; p < int(structure_.params.size()); ++p) {
      gradient_of[structure_.params[p].gradient].push_back(p);
    }
    std::vector<int> place(graph_.ops.size(), kNone);
    std::vector<bool> moves_up(graph_.ops.size());
    for (int i = graph_.num_ops() - 1; i >= 0; --i) {
      if (!is(i, Phase::kBackward)) continue;
      int lead = kNone;
      for_backward_users(i, [&](int user) {
        place[i] = std::max(place[i], place[user]);
        join(lead, leads_to_[user]);
      });
      bool anchored = false;
      for (ValueId v : graph_.ops[i].results) {
        const auto gradient = gradient_of.find(v);
        if (gradient == gradient_of.end()) continue;
        for (int p : gradient->second) {
          place[i] = std::max(place[i], use_from(p, place[i]));
          join(lead, p);
          anchored = true;
        }
      }
      const int before = place[i];
      for (ValueId v : graph_.inputs[i]) {
        const int from = graph_.producer[v.index], param = param_of_[v.index];
        int needed = kNone;
        if (from != kNone && latest[from] < end) needed = latest[from];
        if (depends_[v.index]) {
          needed = param == kNone ? needed_for(i, v) : use_from(param, before);
        }
        anchored = anchored || needed != kNone;
        place[i] = std::max(place[i], needed);
      }
      leads_to_[i] = lead;
      structure_.ops[i].parameter = std::max(lead, kNone);
      moves_up[i] = !anchored && leads_to_crossing_gradient(i, moves_up);
    }
    move_up(latest, end, moves_up, place);
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (place[i] != kNone) structure_.ops[i].forward_of = OpId(place[i]);
    }
  }

  // The last backward ops of a layer (the sums of a normalization, say) need no forward values and
  // could as well be placed with the layer below. Those that produce the gradient of a value
  // crossing a cut are placed with the ops they read: then only that gradient crosses the cut.
  bool leads_to_crossing_gradient(int op, const std::vector<bool>& moves_up) const {
    const auto crosses = [&](ValueId v) { return crossing_.contains(text_of_type(v)); };
    const auto& results = graph_.ops[op].results;
    bool leads = std::any_of(results.begin(), results.end(), crosses);
    for_backward_users(op, [&](int user) { leads = leads || moves_up[user]; });
    return leads;
  }
  std::string text_of_type(ValueId v) const { return program_.type(v).to_string(); }

  void move_up(const std::vector<int>& latest, int end, const std::vector<bool>& moves_up,
               std::vector<int>& place) const {
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (!moves_up[i]) continue;
      int lowest = INT32_MAX;
      for (ValueId v : graph_.inputs[i]) {
        const int from = graph_.producer[v.index];
        if (from != kNone && latest[from] == end) lowest = std::min(lowest, place[from]);
      }
      if (lowest != INT32_MAX) place[i] = std::max(place[i], lowest);
    }
    for (int i = graph_.num_ops() - 1; i >= 0; --i) {
      if (!is(i, Phase::kBackward) || latest[i] != kNone) continue;
      for_backward_users(i, [&](int user) { place[i] = std::max(place[i], place[user]); });
    }
  }

  template <class Visit>
  void for_backward_users(int op, const Visit& visit) const {
    for (ValueId v : graph_.ops[op].results) {
      for (int user : graph_.users[v.index]) {
        if (is(user, Phase::kBackward)) visit(user);
      }
    }
  }

  void mark_updates() {
    if (description_.results != ResultsAre::kUpdatedParams || !has_more_than_loss()) return;
    std::unordered_map<int, int> new_value_by;  // op -> parameter
    for (int p = 0; p < int(structure_.params.size()); ++p) {
      new_value_by[graph_.producer[result_of(p).index]] = p;
    }
    for (int i = graph_.num_ops() - 1; i >= 0; --i) {
      if (!is(i, Phase::kUpdate)) continue;
      int leads_to = new_value_by.contains(i) ? new_value_by.at(i) : kNone;
      for (ValueId v : graph_.ops[i].results) {
        for (int user : graph_.users[v.index]) {
          if (is(user, Phase::kUpdate)) join(leads_to, leads_to_[user]);
        }
      }
      leads_to_[i] = leads_to;
      structure_.ops[i].parameter = std::max(leads_to, kNone);
    }
  }

  static void join(int& leads_to, int other) {
    if (other == kNone || other == leads_to) return;
    leads_to = leads_to == kNone ? other : kMany;
  }

  void mark_repeats() {
    std::vector<bool> forward;
    for (const OpPlacement& mark : structure_.ops) forward.push_back(mark.phase == Phase::kForward);
    const std::vector<Item> items = items_of(graph_, forward, param_of_);
    const int n = static_cast<int>(items.size());
    std::vector<int> last_use(n, kNone);
    for (int i = 0; i < n; ++i) {
      for (int source : items[i].sources) {
        if (source >= 0) last_use[source] = i;
      }
    }
    std::vector<Width> widths(n + 1);
    for (int i = 0; i < n; ++i) {
      for (int at = i + 1; at <= last_use[i]; ++at) {
        ++widths[at].num_values;
        widths[at].num_bytes += program_.type(graph_.ops[items[i].op].results[0]).num_bytes();
      }
    }
    const std::vector<Span> spans = find_repeats(items, widths);
    std::set<int> places;
    for (const Span& span : spans) {
      add_run(items, span);
      for (int r = 0; r <= span.num_repeats; ++r) places.insert(span.begin + r * span.period);
    }
    place_casts(parameter_casts(graph_, forward, param_of_));
    add_narrow_places(items, widths, spans, places);
    add_cuts(items, last_use, places);
    for (const Cut& cut : structure_.cuts) {
      for (ValueId v : cut.carried) crossing_.insert(text_of_type(v));
    }
  }

  // Ops that only convert a parameter belong to the layer of their readers.
  void place_casts(const std::vector<bool>& is_cast) {
    for (int i = graph_.num_ops() - 1; i >= 0; --i) {
      if (!is_cast[i]) continue;
      OpPlacement& mark = structure_.ops[i];
      bool is_first = true;
      for (ValueId v : graph_.ops[i].results) {
        for (int user : graph_.users[v.index]) {
          if (!is(user, Phase::kForward)) continue;
          const OpPlacement& reader = structure_.ops[user];
          if (is_first) mark.run = reader.run, mark.repeat = reader.repeat;
          if (mark.run != reader.run || mark.repeat != reader.repeat) mark.run = mark.repeat = -1;
          is_first = false;
        }
      }
    }
  }

  void add_run(const std::vector<Item>& items, const Span& span) {
    Run run;
    for (int r = 0; r < span.num_repeats; ++r) {
      Repeat repeat;
      std::set<int> params;
      for (int i = 0; i < span.period; ++i) {
        const Item& item = items[span.begin + r * span.period + i];
        repeat.ops.emplace_back(item.op);
        params.insert(item.params.begin(), item.params.end());
        structure_.ops[item.op].run = static_cast<int>(structure_.runs.size());
        structure_.ops[item.op].repeat = r;
      }
      repeat.params.assign(params.begin(), params.end());
      run.repeats.push_back(std::move(repeat));
    }
    structure_.runs.push_back(std::move(run));
  }

  void add_cuts(const std::vector<Item>& items, const std::vector<int>& last_use,
                const std::set<int>& places) {
    const int n = static_cast<int>(items.size());
    std::map<int, Cut> cuts;
    for (int place : places) {
      if (place > 0 && place < n) cuts[place].before = OpId(items[place].op);
    }
    for (int i = 0; i < n; ++i) {
      // Cuts after item i, up to the last item that reads it.
      const auto first = cuts.upper_bound(i), end = cuts.upper_bound(last_use[i]);
      if (last_use[i] == kNone || first == end) continue;
      const bool alone = std::next(first) == end;
      for (auto cut = first; cut != end; ++cut) {
        for (ValueId v : graph_.ops[items[i].op].results) {
          (alone ? cut->second.carried : cut->second.passing).push_back(v);
        }
      }
    }
    for (auto& [place, cut] : cuts) structure_.cuts.push_back(std::move(cut));
  }

  // Backward ops are placed with their forward op, updates with the readers of their parameter.
  void place_others() {
    for (OpPlacement& mark : structure_.ops) {
      const OpPlacement* with = nullptr;
      if (mark.phase == Phase::kBackward && mark.forward_of.valid()) {
        with = &structure_.ops[mark.forward_of.index];
      }
      if (mark.phase == Phase::kUpdate && mark.parameter != kNone) {
        const auto& uses = structure_.params[mark.parameter].uses;
        const auto place = [&](OpId op) { return &structure_.ops[op.index]; };
        for (OpId use : uses) {
          if (!with) with = place(use);
          if (place(use)->run != with->run || place(use)->repeat != with->repeat) with = &mark;
        }
      }
      if (!with) continue;
      mark.run = with->run;
      mark.repeat = with->repeat;
    }
  }

  const Graph graph_;
  const Program& program_;
  const StepDescription& description_;
  StepStructure structure_;
  std::vector<int> param_of_;              // value -> parameter
  std::vector<bool> depends_;              // forward values that depend on a parameter
  std::set<std::string> crossing_;         // types of the values that cross a cut
  std::unordered_map<int, int> leads_to_;  // op -> parameter, kNone or kMany
};

}  // namespace

StepStructure step_structure(const Program& program, const StepDescription& description) {
  return Marking(program, description).run();
}

}  // namespace motley::tensor
