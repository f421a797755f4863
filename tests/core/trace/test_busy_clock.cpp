#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/trace/busy_clock.h"

namespace motley::core {
namespace {

void sleep() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

TEST(BusyClock, CountsSecondsOnceHoweverManyWork) {
  BusyClock clock;
  {
    const BusyClock::Work one(&clock), other(&clock);
    sleep();
  }
  const double once = clock.seconds();
  EXPECT_GE(once, 0.02);
  sleep();
  EXPECT_EQ(clock.seconds(), once);
}

TEST(BusyClock, LeavesOutWhatAllWaitFor) {
  BusyClock clock;
  const BusyClock::Work work(&clock);
  {
    const BusyClock::Rest rest(&clock);
    const double before = clock.seconds();
    sleep();
    EXPECT_EQ(clock.seconds(), before);
    const BusyClock::Work other(&clock);
    sleep();
    EXPECT_GE(clock.seconds(), before + 0.02);
  }
}

TEST(BusyClock, MayBeNone) {
  const BusyClock::Work work(nullptr);
  const BusyClock::Rest rest(nullptr);
}

}  // namespace
}  // namespace motley::core
