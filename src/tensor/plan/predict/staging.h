// What a device takes besides its kernels, if a probe has measured it.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/cluster/cluster.h"
#include "tensor/cost/device_tables.h"

namespace motley::tensor::predict {

// An accelerator's launches and copies from and to the host; zero for others.
class Staging {
 public:
  explicit Staging(const core::DeviceType& type) {
    if (!type.device.empty()) tables_.emplace(type);
  }
  double launch() const { return seconds({"launch", 1}); }
  double to_device(double bytes) const { return copy("transfer.to_device", bytes); }
  double from_device(double bytes) const { return copy("transfer.from_device", bytes); }

 private:
  double copy(const char* kind, double bytes) const {
    return bytes > 0 ? seconds({kind, bytes, {bytes}}) : 0;
  }
  double seconds(const WorkPart& part) const {
    return tables_ ? tables_->seconds(part).value_or(0) : 0;
  }
  std::optional<DeviceTables> tables_;
};

// The factor of a `contention.` table (docs/formats.md); 1 if it was not measured.
inline double share_kept(const core::DeviceType& type, std::string_view kind) {
  const auto table = std::ranges::find(type.measured, kind, &core::MeasuredTable::kind);
  return table == type.measured.end() ? 1 : table->rows.at(0).rate;
}

}  // namespace motley::tensor::predict
