// The body of a reduction, scatter or sort, prepared for many calls.
//
// A body whose ops are all elementwise on scalars becomes a list of steps on registers, one
// register per value and `lanes` cells in each: no literal is created, and one call processes many
// lanes (independent elements). Any other body (a nested loop, a reshape) is run as a region,
// lane by lane.
//
//   ScalarBody body(runner, region);          // (a, b) -> a < b
//   body.argument(0)[0].f = 1; body.argument(1)[0].f = 2;
//   body.run();
//   body.result(0)[0].u == 1;
#pragma once

#include <vector>

#include "tensor/reference/cells.h"
#include "tensor/reference/eval_elementwise.h"
#include "tensor/reference/runner.h"

namespace motley::tensor::reference {

class ScalarBody {
 public:
  // Captured values are read here.
  ScalarBody(Runner& runner, const Region& region, int64_t lanes = 1);

  // `lanes` cells each. Arguments keep their contents over a run; a result may share the register
  // of an argument.
  Cell* argument(int i) { return registers_.data() + i * lanes_; }
  const Cell* result(int i) const { return registers_.data() + result_registers_[i] * lanes_; }
  int64_t lanes() const { return lanes_; }

  void run(int64_t count = 1);  // the first `count` lanes
  // Results 0 .. n-1 become arguments 0 .. n-1: the next step of a reduction.
  void feed_back(int n, int64_t count = 1);

 private:
  struct Step {
    ScalarStep scalar;
    std::vector<int> operands;  // registers
    int target = 0;
  };

  bool compile();
  int add_register(const Literal* value);
  void run_steps(int64_t count);
  void run_region(int64_t lane);

  Runner& runner_;
  const Region& region_;
  int64_t lanes_;
  bool compiled_ = false;
  std::vector<Cell> registers_;
  std::vector<Step> steps_;
  std::vector<int> result_registers_;
  std::vector<Cell> moved_;  // by feed_back
};

// The index of the argument that the body returns unchanged, or -1: (old, new) -> new is 1.
int returned_argument(const Region& region);

}  // namespace motley::tensor::reference
