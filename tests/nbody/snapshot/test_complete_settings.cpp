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

TEST(CompleteSettings, TakesTheWholeCosmologyAndTheUnitsFromTheSnapshot) {
  SnapshotHeader of = header();
  of.omega_b = 0.04;
  of.omega_r = 1e-4;
  of.w0 = -0.9;
  of.wa = 0.2;
  of.length_unit = 1;
  of.units.length = 1;
  SettingsFile file = parse_settings("initial: {file: ics}", "box.yaml");
  complete_settings(file, of);
  const CosmologySettings& c = file.settings.cosmology;
  EXPECT_EQ(c.omega_b, 0.04);
  EXPECT_EQ(c.background.omega_r, 1e-4);
  EXPECT_EQ(c.background.w0, -0.9);
  EXPECT_EQ(c.background.wa, 0.2);
  EXPECT_EQ(file.settings.units.length, 1);
  EXPECT_EQ(error_of("initial: {file: ics}\nunits: {length: 0.001}", of),
            "box.yaml:2:9: `units.length` is 0.001, but 1 in the snapshot ics; remove it to use "
            "that value");
  EXPECT_NE(error_of("cosmology: {w0: -1}", of).find("`cosmology.w0` is -1, but -0.9"),
            std::string::npos);
}

TEST(CompleteSettings, OfAFileHaveNoSeedAndNoSpectrum) {
  SettingsFile file = parse_settings("initial: {file: ics}\nbox: {seed: 3}", "box.yaml");
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_NE(file.notes[0].find("unused, since the initial conditions are read from ics: box.seed"),
            std::string::npos);
  complete_settings(file, header());
  EXPECT_EQ(file.settings.cosmology.omega_b, 0);  // unknown
  const std::string text = print_settings(file.settings);
  for (const char* key : {"seed:", "sigma8:", "n_s:", "spectrum: eis", "order:"}) {
    EXPECT_EQ(text.find(key), text.npos) << key;
  }
  EXPECT_NE(text.find("omega_m: 0.25"), text.npos);
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
