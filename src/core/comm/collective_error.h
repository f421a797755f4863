// Collective error handling: an error on one rank is thrown on all, so that none waits for the
// others.
//
//   std::string fault;
//   try { write(my_part); } catch (const UserError& error) { fault = error.what(); }
//   throw_on_all_ranks(comm, fault);
#pragma once

#include <string>

#include "core/comm/communicator.h"

namespace motley::core {

// A collective: throws a UserError on every rank if any has a fault, with the message of the first
// such rank. `comm` may be null for a single rank.
void throw_on_all_ranks(Communicator* comm, const std::string& fault);

// Calls f on rank 0 only; a UserError that it throws is thrown on all ranks.
template <class F>
void at_root(Communicator* comm, const F& f) {
  std::string fault;
  if (!comm || comm->rank() == 0) {
    try {
      f();
    } catch (const UserError& error) {
      fault = error.what();
    }
  }
  throw_on_all_ranks(comm, fault);
}

}  // namespace motley::core
