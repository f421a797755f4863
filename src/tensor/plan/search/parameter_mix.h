// Some parameters held as one choice has them, the others as another has: the first that are read
// whole and the rest in pieces, or the other way round.
#pragma once

#include <vector>

#include "tensor/plan/search/field.h"

namespace motley::tensor {

class ParameterMix {
 public:
  // Of two choices of a field, by node.
  ParameterMix(const TrainStep& step, const Field& field, const std::vector<int32_t>& whole,
               const std::vector<int32_t>& pieces);

  bool empty() const { return rows_.empty(); }  // no parameter differs
  // This part of the parameters, the first that are read, whole; or all but those.
  std::vector<Restriction> at(double part, bool first_whole) const;

 private:
  struct Row {
    int node = 0, first_read = 0;
    int32_t whole = 0, pieces = 0;  // states
  };
  std::vector<Row> rows_;  // as they are first read
};

}  // namespace motley::tensor
