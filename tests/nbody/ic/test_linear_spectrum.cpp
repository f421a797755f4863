#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "nbody/ic/linear_spectrum.h"
#include "nbody/ic/transfer.h"

namespace motley::nbody {
namespace {

// A temporary file.
class Temporary {
 public:
  Temporary(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("motley_spectrum_{}_{}", ::getpid(), name)) {
    std::ofstream(path_) << text;
  }
  ~Temporary() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(Transfer, IsOneOnLargeScalesWhereBothFormsAgree) {
  const TransferSettings s;
  EXPECT_NEAR(transfer_with_wiggles(s, 1e-5), 1, 1e-3);
  EXPECT_NEAR(transfer_without_wiggles(s, 1e-5), 1, 1e-3);
  for (const double k : {1e-3, 5e-3, 1., 10.}) {
    EXPECT_NEAR(transfer_with_wiggles(s, k) / transfer_without_wiggles(s, k), 1, 0.03) << k;
  }
  // Oscillations: the ratio crosses 1 several times between the first and the last.
  int crossings = 0;
  double before = -1;
  for (double k = 0.03; k < 0.4; k *= 1.01) {
    const double ratio = transfer_with_wiggles(s, k) / transfer_without_wiggles(s, k) - 1;
    crossings += ratio * before < 0;
    before = ratio;
  }
  EXPECT_GE(crossings, 6);
}

TEST(Transfer, AgreesWithAnotherImplementation) {
  // Colossus 1.3, modelEisenstein98 and modelEisenstein98ZeroBaryon, for the default settings.
  const double values[][3] = {{0.005, 0.90194309, 0.90456515}, {0.02, 0.58305282, 0.58540719},
                              {0.05, 0.27459470, 0.28094863},  {0.07, 0.20613725, 0.20106156},
                              {0.1, 0.13253529, 0.13517625},   {0.15, 0.08141318, 0.08176256},
                              {0.2, 0.05579504, 0.05556660},   {0.5, 0.01436322, 0.01436021},
                              {2, 0.00151343, 0.00149832},     {10, 0.00009172, 0.00009075}};
  for (const auto& [k, with, without] : values) {
    EXPECT_NEAR(transfer_with_wiggles({}, k), with, 1e-8 + 1e-6 * with) << k;
    EXPECT_NEAR(transfer_without_wiggles({}, k), without, 1e-8 + 1e-6 * without) << k;
  }
}

TEST(Transfer, PeaksLieAtTheSoundHorizon) {
  // r_s = 150 Mpc for these densities: peaks of P/P_smooth are 2 pi / r_s apart in k.
  const TransferSettings s{.omega_m = 0.3089, .omega_b = 0.0486, .h = 0.6774};
  std::vector<double> peaks;
  const auto ratio = [&](double k) {
    return transfer_with_wiggles(s, k) / transfer_without_wiggles(s, k);
  };
  for (double k = 0.04; k < 0.3; k += 1e-4) {
    if (ratio(k) > ratio(k - 1e-4) && ratio(k) > ratio(k + 1e-4)) peaks.push_back(k * s.h);
  }
  ASSERT_GE(peaks.size(), 3u);
  EXPECT_NEAR(2 * M_PI / (peaks[2] - peaks[1]), 150, 6);
}

TEST(LinearSpectrum, HasTheRequestedSigma8) {
  CosmologySettings settings{.sigma8 = 0.83};
  for (const char* name : {"eisenstein-hu", "eisenstein-hu-smooth"}) {
    settings.spectrum = name;
    EXPECT_NEAR(LinearSpectrum(settings).sigma(8), 0.83, 1e-9);
  }
}

TEST(LinearSpectrum, OfThePrimordialAmplitudeAgreesWithCamb) {
  // Planck 2015 (last column of table 4): A_s 2.142e-9 corresponds to sigma8 0.8159.
  CosmologySettings settings{.background = {.omega_m = 0.3089, .omega_lambda = 0.6911},
                             .omega_b = 0.0486,
                             .h = 0.6774,
                             .sigma8 = std::nullopt,
                             .a_s = 2.142e-9,
                             .n_s = 0.9667};
  EXPECT_NEAR(LinearSpectrum(settings).sigma(8), 0.8159, 0.03 * 0.8159);
}

TEST(LinearSpectrum, FromATableMatchesTheFormula) {
  CosmologySettings settings;
  const LinearSpectrum formula(settings);
  std::string spectrum = "# k P\n", transfer = "# k/h CDM baryon photon nu mass_nu total\n";
  const TransferSettings t;
  for (double k = 1e-5; k < 60; k *= 1.02) {
    spectrum += fmt::format("{:.9e} {:.9e}\n", k, formula.power(k));
    transfer += fmt::format("{0:.9e} 1 1 1 1 1 {1:.9e}\n", k, transfer_with_wiggles(t, k));
  }
  CosmologySettings tabulated = settings;
  const Temporary powers("pk", spectrum), transfers("tk", transfer);
  tabulated.spectrum = powers.path();
  for (const bool own_amplitude : {false, true}) {
    if (own_amplitude) tabulated.sigma8.reset();
    const LinearSpectrum table(tabulated);
    for (const double k : {1e-4, 0.013, 0.1, 0.123, 3.}) {
      EXPECT_NEAR(table.power(k) / formula.power(k), 1, 1e-4) << k;
    }
  }
  tabulated.spectrum = transfers.path();
  tabulated.sigma8 = settings.sigma8;
  EXPECT_NEAR(LinearSpectrum(tabulated).power(0.1) / formula.power(0.1), 1, 1e-4);
  tabulated.sigma8.reset();
  tabulated.a_s = 2e-9;
  settings.a_s = 2e-9;
  settings.sigma8.reset();
  EXPECT_NEAR(LinearSpectrum(tabulated).power(0.1) / LinearSpectrum(settings).power(0.1), 1, 1e-3);
}

std::string table_error(const std::string& text, bool extrapolate = false) {
  const Temporary file("bad", text);
  try {
    CosmologySettings settings;
    settings.spectrum = file.path();
    settings.extrapolate = extrapolate;
    LinearSpectrum(settings).check_range(0.01, 10);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(LinearSpectrum, InvalidTablesAreReported) {
  EXPECT_NE(table_error("1 2 3\n").find(":1:1: has 3 columns"), std::string::npos);
  EXPECT_NE(table_error("1 2\n2 x\n").find(":2:1: `x` is not a number"), std::string::npos);
  EXPECT_NE(table_error("1 2\n1 2\n").find("k must increase"), std::string::npos);
  EXPECT_NE(table_error("1 2\n2 -2\n").find("above 0"), std::string::npos);
  EXPECT_NE(table_error("# nothing\n").find("fewer than four"), std::string::npos);
  const std::string late = "0.02 1\n0.1 2\n1 3\n20 1\n";
  EXPECT_NE(table_error(late).find("covers k = 0.02 to 20 h/Mpc, but the box needs 0.01 to 10; "
                                   "`cosmology: {extrapolate: true}` continues it to lower k"),
            std::string::npos);
  EXPECT_EQ(table_error(late, true), "");
  // It covers the box, but not what sigma8 depends on.
  EXPECT_NE(table_error("0.01 1000\n0.02 1\n1 1e-3\n20 1e-6\n").find("of sigma8^2 is from lower k"),
            std::string::npos);
  EXPECT_NE(table_error("0.001 1\n0.01 2\n0.1 3\n1 4\n").find("but the box needs"),
            std::string::npos);
}

}  // namespace
}  // namespace motley::nbody
