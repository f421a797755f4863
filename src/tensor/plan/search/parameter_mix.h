// Some parameters held as one choice has them, whole, the others as another has, in pieces.
//
//   first    those that are read first are whole: the rest is gathered meanwhile
//   last     those that are read last are whole: their gradients are there first, and reduced
//            while the others are made
//   spread   so that at any time as much is to be gathered, or reduced, as at any other
#pragma once

#include <vector>

#include "tensor/plan/search/search_instance.h"

namespace motley::tensor {

class ParameterMix {
 public:
  // Of two choices of a instance, by node.
  ParameterMix(const TrainStep& step, const SearchInstance& instance,
               const std::vector<int32_t>& whole, const std::vector<int32_t>& pieces);

  bool empty() const { return rows_.empty(); }  // no parameter differs
  enum class Whole : uint8_t { kFirst, kLast, kSpread };
  // This part of the bytes whole; of those that are spread, this part more of what is read first.
  std::vector<Restriction> at(double part, Whole which, double ahead = 0) const;

 private:
  struct Row {
    int node = 0, first_read = 0;
    int32_t whole = 0, pieces = 0;  // states
    double bytes = 0;
  };
  std::vector<Row> rows_;  // as they are first read
};

}  // namespace motley::tensor
