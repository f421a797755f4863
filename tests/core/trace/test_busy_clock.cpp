#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/trace/busy_clock.h"

namespace motley::core {
namespace {

void sleep() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

TEST(BusyClock, CountsASecondOnceForAllThreads) {
  BusyClock clock;
  double least = 0;  // of the time that the other sleeps
  {
    const BusyClock::Work work(clock);
    std::thread other([&] {
      const BusyClock::Work more(clock);
      const double before = clock.seconds();
      sleep();
      least = clock.seconds() - before;
    });
    other.join();
  }
  EXPECT_GE(least, 0.02);
  EXPECT_GE(clock.seconds(), least);
  const double once = clock.seconds();
  sleep();
  EXPECT_EQ(clock.seconds(), once);
}

TEST(BusyClock, ExcludesTimeInWhichAllWait) {
  BusyClock clock;
  const BusyClock::Work work(clock);
  const BusyClock::Rest rest, again;
  const double before = clock.seconds();
  sleep();
  EXPECT_EQ(clock.seconds(), before);
  std::thread other([&] {
    const BusyClock::Work more(clock);
    sleep();
  });
  other.join();
  EXPECT_GE(clock.seconds(), before + 0.02);
}

TEST(BusyClock, ARestWithoutAClockHasNoEffect) {
  BusyClock clock;
  const BusyClock::Rest rest;
  EXPECT_EQ(clock.seconds(), 0);
}

}  // namespace
}  // namespace motley::core
