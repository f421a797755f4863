#include "tensor/plan/solve/problem_reader.h"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::tensor::solve {

namespace {

using core::UserError;

// The bytes of a file, decompressed if gzipped.
class Unpacker {
 public:
  explicit Unpacker(const std::string& path) : path_(path) {
    // Without O_NONBLOCK a named pipe would wait here until somebody writes to it.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status = {};
    const int error = fd < 0 || ::fstat(fd, &status) != 0 ? errno : 0;
    if (error == 0 && S_ISREG(status.st_mode)) file_ = ::gzdopen(fd, "rb");
    if (file_ == nullptr) {
      if (fd >= 0) ::close(fd);
      throw UserError({path}, error != 0 ? "cannot be read: " + std::string(std::strerror(error))
                              : S_ISDIR(status.st_mode) ? "is a directory"
                                                        : "is not a regular file");
    }
    packed_bytes_ = status.st_size;
    gzbuffer(file_, 1 << 17);
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() { gzclose(file_); }

  // False at the end of the file.
  bool fill() {
    before_ += size_;
    const int got = gzread(file_, buffer_.data(), static_cast<unsigned>(buffer_.size()));
    int code = Z_OK;
    const char* text = gzerror(file_, &code);
    if (got < 0 || code != Z_OK)
      throw UserError({path_},
                      fmt::format("cannot be decompressed after {} bytes of text: {}", before_,
                                  code == Z_BUF_ERROR ? "the file is cut off" : text));
    size_ = got, next_ = 0;
    if (before_ + got > kAnyTextBytes && (before_ + got) / kMostTimes > packed_bytes_) {
      throw UserError({path_}, fmt::format("unpacks to more than {} times its {} bytes: no problem "
                                           "that was written by a program does",
                                           kMostTimes, packed_bytes_));
    }
    return got > 0;
  }
  bool at_end() { return next_ == size_ && !fill(); }
  char current() const { return buffer_[next_]; }
  void advance() { ++next_; }
  int64_t position() const { return before_ + next_; }

 private:
  // Numbers are packed some 5 to 30 times; a file made to fill the memory, 1,000 times.
  static constexpr int64_t kMostTimes = 100, kAnyTextBytes = int64_t{16} << 20;

  std::string path_;
  gzFile file_ = nullptr;
  int64_t packed_bytes_ = 0;
  std::array<char, 1 << 16> buffer_;
  int64_t before_ = 0;
  int size_ = 0, next_ = 0;
};

// Character source for nlohmann's parser.
class Characters {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit Characters(Unpacker* from) : from_(from) {}
  char operator*() const { return from_->current(); }
  Characters& operator++() {
    from_->advance();
    return *this;
  }
  bool operator==(const Characters&) const { return from_->at_end(); }
  bool operator!=(const Characters&) const { return !from_->at_end(); }

 private:
  Unpacker* from_;
};

struct RawProblem {
  std::vector<std::vector<double>> node_costs, edge_costs;
  std::vector<std::vector<int64_t>> intervals, usages, ends;
  std::optional<int64_t> limit;
  bool has_edges = false, has_edge_costs = false, has_intervals = false, has_costs = false,
       has_usages = false;
};

// Follows the keys down to the relevant arrays; skips everything else.
class Handler {
 public:
  Handler(std::string path, RawProblem& problem) : path_(std::move(path)), problem_(problem) {}

  bool start_object(std::size_t) {
    if (target_ != Target::kNone) fail("found an object where numbers are expected");
    keys_.emplace_back();
    return true;
  }
  bool end_object() {
    keys_.pop_back();
    return true;
  }
  bool key(std::string& name) {
    keys_.back() = name;
    depth_ = 0;
    target_ = target_of();
    return true;
  }
  bool start_array(std::size_t) {
    ++depth_;
    if (target_ == Target::kNone) return true;
    if (target_ == Target::kLimit) fail("is not a number");
    if (depth_ > 2) fail("arrays are nested too deep");
    if (depth_ == 2) start_row();
    return true;
  }
  bool end_array() {
    --depth_;
    if (depth_ == 0) target_ = Target::kNone;
    return true;
  }
  bool number_integer(int64_t value) { return number(static_cast<double>(value), value); }
  bool number_unsigned(uint64_t value) {
    constexpr uint64_t most = std::numeric_limits<int64_t>::max();
    return number(static_cast<double>(value), static_cast<int64_t>(std::min(value, most)));
  }
  bool number_float(double value, const std::string& text) {
    const bool whole = std::abs(value) < 9e18 && value == std::floor(value);
    if (!whole && target_ != Target::kNone && !takes_costs())
      fail(fmt::format("{} is not a whole number", text));
    return number(value, whole ? static_cast<int64_t>(value) : 0);
  }
  bool string(std::string&) { return other("a string"); }
  bool boolean(bool) { return other("a truth value"); }
  bool null() {
    return target_ == Target::kLimit ? (target_ = Target::kNone, true) : other("null");
  }
  bool binary(std::vector<uint8_t>&) { return other("binary data"); }
  bool parse_error(std::size_t position, const std::string& token, const std::exception& error) {
    const std::string text = error.what();
    const size_t at = text.find("syntax error");
    if (at == std::string::npos) {
      fail(fmt::format("the number {} before byte {} is too large", core::in_quotes(token),
                       position));
    }
    throw UserError({path_},
                    fmt::format("byte {} of the text is not JSON: {}", position, text.substr(at)));
  }

 private:
  enum class Target { kNone, kIntervals, kNodeCosts, kUsages, kEdges, kEdgeCosts, kLimit };

  bool takes_costs() const {
    return target_ == Target::kNodeCosts || target_ == Target::kEdgeCosts;
  }

  Target target_of() {
    const auto is = [&](std::initializer_list<const char*> names) {
      return std::equal(keys_.begin(), keys_.end(), names.begin(), names.end());
    };
    if (is({"problem", "usage_limit"})) return Target::kLimit;
    if (is({"problem", "nodes", "intervals"}))
      return problem_.has_intervals = true, Target::kIntervals;
    if (is({"problem", "nodes", "costs"})) return problem_.has_costs = true, Target::kNodeCosts;
    if (is({"problem", "nodes", "usages"})) return problem_.has_usages = true, Target::kUsages;
    if (is({"problem", "edges", "nodes"})) return problem_.has_edges = true, Target::kEdges;
    if (is({"problem", "edges", "costs"}))
      return problem_.has_edge_costs = true, Target::kEdgeCosts;
    return Target::kNone;
  }

  void start_row() {
    if (takes_costs()) {
      costs().emplace_back();
    } else {
      integers().emplace_back();
    }
  }
  std::vector<std::vector<double>>& costs() {
    return target_ == Target::kNodeCosts ? problem_.node_costs : problem_.edge_costs;
  }
  std::vector<std::vector<int64_t>>& integers() {
    return target_ == Target::kIntervals ? problem_.intervals
           : target_ == Target::kUsages  ? problem_.usages
                                         : problem_.ends;
  }

  bool number(double value, int64_t integer) {
    if (target_ == Target::kNone) return true;
    if (target_ == Target::kLimit) {
      problem_.limit = integer;
      target_ = Target::kNone;
      return true;
    }
    if (depth_ != 2) fail("found a number where an array is expected");
    if (takes_costs()) {
      costs().back().push_back(value);
    } else {
      integers().back().push_back(integer);
    }
    return true;
  }
  bool other(const char* what) {
    if (target_ != Target::kNone) fail(fmt::format("found {} where numbers are expected", what));
    return true;
  }

  [[noreturn]] void fail(const std::string& message) const {
    std::string where;
    for (const std::string& key : keys_) where += (where.empty() ? "" : ".") + key;
    size_t row = 0;
    if (target_ != Target::kNone && target_ != Target::kLimit)
      row = const_cast<Handler*>(this)->takes_costs()
                ? const_cast<Handler*>(this)->costs().size()
                : const_cast<Handler*>(this)->integers().size();
    throw UserError({path_}, fmt::format("{}[{}]: {}", where, row == 0 ? 0 : row - 1, message));
  }

  std::string path_;
  RawProblem& problem_;
  std::vector<std::string> keys_;
  Target target_ = Target::kNone;
  int depth_ = 0;
};

void check_keys(const std::string& path, const RawProblem& raw) {
  const std::pair<bool, const char*> keys[] = {{raw.has_intervals, "problem.nodes.intervals"},
                                               {raw.has_costs, "problem.nodes.costs"},
                                               {raw.has_usages, "problem.nodes.usages"},
                                               {raw.has_edges, "problem.edges.nodes"},
                                               {raw.has_edge_costs, "problem.edges.costs"}};
  for (const auto& [present, key] : keys)
    if (!present) throw UserError({path}, fmt::format("has no key {}", key));
  const size_t nodes = raw.node_costs.size();
  if (raw.intervals.size() != nodes || raw.usages.size() != nodes)
    throw UserError({path}, fmt::format("has costs of {} nodes, but {} intervals and {} usages",
                                        nodes, raw.intervals.size(), raw.usages.size()));
  if (raw.ends.size() != raw.edge_costs.size())
    throw UserError({path}, fmt::format("has {} edges, but costs of {}", raw.ends.size(),
                                        raw.edge_costs.size()));
}

// A limit above the sum of all usages is no limit. Below it, sums fit into 64 bits.
std::optional<int64_t> usable_limit(const std::string& path, const RawProblem& raw) {
  if (!raw.limit) return std::nullopt;
  double all = 0;
  for (const std::vector<int64_t>& usages : raw.usages)
    for (const int64_t usage : usages)
      if (usage <= *raw.limit) all += static_cast<double>(usage);
  constexpr double most = 4e18;
  if (all > most && static_cast<double>(*raw.limit) * static_cast<double>(raw.usages.size()) > most)
    throw UserError({path}, "has usages whose sums need more than 64 bits; scale them down");
  return static_cast<double>(*raw.limit) > 1.001 * all ? std::nullopt : raw.limit;
}

void add_node(const std::string& path, RawProblem& raw, size_t i, ChoiceProblem& problem) {
  const auto fail = [&](const std::string& message) {
    throw UserError({path}, fmt::format("node {}: {}", i, message));
  };
  const std::vector<int64_t>& interval = raw.intervals[i];
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (interval.size() != 2) fail(fmt::format("its interval has {} ends", interval.size()));
  if (std::min(interval[0], interval[1]) < 0 || std::max(interval[0], interval[1]) > most)
    fail(fmt::format("its interval [{}, {}) is out of range", interval[0], interval[1]));
  if (raw.node_costs[i].empty()) fail("has no states");
  const bool holds = interval[0] < interval[1];
  if (raw.usages[i].size() != raw.node_costs[i].size() && (holds || !raw.usages[i].empty()))
    fail(
        fmt::format("has {} costs, but {} usages", raw.node_costs[i].size(), raw.usages[i].size()));
  if (std::ranges::any_of(raw.usages[i], [](int64_t u) { return u < 0; }))
    fail("has a negative usage");
  problem.nodes.push_back({std::move(raw.node_costs[i]), std::move(raw.usages[i]),
                           static_cast<int32_t>(interval[0]), static_cast<int32_t>(interval[1])});
}

void add_edge(const std::string& path, RawProblem& raw, size_t e, ChoiceProblem& problem) {
  const auto fail = [&](const std::string& message) {
    throw UserError({path}, fmt::format("edge {}: {}", e, message));
  };
  const std::vector<int64_t>& ends = raw.ends[e];
  const auto nodes = static_cast<int64_t>(problem.nodes.size());
  if (ends.size() != 2)
    fail(fmt::format("joins {} nodes; only edges of two are supported", ends.size()));
  for (const int64_t end : ends)
    if (end < 0 || end >= nodes) fail(fmt::format("joins node {} of {}", end, nodes));
  if (ends[0] == ends[1]) fail(fmt::format("joins node {} with itself", ends[0]));
  const size_t a = problem.nodes[ends[0]].costs.size(), b = problem.nodes[ends[1]].costs.size();
  if (raw.edge_costs[e].size() != a * b)
    fail(fmt::format("has {} costs instead of {} x {}", raw.edge_costs[e].size(), a, b));
  problem.edges.push_back(
      {static_cast<int32_t>(ends[0]), static_cast<int32_t>(ends[1]), std::move(raw.edge_costs[e])});
}

}  // namespace

ChoiceProblem read_choice_problem(const std::string& path) {
  RawProblem raw;
  {
    Unpacker unpacker(path);
    Handler handler(path, raw);
    nlohmann::json::sax_parse(Characters(&unpacker), Characters(&unpacker), &handler);
  }
  check_keys(path, raw);
  ChoiceProblem problem;
  problem.byte_limit = usable_limit(path, raw);
  for (size_t i = 0; i < raw.intervals.size(); ++i) add_node(path, raw, i, problem);
  for (size_t e = 0; e < raw.ends.size(); ++e) add_edge(path, raw, e, problem);
  return problem;
}

}  // namespace motley::tensor::solve
