#include "nbody/workflow/analysis_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace motley::nbody {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Percentiles& p) {
  return {{"median", p.median}, {"p90", p.p90}, {"p99", p.p99}, {"max", p.max}};
}

std::string row(const char* name, const Percentiles& p, const char* what) {
  return fmt::format("{:8} {:9.2e} {:9.2e} {:9.2e} {:9.2e}   {}\n", name, p.median, p.p90, p.p99,
                     p.max, what);
}

}  // namespace

std::string halos_json(const std::vector<Halo>& halos, const Particles& particles,
                       const std::string& file) {
  Json rows = Json::array();
  for (const Halo& halo : halos) {
    rows.push_back({{"particles", halo.num_particles},
                    {"mass", halo.mass},
                    {"center", halo.center},
                    {"velocity", halo.velocity},
                    {"dispersion", halo.dispersion},
                    {"radius", halo.radius},
                    {"first_id", halo.first_id}});
  }
  return core::json_text(Json{{"file", file},
                              {"redshift", 1 / particles.scale_factor - 1},
                              {"num_halos", halos.size()},
                              {"halos", rows}});
}

std::string spectrum_json(const PowerSpectrum& spectrum, const Particles& particles, int64_t count,
                          const std::string& file) {
  Json bins = Json::array();
  for (const SpectrumBin& bin : spectrum.bins) {
    bins.push_back({{"k", bin.k}, {"power", bin.power}, {"modes", bin.num_modes}});
  }
  return core::json_text(Json{{"file", file},
                              {"redshift", 1 / particles.scale_factor - 1},
                              {"particles", count},
                              {"shot_noise", spectrum.shot_noise},
                              {"bins", bins}});
}

std::string force_errors_text(const ForceErrors& errors, const Particles& particles) {
  const auto count = static_cast<double>(particles.size());
  std::string text = fmt::format(
      "Force errors of {} of {} particles at z = {:.4g}{}, relative to the exact total force\n"
      "{:8} {:>9} {:>9} {:>9} {:>9}\n",
      errors.num_samples, particles.size(), redshift_of(particles.scale_factor),
      errors.device == "none" ? "" : " on device " + errors.device, "", "median", "90 %", "99 %",
      "max");
  text += row("total", errors.total, "");
  text += row("mesh", errors.mesh, "long range, and short range beyond the cut-off (RCUT)");
  text += row("short", errors.short_range, "short-range sums: tree and direct");
  text += row("tree", errors.tree, "multipole approximation of cells");
  text += row("direct", errors.direct, "polynomial and float arithmetic");
  text += fmt::format(
      "Per particle: {:.0f} others within the cut-off; {:.0f} pairs and {:.1f} cells evaluated\n",
      static_cast<double>(errors.useful_pairs) / count - 1,
      static_cast<double>(errors.evaluated_pairs) / count,
      static_cast<double>(errors.cell_pairs) / count);
  return text;
}

std::string force_errors_json(const ForceErrors& errors, const Particles& particles) {
  Json json = json_of(errors.total);
  json["device"] = errors.device;
  json["mesh"] = json_of(errors.mesh);
  json["short"] = json_of(errors.short_range);
  json["tree"] = json_of(errors.tree);
  json["direct"] = json_of(errors.direct);
  json["samples"] = errors.num_samples;
  json["redshift"] = redshift_of(particles.scale_factor);
  json["evaluated_pairs"] = errors.evaluated_pairs;
  json["useful_pairs"] = errors.useful_pairs;
  json["cell_pairs"] = errors.cell_pairs;
  return core::json_text(json) + "\n";
}

}  // namespace motley::nbody
