// Concurrent transfers over shared ports: each runs at the smallest of its equal shares of its
// ports, and all rates change when one starts or ends.
//
//   two of 6 ticks over one port, from 0 and 3:   |aaaaaa......|      a alone, then both at half,
//                                                 |   bbbbbbbbb|      a ends at 9, b at 12
//
// Cost: the number of active transfers, per start and end.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"

namespace motley::tensor::simulate {

class SharedTransfers {
 public:
  struct Key {
    int32_t index;
    bool collective;  // or a transfer
  };

  explicit SharedTransfers(size_t num_ports) : users_(num_ports, 0) {}

  void begin(Key key, std::span<const int32_t> ports, schedule::Ticks busy, schedule::Ticks now);
  // The end of the first active transfer to finish.
  std::optional<schedule::Ticks> next_end() const;
  // Removes that one; `now` is next_end().
  Key end(schedule::Ticks now);

 private:
  struct Active {
    Key key;
    std::vector<int32_t> ports;
    double left;      // ticks at full rate
    double rate = 1;  // fraction of the full rate
  };

  void advance(schedule::Ticks now);
  void set_rates();

  std::vector<Active> active_;
  std::vector<int32_t> users_;  // per port
  schedule::Ticks now_ = 0;
  size_t first_ = 0;  // in active_: the one that ends next
  schedule::Ticks first_end_ = 0;
};

}  // namespace motley::tensor::simulate
