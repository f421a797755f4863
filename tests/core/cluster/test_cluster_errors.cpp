#include <unistd.h>

#include <filesystem>
#include <random>

#include "core/cluster/clusters.h"

namespace motley::core {
namespace {

std::string error(const std::string& text) {
  try {
    parse_cluster(text, "c.yaml");
  } catch (const UserError& error) {
    return error.what();
  }
  return "read without complaint";
}

std::string error_of(const std::string& what, const std::string& by) {
  return error(changed(kUnlike, what, by));
}

TEST(ClusterErrors, WrongUnitsNameKeyAndRemedy) {
  EXPECT_EQ(error_of("16GiB", "16Gb"),
            "c.yaml:3:32: `memory` is wrong: the unit `Gb` is not known here; write bytes, such as "
            "`16GiB` or `16GB`");
  EXPECT_EQ(
      error_of("900GB/s", "900G"),
      "c.yaml:3:57: `memory_bandwidth` is wrong: the unit `G` is not known here; write `GB/s` "
      "(bytes) or `Gb/s` (bits), such as `900GB/s`");
  EXPECT_EQ(error_of("30us", "30GB"),
            "c.yaml:9:41: `latency` is wrong: the unit `GB` is not known here; write seconds, such "
            "as `5us` or `0.1ms`");
}

TEST(ClusterErrors, UnknownKeysNameTheNearestOne) {
  EXPECT_EQ(error_of("flops", "flop"),
            "c.yaml:3:10: the device type `v100` has no key `flop`; did you mean `flops`? It takes "
            "flops, memory, memory_bandwidth, launch, threads, device, measured");
  EXPECT_EQ(error_of("network: {bandwidth: 10", "netwrok: {bandwidth: 10"),
            "c.yaml:9:1: a cluster has no key `netwrok`; did you mean `network`? It takes name, "
            "device_types, hosts, network, collectives");
  EXPECT_EQ(error_of("bandwidth: 130", "bandwith: 130"),
            "c.yaml:6:53: a link has no key `bandwith`; did you mean `bandwidth`? It takes "
            "bandwidth, latency, shared_bandwidth");
}

TEST(ClusterErrors, AKeyMustBeUnique) {
  EXPECT_EQ(error_of("p100: {", "v100: {"), "c.yaml:4:3: the key `v100` appears twice; remove one");
  EXPECT_EQ(error_of("latency: 5us", "latency: 5us, latency: 6us"),
            "c.yaml:6:87: the key `latency` appears twice; remove one");
}

TEST(ClusterErrors, ValuesAreFiniteAndMoreThanZero) {
  EXPECT_EQ(
      error_of("15.7T", "-15.7T"),
      "c.yaml:3:17: `flops` is wrong: `-15.7T` is negative; write operations per second, such "
      "as `15.7T`");
  EXPECT_EQ(error_of("15.7T", "0"), "c.yaml:3:17: `flops` must be more than 0");
  for (const char* text : {".nan", "nan", ".inf", "inf", "1e999T", "1e30", "{f32: [1]}"}) {
    const std::string message = error_of("15.7T", text);
    const bool is_wrong = message.find(" is wrong: ") != message.npos;
    const bool is_no_scalar = message.ends_with("`f32` must be one number with its unit");
    EXPECT_TRUE(message.starts_with("c.yaml:3:") && is_wrong != is_no_scalar)
        << text << ": " << message;
  }
  for (const char* text : {"[1]", "~", ""}) {
    EXPECT_EQ(error_of("15.7T", text),
              "c.yaml:3:17: `flops` is a number with its unit, such as `15.7T`, or one per number "
              "format, such as `{f32: 19.5T, bf16: 312T}`");
  }
  EXPECT_EQ(error_of("15.7T", "{a: b}"),
            "c.yaml:3:18: `flops` has no key `a`. It takes f64, f32, tf32, "
            "bf16, f16, fp8");
  EXPECT_EQ(error_of("15.7T", "{bf16: 2T}"), "c.yaml:3:17: `flops` has no `f32`; add `f32: 19.5T`");
  EXPECT_EQ(error_of("15.7T", "{f32: 1T, bf16: 0}"), "c.yaml:3:33: `bf16` must be more than 0");
  EXPECT_EQ(error_of("16GiB", "9PiB"), "c.yaml:3:32: `memory` must be between 1 byte and 8PiB");
}

TEST(ClusterErrors, CountsMustBeWholeAndWithinLimits) {
  const std::string wanted = "is a whole number from 1 to 1048576, not ";
  EXPECT_EQ(error_of("v100: 2", "v100: 0"), "c.yaml:6:33: `v100` " + wanted + "`0`");
  EXPECT_EQ(error_of("v100: 2", "v100: 1000000000000"),
            "c.yaml:6:33: `v100` " + wanted + "`1000000000000`");
  EXPECT_EQ(error_of("count: 2", "count: -1"), "c.yaml:7:13: `count` " + wanted + "`-1`");
  EXPECT_EQ(error_of("count: 2", "count: 1.5"), "c.yaml:7:13: `count` " + wanted + "`1.5`");
  EXPECT_EQ(error_of("count: 2", "count: 99999999999999999999"),
            "c.yaml:7:13: `count` " + wanted + "`99999999999999999999`");
  EXPECT_EQ(error_of("count: 2", "count: 1048576"),
            "c.yaml:7:5: there are more than 1048576 devices up to this host, which exceeds the "
            "limit; lower `count`");
  EXPECT_EQ(error_of("{v100: 2, p100: 1}", "{}"),
            "c.yaml:6:26: a host must have devices; write `{v100: 8}`");
  EXPECT_EQ(error_of("{v100: 2, p100: 1}", "8"),
            "c.yaml:6:26: `devices` is a mapping of keys to values");
}

TEST(ClusterErrors, TotalMemoryMustNotOverflow) {
  EXPECT_EQ(error(changed(changed(kUnlike, "16GB", "8PiB"), "count: 2", "count: 1000000")),
            "c.yaml:1:1: the devices have more than 8EiB of memory in total; lower `memory`");
}

TEST(ClusterErrors, DeviceTypesMustBeDescribed) {
  const std::string remedy =
      "Else describe it under `device_types` (`motley cluster --types` lists those known by name)";
  EXPECT_EQ(error_of("v100: 2", "V100: 2"),
            "c.yaml:6:27: there is no device type `V100`; did you mean `v100`? " + remedy);
  EXPECT_EQ(error("hosts: [{devices: {h10O: 1}}]"),
            "c.yaml:1:20: there is no device type `h10O`; did you mean `h100`? " + remedy);
  EXPECT_EQ(error("hosts: [{devices: {nonsense: 1}}]"),
            "c.yaml:1:20: there is no device type `nonsense`; " + remedy.substr(5));
  EXPECT_EQ(error_of("flops: 15.7T, ", ""),
            "c.yaml:3:9: the device type `v100` has no `flops`; add `flops: 15.7T`");
}

TEST(ClusterErrors, LinksAndNetworkAreRequiredWhereNeeded) {
  EXPECT_EQ(error_of("network: {bandwidth: 10.4Gb/s, latency: 30us}", ""),
            "c.yaml:8:98: a host's network has no `latency`; add `latency: 30us`");
  const std::string alone = changed(kUnlike, "network: {bandwidth: 40Gb/s}", "");
  EXPECT_EQ(error(changed(alone, "network: {bandwidth: 10.4Gb/s, latency: 30us}", "")),
            "c.yaml:1:1: a cluster has no `network`; add `network: {bandwidth: 25Gb/s, latency: "
            "30us}`");
  EXPECT_EQ(error_of(", link: {bandwidth: 130GB/s, latency: 5us}", ""),
            "c.yaml:6:5: a host has no `link`; add `link: {bandwidth: 130GB/s, latency: 5us}`");
}

TEST(ClusterErrors, NamesMustBePrintableAndUnique) {
  EXPECT_EQ(error_of("name: unlike", "name: \"a\\nb\""),
            "c.yaml:1:7: a name must be printable UTF-8 on one line");
  EXPECT_EQ(error_of("name: unlike", "name: [a]"), "c.yaml:1:7: `name` is a name");
  EXPECT_EQ(error_of("name: pair, count: 2", "name: big, count: 1"),
            "c.yaml:8:5: two hosts are named `big`; names must be unique");
}

TEST(ClusterErrors, InvalidYamlIsReportedWithItsPosition) {
  EXPECT_EQ(error_of("latency: 30us}", "latency: 30"),
            "c.yaml:10:1: is not YAML: end of map flow not found; is the file truncated?");
  EXPECT_TRUE(error("a: b: c").starts_with("c.yaml:1:5: is not YAML: "));
  EXPECT_EQ(error("just words"), "c.yaml:1:1: a cluster is a mapping of keys to values");
  EXPECT_EQ(error(""), "c.yaml: is empty; a cluster has `device_types`, `hosts` and `network`");
  EXPECT_EQ(error("# nothing\n"),
            "c.yaml: is empty; a cluster has `device_types`, `hosts` and `network`");
  EXPECT_EQ(error(std::string(kUnlike) + "---\nname: b\n"),
            "c.yaml:10:1: the cluster ends before this; a file must hold one YAML document");
  EXPECT_EQ(error("name: a\n]\n"), "c.yaml:2:1: is not YAML: illegal flow end");
  EXPECT_EQ(error(","),
            "c.yaml:1:1: the cluster ends before this; a file must hold one YAML document");
  EXPECT_TRUE(error(std::string(100'000, '[')).starts_with("c.yaml:1:"));
}

TEST(ClusterErrors, FilesThatCannotBeReadAreNamed) {
  const auto refused = [](const std::string& file) -> std::string {
    try {
      read_cluster(file);
    } catch (const UserError& error) {
      return error.what();
    }
    return "read without complaint";
  };
  EXPECT_EQ(refused("no/such.yaml"), "no/such.yaml: cannot be read: No such file or directory");
  EXPECT_EQ(refused(MOTLEY_TEST_DATA),
            std::string(MOTLEY_TEST_DATA) + ": cannot be read: Is a directory");
}

// Any text is either read as a Cluster that prints and parses again, or rejected with a UserError.
void expect_read_or_rejected(const std::string& text) {
  try {
    const Cluster cluster = parse_cluster(text, "c.yaml");
    EXPECT_EQ(parse_cluster(print_cluster(cluster), "p.yaml"), cluster) << text;
  } catch (const UserError&) {
  }
}

TEST(ClusterErrors, EveryTruncationIsReadOrRejected) {
  const std::string text = kUnlike;
  for (size_t length = 0; length < text.size(); ++length) {
    expect_read_or_rejected(text.substr(0, length));
  }
}

TEST(ClusterErrors, RandomChangesAreReadOrRejected) {
  constexpr std::string_view kBytes = "{}[]:,-#\"'\n \t&*!|>%@`?0123456789.eTGB/snaif~\0\xff\xc3";
  const unsigned seed = 7;
  std::mt19937 random(seed);
  for (int i = 0; i < 4000; ++i) {
    std::string text = kUnlike;
    for (unsigned change = 0; change <= random() % 4; ++change) {
      const size_t at = random() % text.size();
      const char byte = kBytes[random() % kBytes.size()];
      switch (random() % 4) {
        case 0:
          text[at] = byte;
          break;
        case 1:
          text.insert(at, 1, byte);
          break;
        case 2:
          text.erase(at, 1 + random() % 8);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
      }
    }
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", text " << i);
    expect_read_or_rejected(text);
  }
}

TEST(ClusterErrors, MeasuredTablesAreCheckedWithTheirLine) {
  const auto error_with = [](const std::string& what, const std::string& by) {
    return error(changed(kMeasured, what, by));
  };
  EXPECT_EQ(error_with("rate: 12.5G", "rate: 12.5GB"),
            "c.yaml:12:38: `rate` is wrong: the unit `GB` is not known here; write operations per "
            "second, such as `15.7T`");
  EXPECT_EQ(error_with("rate: 12.5G", "rate: 0"), "c.yaml:12:38: `rate` must be more than 0");
  EXPECT_EQ(error_with("rate: 12.5G, ", ""),
            "c.yaml:12:11: a measured row has no `rate`; add `rate: 12.5G`");
  EXPECT_EQ(error_with("[64, 16, 64]", "[64, 16]"),
            "c.yaml:13:11: a row of `product.nn` has a size of 2 numbers, but the first has 3");
  EXPECT_EQ(error_with("[16, 16, 64]", "64"),
            "c.yaml:12:18: `size` is a list of numbers, such as `[64, 64]`");
  EXPECT_EQ(error_with("[16, 16, 64]", "[16, -1, 64]").substr(0, 14), "c.yaml:12:23: ");
  EXPECT_EQ(
      error_with("spread: 0.02", "spred: 0.02"),
      "c.yaml:12:45: a measured row has no key `spred`; did you mean `spread`? It takes size, "
      "rate, spread");
  EXPECT_EQ(error_with("threads: 2", "threads: 0"),
            "c.yaml:7:14: `threads` is a whole number from 1 to 1048576, not `0`");
  EXPECT_EQ(error_with("\n        - {size: [], rate: 19.9M, spread: 0.035}", " []"),
            "c.yaml:9:17: `dispatch` is a list of rows, such as `- {size: [64, 64], rate: 12.5G}`");
}

TEST(ClusterErrors, MeasuredCollectivesAreCheckedWithTheirLine) {
  const std::string text = R"(hosts:
  - {devices: {v100: 2}, link: {bandwidth: 10GB/s, latency: 5us, shared_bandwidth: 4GB/s}}
collectives:
  all-gather ring:
    - {size: 64KiB, factor: 1.5, spread: 0.1}
    - {size: 1MiB, factor: 1.1}
)";
  const Cluster cluster = parse_cluster(text, "c.yaml");
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "again"), cluster);
  const auto error_with = [&](const std::string& what, const std::string& by) {
    return error(changed(text, what, by));
  };
  EXPECT_EQ(error_with("all-gather", "all-gater"),
            "c.yaml:4:3: there is no collective `all-gater ring`; did you mean `all-gather ring`?");
  EXPECT_EQ(error_with("1MiB", "64KiB"),
            "c.yaml:6:14: `size` must be larger than that of the previous row");
  EXPECT_EQ(error_with("factor: 1.1", "factor: 0"), "c.yaml:6:28: `factor` must be more than 0");
  EXPECT_EQ(error_with(", factor: 1.1", ""),
            "c.yaml:6:7: a collective's row has no `factor`; add `factor: 1.1`");
  EXPECT_EQ(
      error_with("4GB/s", "40GB/s"),
      "c.yaml:2:84: `shared_bandwidth` is the bandwidth left if all are used at once; it must "
      "not exceed `bandwidth`");
}

TEST(ClusterErrors, AnOldNameBesideItsNewOneIsRejected) {
  EXPECT_EQ(error(changed(changed(kMeasured, "dispatch", "contention.others"), "product.nn",
                          "beside.others")),
            "c.yaml:11:7: the key `beside.others` is the old name of `contention.others`, which is "
            "also present; remove one");
  const std::string row = "    - {size: 1MiB, factor: 1.1}\n";
  EXPECT_EQ(error(std::string(kMeasured) + "collectives:\n  all-gather two-level:\n" + row +
                  "  all-gather hierarchical:\n" + row),
            "c.yaml:17:3: the key `all-gather two-level` is the old name of `all-gather "
            "hierarchical`, which is also present; remove one");
}

TEST(ClusterErrors, RanksThatDoNotMatchTheFileAreRejected) {
  PlacedCluster placed;
  placed.cluster = parse_cluster(R"(hosts:
  - {name: a, devices: {v100: 1}}
  - {name: b, devices: {v100: 1}}
  - {devices: {v100: 1}}
network: {bandwidth: 1Gb/s, latency: 5us}
)",
                                 "c.yaml");
  placed.hosts = {{"c.yaml", 2, 5}, {"c.yaml", 3, 5}, {"c.yaml", 4, 5}};
  const auto error_for = [&](const std::vector<std::string>& names) -> std::string {
    try {
      check_ranks(placed, names);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_for({"a", "b", "any"}), "");
  EXPECT_EQ(error_for({"a", "b"}),
            "c.yaml:4:5: the cluster has 3 devices, but there are 2 ranks; start as many as "
            "devices, or run `motley probe` for these");
  EXPECT_EQ(error_for({"a", "b", "any", "c"}).substr(0, 26), "c.yaml:4:5: the cluster ha");
  EXPECT_EQ(error_for({"a", "c", "b"}),
            "c.yaml:3:5: device 1 is on host `b`, but rank 1 is on host `c`; start the ranks host "
            "by host as the file has them (mpirun --map-by slot), or run `motley probe` for these");
}

}  // namespace
}  // namespace motley::core
