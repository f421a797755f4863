// The last words of a rank that is told to end, for mpi.cpp: a launcher sends SIGTERM to all ranks
// when one is lost, and what each of them was waiting for says where.
//
//   motley: rank 1: ended by SIGTERM while all-reduce waited for rank 2; the launcher ends a run
//   when a rank is lost
#pragma once

namespace motley::core {

// While it lives, SIGTERM prints the sentence and then does what it did before. One at a time.
class ExplainTermination {
 public:
  explicit ExplainTermination(int rank);
  ExplainTermination(const ExplainTermination&) = delete;
  ExplainTermination& operator=(const ExplainTermination&) = delete;
  ~ExplainTermination();

  // What is waited for now; `name` has static storage, null means nothing. Costs nothing.
  static void note(const char* name, int peer);

  // The rank is about to end with a sentence of its own: from now on SIGTERM does not come between.
  void leave_last_word();

 private:
  bool is_left_ = false;
};

}  // namespace motley::core
