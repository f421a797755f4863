#include "tensor/plan/planner/turning_points.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace motley::tensor::planner {
namespace {

using TurningKind = TurningPoint::Kind;

constexpr double kNetworkFactors[] = {2, 4, 8, 16};
constexpr int kNetworkHalvings = 4;
constexpr size_t kMostCompared = 8;

double seconds_at(Plan plan, double bandwidth) {
  core::Cluster& cluster = plan.on.cluster;
  if (cluster.network) cluster.network->bandwidth_bytes_per_second *= bandwidth;
  for (core::Host& host : cluster.hosts) {
    if (host.network) host.network->bandwidth_bytes_per_second *= bandwidth;
  }
  PlanStage& stage = plan.stages[0];
  stage.costs = shard_cost::group_costs(cluster, stage.sharding.group, stage.devices);
  predict_plan(plan);
  return plan.time.step_seconds;
}

std::optional<TurningPoint> network_point(const Plan& plan, const std::vector<const Plan*>& others,
                                          TurningKind kind) {
  const auto factor = [&](double times) {
    return kind == TurningKind::kFasterNetwork ? times : 1 / times;
  };
  double before = 1;
  for (const double times : kNetworkFactors) {
    const double own = seconds_at(plan, factor(times));
    const Plan* better = nullptr;
    double best = own;
    for (const Plan* other : others) {
      const double seconds = seconds_at(*other, factor(times));
      if (seconds < best) best = seconds, better = other;
    }
    if (!better) {
      before = times;
      continue;
    }
    double low = before, high = times;
    for (int i = 0; i < kNetworkHalvings; ++i) {
      const double middle = std::sqrt(low * high);
      const bool turned = seconds_at(*better, factor(middle)) < seconds_at(plan, factor(middle));
      (turned ? high : low) = middle;
    }
    const double there = seconds_at(*better, factor(high));
    // A rate at which the plan itself does not follow the network says nothing.
    const double now = plan.time.step_seconds;
    if (kind == TurningKind::kFasterNetwork ? there > now : there < now) return std::nullopt;
    return TurningPoint{.kind = kind,
                        .strategy = better->strategy,
                        .degrees = better->degrees,
                        .figure = factor(high),
                        .step_seconds = there};
  }
  return std::nullopt;
}

}  // namespace

std::vector<TurningPoint> turning_points(const Plan& plan, const std::vector<Plan>& named) {
  std::vector<TurningPoint> points;
  const Plan* larger = nullptr;
  std::vector<const Plan*> others;
  for (const Plan& one : named) {
    if (!one.applies() || one.pipeline) continue;
    if (!one.fits() && one.time.step_seconds < plan.time.step_seconds &&
        (!larger || one.time.step_seconds < larger->time.step_seconds)) {
      larger = &one;
    }
    const bool is_other = one.strategy != plan.strategy && one.strategy != plan.found_by;
    if (one.fits() && is_other && others.size() < kMostCompared) others.push_back(&one);
  }
  if (larger) {
    points.push_back({.kind = TurningKind::kMemory,
                      .strategy = larger->strategy,
                      .degrees = larger->degrees,
                      .figure = static_cast<double>(larger->time.peak_bytes),
                      .step_seconds = larger->time.step_seconds});
  }
  const bool has_network = plan.on.cluster.hosts.size() > 1 && !plan.pipeline && plan.fits();
  if (!has_network || others.empty()) return points;
  for (const TurningKind kind : {TurningKind::kSlowerNetwork, TurningKind::kFasterNetwork}) {
    if (auto point = network_point(plan, others, kind)) points.push_back(std::move(*point));
  }
  return points;
}

}  // namespace motley::tensor::planner
