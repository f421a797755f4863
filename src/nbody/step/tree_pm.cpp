#include "nbody/step/tree_pm.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::nbody {
namespace {

constexpr int kDeviceLeafSize = 128;

LongRangeSettings mesh_settings(const Settings& settings) {
  const int64_t size = mesh_size_of(settings);
  const double cells = static_cast<double>(size) / static_cast<double>(settings.box.particles);
  if (size % 2 != 0 || size < 8 || size > 16384) {
    throw core::UserError(fmt::format("mesh.size is {}; it must be even, from 8 to 16384", size));
  }
  auto mesh = mesh_mode(settings.mesh.mode, static_cast<int>(size), cells);
  if (!mesh) {
    throw core::UserError(fmt::format(
        "mesh.mode has no value `{}`; it takes default, gadget2, accurate", settings.mesh.mode));
  }
  if (const auto& name = settings.mesh.window) {
    const auto window = window_named(*name);
    if (!window) {
      std::string names;
      for (const WindowInfo& info : kWindowInfos) {
        names += (names.empty() ? "" : ", ") + std::string(info.name);
      }
      throw core::UserError(
          fmt::format("mesh.window has no value `{}`; it takes {}", *name, names));
    }
    mesh->window = *window;
  }
  if (const auto& name = settings.mesh.gradient) {
    if (*name != "ik" && *name != "4-point") {
      throw core::UserError(
          fmt::format("mesh.gradient has no value `{}`; it takes ik, 4-point", *name));
    }
    mesh->gradient = *name == "ik" ? MeshGradient::kSpectral : MeshGradient::kFourPoint;
  }
  if (settings.mesh.interlaced) mesh->interlaced = *settings.mesh.interlaced;
  if (settings.mesh.split) mesh->split = *settings.mesh.split;
  if (settings.mesh.cutoff) mesh->cutoff = *settings.mesh.cutoff;
  // The minimum image must be unique for all particles of a leaf (gravity/tree.h).
  if (mesh->split * mesh->cutoff > 0.43 * static_cast<double>(size)) {
    throw core::UserError(fmt::format(
        "the short-range cut-off is {:.3g} of the box, above the limit of 0.43: mesh.size is too "
        "small, or mesh.split times mesh.cutoff too large",
        mesh->split * mesh->cutoff / static_cast<double>(size)));
  }
  return *mesh;
}

}  // namespace

TreePmSettings tree_pm_settings(const Settings& settings) {
  TreePmSettings gravity{.mesh = mesh_settings(settings),
                         .epsilon = softening_of(settings),
                         .max_physical = settings.softening.max_physical.value_or(0),
                         .step_length = step_length_of(settings)};
  const auto softening = softening_named(settings.softening.kind);
  if (!softening) {
    throw core::UserError(fmt::format("softening.kind has no value `{}`; it takes spline, plummer",
                                      settings.softening.kind));
  }
  gravity.softening = *softening;
  gravity.opening.relative = settings.tree.opening == "relative";
  if (settings.tree.tolerance) gravity.opening.tolerance = *settings.tree.tolerance;
  gravity.opening.angle = settings.tree.angle;
  // A device fills its warps with larger leaves; but equal bits need equal leaves.
  gravity.exact = settings.run.exact;
  if (settings.run.device != "none" && !gravity.exact) gravity.leaf_size = kDeviceLeafSize;
  if (settings.tree.leaf) gravity.leaf_size = static_cast<int>(*settings.tree.leaf);
  return gravity;
}

Settings resolved_settings(const Settings& settings) {
  const TreePmSettings gravity = tree_pm_settings(settings);
  Settings s = settings;
  s.softening.comoving = gravity.epsilon;
  s.softening.max_physical = gravity.max_physical;
  s.mesh.size = gravity.mesh.size;
  s.mesh.window = window_name(gravity.mesh.window);
  s.mesh.gradient = gravity.mesh.gradient == MeshGradient::kSpectral ? "ik" : "4-point";
  s.mesh.interlaced = gravity.mesh.interlaced;
  s.mesh.split = gravity.mesh.split;
  s.mesh.cutoff = gravity.mesh.cutoff;
  s.tree.tolerance = gravity.opening.tolerance;
  s.tree.leaf = gravity.leaf_size;
  s.picture.slab = s.picture.slab.value_or(s.box.size);
  s.picture.center = s.picture.center.value_or(*s.picture.slab / 2);
  s.run.time_limit = s.run.time_limit.value_or(0);
  s.run.restart_interval = restart_interval_of(s);
  return s;
}

TreePm::TreePm(const TreePmSettings& settings, const Box& box, core::Communicator* comm,
               std::span<const double> mesh_shares)
    : settings_(settings),
      long_range_(settings.mesh, box, comm, mesh_shares),
      short_range_({.law = law(1.0),
                    .opening = settings.opening,
                    .leaf_size = settings.leaf_size,
                    .exact = settings.exact},
                   box) {}

double TreePm::epsilon(double a) const { return limited(settings_.epsilon, a); }
double TreePm::step_length(double a) const {
  return settings_.step_length > 0 ? limited(settings_.step_length, a) : epsilon(a);
}

double TreePm::limited(double length, double a) const {
  if (settings_.max_physical == 0) return length;
  return std::min(length, settings_.max_physical / a);
}

ForceLaw TreePm::law(double a) const {
  return {.split = long_range_.split_length(),
          .cutoff = long_range_.cutoff_length(),
          .epsilon = epsilon(a),
          .softening = settings_.softening};
}

KernelLaw TreePm::kernel(double a) const {
  KernelLaw kernel = short_range_.kernel();
  set_softening(kernel, law(a));
  return kernel;
}

LocalEssentialTreeSettings TreePm::essential_tree_settings(const Box& box, int num_threads) const {
  return {.leaf_size = settings_.leaf_size,
          .scale = box.unit() / kernel_length(short_range_.settings().law),
          .num_threads = num_threads};
}

void TreePm::long_range(const Particles& particles, AccelerationArrays& acceleration,
                        int num_threads, const LongRange::Hooks& hooks) {
  long_range_.accelerate(spans(particles.position), particles.mass, acceleration, num_threads,
                         hooks);
}

void TreePm::long_range_potential(const Particles& particles, std::span<float> potential,
                                  int num_threads) {
  long_range_.potential(spans(particles.position), particles.mass, potential, num_threads);
}

ShortRangeCounts TreePm::short_range(double a, const ShortRangeInput& input, double mass,
                                     const AccelerationSpans& acceleration, int num_threads) {
  short_range_.set_epsilon(epsilon(a));
  return short_range_.accelerate(input, mass, acceleration, num_threads);
}

}  // namespace motley::nbody
