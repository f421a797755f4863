// Products while signals come in, as when a run is asked to stop.
#include <gtest/gtest.h>
#include <sys/time.h>

#include <csignal>
#include <random>
#include <vector>

#include "tensor/kernels/gemm.h"

namespace motley::tensor {
namespace {

volatile sig_atomic_t num_ticks = 0;

// A signal every 200 us, handled on the stack of whichever thread it meets.
class Ticks {
 public:
  Ticks() {
    struct sigaction action = {};
    action.sa_handler = [](int) { num_ticks = num_ticks + 1; };
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &action, &before_);
    const itimerval often = {{0, 200}, {0, 200}};
    ::setitimer(ITIMER_REAL, &often, nullptr);
  }
  ~Ticks() {
    const itimerval never = {};
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ = {};
};

TEST(Gemm, IsNotDisturbedBySignals) {
  const Gemm products[] = {{.b_transposed = true, .m = 128, .n = 64, .k = 192},
                           {.a_transposed = true, .m = 64, .n = 192, .k = 128},
                           {.m = 192, .n = 64, .k = 256}};
  std::mt19937 random(5);
  std::normal_distribution<float> draw;
  num_ticks = 0;
  for (Gemm g : products) {
    g.lda = g.a_transposed ? g.m : g.k, g.ldb = g.b_transposed ? g.k : g.n, g.ldc = g.n;
    std::vector<float> a(static_cast<size_t>(g.m * g.k)), b(static_cast<size_t>(g.k * g.n)),
        alone(static_cast<size_t>(g.m * g.n)), disturbed(alone.size());
    for (float& x : a) x = draw(random);
    for (float& x : b) x = draw(random);
    gemm(g, a.data(), b.data(), alone.data());
    const Ticks ticks;
    const int before = num_ticks;
    int wrong = 0;
    while (num_ticks < before + 400) {
      gemm(g, a.data(), b.data(), disturbed.data());
      wrong += disturbed != alone;
    }
    EXPECT_EQ(wrong, 0) << g.m << " x " << g.n << " x " << g.k;
  }
}

}  // namespace
}  // namespace motley::tensor
