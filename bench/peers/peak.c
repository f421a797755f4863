// The multiply-add peak of the cores it is pinned to: prints float32 flops per second.
//
//   cc -O3 -march=native -pthread peak.c -o peak && taskset -c 0,1 ./peak 2
//
// Each thread keeps enough independent chains of multiply-adds in registers to fill two pipes.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __AVX512F__
enum { kWidth = 16, kChains = 24 };
#else
enum { kWidth = 8, kChains = 12 };
#endif
enum { kSteps = 4000000, kRepeats = 20 };
typedef float Vector __attribute__((vector_size(kWidth * sizeof(float))));

static volatile float sink;

static void* work(void* unused) {
  (void)unused;
  Vector chains[kChains];
  const Vector scale = (Vector){} + 0.999f, shift = (Vector){} + 0.001f;
  for (int c = 0; c < kChains; ++c) chains[c] = (Vector){} + (float)c;
  for (int i = 0; i < kSteps; ++i) {
#pragma GCC unroll 24
    for (int c = 0; c < kChains; ++c) chains[c] = chains[c] * scale + shift;
  }
  float sum = 0;
  for (int c = 0; c < kChains; ++c) sum += chains[c][0];
  sink = sum;
  return NULL;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char** argv) {
  const int num_threads = argc > 1 ? atoi(argv[1]) : 1;
  double best = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    pthread_t threads[64];
    const double start = now();
    for (int t = 0; t < num_threads && t < 64; ++t) pthread_create(&threads[t], NULL, work, NULL);
    for (int t = 0; t < num_threads && t < 64; ++t) pthread_join(threads[t], NULL);
    const double flops = 2.0 * kWidth * kChains * kSteps * num_threads / (now() - start);
    if (flops > best) best = flops;
  }
  printf("%.6g\n", best);
  return 0;
}
