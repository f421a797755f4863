// One rank's mistake as everybody's: all throw the same sentence, and none waits for the others.
//
//   std::string fault;
//   try { write(my_part); } catch (const UserError& error) { fault = error.what(); }
//   throw_on_all_ranks(comm, fault);
#pragma once

#include <string>

#include "core/comm/communicator.h"

namespace motley::core {

// A collective: a UserError at every rank where one of them has a fault, that of the first. `comm`
// may be null, for one rank.
void throw_on_all_ranks(Communicator* comm, const std::string& fault);

// Calls f at rank 0 alone; a UserError that it throws is thrown by all.
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
