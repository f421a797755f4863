// Notations of a Sharding: ours, printed and parsed, and those of JAX and PyTorch.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/base/text.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor {
namespace {

constexpr int64_t kMostUnits = int64_t{1} << 40;  // of a share: sums fit into 64 bits
constexpr const char* kAxisNames[kMaxGroupAxes] = {"data", "model"};

// The shares of S(dim) without numbers.
Shares default_shares(int num_devices, int64_t period) {
  return Shares(units_of(core::Ratio(num_devices, 1.0 / num_devices), period));
}

std::string_view partial_suffix(Reducer reducer) {
  switch (reducer) {
    case Reducer::kMin:
      return "min";
    case Reducer::kMax:
      return "max";
    case Reducer::kAnd:
      return "and";
    case Reducer::kOr:
      return "or";
    default:
      return "";
  }
}

std::string cut_text(const DimSharding& cut, int64_t extent) {
  std::string text = fmt::format("{}", cut.dim);
  if (cut.period != extent) text += fmt::format("/{}", cut.period);
  if (cut.shares == default_shares(cut.shares.num_devices(), cut.period)) return text;
  // For many devices, adjacent equal shares are run-length encoded.
  constexpr int kManyDevices = 8;
  const int n = cut.shares.num_devices();
  std::vector<std::string> units;
  for (int i = 0, next = 0; i < n; i = next) {
    for (next = i + 1; n > kManyDevices && next < n && cut.shares[next] == cut.shares[i];) ++next;
    units.push_back(next - i > 1 ? fmt::format("{}x{}", next - i, cut.shares[i])
                                 : fmt::format("{}", cut.shares[i]));
  }
  return text + fmt::format(":[{}]", fmt::join(units, ","));
}

// Parses from the front; keeps the first fault.
struct Reader {
  std::string_view rest;
  std::string fault = {};

  bool take(std::string_view word) {
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word) && fault.empty()) {
      fault = rest.empty() ? fmt::format("expected `{}` at the end", word)
                           : fmt::format("expected `{}` before `{}`", word, rest);
    }
  }
  int64_t number() {
    int64_t n = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), n);
    if (error != std::errc() || n < 0) {
      if (fault.empty()) fault = fmt::format("expected a number before `{}`", rest);
      rest = {};
      return 0;
    }
    rest.remove_prefix(end - rest.data());
    return n;
  }
};

DimSharding read_cut(Reader& reader, const TensorType& type, int num_devices) {
  DimSharding cut{.dim = static_cast<int>(std::min<int64_t>(reader.number(), 1 << 20))};
  if (reader.fault.empty() && cut.dim >= type.num_dims()) {
    reader.fault = fmt::format("{} has no dimension {}", type.to_string(), cut.dim);
  }
  if (!reader.fault.empty()) return cut;
  cut.period = reader.take("/") ? reader.number() : type.shape[cut.dim];
  if (reader.fault.empty() && cut.period == 0) reader.fault = "runs of 0 are not allowed";
  if (reader.fault.empty() && cut.period > type.shape[cut.dim]) {
    reader.fault = fmt::format("runs of {} are longer than the dimension, {}", cut.period,
                               type.shape[cut.dim]);
  }
  if (reader.take(":")) {
    reader.expect("[");
    std::vector<int64_t> units;
    do {
      const int64_t number = reader.number();
      const bool is_count = reader.take("x");
      const int64_t count = is_count ? number : 1, share = is_count ? reader.number() : number;
      if (reader.fault.empty() && count > num_devices - std::ssize(units)) {
        reader.fault = fmt::format("more shares than the {} devices", num_devices);
      }
      if (reader.fault.empty() && share > kMostUnits) {
        reader.fault = fmt::format("a share of {} units is too large", share);
      }
      if (reader.fault.empty()) units.insert(units.end(), count, share);
    } while (reader.fault.empty() && reader.take(","));
    reader.expect("]");
    const bool any = std::any_of(units.begin(), units.end(), [](int64_t n) { return n > 0; });
    if (reader.fault.empty() && !any) reader.fault = "at least one share must be positive";
    if (reader.fault.empty()) cut.shares = Shares(std::move(units));
  } else if (reader.fault.empty()) {
    cut.shares = default_shares(num_devices, cut.period);
  }
  reader.expect(")");
  return cut;
}

AxisState read_state(Reader& reader, const TensorType& type, int num_devices) {
  if (reader.take("R")) return replicated();
  if (reader.take("S(")) return sharded(read_cut(reader, type, num_devices));
  if (reader.take("P")) {
    for (Reducer r : {Reducer::kMin, Reducer::kMax, Reducer::kAnd, Reducer::kOr}) {
      if (reader.take(partial_suffix(r))) return partial(r);
    }
    return partial();
  }
  if (reader.fault.empty()) {
    reader.fault = reader.rest.empty()
                       ? "the group has two axes, each with a state of its own, as in RS(0)"
                       : fmt::format("`{}` is not one of R, S(dim), P", reader.rest);
  }
  return {};
}

}  // namespace

std::string to_string(const AxisState& state, const Shape& shape) {
  if (state.is_replicated()) return "R";
  if (state.is_partial()) return fmt::format("P{}", partial_suffix(state.reducer));
  return fmt::format("S({})", cut_text(state.cut, shape[state.cut.dim]));
}

std::string to_string(const Sharding& sharding, const Shape& shape, const DeviceGrid& group) {
  std::string text;
  for (int a = 0; a < group.num_axes(); ++a) text += to_string(sharding[a], shape);
  return text;
}

std::string to_jax(const Sharding& sharding, const Shape& shape, const DeviceGrid& group) {
  std::vector<std::string> dims(shape.size(), "None"), unreduced;
  std::vector<int64_t> periods(shape.size());
  for (int a = 0; a < group.num_axes(); ++a) {
    if (sharding[a].is_partial()) unreduced.push_back(fmt::format("'{}'", kAxisNames[a]));
    if (!sharding[a].is_sharded()) continue;
    const DimSharding& cut = sharding[a].cut;
    std::string& dim = dims[cut.dim];
    const std::string name = fmt::format("'{}'", kAxisNames[a]);
    if (dim == "None") {
      dim = name;
    } else {  // the outer axis first
      const bool is_outer = cut.period > periods[cut.dim];
      dim = fmt::format("({}, {})", is_outer ? name : dim, is_outer ? dim : name);
    }
    periods[cut.dim] = cut.period;
  }
  while (!dims.empty() && dims.back() == "None") dims.pop_back();
  std::string text = fmt::format("P({}", fmt::join(dims, ", "));
  if (!unreduced.empty()) {
    text += fmt::format("{}unreduced={{{}}}", dims.empty() ? "" : ", ", fmt::join(unreduced, ", "));
  }
  return text + ")";
}

std::string to_pytorch(const Sharding& sharding, const Shape&, const DeviceGrid& group) {
  std::string text;
  for (int a = 0; a < group.num_axes(); ++a) {
    const AxisState& state = sharding[a];
    text += state.is_sharded()   ? fmt::format("S({})", state.cut.dim)
            : state.is_partial() ? "P"
                                 : "R";
  }
  return text;
}

ParsedSharding parse_sharding(const std::string& text, const TensorType& type,
                              const DeviceGrid& group) {
  Reader reader{text};
  ParsedSharding parsed;
  for (int a = 0; a < group.num_axes() && reader.fault.empty(); ++a) {
    parsed.sharding[a] = read_state(reader, type, group.sizes[a]);
  }
  if (reader.fault.empty() && !reader.rest.empty()) {
    reader.fault = fmt::format("unexpected `{}`: the group has {}", reader.rest,
                               group.num_axes() == 1 ? "one axis" : "two axes");
  }
  parsed.fault = reader.fault.empty() ? fault(parsed.sharding, type, group) : reader.fault;
  return parsed;
}

}  // namespace motley::tensor
