#include "nbody/snapshot/complete_settings.h"
#include "nbody/snapshot/snapshots.h"

namespace motley::nbody {
namespace {

SnapshotHeader header() {
  return {.num_particles = 32 * 32 * 32,
          .mass = mean_particle_mass({.size = 25}, 0.25, 32 * 32 * 32),
          .scale_factor = 0.02,
          .box_size = 25,
          .omega_m = 0.25,
          .omega_lambda = 0.75,
          .h = 0.73};
}

std::string error_of(const std::string& text, const SnapshotHeader& of) {
  SettingsFile file = parse_settings(text, "box.yaml");
  try {
    complete_settings(file, of);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(CompleteSettings, FillsMissingSettingsFromTheSnapshot) {
  SettingsFile file = parse_settings("initial: {file: ics}\nbox: {size: 25.0001}\n", "box.yaml");
  complete_settings(file, header());
  const Settings& s = file.settings;
  EXPECT_EQ(s.box.size, 25);
  EXPECT_EQ(s.box.particles, 32);
  EXPECT_EQ(s.cosmology.background.omega_m, 0.25);
  EXPECT_EQ(s.cosmology.background.omega_lambda, 0.75);
  EXPECT_EQ(s.cosmology.h, 0.73);
  EXPECT_NEAR(s.initial.z, 49, 1e-12);
}

TEST(CompleteSettings, ReportsDifferencesAtTheirLine) {
  EXPECT_EQ(
      error_of("initial: {file: ics}\nbox: {size: 50}\n", header()),
      "box.yaml:2:7: `box.size` is 50, but 25 in the snapshot ics; remove it to use that value");
  EXPECT_NE(error_of("box: {particles: 64}", header()).find("262144 in total"), std::string::npos);
  EXPECT_NE(error_of("initial: {z: 99}", header()).find("is at z = 49"), std::string::npos);
  EXPECT_NE(error_of("cosmology: {omega_m: 0.3}", header()).find("`cosmology.omega_m` is 0.3"),
            std::string::npos);
  EXPECT_NE(error_of("output: {redshifts: [60, 0]}\ninitial: {z: 70}", header()), "");
}

TEST(CompleteSettings, RequiresMassesToAddUpToOmegaM) {
  SnapshotHeader off = header();
  off.mass *= 1.0005;
  EXPECT_EQ(error_of("box: {}", off), "");
  off.mass *= 1.001;
  EXPECT_NE(error_of("box: {}", off).find("check the units and omega_m"), std::string::npos);
}

}  // namespace
}  // namespace motley::nbody
