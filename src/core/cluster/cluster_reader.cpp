#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/text.h"
#include "core/cluster/cluster_file.h"
#include "core/cluster/device_library.h"
#include "core/cluster/quantity.h"
#include "core/io/files.h"

namespace motley::core {
namespace {

constexpr const char* kNetworkExample = "network: {bandwidth: 25Gb/s, latency: 30us}";
constexpr const char* kLinkExample = "link: {bandwidth: 130GB/s, latency: 5us}";

// Names that earlier versions wrote into files, and what they are called now.
constexpr std::pair<std::string_view, std::string_view> kRenamedKinds[] = {
    {"beside.others", "contention.others"},
    {"beside.communication", "contention.communication"},
    {"beside.compute", "contention.compute"}};
constexpr std::string_view kOldHierarchical = " two-level", kHierarchical = " hierarchical";

std::string current_kind_name(const std::string& name) {
  for (const auto& [old_name, new_name] : kRenamedKinds) {
    if (name == old_name) return std::string(new_name);
  }
  return name;
}

std::string current_collective_name(const std::string& name) {
  if (!name.ends_with(kOldHierarchical)) return name;
  return name.substr(0, name.size() - kOldHierarchical.size()) + std::string(kHierarchical);
}

[[noreturn]] void fail(const std::string& file, const YAML::Mark& mark, const std::string& what) {
  SourcePosition where{file};
  if (mark.line >= 0) where = {file, mark.line + 1, mark.column + 1};
  throw UserError(where, what);
}

struct Field {
  std::string key;
  YAML::Mark place;  // of the key
  YAML::Node value;
};

// The entries of one mapping in file order, each key once.
class Mapping {
 public:
  // `what` names it in messages: "a link". If `known` is not empty, other keys are errors.
  Mapping(const std::string& file, const std::string& what, const YAML::Node& node,
          const std::vector<std::string>& known = {})
      : file_(file), what_(what), mark_(node.Mark()) {
    if (!node.IsMap()) fail(file, mark_, fmt::format("{} is a mapping of keys to values", what));
    for (const auto& entry : node) add(entry.first, entry.second, known);
  }

  const std::vector<Field>& fields() const { return fields_; }
  const YAML::Mark& mark() const { return mark_; }

  const Field* find(const std::string& key) const {
    const auto field = std::ranges::find(fields_, key, &Field::key);
    return field == fields_.end() ? nullptr : &*field;
  }
  const Field& require(const std::string& key, const std::string& example) const {
    if (const Field* field = find(key)) return *field;
    fail(file_, mark_, fmt::format("{} has no `{}`; add `{}`", what_, key, example));
  }

 private:
  void add(const YAML::Node& key, const YAML::Node& value, const std::vector<std::string>& known) {
    if (!key.IsScalar()) fail(file_, key.Mark(), fmt::format("a key of {} is a word", what_));
    const std::string& name = key.Scalar();
    if (!known.empty() && std::ranges::find(known, name) == known.end()) {
      fail(file_, key.Mark(),
           fmt::format("{} has no key {}{} It takes {}", what_, in_quotes(name),
                       did_you_mean(name, known, "."), fmt::join(known, ", ")));
    }
    if (!keys_.insert(name).second) {
      fail(file_, key.Mark(), fmt::format("the key {} appears twice; remove one", in_quotes(name)));
    }
    fields_.push_back({name, key.Mark(), value});
  }

  const std::string& file_;
  std::string what_;
  YAML::Mark mark_;
  std::vector<Field> fields_;
  std::unordered_set<std::string> keys_;
};

class ClusterReader {
 public:
  explicit ClusterReader(const std::string& file) : file_(file) {}

  Cluster read(const YAML::Node& root) {
    const Mapping top(file_, "a cluster", root,
                      {"name", "device_types", "hosts", "network", "collectives"});
    if (const Field* name = top.find("name")) cluster_.name = name_at(*name);
    if (const Field* types = top.find("device_types")) read_device_types(*types);
    if (const Field* network = top.find("network")) {
      cluster_.network = link_at(*network, "the network", std::nullopt);
    }
    const Field& hosts = top.require("hosts", "hosts: [{count: 2, devices: {v100: 8}}]");
    if (!hosts.value.IsSequence() || hosts.value.size() == 0) {
      fail_at(hosts, "is a list of hosts, such as `- {count: 2, devices: {v100: 8}}`");
    }
    for (const YAML::Node& host : hosts.value) read_hosts(host);
    if (const Field* collectives = top.find("collectives")) read_collectives(*collectives);
    check_whole(top);
    return std::move(cluster_);
  }
  std::vector<SourcePosition> host_places() { return std::move(host_places_); }

 private:
  [[noreturn]] void fail_at(const Field& field, const std::string& what) const {
    const YAML::Mark mark = field.value.Mark();
    fail(file_, mark.line >= 0 ? mark : field.place, fmt::format("`{}` {}", field.key, what));
  }

  const std::string& scalar_at(const Field& field, const std::string& wanted) const {
    if (!field.value.IsScalar()) fail_at(field, "is " + wanted);
    return field.value.Scalar();
  }

  std::string name_at(const Field& field) const {
    const std::string& name = scalar_at(field, "a name");
    check_name(name, field.value.Mark());
    return name;
  }

  void check_name(const std::string& name, const YAML::Mark& mark) const {
    if (name.empty()) fail(file_, mark, "a name must not be empty; remove the line, or write one");
    if (!is_printable(name)) fail(file_, mark, "a name must be printable UTF-8 on one line");
  }

  int64_t count_at(const Field& field) const {
    const std::string wanted = fmt::format("a whole number from 1 to {}", kMaxDevices);
    const std::string& text = scalar_at(field, wanted);
    int64_t count = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc() || rest != end || count < 1 || count > kMaxDevices) {
      fail_at(field, fmt::format("is {}, not {}", wanted, in_quotes(text)));
    }
    return count;
  }

  double quantity_at(const Field& field, Dimension dimension) const {
    if (!field.value.IsScalar()) fail_at(field, "must be one number with its unit");
    const Quantity quantity = parse_quantity(field.value.Scalar(), dimension);
    if (!quantity.fault.empty()) fail_at(field, "is wrong: " + quantity.fault);
    return quantity.value;
  }

  double positive_at(const Field& field, Dimension dimension) const {
    const double value = quantity_at(field, dimension);
    if (value == 0) fail_at(field, "must be more than 0");
    return value;
  }

  Link link_at(const Field& field, const std::string& what, std::optional<double> latency) const {
    const Mapping link(file_, what, field.value, {"bandwidth", "latency", "shared_bandwidth"});
    const bool may_miss = latency && !link.find("latency");
    Link read;
    read.bandwidth_bytes_per_second =
        positive_at(link.require("bandwidth", "bandwidth: 25Gb/s"), Dimension::kBandwidth);
    read.latency_seconds =
        may_miss ? *latency
                 : quantity_at(link.require("latency", "latency: 30us"), Dimension::kTime);
    if (const Field* shared = link.find("shared_bandwidth")) {
      read.shared_bandwidth_bytes_per_second = positive_at(*shared, Dimension::kBandwidth);
      if (read.shared_bandwidth_bytes_per_second > read.bandwidth_bytes_per_second) {
        fail_at(*shared,
                "is the bandwidth left if all are used at once; it must not exceed "
                "`bandwidth`");
      }
    }
    return read;
  }

  void read_device_types(const Field& field) {
    const Mapping types(file_, "`device_types`", field.value);
    for (const Field& type : types.fields()) {
      check_name(type.key, type.place);
      const Mapping row(
          file_, fmt::format("the device type {}", in_quotes(type.key)), type.value,
          {"flops", "memory", "memory_bandwidth", "launch", "threads", "device", "measured"});
      const Field& memory = row.require("memory", "memory: 16GiB");
      const double bytes = std::round(positive_at(memory, Dimension::kBytes));
      constexpr double kMaxBytes = 1LL << 53;
      if (bytes < 1 || bytes > kMaxBytes) fail_at(memory, "must be between 1 byte and 8PiB");
      DeviceType& added = cluster_.device_types.emplace_back(
          DeviceType{.name = type.key,
                     .memory_bytes = static_cast<int64_t>(bytes),
                     .memory_bytes_per_second =
                         positive_at(row.require("memory_bandwidth", "memory_bandwidth: 900GB/s"),
                                     Dimension::kBandwidth)});
      read_flops(row.require("flops", "flops: 15.7T"), added);
      if (const Field* launch = row.find("launch"))
        added.launch_seconds = positive_at(*launch, Dimension::kTime);
      if (const Field* threads = row.find("threads"))
        added.threads = static_cast<int32_t>(count_at(*threads));
      if (const Field* device = row.find("device")) added.device = device_at(*device);
      if (const Field* measured = row.find("measured")) added.measured = measured_at(*measured);
    }
  }

  // One figure for float32, or one per number format.
  void read_flops(const Field& field, DeviceType& type) const {
    if (field.value.IsScalar()) {
      type.flops_per_second = positive_at(field, Dimension::kFlops);
      return;
    }
    if (!field.value.IsMap())
      fail_at(field,
              "is a number with its unit, such as `15.7T`, or one per number format, such as "
              "`{f32: 19.5T, bf16: 312T}`");
    const Mapping rates(file_, "`flops`", field.value,
                        {kNumberFormatNames.begin(), kNumberFormatNames.end()});
    type.flops_per_second = positive_at(rates.require("f32", "f32: 19.5T"), Dimension::kFlops);
    for (int f = 0; f < kNumNumberFormats; ++f) {
      const auto format = static_cast<NumberFormat>(f);
      const Field* rate = rates.find(std::string(name_of(format)));
      if (rate && format != NumberFormat::kF32)
        type.product_rates[format] = positive_at(*rate, Dimension::kFlops);
    }
  }

  // "cuda", "cuda:1"; "cpu" is the default.
  std::string device_at(const Field& field) const {
    const std::string text = field.value.IsScalar() ? field.value.Scalar() : "";
    const size_t colon = std::min(text.find(':'), text.size());
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const bool good =
        colon > 0 && std::all_of(text.begin(), text.begin() + colon, is_letter) &&
        (colon == text.size() || (colon + 1 < text.size() && colon + 6 > text.size() &&
                                  std::all_of(text.begin() + colon + 1, text.end(), is_digit)));
    if (!good)
      fail_at(field, "is the device that ranks of this type compute on: `cuda`, `cuda:1` or `cpu`");
    return text == "cpu" ? "" : text;
  }

  // A list of rows for each kind.
  std::vector<MeasuredTable> measured_at(const Field& field) const {
    std::vector<MeasuredTable> tables;
    const Mapping kinds(file_, "`measured`", field.value);
    for (const Field& kind : kinds.fields()) {
      check_name(kind.key, kind.place);
      MeasuredTable table{.kind = current_kind_name(kind.key), .rows = {}};
      check_not_renamed_too(kinds, kind, table.kind);
      if (!kind.value.IsSequence() || kind.value.size() == 0)
        fail_at(kind, "is a list of rows, such as `- {size: [64, 64], rate: 12.5G}`");
      for (const YAML::Node& node : kind.value) {
        table.rows.push_back(measured_row(node));
        if (table.rows.back().size.size() != table.rows.front().size.size())
          fail(file_, node.Mark(),
               fmt::format("a row of `{}` has a size of {} numbers, but the first has {}", kind.key,
                           table.rows.back().size.size(), table.rows.front().size.size()));
      }
      tables.push_back(std::move(table));
    }
    return tables;
  }

  MeasuredRow measured_row(const YAML::Node& node) const {
    const Mapping row(file_, "a measured row", node, {"size", "rate", "spread"});
    MeasuredRow measured;
    measured.rate = positive_at(row.require("rate", "rate: 12.5G"), Dimension::kFlops);
    if (const Field* spread = row.find("spread"))
      measured.spread = quantity_at(*spread, Dimension::kFlops);
    if (const Field* size = row.find("size")) {
      if (!size->value.IsSequence()) fail_at(*size, "is a list of numbers, such as `[64, 64]`");
      for (const YAML::Node& number : size->value)
        measured.size.push_back(positive_at({"size", size->place, number}, Dimension::kFlops));
    }
    return measured;
  }

  // A list of rows for each kind and algorithm, such as `all-gather ring`.
  void read_collectives(const Field& field) {
    const Mapping kinds(file_, "`collectives`", field.value);
    for (const Field& each : kinds.fields()) {
      const std::string name = current_collective_name(each.key);
      MeasuredCollective measured = collective_named(each, name);
      check_not_renamed_too(kinds, each, name);
      if (!each.value.IsSequence() || each.value.size() == 0)
        fail_at(each, "is a list of rows, such as `- {size: 1MiB, factor: 1.1}`");
      for (const YAML::Node& node : each.value) {
        const Mapping row(file_, "a collective's row", node, {"size", "factor", "spread"});
        CollectiveRow& added = measured.rows.emplace_back();
        const Field& size = row.require("size", "size: 1MiB");
        added.bytes = positive_at(size, Dimension::kBytes);
        added.factor = positive_at(row.require("factor", "factor: 1.1"), Dimension::kFlops);
        if (const Field* spread = row.find("spread"))
          added.spread = quantity_at(*spread, Dimension::kFlops);
        if (measured.rows.size() > 1 && added.bytes <= measured.rows.rbegin()[1].bytes)
          fail_at(size, "must be larger than that of the previous row");
      }
      cluster_.collectives.push_back(std::move(measured));
    }
  }

  // An old name must not occur together with the current one.
  void check_not_renamed_too(const Mapping& mapping, const Field& field,
                             const std::string& current) const {
    if (current == field.key || !mapping.find(current)) return;
    fail(file_, field.place,
         fmt::format("the key {} is the old name of {}, which is also present; remove one",
                     in_quotes(field.key), in_quotes(current)));
  }

  MeasuredCollective collective_named(const Field& field, const std::string& name) const {
    std::vector<std::string> names;
    for (const CollectiveKind kind : kCollectiveKinds) {
      for (const CollectiveAlgorithm algorithm : kCollectiveAlgorithms) {
        names.push_back(fmt::format("{} {}", name_of(kind), name_of(algorithm)));
        if (name == names.back()) return {kind, algorithm, {}};
      }
    }
    fail(file_, field.place,
         fmt::format("there is no collective {}{}", in_quotes(field.key),
                     did_you_mean_one_of(field.key, names)));
  }

  // The type that a host names: the file's own, else the library's, which is then added to the
  // file's.
  int32_t type_at(const Field& field) {
    auto& types = cluster_.device_types;
    const auto type = std::ranges::find(types, field.key, &DeviceType::name);
    if (type != types.end()) return static_cast<int32_t>(type - types.begin());
    if (const LibraryDevice* known = find_library_device(field.key)) {
      types.push_back(known->type);
      return static_cast<int32_t>(types.size() - 1);
    }
    std::vector<std::string> names;
    for (const DeviceType& t : types) names.push_back(t.name);
    for (const LibraryDevice& known : device_library()) names.push_back(known.type.name);
    const std::string near = did_you_mean(field.key, names);
    fail(file_, field.place,
         fmt::format("there is no device type {}{} describe it under `device_types` (`motley "
                     "cluster --types` lists those known by name)",
                     in_quotes(field.key), near.empty() ? ";" : near + " Else"));
  }

  // One row of `hosts`, which represents `count` of them.
  void read_hosts(const YAML::Node& node) {
    const Mapping row(file_, "a host", node, {"name", "count", "devices", "link", "network"});
    Host host;
    if (const Field* name = row.find("name")) host.name = name_at(*name);
    const Field* count_field = row.find("count");
    const int64_t count = count_field ? count_at(*count_field) : 1;
    const Mapping devices(file_, "`devices`", row.require("devices", "devices: {v100: 8}").value);
    int64_t in_host = 0;  // cannot overflow: no file holds 2^43 types of 2^20 devices
    for (const Field& field : devices.fields()) {
      const int64_t n = count_at(field);
      host.devices.push_back({type_at(field), static_cast<int32_t>(n)});
      in_host += n;
    }
    if (in_host == 0) fail(file_, devices.mark(), "a host must have devices; write `{v100: 8}`");
    if (in_host * count > kMaxDevices - num_devices_) {
      fail(file_, row.mark(),
           fmt::format("there are more than {} devices up to this host, "
                       "which exceeds the limit; lower `count`",
                       kMaxDevices));
    }
    num_devices_ += in_host * count;
    if (const Field* link = row.find("link")) host.link = link_at(*link, "a link", std::nullopt);
    if (in_host > 1) row.require("link", kLinkExample);
    if (const Field* network = row.find("network")) {
      const auto& whole = cluster_.network;
      host.network = link_at(*network, "a host's network",
                             whole ? std::optional(whole->latency_seconds) : std::nullopt);
    }
    add_hosts(host, count, row.mark());
  }

  // Several hosts of one name become NAME-0, NAME-1, ...
  void add_hosts(const Host& host, int64_t count, const YAML::Mark& mark) {
    for (int64_t i = 0; i < count; ++i) {
      Host& added = cluster_.hosts.emplace_back(host);
      host_places_.push_back({file_, mark.line + 1, mark.column + 1});
      if (host.name.empty()) continue;
      if (count > 1) added.name += fmt::format("-{}", i);
      if (!host_names_.insert(added.name).second) {
        fail(file_, mark,
             fmt::format("two hosts are named {}; names must be unique", in_quotes(added.name)));
      }
    }
  }

  // Checks that involve more than one row.
  void check_whole(const Mapping& top) const {
    const auto has_no_port = [](const Host& host) { return !host.network; };
    if (cluster_.hosts.size() > 1 && std::ranges::any_of(cluster_.hosts, has_no_port)) {
      top.require("network", kNetworkExample);
    }
    int64_t bytes = 0;
    for (const Host& host : cluster_.hosts) {
      for (const DeviceCount& devices : host.devices) {
        const int64_t each = cluster_.device_types[devices.type].memory_bytes;
        const auto product = checked_multiply(each, devices.count);
        const auto sum = product ? checked_add(bytes, *product) : std::nullopt;
        if (!sum)
          fail(file_, top.mark(),
               "the devices have more than 8EiB of memory in total; lower `memory`");
        bytes = *sum;
      }
    }
  }

  const std::string& file_;
  Cluster cluster_;
  std::vector<SourcePosition> host_places_;
  int64_t num_devices_ = 0;
  std::unordered_set<std::string> host_names_;
};

// Records only where documents begin.
class DocumentStarts final : public YAML::EventHandler {
 public:
  YAML::Mark last;

  void OnDocumentStart(const YAML::Mark& mark) override { last = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// YAML::Load stops after the first document, and YAML::LoadAll does not terminate for some inputs:
// in a lone `,` it finds one empty document after another.
void check_one_document(const std::string& text, const std::string& file) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentStarts starts;
  if (parser.HandleNextDocument(starts) && parser.HandleNextDocument(starts)) {
    fail(file, starts.last, "the cluster ends before this; a file must hold one YAML document");
  }
}

PlacedCluster parse_placed(const std::string& text, const std::string& file) {
  try {
    check_one_document(text, file);
    const YAML::Node document = YAML::Load(text);
    if (document.IsNull()) {
      throw UserError({file}, "is empty; a cluster has `device_types`, `hosts` and `network`");
    }
    ClusterReader reader(file);
    Cluster cluster = reader.read(document);
    return {std::move(cluster), reader.host_places()};
  } catch (const YAML::Exception& error) {
    const bool cut_off = error.msg.starts_with("end of");
    fail(file, error.mark,
         fmt::format("is not YAML: {}{}", error.msg, cut_off ? "; is the file truncated?" : ""));
  }
}

}  // namespace

namespace {
constexpr int64_t kMaxClusterBytes = int64_t{16} << 20;
}

Cluster parse_cluster(const std::string& text, const std::string& file) {
  return parse_placed(text, file).cluster;
}

PlacedCluster read_placed_cluster(const std::string& file) {
  return parse_placed(read_text_file(file, kMaxClusterBytes), file);
}

Cluster read_cluster(const std::string& file) {
  return parse_cluster(read_text_file(file, kMaxClusterBytes), file);
}

}  // namespace motley::core
