// Seconds in which a rank works: any of its threads, each second once.
//
//   BusyClock clock;
//   { const BusyClock::Work work(&clock);            a thread works ..
//     { const BusyClock::Rest rest(&clock); wait(); }              .. and waits for others
//   }
//   clock.seconds()
//
//   one thread    wwww....wwww          w works, . waits
//   another          wwww......
//   seconds       1234567..8901         11
//
// A clock that each thread has for itself would count what they share of a processor twice. Null
// pointers count nothing.
#pragma once

#include <mutex>

namespace motley::core {

class BusyClock {
 public:
  double seconds() const;

  class Work {
   public:
    explicit Work(BusyClock* clock) : clock_(clock) { add(clock_, 1); }
    ~Work() { add(clock_, -1); }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    BusyClock* clock_;
  };
  // Within a Work of the same thread.
  class Rest {
   public:
    explicit Rest(BusyClock* clock) : clock_(clock) { add(clock_, -1); }
    ~Rest() { add(clock_, 1); }
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

   private:
    BusyClock* clock_;
  };

 private:
  static void add(BusyClock* clock, int threads);

  mutable std::mutex mutex_;
  int num_working_ = 0;
  double since_ = 0, seconds_ = 0;
};

}  // namespace motley::core
