#include "core/base/background.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace motley::core {

void lower_thread_priority() {
  constexpr int kNice = 5;
  // Without the right to do so the priority stays: the work is done all the same.
  (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kNice);
}

}  // namespace motley::core
