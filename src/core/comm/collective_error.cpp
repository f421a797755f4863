#include "core/comm/collective_error.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/comm/arrays.h"

namespace motley::core {

void throw_on_all_ranks(Communicator* comm, const std::string& fault) {
  if (!comm) {
    if (!fault.empty()) throw UserError(fault);
    return;
  }
  const std::vector<int64_t> sizes = gathered(*comm, std::ssize(fault));
  for (int rank = 0; rank < comm->num_ranks(); ++rank) {
    if (sizes[rank] == 0) continue;
    std::vector<uint8_t> text(sizes[rank]);
    if (rank == comm->rank()) std::ranges::copy(fault, text.begin());
    comm->broadcast(elements(text), rank).wait();
    throw UserError(std::string(text.begin(), text.end()));
  }
}

}  // namespace motley::core
