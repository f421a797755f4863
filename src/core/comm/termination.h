// A last message from a rank that is terminated, for mpi.cpp: a launcher sends SIGTERM to all ranks
// when one is lost, and what each of them was waiting for helps to find it.
//
//   motley: rank 1: ended by SIGTERM while all-reduce waited for rank 2; the launcher ends a run
//   when a rank is lost
#pragma once

namespace motley::core {

// During its lifetime SIGTERM prints the sentence and then runs the previous action. One instance
// at a time.
class ExplainTermination {
 public:
  explicit ExplainTermination(int rank);
  ExplainTermination(const ExplainTermination&) = delete;
  ExplainTermination& operator=(const ExplainTermination&) = delete;
  ~ExplainTermination();

  // Sets the current wait; `name` has static storage, null means none. Costs next to nothing.
  static void note(const char* name, int peer);

  // The rank is about to end with an error message of its own: ignore SIGTERM from now on, so that
  // the message is not interrupted, and exit a moment later, so that a launcher, which ends all
  // ranks after the first, has read it and those of the others.
  void ignore_from_now_on();

 private:
  bool is_left_ = false;
};

}  // namespace motley::core
