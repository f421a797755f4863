#include "core/comm/comm_cases.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "core/collective/algorithm/reduce.h"

namespace motley::core {
namespace {

using Bytes = std::vector<std::byte>;
using Counts = std::vector<int64_t>;

uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}
uint64_t mixed(uint64_t a, uint64_t b) { return mixed(mixed(a) ^ b); }

const ElementType kTypes[] = {ElementType::kF32,  ElementType::kF64, ElementType::kF16,
                              ElementType::kBF16, ElementType::kI32, ElementType::kI64,
                              ElementType::kU8,   ElementType::kBool};
const char* kTypeNames[] = {"f32", "f64", "f16", "bf16", "i32", "i64", "u8", "bool"};

// Under the thread sanitizer the reference loops would take minutes; test_transfers.cpp has long
// messages.
#ifdef __SANITIZE_THREAD__
constexpr bool kLongBlocks = false;
#else
constexpr bool kLongBlocks = true;
#endif

// The bits of a random element of the type.
uint64_t element_bits(ElementType type, uint64_t random) {
  const double value = static_cast<double>(random >> 11) * 0x1p-52 - 1;  // in [-1, 1)
  switch (type) {
    case ElementType::kF32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    case ElementType::kF64:
      return std::bit_cast<uint64_t>(value);
    case ElementType::kF16:  // any sign, exponents of 1/32 to 2, any fraction
      return (random & 0x83ff) | (10 + (random >> 16) % 6) << 10;
    case ElementType::kBF16:
      return (random & 0x807f) | (122 + (random >> 16) % 6) << 7;
    case ElementType::kBool:
      return random >> 63;
    default:
      return random;  // integers may overflow: sums wrap
  }
}

// Elements [from, from + count) of rank `rank`'s vector.
Bytes vector_of(const CommCase& c, int rank, int64_t from, int64_t count) {
  const int64_t size = element_bytes(c.type);
  Bytes bytes(static_cast<size_t>(size * count));
  const uint64_t key = mixed(c.seed, static_cast<uint64_t>(rank));
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = element_bits(c.type, mixed(key + static_cast<uint64_t>(from + i)));
    std::memcpy(bytes.data() + i * size, &bits, static_cast<size_t>(size));
  }
  return bytes;
}

// Random, a quarter of them zero.
Counts random_counts(const CommCase& c, int num_ranks, uint64_t salt = 0) {
  Counts counts;
  for (int r = 0; r < num_ranks; ++r) {
    const uint64_t random = mixed(mixed(c.seed, 1000 + salt), static_cast<uint64_t>(r));
    counts.push_back(random % 4 == 0 ? 0
                                     : static_cast<int64_t>(
                                           (random >> 8) % static_cast<uint64_t>(c.max_count + 1)));
  }
  return counts;
}

Elements all_of(ElementType type, Bytes& bytes) {
  return {type, bytes.data(), std::ssize(bytes) / element_bytes(type)};
}

// The order of reduction stated in collective_steps.h: groups of ranks, each reduced from left to
// right, then the groups. Without groups each contains one rank.
using Order = std::vector<std::vector<int>>;

Order flat_order(CollectiveAlgorithm algorithm, int block, int n) {
  Order order;
  for (int k = 0; k < n; ++k) {
    int rank = (block + 1 + k) % n;
    if (algorithm == CollectiveAlgorithm::kDirect) rank = (block - k + n) % n;
    if (algorithm == CollectiveAlgorithm::kWhole) rank = k;
    order.push_back({rank});
  }
  return order;
}

Order hierarchical_order(const std::vector<int>& hosts, int block_of_host) {
  std::vector<int> names;
  Order groups;
  for (size_t r = 0; r < hosts.size(); ++r) {
    const auto found = std::find(names.begin(), names.end(), hosts[r]);
    const auto index = static_cast<size_t>(found - names.begin());
    if (found == names.end()) {
      names.push_back(hosts[r]);
      groups.emplace_back();
    }
    groups[index].insert(groups[index].begin(), static_cast<int>(r));
  }
  Order order;
  for (size_t k = 1; k <= groups.size(); ++k) {
    order.push_back(groups[(static_cast<size_t>(block_of_host) + k) % groups.size()]);
  }
  return order;
}

int host_index(const std::vector<int>& hosts, int rank) {
  std::vector<int> names;
  for (int r = 0; r <= rank; ++r) {
    if (std::find(names.begin(), names.end(), hosts[static_cast<size_t>(r)]) == names.end()) {
      names.push_back(hosts[static_cast<size_t>(r)]);
    }
  }
  const auto found = std::find(names.begin(), names.end(), hosts[static_cast<size_t>(rank)]);
  return static_cast<int>(found - names.begin());
}

// `count` elements starting at `from`, reduced in that order and rounded once.
Bytes folded(const CommCase& c, const Order& order, int64_t from, int64_t count) {
  const ElementType wide = accumulator_type(c.type);
  const auto size = static_cast<size_t>(element_bytes(wide) * count);
  const auto widened = [&](int rank) {
    Bytes narrow = vector_of(c, rank, from, count), result(size);
    convert(all_of(c.type, narrow), all_of(wide, result));
    return result;
  };
  Bytes sum;
  for (const auto& group : order) {
    Bytes part;
    for (int rank : group) {
      Bytes next = widened(rank);
      if (!part.empty())
        reduce(c.reduction, all_of(wide, part), all_of(wide, next), all_of(wide, next));
      part = next;
    }
    if (!sum.empty())
      reduce(c.reduction, all_of(wide, sum), all_of(wide, part), all_of(wide, part));
    sum = part;
  }
  Bytes result(static_cast<size_t>(element_bytes(c.type) * count));
  if (count > 0) convert(all_of(wide, sum), all_of(c.type, result));
  return result;
}

double number_at(ElementType type, const Bytes& bytes, int64_t i) {
  float wide = 0;
  const std::byte* at = bytes.data() + i * element_bytes(type);
  if (type == ElementType::kF64) {
    double value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  convert({type, at, 1}, {ElementType::kF32, &wide, 1});
  return wide;
}

// Compares with a reference loop in double, for floating types: within half a unit of the type,
// plus the rounding of sums in f32 or f64. Long vectors are sampled.
std::string compare_with_double(const CommCase& c, int num_ranks, const Bytes& got, int64_t from) {
  if (c.type > ElementType::kBF16) return "";
  const double unit = c.type == ElementType::kF16    ? 0x1p-11
                      : c.type == ElementType::kBF16 ? 0x1p-8
                      : c.type == ElementType::kF32  ? 0x1p-24
                                                     : 0x1p-53;
  const double sum_unit = c.type == ElementType::kF64 ? 0x1p-52 : 0x1p-23;
  const int64_t count = std::ssize(got) / element_bytes(c.type);
  for (int64_t i = 0; i<count; i += count> 1000 ? 97 : 1) {
    double expected = 0, magnitude = 0;
    for (int r = 0; r < num_ranks; ++r) {
      const double x = number_at(c.type, vector_of(c, r, from + i, 1), 0);
      magnitude += std::abs(x);
      expected = r == 0                           ? x
                 : c.reduction == Reduction::kSum ? expected + x
                 : c.reduction == Reduction::kMin ? std::min(expected, x)
                                                  : std::max(expected, x);
    }
    const double value = number_at(c.type, got, i);
    const double allowed = unit * std::abs(expected) + num_ranks * sum_unit * magnitude;
    if (!(std::abs(value - expected) <= allowed)) {
      return fmt::format("element {} is {}, expected {}", i, value, expected);
    }
  }
  return "";
}

CollectiveAlgorithm chosen(const CommCase& c, int64_t count) {
  const bool half = accumulator_type(c.type) != c.type;
  const bool all_reduce = c.collective == "all-reduce";
  const int64_t bytes = count * element_bytes(c.type);
  if (c.algorithm == CollectiveAlgorithm::kWhole && (!all_reduce || bytes > kChunkBytes)) {
    return CollectiveAlgorithm::kRing;
  }
  if (c.algorithm != CollectiveAlgorithm::kAuto) return c.algorithm;
  if (all_reduce && bytes <= kWholeBytes) return CollectiveAlgorithm::kWhole;
  return half ? CollectiveAlgorithm::kDirect : CollectiveAlgorithm::kRing;
}

bool hierarchical(const std::vector<int>& hosts) {
  int largest = 0, last = 0;
  for (int r = 0; r < static_cast<int>(hosts.size()); ++r) {
    last = host_index(hosts, r);
    largest = std::max(largest, last);
  }
  return largest > 0 && largest + 1 < static_cast<int>(hosts.size());
}

struct Outcome {
  Bytes got, expected;
  std::string error;
};

Outcome run_all_reduce(Communicator& comm, const CommCase& c) {
  const int n = comm.num_ranks();
  const int64_t count =
      static_cast<int64_t>(mixed(c.seed) % static_cast<uint64_t>(c.max_count * n));
  Bytes input = vector_of(c, comm.rank(), 0, count);
  Outcome result{.got = c.in_place ? input : Bytes(input.size())};
  comm.all_reduce(all_of(c.type, c.in_place ? result.got : input), all_of(c.type, result.got),
                  c.reduction, {c.algorithm})
      .wait();
  const CollectiveAlgorithm algorithm = chosen(c, count);
  const bool levels = algorithm == CollectiveAlgorithm::kHierarchical && hierarchical(comm.hosts());
  int hosts = 0;
  for (int r = 0; r < n; ++r) hosts = std::max(hosts, 1 + host_index(comm.hosts(), r));
  const int blocks = levels ? hosts : n;
  for (int64_t b = 0; b < blocks; ++b) {
    const int64_t from = count * b / blocks, to = count * (b + 1) / blocks;
    const int block = static_cast<int>(b);
    const Order order =
        levels ? hierarchical_order(comm.hosts(), block) : flat_order(algorithm, block, n);
    const Bytes part = folded(c, order, from, to - from);
    result.expected.insert(result.expected.end(), part.begin(), part.end());
  }
  result.error = compare_with_double(c, n, result.got, 0);
  return result;
}

Outcome run_reduce_scatter(Communicator& comm, const CommCase& c) {
  const int n = comm.num_ranks();
  const Counts counts = random_counts(c, n), offsets = offsets_of(counts);
  const auto own = static_cast<size_t>(comm.rank());
  Bytes input = vector_of(c, comm.rank(), 0, offsets.back());
  const auto begin = input.begin() + offsets[own] * element_bytes(c.type);
  Outcome result{.got = Bytes(static_cast<size_t>(counts[own] * element_bytes(c.type)))};
  Elements output = all_of(c.type, result.got);
  if (c.in_place) output.data = input.data() + offsets[own] * element_bytes(c.type);
  comm.reduce_scatter(all_of(c.type, input), output, counts, c.reduction, {c.algorithm}).wait();
  if (c.in_place) std::copy_n(begin, result.got.size(), result.got.begin());
  const CollectiveAlgorithm algorithm = chosen(c, offsets.back());
  const bool levels = algorithm == CollectiveAlgorithm::kHierarchical && hierarchical(comm.hosts());
  const Order order = levels
                          ? hierarchical_order(comm.hosts(), host_index(comm.hosts(), comm.rank()))
                          : flat_order(algorithm, comm.rank(), n);
  result.expected = folded(c, order, offsets[own], counts[own]);
  result.error = compare_with_double(c, n, result.got, offsets[own]);
  return result;
}

void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

Outcome run_all_gather(Communicator& comm, const CommCase& c) {
  const Counts counts = random_counts(c, comm.num_ranks());
  const auto own = static_cast<size_t>(comm.rank());
  Bytes input = vector_of(c, comm.rank(), 0, counts[own]);
  Outcome result;
  for (int r = 0; r < comm.num_ranks(); ++r) {
    append(result.expected, vector_of(c, r, 0, counts[static_cast<size_t>(r)]));
  }
  result.got.resize(result.expected.size());
  comm.all_gather(all_of(c.type, input), all_of(c.type, result.got), counts, {c.algorithm}).wait();
  return result;
}

Outcome run_all_to_all(Communicator& comm, const CommCase& c) {
  const int n = comm.num_ranks();
  const auto between = [&](int from, int to) {
    return random_counts(c, n, static_cast<uint64_t>(from) + 1)[static_cast<size_t>(to)];
  };
  Counts sends, receives;
  Outcome result;
  for (int r = 0; r < n; ++r) {
    sends.push_back(between(comm.rank(), r));
    receives.push_back(between(r, comm.rank()));
    int64_t skipped = 0;
    for (int to = 0; to < comm.rank(); ++to) skipped += between(r, to);
    append(result.expected, vector_of(c, r, skipped, receives.back()));
  }
  Bytes input = vector_of(c, comm.rank(), 0, offsets_of(sends).back());
  result.got.resize(result.expected.size());
  comm.all_to_all(all_of(c.type, input), sends, all_of(c.type, result.got), receives).wait();
  return result;
}

Outcome run_broadcast(Communicator& comm, const CommCase& c) {
  const int root = static_cast<int>(mixed(c.seed) % static_cast<uint64_t>(comm.num_ranks()));
  const int64_t count =
      static_cast<int64_t>(mixed(c.seed, 1) % static_cast<uint64_t>(c.max_count + 1));
  Outcome result{.got = vector_of(c, comm.rank(), 0, count),
                 .expected = vector_of(c, root, 0, count)};
  comm.broadcast(all_of(c.type, result.got), root).wait();
  return result;
}

// Gathers, then scatters the result.
Outcome run_gather_scatter(Communicator& comm, const CommCase& c) {
  const int root = static_cast<int>(mixed(c.seed) % static_cast<uint64_t>(comm.num_ranks()));
  const Counts counts = random_counts(c, comm.num_ranks());
  const auto own = static_cast<size_t>(comm.rank());
  Bytes all;
  for (int r = 0; r < comm.num_ranks() && comm.rank() == root; ++r) {
    append(all, vector_of(c, r, 0, counts[static_cast<size_t>(r)]));
  }
  Bytes gathered(all.size());
  Outcome result{.expected = vector_of(c, comm.rank(), 0, counts[own])};
  result.got.resize(result.expected.size());
  comm.gather(all_of(c.type, result.expected), all_of(c.type, gathered), counts, root).wait();
  if (gathered != all) result.error = "the root has not gathered what the ranks have";
  comm.scatter(all_of(c.type, gathered), all_of(c.type, result.got), counts, root).wait();
  return result;
}

// To the right neighbour, several at once with one tag, and a barrier.
Outcome run_transfers(Communicator& comm, const CommCase& c) {
  const int n = comm.num_ranks(), right = (comm.rank() + 1) % n, left = (comm.rank() + n - 1) % n;
  const Counts counts = random_counts(c, 5);
  std::vector<Bytes> outgoing, arrived;
  Outcome result;
  for (int64_t count : counts) {
    outgoing.push_back(vector_of(c, comm.rank(), count, count));
    arrived.push_back(Bytes(outgoing.back().size()));
    append(result.expected, vector_of(c, left, count, count));
  }
  {
    std::vector<Request> requests;
    for (Bytes& bytes : outgoing) requests.push_back(comm.send(all_of(c.type, bytes), right, 7));
    for (Bytes& bytes : arrived) requests.push_back(comm.receive(all_of(c.type, bytes), left, 7));
    for (Request& request : requests) request.wait();
  }
  comm.barrier().wait();
  for (const Bytes& bytes : arrived) append(result.got, bytes);
  return result;
}

const std::map<std::string, Outcome (*)(Communicator&, const CommCase&)> kCollectives = {
    {"all-reduce", run_all_reduce}, {"reduce-scatter", run_reduce_scatter},
    {"all-gather", run_all_gather}, {"all-to-all", run_all_to_all},
    {"broadcast", run_broadcast},   {"gather and scatter", run_gather_scatter},
    {"transfers", run_transfers}};

std::vector<CollectiveAlgorithm> algorithms_of(const std::string& collective) {
  if (collective == "all-reduce" || collective == "reduce-scatter" || collective == "all-gather") {
    std::vector<CollectiveAlgorithm> all;
    all.assign(std::begin(kCollectiveAlgorithms), std::end(kCollectiveAlgorithms));
    return all;
  }
  return {CollectiveAlgorithm::kAuto};
}

}  // namespace

std::string CommCase::to_string() const {
  const char* reductions[] = {"sum", "min", "max"};
  return fmt::format("{} {} {} {} seed {} up to {} elements{}", collective, name_of(algorithm),
                     kTypeNames[static_cast<int>(type)], reductions[static_cast<int>(reduction)],
                     seed, max_count, in_place ? " in place" : "");
}

std::vector<CommCase> comm_cases(uint64_t seed) {
  std::vector<CommCase> cases;
  const auto add = [&](const std::string& collective, CollectiveAlgorithm algorithm,
                       ElementType type, int64_t max_count) {
    const auto i = cases.size();
    cases.push_back({collective, algorithm, type, static_cast<Reduction>(i % 3),
                     mixed(seed, i) >> 32, max_count, (i / 3) % 2 == 1});
  };
  for (const auto& [collective, run] : kCollectives) {
    for (CollectiveAlgorithm algorithm : algorithms_of(collective)) {
      for (ElementType type : kTypes) {
        for (int i = 0; i < 3; ++i) add(collective, algorithm, type, 40);
      }
      // Blocks of several chunks, one type at a time because the reference loops take longer.
      if (!kLongBlocks) continue;
      add(collective, algorithm, kTypes[cases.size() % 8], 120'000);
      add(collective, algorithm, cases.size() % 2 ? ElementType::kF32 : ElementType::kBF16,
          160'000);
    }
  }
  return cases;
}

std::vector<int> simulated_hosts(int num_ranks) {
  std::vector<int> hosts;
  for (int r = 0; r < num_ranks; ++r) hosts.push_back((r * r + 1) % 3);
  return hosts;
}

CaseResult run_case(Communicator& comm, const CommCase& c) {
  const Outcome outcome = kCollectives.at(c.collective)(comm, c);
  CaseResult result{.error = outcome.error};
  if (outcome.got != outcome.expected) {
    const auto at = std::mismatch(outcome.got.begin(), outcome.got.end(), outcome.expected.begin(),
                                  outcome.expected.end());
    result.error +=
        fmt::format("{} bytes, expected {}; the first that differs is byte {}", outcome.got.size(),
                    outcome.expected.size(), at.first - outcome.got.begin());
  }
  for (std::byte byte : outcome.got)
    result.hash = (result.hash ^ static_cast<uint64_t>(byte)) * 0x100000001b3;
  if (!result.error.empty()) {
    result.error = fmt::format("{}, rank {} of {}: {}", c.to_string(), comm.rank(),
                               comm.num_ranks(), result.error);
  }
  return result;
}

}  // namespace motley::core
