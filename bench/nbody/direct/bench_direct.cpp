// The direct-sum kernels of gravity on one core, against the multiply-add peak measured in the same
// run.
//
//   bench_nbody_direct                  a table: form, instruction set, targets x sources, pairs/s
//
// `plain` is the softened Newtonian force at 22 flops per pair; the percentage is of the peak of
// the widest instruction set of the machine. `cut-off` subtracts the mesh's part and applies the
// spline and the mask: pairs per second only. Each form is checked against the double-precision
// reference before it is timed: a wrong answer has no time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/peak.h"
#include "core/base/random.h"
#include "nbody/gravity/direct_vectors.h"
#include "nbody/gravity/kernel_law.h"

namespace motley::nbody {
namespace {

struct Points {
  std::vector<float> x, y, z;
  Points(int count, double size, uint32_t stream) : x(count), y(count), z(count) {
    for (int i = 0; i < count; ++i) {
      x[i] = static_cast<float>(size * core::uniform_at({.seed = 1, .tensor = stream}, i));
      y[i] = static_cast<float>(size * core::uniform_at({.seed = 1, .tensor = stream + 1}, i));
      z[i] = static_cast<float>(size * core::uniform_at({.seed = 1, .tensor = stream + 2}, i));
    }
  }
};

// Best rate over `seconds` of bursts short enough that some fall between other programs' time
// slices.
double best_rate(double amount, double seconds, const std::function<void()>& call) {
  constexpr double kBurstPairs = 1e6;
  const int num_calls = std::max(1, static_cast<int>(kBurstPairs / amount));
  double best = 0;
  const double end = core::now_seconds() + seconds;
  while (core::now_seconds() < end) {
    const double begin = core::now_seconds();
    for (int i = 0; i < num_calls; ++i) call();
    best = std::max(best, amount * num_calls / (core::now_seconds() - begin));
  }
  return best;
}

using SumFunction = std::function<void(const Targets&, const Sources&)>;
using PairLaw = std::function<double(double r)>;

struct Form {
  std::string name, isa;
  SumFunction run;
  PairLaw law;       // force over distance
  double tolerance;  // relative to the sum of absolute pair forces
};

// Worst error of a sum relative to the sum of absolute pair forces.
double worst_error(const Form& form, const Points& t, const Points& s, int num_targets) {
  std::vector<double> sums[3];
  for (auto& sum : sums) sum.assign(num_targets, 0.0);
  form.run({t.x.data(),
            t.y.data(),
            t.z.data(),
            num_targets,
            {sums[0].data(), sums[1].data(), sums[2].data()}},
           {s.x.data(), s.y.data(), s.z.data(), static_cast<int>(s.x.size())});
  double worst = 0;
  for (int i = 0; i < num_targets; ++i) {
    double exact[3] = {}, size = 0;
    for (size_t j = 0; j < s.x.size(); ++j) {
      const double d[3] = {double(s.x[j]) - t.x[i], double(s.y[j]) - t.y[i],
                           double(s.z[j]) - t.z[i]};
      const double r = std::hypot(d[0], d[1], d[2]), f = form.law(r);
      for (int k = 0; k < 3; ++k) exact[k] += f * d[k];
      size += std::abs(f) * r;
    }
    for (int k = 0; k < 3; ++k) worst = std::max(worst, std::abs(sums[k][i] - exact[k]) / size);
  }
  return worst;
}

int run() {
  const double before = core::measure_peak_flops(1, 0.3);
  fmt::print(
      "# multiply-add peak of one core, {}: {:.1f} Gflop/s, {:.2f} GHz at one vector per cycle\n",
      core::peak_instructions(), before * 1e-9,
      before * 1e-9 / (core::peak_instructions() == "AVX-512" ? 32 : 16));

  // r_cut = 5.5 r_s, and the softening at 2 cells per separation, eps = d / 25.
  const ForceLaw law{.split = 1, .cutoff = 5.5, .epsilon = 0.08};
  const KernelLaw kernel = kernel_law(law);
  const double length = kernel_length(law);
  const double epsilon = 0.02;
  const PairLaw plain = [=](double r) { return std::pow(r * r + epsilon * epsilon, -1.5); };
  const PairLaw cut = [=](double r) {
    return std::pow(length, 3) * short_range_factor(law, r * length);
  };
  const float e2 = static_cast<float>(epsilon * epsilon);
  std::vector<Form> forms;
#define MOTLEY_BENCH_ISA(isa)                                                                     \
  forms.push_back({"plain", #isa,                                                                 \
                   [=](const Targets& t, const Sources& s) { isa::plain_sums(e2, t, s); }, plain, \
                   1e-6});                                                                        \
  forms.push_back(                                                                                \
      {"cut-off", #isa,                                                                           \
       [=](const Targets& t, const Sources& s) { isa::short_range_sums(kernel, t, s); }, cut,     \
       2e-5})
#if defined(__x86_64__)
  if (core::vector_isa() >= core::VectorIsa::kAvx512) {
    MOTLEY_BENCH_ISA(avx512);
  }
  if (core::vector_isa() >= core::VectorIsa::kAvx2) {
    MOTLEY_BENCH_ISA(avx2);
  }
#endif
  MOTLEY_BENCH_ISA(portable);
#undef MOTLEY_BENCH_ISA

  struct Size {
    int targets, sources;
  };
  bool right = true;
  fmt::print("{:8} {:9} {:>13} {:>12} {:>9} {:>7} {:>11}\n", "form", "isa", "targets x src",
             "pairs/s", "Gflop/s", "peak", "worst error");
  for (const Form& form : forms) {
    for (const Size size : {Size{64, 1024}, Size{32, 128}}) {
      // Targets fill a leaf, sources its neighbourhood out to the cut-off, sqrt(2).
      const Points t(size.targets, 0.4, 10), s(size.sources, 1.6, 20);
      const double error = worst_error(form, t, s, size.targets);
      const std::string head = fmt::format("{:8} {:9} {:>13}", form.name, form.isa,
                                           fmt::format("{} x {}", size.targets, size.sources));
      if (!(error <= form.tolerance)) {
        fmt::print("{} WRONG: error {:.1e}\n", head, error);
        right = false;
        continue;
      }
      std::vector<double> sums[3];
      for (auto& sum : sums) sum.assign(size.targets, 0.0);
      const Targets targets{t.x.data(),
                            t.y.data(),
                            t.z.data(),
                            size.targets,
                            {sums[0].data(), sums[1].data(), sums[2].data()}};
      const Sources sources{s.x.data(), s.y.data(), s.z.data(), size.sources};
      const double rate = best_rate(static_cast<double>(size.targets) * size.sources, 0.3,
                                    [&] { form.run(targets, sources); });
      if (form.name == "plain") {
        fmt::print("{} {:12.3e} {:9.1f} {:6.1f}% {:11.1e}\n", head, rate, 22e-9 * rate,
                   100 * 22 * rate / before, error);
      } else {
        fmt::print("{} {:12.3e} {:>9} {:>7} {:11.1e}\n", head, rate, "", "", error);
      }
    }
  }
  fmt::print("# peak again: {:.1f} Gflop/s\n", core::measure_peak_flops(1, 0.3) * 1e-9);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace motley::nbody

int main() { return motley::nbody::run(); }
