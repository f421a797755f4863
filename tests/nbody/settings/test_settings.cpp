#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "nbody/settings/fields.h"
#include "nbody/settings/settings_file.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {
namespace {

Settings settings_of(const std::string& text) { return parse_settings(text, "box.yaml").settings; }

std::string error_of(const std::string& text, const std::string& file = "box.yaml") {
  try {
    parse_settings(text, file);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, ExampleParsesToTheDefaults) {
  Settings expected;
  expected.output.redshifts = {9, 3, 1, 0};
  EXPECT_EQ(settings_of(example_settings()), expected);
}

TEST(Settings, ExampleDocumentsEveryKey) {
  const std::string text = example_settings();
  for (const Field& field : fields()) {
    const std::string line = fmt::format("\n  {}: ", field.key);
    EXPECT_NE(text.find(line), text.npos) << field.name();
    EXPECT_NE(text.find(std::string(field.help)), text.npos) << field.name();
    EXPECT_FALSE(field.help.empty());
  }
}

TEST(Settings, PrintedSettingsReadBackEqual) {
  Settings s;
  s.box = {.size = 123.456, .particles = 48, .seed = 1234567890123456789};
  s.cosmology.a_s = 2.1e-9;
  s.cosmology.sigma8.reset();
  s.cosmology.spectrum = "a file: with \"special\" \\ letters #1";
  s.initial = {.file = "", .z = 1. / 0.03 - 1, .order = 1, .fixed = true, .paired = true};
  s.softening = {.comoving = 0.0123, .max_physical = 0.004, .kind = "plummer"};
  s.mesh = {.mode = "accurate",
            .size = 90,
            .window = "tsc",
            .gradient = "4-point",
            .interlaced = false,
            .split = 1.25,
            .cutoff = 6.5};
  s.output.redshifts = {9, 0.5, 0};
  s.run.time_limit = 3600;
  EXPECT_EQ(settings_of(print_settings(s)), s);
}

TEST(Settings, ParticlesMayBeGivenPerAxisOrAsACube) {
  for (const char* text : {"32", "32^3", "32768"}) {
    EXPECT_EQ(settings_of(fmt::format("box: {{particles: {}}}", text)).box.particles, 32) << text;
  }
  EXPECT_EQ(error_of("box: {particles: 32769}"),
            "box.yaml:1:18: `particles` must be an integer from 1 to 16384, not `32769`");
}

TEST(Settings, UnknownKeysSuggestTheNearest) {
  EXPECT_EQ(error_of("box: {size: 50}\nsoftening:\n  comovin: 0.1\n"),
            "box.yaml:3:3: `softening` has no key `comovin`; did you mean `comoving`? It takes "
            "comoving, max_physical, kind");
  EXPECT_NE(error_of("bocx: {size: 50}").find("did you mean `box`?"), std::string::npos);
  EXPECT_NE(error_of("bocks: {size: 50}").find("no section `bocks`. Sections are box, "),
            std::string::npos);
  EXPECT_EQ(error_of("sigma8: 0.8"),
            "box.yaml:1:1: `sigma8` belongs in a section: `cosmology: {sigma8: ..}`");
  EXPECT_NE(error_of("mesh: {window: csi}").find("did you mean `cic`?"), std::string::npos);
  EXPECT_TRUE(error_of("run: {device: gpu}")
                  .ends_with("`device` must be one of none, auto, cuda, twin, not `gpu`"));
}

TEST(Settings, InvalidValuesReportLineAndRange) {
  EXPECT_EQ(error_of("box: {size: 0}"), "box.yaml:1:13: `size` must be a number above 0, not `0`");
  EXPECT_EQ(error_of("box:\n  seed: 1.5"),
            "box.yaml:2:9: `seed` must be an integer of at least 0, not `1.5`");
  EXPECT_NE(error_of("box: {size: nan}"), "");
  EXPECT_NE(error_of("box: {size: 1e999}"), "");
  EXPECT_NE(error_of("box: {size: [1, 2]}").find("must be a single value, not a list"),
            std::string::npos);
  EXPECT_NE(error_of("initial: {order: 3}").find("from 1 to 2"), std::string::npos);
  EXPECT_EQ(error_of("mesh: {size: 33}"), "box.yaml:1:8: `size` must be even, not `33`");
  EXPECT_NE(error_of("mesh: {size: 6}").find("from 8 to 16384"), std::string::npos);
  EXPECT_NE(error_of("mesh: {size: much}").find(", or `auto`"), std::string::npos);
  EXPECT_NE(error_of("box: {size: 1, size: 2}").find("twice"), std::string::npos);
  EXPECT_NE(error_of("box: {size: 1}\nbox: {seed: 2}").find("twice"), std::string::npos);
  EXPECT_NE(error_of("box: 3").find("must be a section of keys"), std::string::npos);
  EXPECT_NE(error_of("[").find("is not YAML"), std::string::npos);
  EXPECT_NE(error_of("").find("is empty"), std::string::npos);
}

TEST(Settings, ContradictionsAreReportedAtTheirLine) {
  EXPECT_NE(error_of("box: {size: 50, particles: 32}\nsoftening: {comoving: 1}\n")
                .find("box.yaml:2:13: the softening, 1 Mpc/h, is larger than a mesh cell"),
            std::string::npos);
  EXPECT_NE(
      error_of("initial: {z: 5}\noutput: {redshifts: [9, 0]}").find("before the initial z = 5"),
      std::string::npos);
  EXPECT_NE(error_of("output: {redshifts: [3, 3]}").find("contains 3 twice"), std::string::npos);
  EXPECT_NE(error_of("cosmology: {sigma8: 0.8, a_s: 2e-9}").find("either `sigma8` or `a_s`"),
            std::string::npos);
  EXPECT_NE(error_of("cosmology: {omega_b: 0.4}").find("is part of omega_m"), std::string::npos);
  EXPECT_NE(error_of("cosmology: {omega_lambda: 3, omega_m: 0.1}").find("does not expand"),
            std::string::npos);
  EXPECT_NE(error_of("mesh: {size: 8, split: 1, cutoff: 5}").find("half the box"),
            std::string::npos);
}

TEST(Settings, AreFlatWithoutOmegaLambda) {
  const SettingsFile file = parse_settings("cosmology: {omega_m: 0.315, omega_r: 0.001}", "b.yaml");
  EXPECT_NEAR(omega_k(file.settings.cosmology.background), 0, 1e-15);
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_EQ(file.notes[0],
            "b.yaml: the universe is flat: omega_lambda = 1 - omega_m - omega_r = 0.684, since it "
            "is not given");
  EXPECT_NEAR(settings_of("cosmology: {omega_m: 0.315, omega_lambda: auto}")
                  .cosmology.background.omega_lambda,
              0.685, 1e-15);
  const SettingsFile closed =
      parse_settings("cosmology: {omega_m: 0.315, omega_lambda: 0.7}", "b.yaml");
  ASSERT_EQ(closed.notes.size(), 1u);
  EXPECT_NE(closed.notes[0].find("b.yaml:1:29: the universe is curved: omega_k = 1 - omega_m - "
                                 "omega_lambda - omega_r = -0.015 (closed)"),
            std::string::npos);
  EXPECT_TRUE(parse_settings("box: {size: 3}", "b.yaml").notes.empty());
  EXPECT_TRUE(parse_settings(example_settings(), "b.yaml").notes.empty());
}

TEST(Settings, ValuesOutOfAnySenseAreRejectedWithTheRemedy) {
  EXPECT_EQ(error_of("cosmology: {h: 67.4}"),
            "box.yaml:1:16: `h` must be a number from 0.1 to 3, not `67.4`; h is H0 / (100 "
            "km/s/Mpc), so 0.674 for H0 = 67.4");
  EXPECT_NE(error_of("cosmology: {sigma8: 80}").find("sigma8 is about 0.8"), std::string::npos);
  EXPECT_NE(error_of("cosmology: {a_s: 3.04}").find("ln(1e10 a_s) about 3.04"), std::string::npos);
  EXPECT_NE(error_of("cosmology: {omega_m: 30}"), "");
  EXPECT_NE(error_of("cosmology: {t_cmb: 2725.5}"), "");
  const SettingsFile kpc = parse_settings("box: {size: 50000}", "box.yaml");
  ASSERT_EQ(kpc.notes.size(), 1u);
  EXPECT_NE(kpc.notes[0].find("box.size is in Mpc/h, not kpc/h"), std::string::npos);
}

TEST(Settings, EarlierNameOfMachinesIsRead) {
  EXPECT_EQ(settings_of("run: {cluster: here.yaml}").run.machines, "here.yaml");
  EXPECT_EQ(settings_of("run: {machines: here.yaml}").run.machines, "here.yaml");
}

TEST(Settings, RecordedSettingsAreComparedKeyByKey) {
  Settings now;
  const auto recorded = recorded_settings(print_settings(now));
  EXPECT_EQ(recorded.at("box.size"), "50");
  EXPECT_EQ(recorded.at("output.redshifts"), "[0]");
  const std::vector<std::string> sections = {"box", "mesh"};
  EXPECT_EQ(difference(recorded, now, now, sections), "");
  now.halos.linking = 0.3;  // not compared
  EXPECT_EQ(difference(recorded, now, now, sections), "");
  auto before = recorded;  // of a version without the setting
  before.erase("mesh.split");
  EXPECT_EQ(difference(before, now, now, sections), "");
  Settings resolved = now;
  resolved.mesh.split = 1.25;
  EXPECT_EQ(difference(before, resolved, now, sections), "");
  EXPECT_EQ(difference(recorded, resolved, now, sections), "");  // auto in both
  EXPECT_EQ(difference(recorded, resolved, resolved, sections),
            "mesh.split is auto there, 1.25 now");
  EXPECT_EQ(difference(before, resolved, resolved, sections),
            "mesh.split is not set there, 1.25 now");
  before["box.shape"] = "torus";
  EXPECT_NE(difference(before, now, now, sections).find("box.shape is torus there"),
            std::string::npos);
}

TEST(Settings, RedshiftsAreSortedByTime) {
  EXPECT_EQ(settings_of("output: {redshifts: [0, 3, 1]}").output.redshifts,
            (std::vector<double>{3, 1, 0}));
}

TEST(Settings, AutomaticMeshHasTwoCellsPerSeparationAndSmallFactors) {
  Settings s;
  // Always even.
  const std::pair<int64_t, int64_t> cases[] = {{32, 64}, {64, 128}, {50, 100},
                                               {33, 72}, {7, 16},   {22, 48}};
  for (const auto& [particles, mesh] : cases) {
    s.box.particles = particles;
    EXPECT_EQ(mesh_size_of(s), mesh);
  }
}

const char* kGadget = R"(%  Relevant files
InitCondFile  	   ics/lcdm
OutputDir          out/
OutputListFilename  TIMES

OutputListOn        1
TimeBegin           0.02        % z=49
TimeMax	            1.0
Omega0	            0.3
OmegaLambda         0.7
HubbleParam         0.7
BoxSize             50000.0
SofteningHalo       50
SofteningHaloMaxPhys 20
SofteningGas        0
ErrTolIntAccuracy   0.0125
MaxSizeTimestep     0.02
MaxRMSDisplacementFac 0.25
ErrTolForceAcc      0.0025
TypeOfOpeningCriterion 1
ComovingIntegrationOn 1
PeriodicBoundariesOn 1
SnapFormat          2
TimeLimitCPU        36000
BufferSize          15
UnitLength_in_cm    3.085678e21
UnitMass_in_g       1.989e43
UnitVelocity_in_cm_per_s 1e5
)";

std::string gadget_with_times() {
  const std::string times = (std::filesystem::temp_directory_path() / "motley_times.txt").string();
  std::ofstream(times) << "0.1\n0.5\n1.0\n";
  std::string text = kGadget;
  return text.replace(text.find("TIMES"), 5, times);
}

TEST(GadgetParameters, AreConverted) {
  const SettingsFile file = parse_settings(gadget_with_times(), "lcdm.param");
  const Settings& s = file.settings;
  EXPECT_EQ(s.initial.file, "ics/lcdm");
  EXPECT_EQ(s.output.dir, "out/");
  EXPECT_NEAR(s.initial.z, 49, 1e-12);
  EXPECT_NEAR(s.box.size, 50, 1e-12);
  EXPECT_NEAR(*s.softening.comoving, 0.05, 1e-15);
  EXPECT_NEAR(*s.softening.max_physical, 0.02, 1e-15);
  EXPECT_EQ(s.steps.eta, 0.0125);
  EXPECT_EQ(s.steps.max_dlna, 0.02);
  EXPECT_EQ(s.steps.max_rms_displacement, 0.25);
  EXPECT_EQ(s.tree.tolerance, 0.0025);
  EXPECT_EQ(s.tree.opening, "relative");
  EXPECT_EQ(s.output.format, "gadget2");
  EXPECT_EQ(s.run.time_limit, 36000);
  EXPECT_EQ(s.units, UnitSettings());
  ASSERT_EQ(s.output.redshifts.size(), 3u);
  EXPECT_NEAR(s.output.redshifts[0], 9, 1e-12);
  EXPECT_NEAR(s.output.redshifts[2], 0, 1e-12);
}

TEST(GadgetParameters, IgnoredOnesAreListedOnce) {
  const SettingsFile file = parse_settings(gadget_with_times(), "lcdm.param");
  ASSERT_EQ(file.notes.size(), 1u);
  EXPECT_EQ(file.notes[0], "lcdm.param: ignored: BufferSize, SofteningGas");
}

TEST(GadgetParameters, InvalidOnesAreReportedWithTheirLine) {
  std::string text = gadget_with_times();
  EXPECT_NE(error_of(text + "BoxSise 3\n", "lcdm.param").find("did you mean `BoxSize`?"),
            std::string::npos);
  const size_t at = text.find("ComovingIntegrationOn 1");
  std::string static_box = text;
  static_box.replace(at, 23, "ComovingIntegrationOn 0");
  EXPECT_EQ(
      error_of(static_box, "lcdm.param"),
      "lcdm.param:21:1: `ComovingIntegrationOn` is `0`, which is not supported; it must be 1");
  EXPECT_NE(error_of("% nothing\nOmega0 0.3\n").find("has no InitCondFile"), std::string::npos);
  EXPECT_NE(error_of(text + "Omega0 0.2\n").find("twice"), std::string::npos);
  EXPECT_NE(error_of("InitCondFile ics\nTimeBegin 0.1\nTimeMax 0.05\n")
                .find("`TimeMax` is 0.05, before the start at 0.1"),
            std::string::npos);
}

TEST(GadgetParameters, NameTheSnapshots) {
  const Settings s = settings_of("InitCondFile ics\nTimeBegin 0.1\nSnapshotFileBase snap\n");
  EXPECT_EQ(s.output.base, "snap");
  EXPECT_NE(error_of("output: {base: a/b}").find("without folder"), std::string::npos);
}

TEST(GadgetParameters, OfGadget4AreNamedAsSuch) {
  EXPECT_NE(error_of("InitCondFile ics\nBoxSise 3\nMaxMemSize 1800\n", "param.txt")
                .find("param.txt:3:1: `MaxMemSize` is a parameter of Gadget-4"),
            std::string::npos);
}

TEST(GadgetParameters, WithoutAListSnapshotsAreAtEqualRatios) {
  const Settings s = settings_of(
      "InitCondFile ics\nTimeBegin 0.1\nTimeMax 1\nTimeBetSnapshot 2\nTimeOfFirstSnapshot 0.2\n");
  ASSERT_EQ(s.output.redshifts.size(), 4u);  // 0.2, 0.4, 0.8, 1
  EXPECT_NEAR(s.output.redshifts[1], 1.5, 1e-12);
  EXPECT_EQ(s.output.redshifts[3], 0);
}

}  // namespace
}  // namespace motley::nbody
