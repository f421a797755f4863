// Seconds during which at least one thread of a rank works.
//
//   BusyClock clock;
//   { const BusyClock::Work work(clock);             this thread works, except for waits in
//   core/comm
//     { const BusyClock::Rest rest; wait(); }        .. and others marked like this
//   }
//   clock.seconds()
//
//   one thread    wwww....wwww          w works, . waits
//   another          wwww......
//   seconds       1234567..8901         11
//
// Separate clocks per thread would count time on a shared core twice.
#pragma once

#include <mutex>

namespace motley::core {

class BusyClock {
 public:
  double seconds() const;

  // For the calling thread.
  class Work {
   public:
    explicit Work(BusyClock& clock);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    BusyClock* before_;
  };
  // For a thread that works for a clock; otherwise no effect.
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
