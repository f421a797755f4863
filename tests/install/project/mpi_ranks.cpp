// Ranks as MPI processes, by the installed target Motley::mpi.
#include <motley/mpi.h>

#include <cstdio>

int main() {
  motley::run_mpi([](motley::core::Communicator& comm) {
    if (comm.rank() == 0) std::printf("%d ranks\n", comm.num_ranks());
  });
}
