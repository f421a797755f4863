// Seconds in which a rank works: any of its threads, each second once.
//
//   BusyClock clock;
//   { const BusyClock::Work work(clock);             this thread works, but for waits in core/comm,
//     { const BusyClock::Rest rest; wait(); }        .. and others that say so
//   }
//   clock.seconds()
//
//   one thread    wwww....wwww          w works, . waits
//   another          wwww......
//   seconds       1234567..8901         11
//
// A clock that each thread has for itself would count what they share of a processor twice.
#pragma once

#include <mutex>

namespace motley::core {

class BusyClock {
 public:
  double seconds() const;

  // Of the thread that makes it.
  class Work {
   public:
    explicit Work(BusyClock& clock);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    BusyClock* before_;
  };
  // Of a thread that works for a clock; else nothing.
  class Rest {
   public:
    Rest();
    ~Rest();
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

   private:
    BusyClock* clock_;
  };

 private:
  void add(int threads);

  mutable std::mutex mutex_;
  int num_working_ = 0;
  double since_ = 0, seconds_ = 0;
};

}  // namespace motley::core
