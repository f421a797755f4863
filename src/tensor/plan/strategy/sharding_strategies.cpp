#include "tensor/plan/strategy/sharding_strategies.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "core/balance/speeds.h"
#include "core/base/limits.h"
#include "tensor/plan/strategy/tensor_parallel.h"

namespace motley::tensor::strategy {
namespace {

core::Ratio even(int n) { return core::Ratio(n, 1.0 / n); }

core::Ratio proportional(const core::Cluster& cluster) {
  return *core::proportional_ratio(core::described_speeds(cluster, core::SpeedFigure::kFlops));
}

StrategyChoice refused(std::string why) { return {.inapplicable_reason = std::move(why)}; }

StrategyChoice on_all_devices(const StrategyInput& input, std::vector<int> sizes) {
  StrategyChoice choice{.group = {std::move(sizes)}};
  choice.pins.follow_operands = true;
  choice.devices.resize(core::num_devices(input.cluster));
  std::iota(choice.devices.begin(), choice.devices.end(), 0);
  return choice;
}

StrategyChoice on_all_devices(const StrategyInput& input) {
  return on_all_devices(input, {static_cast<int>(core::num_devices(input.cluster))});
}

ValueId argument(const StrategyInput& input, int i) { return input.step.program.body.arguments[i]; }

void pin(StrategyChoice& choice, ValueId v, int axis, AxisState state) {
  choice.pins.values[v][axis] = std::move(state);
}

// Shards the samples of each micro-batch by the ratio.
void cut_batch(StrategyChoice& choice, const StrategyInput& input, int axis,
               const core::Ratio& ratio) {
  const BatchDim batch = batch_dim(input.step);
  const int64_t period = batch.extent / input.num_microbatches;
  for (int i : batch.arguments) {
    pin(choice, argument(input, i), axis,
        sharded({.dim = 0, .period = period, .shares = Shares(units_of(ratio, period))}));
  }
}

// Shards the samples of each micro-batch evenly over both axes of the grid: among its rows, and
// those of a row among its columns. False where not every device would have one.
bool cut_batch_over_grid(StrategyChoice& choice, const StrategyInput& input) {
  const BatchDim batch = batch_dim(input.step);
  const int64_t period = batch.extent / input.num_microbatches;
  const int rows = choice.group.sizes[0], columns = choice.group.sizes[1];
  if (period % rows != 0 || period / rows < columns) return false;
  cut_batch(choice, input, 0, even(rows));
  const int64_t of_row = period / rows;
  for (int i : batch.arguments) {
    pin(choice, argument(input, i), 1,
        sharded({.dim = 0, .period = of_row, .shares = Shares(units_of(even(columns), of_row))}));
  }
  return true;
}

// Shards the longest dimension (the first of several) other than `taken` evenly; scalars are
// replicated.
AxisState spread_evenly(const TensorType& type, int n, int taken) {
  if (type.num_elements() == 0) return replicated();
  int longest = -1;
  for (int d = 0; d < type.num_dims(); ++d) {
    if (d != taken && (longest < 0 || type.shape[d] > type.shape[longest])) longest = d;
  }
  if (longest < 0) return replicated();
  const int64_t extent = type.shape[longest];
  return sharded({.dim = longest, .period = extent, .shares = Shares(units_of(even(n), extent))});
}

// Pins all gradients to this Sharding: reduced once, after all contributions are summed.
void pin_gradients(StrategyChoice& choice, const StrategyInput& input) {
  for (ValueId g : input.step.gradients) choice.pins.values[g];
}

std::vector<int> arguments_of(const TrainStep& step, StepRole role) {
  std::vector<int> found;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].role == role) found.push_back(static_cast<int>(i));
  }
  return found;
}

}  // namespace

StrategyChoice choose_single(const StrategyInput& input) {
  const auto speeds = core::described_speeds(input.cluster, core::SpeedFigure::kFlops);
  const auto fastest = std::max_element(speeds.begin(), speeds.end());
  StrategyChoice choice{.group = {{1}}};
  choice.devices = {static_cast<int>(fastest - speeds.begin())};
  return choice;
}

namespace {

StrategyChoice data_parallel(const StrategyInput& input, const core::Ratio& ratio) {
  if (batch_dim(input.step).extent == 0) return refused("no argument has a batch dimension");
  StrategyChoice choice = on_all_devices(input);
  cut_batch(choice, input, 0, ratio);
  pin_gradients(choice, input);
  return choice;
}

}  // namespace

StrategyChoice choose_dp_even(const StrategyInput& input) {
  return data_parallel(input, even(static_cast<int>(core::num_devices(input.cluster))));
}

StrategyChoice choose_dp_proportional(const StrategyInput& input) {
  return data_parallel(input, proportional(input.cluster));
}

namespace {

// kGatheredOnce: parameters are sharded between steps, and gathered before they are first read.
enum class ZeroStage { kState = 1, kGradients = 2, kGatheredOnce, kParams };

// Shards a value along this axis, too: its longest dimension that the other axis does not shard.
void spread_along(StrategyChoice& choice, int axis, ValueId v, const TensorType& type) {
  Sharding& state = choice.pins.values[v];
  const AxisState& other = state[1 - axis];
  const int taken = other.is_sharded() ? other.cut.dim : -1;
  state[axis] = spread_evenly(type, choice.group.sizes[axis], taken);
}

// Messages around a ring of many hosts are so long that their bytes take several times as long as
// its latency. Default sizes suffice for few hosts.
void set_message_sizes(StrategyChoice& choice, const core::Cluster& cluster) {
  constexpr double kTimesLatency = 4;
  constexpr int64_t kMost = 4'000'000'000;
  const auto port = core::port_of(cluster, cluster.hosts[0]);
  if (!port || cluster.hosts.size() < 2) return;
  const double bytes = kTimesLatency * static_cast<double>(cluster.hosts.size()) *
                       port->latency_seconds * port->bandwidth_bytes_per_second;
  choice.pins.bucket_bytes =
      std::clamp(static_cast<int64_t>(std::min(bytes, 1e18)), kBucketBytes, kMost);
  choice.pins.prefetch_bytes = std::max(kPrefetchBytes, 2 * choice.pins.bucket_bytes);
}

// Where gradients are sharded, those that are not reduced yet should not fill the memory: so many
// that the network does not wait for the next.
void limit_reductions(StrategyChoice& choice) {
  constexpr int64_t kBuckets = 4;
  choice.pins.reducing_bytes = kBuckets * choice.pins.bucket_bytes;
}

// Shards optimizer state, gradients and, where the stage asks for it, parameters along an axis.
void pin_zero(StrategyChoice& choice, const StrategyInput& input, ZeroStage stage, int axis = 0) {
  for (int i : arguments_of(input.step, StepRole::kState)) {
    if (input.step.arguments[i].loss_argument >= 0) continue;  // of the model, not the optimizer
    spread_along(choice, axis, argument(input, i), input.step.arguments[i].type);
  }
  set_message_sizes(choice, input.cluster);
  if (stage != ZeroStage::kState) limit_reductions(choice);
  for (ValueId g : input.step.gradients) {
    spread_along(choice, axis, g, input.step.program.type(g));
  }
  if (stage < ZeroStage::kGatheredOnce) return;
  std::vector<int> params = arguments_of(input.step, StepRole::kParam);
  const std::vector<int> frozen = arguments_of(input.step, StepRole::kFrozen);
  params.insert(params.end(), frozen.begin(), frozen.end());
  for (int i : params) {
    const ValueId v = argument(input, i);
    Sharding read = choice.pins.values[v];
    spread_along(choice, axis, v, input.step.arguments[i].type);
    if (choice.pins.values[v][axis].is_replicated()) continue;
    choice.pins.read_as[v] = std::move(read);
    if (stage == ZeroStage::kParams) choice.pins.regather.push_back(v);
  }
}

StrategyChoice zero(const StrategyInput& input, ZeroStage stage) {
  StrategyChoice choice = choose_dp_even(input);
  if (!choice.inapplicable_reason.empty()) return choice;
  pin_zero(choice, input, stage);
  // Gradients stay unreduced until the last one is computed.
  if (stage == ZeroStage::kState) choice.pins.bucket_bytes = std::numeric_limits<int64_t>::max();
  return choice;
}

}  // namespace

StrategyChoice choose_zero_1(const StrategyInput& i) { return zero(i, ZeroStage::kState); }
StrategyChoice choose_zero_2(const StrategyInput& i) { return zero(i, ZeroStage::kGradients); }
StrategyChoice choose_zero_3(const StrategyInput& i) { return zero(i, ZeroStage::kParams); }

namespace {

// Parameters, their gradients and their optimizer state ("w.m" of "w") are sharded alike.
void pin_parameters(StrategyChoice& choice, const StrategyInput& input, int axis,
                    const ParameterShardings& cuts) {
  const TrainStep& step = input.step;
  std::unordered_map<std::string_view, std::vector<int>> states_of;
  for (int s : arguments_of(step, StepRole::kState)) {
    const std::string_view name = step.arguments[s].name;
    states_of[name.substr(0, name.rfind('.'))].push_back(s);
  }
  for (const auto& [i, cut] : cuts) {
    pin(choice, argument(input, i), axis, sharded(cut));
    pin(choice, step.gradients[i], axis, sharded(cut));
    for (int s : states_of[step.arguments[i].name]) {
      if (step.arguments[s].type.shape != step.arguments[i].type.shape) continue;
      pin(choice, argument(input, s), axis, sharded(cut));
    }
  }
}

constexpr const char* kNoPairs =
    "no consecutive products of parameters that could be sharded by columns and rows";

}  // namespace

StrategyChoice choose_megatron(const StrategyInput& input) {
  StrategyChoice choice = on_all_devices(input);
  const ParameterShardings cuts = tensor_parallel_shardings(input.step, choice.group.num_ranks());
  if (cuts.empty()) return refused(kNoPairs);
  pin_gradients(choice, input);
  pin_parameters(choice, input, 0, cuts);
  return choice;
}

namespace {

// Hosts by devices per host, if all have the same number; a single host is split in two halves.
std::vector<int> two_axes(const core::Cluster& cluster) {
  const auto hosts = static_cast<int>(cluster.hosts.size());
  const auto first = static_cast<int>(core::num_devices(cluster.hosts[0]));
  for (const core::Host& host : cluster.hosts) {
    if (core::num_devices(host) != first) return {};
  }
  if (hosts == 1) return first % 2 == 0 ? std::vector<int>{2, first / 2} : std::vector<int>{};
  return {hosts, first};
}

}  // namespace

StrategyChoice choose_dp_tp(const StrategyInput& input) {
  const std::vector<int> sizes = two_axes(input.cluster);
  if (sizes.empty()) return refused("the hosts have different numbers of devices");
  if (batch_dim(input.step).extent == 0) return refused("no argument has a batch dimension");
  StrategyChoice choice = on_all_devices(input, sizes);
  const ParameterShardings cuts = tensor_parallel_shardings(input.step, sizes[1]);
  if (cuts.empty()) return refused(kNoPairs);
  cut_batch(choice, input, 0, even(sizes[0]));
  pin_gradients(choice, input);
  pin_parameters(choice, input, 1, cuts);
  return choice;
}

namespace {

// Degrees of tensor parallelism that stay within hosts: more than one device, and every host is
// made of whole groups. Rows of a grid are then consecutive devices.
std::vector<int> degrees_within_hosts(const core::Cluster& cluster) {
  int64_t common = 0;
  for (const core::Host& host : cluster.hosts) common = std::gcd(common, core::num_devices(host));
  std::vector<int> degrees;
  for (int t = 2; t <= common; ++t) {
    if (common % t == 0) degrees.push_back(t);
  }
  return degrees;
}

// A row of consecutive devices is as fast as the slowest of them.
core::Ratio rows_by_speed(const core::Cluster& cluster, int columns) {
  const auto speeds = core::described_speeds(cluster, core::SpeedFigure::kFlops);
  std::vector<double> rows(speeds.size() / columns, core::kInfinity);
  for (size_t i = 0; i < speeds.size(); ++i) {
    rows[i / columns] = std::min(rows[i / columns], speeds[i]);
  }
  return *core::proportional_ratio(rows);
}

// Whether samples are shared evenly, or by speed; both where devices differ.
std::vector<bool> ways_to_share(const core::Cluster& cluster) {
  const auto speeds = core::described_speeds(cluster, core::SpeedFigure::kFlops);
  const bool are_alike = std::ranges::count(speeds, speeds[0]) == std::ssize(speeds);
  return are_alike ? std::vector{false} : std::vector{false, true};
}

// Sequence parallelism: samples across rows, the sequence along them.
Sharding residual_sharding(const Shape& shape, const core::Ratio& rows, int columns) {
  Sharding state;
  state[0] = sharded({.dim = 0, .period = shape[0], .shares = Shares(units_of(rows, shape[0]))});
  state[1] =
      sharded({.dim = 1, .period = shape[1], .shares = Shares(units_of(even(columns), shape[1]))});
  return state;
}

struct GridDegrees {
  int tensor = 1;
  ZeroStage zero = ZeroStage::kState;
  bool sequence = false;  // activations between blocks are sharded along the sequence
  bool by_speed = false;  // samples, by the speeds of rows
};

constexpr const char* kOnce = ", gathered once";

// "tensor parallel 8 with sequence, ZeRO-1 data parallel 256"
std::string words_of(const GridDegrees& degrees, int64_t rows) {
  std::string words;
  if (degrees.tensor > 1) {
    words = fmt::format("tensor parallel {}{}, ", degrees.tensor,
                        degrees.sequence ? " with sequence" : "");
  }
  const bool is_state = degrees.zero == ZeroStage::kState;
  words += fmt::format("{} {}", is_state ? "ZeRO-1 data parallel" : "fully sharded over", rows);
  if (degrees.zero == ZeroStage::kGatheredOnce) words += kOnce;
  return words + (degrees.by_speed ? ", samples by speed" : "");
}

// Tensor parallel along rows of consecutive devices, data parallel across rows.
StrategyChoice on_grid(const StrategyInput& input, const GridDegrees& degrees,
                       const ParameterShardings& cuts) {
  const auto n = static_cast<int>(core::num_devices(input.cluster));
  const int rows = n / degrees.tensor;
  if (cuts.empty()) return refused(kNoPairs);
  StrategyChoice choice = on_all_devices(input, {rows, degrees.tensor});
  const core::Ratio ratio =
      degrees.by_speed ? rows_by_speed(input.cluster, degrees.tensor) : even(rows);
  cut_batch(choice, input, 0, ratio);
  pin_gradients(choice, input);
  pin_parameters(choice, input, 1, cuts);
  pin_zero(choice, input, degrees.zero);
  if (degrees.sequence) {
    for (ValueId v : residual_sums(input.step, cuts)) {
      choice.pins.values[v] =
          residual_sharding(input.step.program.type(v).shape, ratio, degrees.tensor);
    }
  }
  choice.degrees = words_of(degrees, rows);
  return choice;
}

constexpr const char* kNoGrid =
    "the hosts have no common number of devices for tensor parallelism within them";

}  // namespace

std::vector<StrategyChoice> choose_megatron_3d(const StrategyInput& input) {
  const int64_t samples = batch_dim(input.step).extent / input.num_microbatches;
  if (samples == 0) return {refused("no argument has a batch dimension")};
  const int64_t n = core::num_devices(input.cluster);
  std::vector<StrategyChoice> choices;
  for (int tensor : degrees_within_hosts(input.cluster)) {
    if (samples * tensor < n) continue;  // rows without a sample
    const ParameterShardings cuts = tensor_parallel_shardings(input.step, tensor);
    for (const bool by_speed : ways_to_share(input.cluster)) {
      for (const bool sequence : {false, true}) {
        choices.push_back(
            on_grid(input, {.tensor = tensor, .sequence = sequence, .by_speed = by_speed}, cuts));
      }
    }
  }
  if (choices.empty()) return {refused(kNoGrid)};
  return choices;
}

namespace {

// The devices of each host, if all have the same number.
int devices_per_host(const core::Cluster& cluster) {
  const int64_t first = core::num_devices(cluster.hosts[0]);
  const bool alike = std::ranges::all_of(
      cluster.hosts, [&](const core::Host& host) { return core::num_devices(host) == first; });
  return alike ? static_cast<int>(first) : 0;
}

// The fewest devices, those of 1, 2, 4 ... hosts, that together may hold parameters and optimizer
// state, and twice as many; fewer than all.
std::vector<int> sharding_groups(const StrategyInput& input) {
  constexpr double kForState = 0.8;  // the rest is for activations and gathered parameters
  const int of_host = devices_per_host(input.cluster);
  const auto num_hosts = static_cast<int>(input.cluster.hosts.size());
  double bytes = 0;
  for (const StepArgument& a : input.step.arguments) {
    if (a.role != StepRole::kBatch) bytes += static_cast<double>(a.type.num_bytes());
  }
  double memory = core::kInfinity;
  for (const core::DeviceType& type : input.cluster.device_types) {
    if (type.memory_bytes > 0) memory = std::min(memory, static_cast<double>(type.memory_bytes));
  }
  std::vector<int> groups;
  if (of_host < 2) return groups;
  for (int hosts = 1; hosts < num_hosts && num_hosts % hosts == 0; hosts *= 2) {
    const int size = hosts * of_host;
    if (bytes / size <= kForState * memory) groups.push_back(size);
    if (groups.size() == 2) break;
  }
  return groups;
}

// Parameters sharded over rows of consecutive devices and replicated across them: hybrid FSDP.
StrategyChoice sharded_in_rows(const StrategyInput& input, int columns, ZeroStage zero) {
  const int rows = static_cast<int>(core::num_devices(input.cluster)) / columns;
  StrategyChoice choice = on_all_devices(input, {rows, columns});
  if (!cut_batch_over_grid(choice, input)) return refused("devices without a sample");
  pin_gradients(choice, input);
  pin_zero(choice, input, zero, 1);
  choice.degrees = fmt::format("fully sharded over {}, replicated {} times{}", columns, rows,
                               zero == ZeroStage::kGatheredOnce ? kOnce : "");
  return choice;
}

}  // namespace

std::vector<StrategyChoice> choose_fsdp(const StrategyInput& input) {
  const int64_t samples = batch_dim(input.step).extent / input.num_microbatches;
  if (samples == 0) return {refused("no argument has a batch dimension")};
  const int64_t n = core::num_devices(input.cluster);
  constexpr ZeroStage kStages[] = {ZeroStage::kParams, ZeroStage::kGatheredOnce};
  std::vector<GridDegrees> ways;
  for (const bool by_speed : ways_to_share(input.cluster)) {
    for (const ZeroStage stage : kStages) ways.push_back({.zero = stage, .by_speed = by_speed});
  }
  std::vector<StrategyChoice> choices;
  for (const GridDegrees& way : ways) {
    choices.push_back(way.by_speed ? choose_dp_proportional(input) : choose_dp_even(input));
    pin_zero(choices.back(), input, way.zero);
    choices.back().degrees = words_of(way, n);
  }
  for (int columns : sharding_groups(input)) {
    for (const ZeroStage stage : kStages) {
      StrategyChoice choice = sharded_in_rows(input, columns, stage);
      if (choice.inapplicable_reason.empty()) choices.push_back(std::move(choice));
    }
  }
  for (int tensor : degrees_within_hosts(input.cluster)) {
    if (samples * tensor < n) continue;
    const ParameterShardings cuts = tensor_parallel_shardings(input.step, tensor);
    for (GridDegrees way : ways) {
      way.tensor = tensor;
      way.sequence = true;
      StrategyChoice choice = on_grid(input, way, cuts);
      if (choice.inapplicable_reason.empty()) choices.push_back(std::move(choice));
    }
  }
  return choices;
}

namespace {

// Experts sharded along rows of consecutive devices, samples over all; optimizer state across rows.
StrategyChoice experts_in_rows(const StrategyInput& input, int columns, bool shards_state) {
  const int rows = static_cast<int>(core::num_devices(input.cluster)) / columns;
  StrategyChoice choice = on_all_devices(input, {rows, columns});
  if (!cut_batch_over_grid(choice, input)) return refused("devices without a sample");
  const ParameterShardings cuts = expert_shardings(input.step, columns);
  if (cuts.empty()) return refused("no parameter has an expert dimension");
  pin_gradients(choice, input);
  pin_parameters(choice, input, 1, cuts);
  if (shards_state) pin_zero(choice, input, ZeroStage::kState);
  choice.degrees = fmt::format("experts over {}, {}data parallel {}", columns,
                               shards_state ? "ZeRO-1 " : "", rows);
  return choice;
}

}  // namespace

std::vector<StrategyChoice> choose_expert(const StrategyInput& input) {
  StrategyChoice flat = choose_dp_even(input);
  if (!flat.inapplicable_reason.empty()) return {std::move(flat)};
  const ParameterShardings cuts = expert_shardings(input.step, flat.group.num_ranks());
  if (cuts.empty()) return {refused("no parameter has an expert dimension")};
  pin_parameters(flat, input, 0, cuts);
  flat.degrees = fmt::format("experts over {}", flat.group.num_ranks());
  std::vector<StrategyChoice> choices = {std::move(flat)};
  if (input.cluster.hosts.size() < 2) return choices;
  for (int columns : degrees_within_hosts(input.cluster)) {
    for (const bool shards_state : {false, true}) {
      StrategyChoice choice = experts_in_rows(input, columns, shards_state);
      if (choice.inapplicable_reason.empty()) choices.push_back(std::move(choice));
    }
  }
  return choices;
}

namespace {

// Of these arguments, given by index, those with the most common leading extent.
BatchDim batch_dim(const Program& program, const std::vector<int>& arguments) {
  std::map<int64_t, std::vector<int>> by_extent;
  for (int i : arguments) {
    const TensorType& type = program.type(program.body.arguments[i]);
    if (!type.is_scalar()) by_extent[type.shape[0]].push_back(i);
  }
  BatchDim most;
  for (auto& [extent, alike] : by_extent) {
    if (extent > 0 && alike.size() >= most.arguments.size()) most = {extent, alike};
  }
  return most;
}

}  // namespace

BatchDim batch_dim(const TrainStep& step) {
  std::vector<int> arguments;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].role == StepRole::kBatch) arguments.push_back(static_cast<int>(i));
  }
  return batch_dim(step.program, arguments);
}

BatchDim batch_dim(const Program& loss, const std::vector<LossArgument>& described) {
  std::vector<int> arguments;
  for (size_t i = 0; i < described.size(); ++i) {
    if (described[i].is_batch()) arguments.push_back(static_cast<int>(i));
  }
  return batch_dim(loss, arguments);
}

}  // namespace motley::tensor::strategy
