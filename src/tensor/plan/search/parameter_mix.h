// Mixes two choices: some parameters replicated as in one, the others sharded as in the other.
//
//   first    the parameters read first are replicated: the others are gathered meanwhile
//   last     the parameters read last are replicated: their gradients are ready first, and are
//            reduced while the others are computed
//   spread   so that the bytes to gather, or to reduce, are even over time
#pragma once

#include <vector>

#include "tensor/plan/search/search_instance.h"

namespace motley::tensor::search {

class ParameterMix {
 public:
  // Two choices of an instance, by node.
  ParameterMix(const TrainStep& step, const SearchInstance& instance,
               const std::vector<int32_t>& whole, const std::vector<int32_t>& pieces);

  bool empty() const { return rows_.empty(); }  // no parameter differs
  enum class Whole : uint8_t { kFirst, kLast, kSpread };
  // This fraction of the bytes replicated; if spread, `ahead` more of what is read first.
  std::vector<Restriction> at(double part, Whole which, double ahead = 0) const;

 private:
  struct Row {
    int node = 0, first_read = 0;
    int32_t whole = 0, pieces = 0;  // states
    double bytes = 0;
  };
  std::vector<Row> rows_;  // by first read
};

}  // namespace motley::tensor::search
