#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "core/comm/local.h"
#include "nbody/snapshot/complete_settings.h"
#include "nbody/snapshot/snapshot.h"
#include "nbody/snapshot/snapshots.h"

namespace motley::nbody {
namespace {

const char* const kFormats[] = {"gadget1", "gadget2", "hdf5"};

// In Mpc/h: floats at 50000 kpc/h have a spacing of 0.004.
double slack_of(const std::string& format) { return format == "hdf5" ? 1e-7 : 2.1e-6; }

TEST(Snapshot, RoundTripsInEveryFormat) {
  const Folder folder;
  const Particles particles = random_particles(1000);
  for (const char* format : kFormats) {
    const std::string path = folder / format;
    write_snapshot(path, particles, kMetadata, {.format = format});
    const SnapshotReader reader = SnapshotReader::open(path, {});
    EXPECT_EQ(reader.header().num_particles, 1000);
    EXPECT_EQ(reader.header().omega_m, 0.3);
    EXPECT_EQ(reader.header().h, 0.7);
    EXPECT_NEAR(reader.header().mass, 3.17e11, 1);
    expect_close(reader.read(), particles, slack_of(format));
  }
}

TEST(Snapshot, StoresVelocitiesInGadgetsConvention) {
  const Folder folder;
  Particles particles = random_particles(2);
  particles.momentum[0][1] = 12.5f;
  write_snapshot(folder / "s", particles, kMetadata, {.format = "gadget1"});
  const std::string bytes = bytes_of(folder / "s");
  float u = 0;  // x velocity of the second particle
  std::memcpy(&u, bytes.data() + 264 + 32 + 4 + 12, 4);
  EXPECT_FLOAT_EQ(u, 12.5f / std::pow(0.25f, 1.5f));  // p = u a^1.5
  float x = 0;
  std::memcpy(&x, bytes.data() + 264 + 4, 4);
  EXPECT_NEAR(x, particles.box.length(particles.position[0][0]) * 1000, 0.004);  // kpc/h
  double mass = 0;
  std::memcpy(&mass, bytes.data() + 4 + 24 + 8, 8);
  EXPECT_NEAR(mass, 31.7, 1e-12);  // 1e10 Msun/h
}

TEST(Snapshot, KeepsWideIds) {
  const Folder folder;
  const Particles particles = random_particles(100, uint64_t{1} << 40);
  for (const char* format : kFormats) {
    write_snapshot(folder / format, particles, kMetadata, {.format = format});
    EXPECT_EQ(SnapshotReader::open(folder / format, {}).read().id, particles.id);
  }
}

TEST(Snapshot, InSeveralFilesIsFoundByBaseNameOrFirstFile) {
  const Folder folder;
  const Particles particles = random_particles(1001);
  for (const std::string format : kFormats) {
    const std::string base = folder / ("multi_" + format);
    write_snapshot(base, particles, kMetadata, {.format = format, .num_files = 3});
    const std::string first = base + (format == "hdf5" ? ".0.hdf5" : ".0");
    expect_close(SnapshotReader::open(base, {}).read(), particles, slack_of(format));
    expect_close(SnapshotReader::open(first, {}).read(), particles, slack_of(format));
  }
}

TEST(Snapshot, IsReadableByRange) {
  const Folder folder;
  const Particles particles = random_particles(1000);
  write_snapshot(folder / "s", particles, kMetadata, {.format = "gadget2", .num_files = 4});
  const SnapshotReader reader = SnapshotReader::open(folder / "s", {});
  const Particles part = reader.read(200, 350);
  ASSERT_EQ(part.size(), 350);
  EXPECT_EQ(part.id.front(), particles.id[200]);
  EXPECT_EQ(part.id.back(), particles.id[549]);
  EXPECT_EQ(reader.read(7, 0).size(), 0);
}

TEST(Snapshot, OfSeveralRanksEqualsThatOfOne) {
  const Folder folder;
  const Particles particles = random_particles(1000);
  for (const std::string format : kFormats) {
    write_snapshot(folder / format, particles, kMetadata, {.format = format, .num_files = 2});
    core::run_local(3, [&](core::Communicator& comm) {
      const int64_t begin = 1000 * comm.rank() / 3, end = 1000 * (comm.rank() + 1) / 3;
      Particles own = particles;
      for (int d = 0; d < 3; ++d) {
        own.position[d] = {&particles.position[d][begin], &particles.position[d][0] + end};
        own.momentum[d] = {&particles.momentum[d][begin], &particles.momentum[d][0] + end};
      }
      own.id = {&particles.id[begin], &particles.id[0] + end};
      write_snapshot(folder / ("r" + format), own, kMetadata, {.format = format, .num_files = 2},
                     &comm);
    });
    const Particles one = SnapshotReader::open(folder / format, {}).read();
    EXPECT_EQ(SnapshotReader::open(folder / ("r" + format), {}).read(), one);
  }
}

// Swaps the byte order of a file in format 1 whose numbers have `width` bytes.
std::string other_order(std::string bytes, const std::vector<int>& header_widths,
                        int64_t num_particles, int id_bytes) {
  size_t at = 0;
  const auto turn = [&](size_t width, int64_t count) {
    for (int64_t i = 0; i < count; ++i, at += width) {
      std::reverse(bytes.begin() + at, bytes.begin() + at + width);
    }
  };
  turn(4, 1);
  const size_t header_end = at + 256;
  for (const int width : header_widths) turn(width, 1);
  at = header_end;
  turn(4, 1);
  for (int block = 0; block < 2; ++block) turn(4, 2 + 3 * num_particles);
  turn(4, 1);
  turn(id_bytes, num_particles);
  turn(4, 1);
  EXPECT_EQ(at, bytes.size());
  return bytes;
}

TEST(Snapshot, WithSwappedByteOrderReadsEqual) {
  const Folder folder;
  const Particles particles = random_particles(50, uint64_t{1} << 33);
  write_snapshot(folder / "s", particles, kMetadata, {.format = "gadget1"});
  std::vector<int> widths;
  const auto add = [&](int width, int count) { widths.insert(widths.end(), count, width); };
  add(4, 6), add(8, 8), add(4, 2), add(4, 6), add(4, 2), add(8, 4), add(4, 2), add(4, 6);
  write_bytes(folder / "t", other_order(bytes_of(folder / "s"), widths, 50, 8));
  EXPECT_EQ(SnapshotReader::open(folder / "t", {}).read(),
            SnapshotReader::open(folder / "s", {}).read());
}

// A record with its two lengths.
std::string record(const std::string& data) {
  const auto length = static_cast<uint32_t>(data.size());
  std::string frame(4, '\0');
  std::memcpy(frame.data(), &length, 4);
  return frame + data + frame;
}
template <class T>
std::string block(const std::vector<T>& values) {
  return record({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

// Two particles of type 1 and one of type 2 with individual masses, numbers of 8 bytes.
std::string file_of_others(double second_mass) {
  const Folder folder;
  Particles three = random_particles(3);
  write_snapshot(folder / "s", three, kMetadata, {.format = "gadget1"});
  std::string header = bytes_of(folder / "s").substr(4, 256);
  const int32_t counts[6] = {0, 2, 1, 0, 0, 0};
  std::memcpy(header.data(), counts, 24);
  std::memcpy(header.data() + 96, counts, 24);  // in all files
  const double masses[6] = {0, 0, 5, 0, 0, 0};
  std::memcpy(header.data() + 24, masses, 48);
  return record(header) + block<double>({1, 2, 3, 4, 5, 6, 7, 8, 49999}) +
         block<double>({1, 1, 1, 2, 2, 2, 3, 3, 3}) + block<uint64_t>({7, 8, 9}) +
         block<double>({5, second_mass});
}

TEST(Snapshot, MayHaveDoublesAndIndividualMasses) {
  const Folder folder;
  write_bytes(folder / "s", file_of_others(5));
  const SnapshotReader reader = SnapshotReader::open(folder / "s", {});
  ASSERT_EQ(reader.header().notes.size(), 1u);
  EXPECT_NE(reader.header().notes[0].find("types 1, 2 have the same mass and are merged"),
            std::string::npos);
  const Particles particles = reader.read();
  ASSERT_EQ(particles.size(), 3);
  EXPECT_EQ(particles.id, (std::vector<uint64_t>{7, 8, 9}));
  EXPECT_NEAR(particles.mass, 5e10, 1);
  EXPECT_NEAR(particles.box.length(particles.position[2][2]), 49.999, 1e-7);
  EXPECT_FLOAT_EQ(particles.momentum[0][2], 3 * 0.125f);
  write_bytes(folder / "t", file_of_others(6));
  EXPECT_NE(read_error(folder / "t").find("unequal masses, from 5 to 6"), std::string::npos);
}

TEST(Snapshot, InOtherUnitsIsConverted) {
  const Folder folder;
  const Particles particles = random_particles(100);
  const UnitSettings mpc{.length = 1, .mass = 1, .velocity = 2};
  write_snapshot(folder / "s", particles, kMetadata, {.format = "hdf5", .units = mpc});
  expect_close(SnapshotReader::open(folder / "s", mpc).read(), particles, 1e-7);
}

TEST(Snapshot, UnitsOfAFileTakePrecedence) {
  const Folder folder;
  const Particles particles = random_particles(100);
  const UnitSettings other{.length = 1, .mass = 1, .velocity = 10};
  for (const std::string format : {"hdf5", "gadget1"}) {  // in the header, or in PATH.yaml
    SnapshotMetadata metadata = kMetadata;
    metadata.settings = "units:\n  length: 1\n  mass: 1\n  velocity: 10\n";
    write_snapshot(folder / format, particles, metadata, {.format = format, .units = other});
    const SnapshotReader reader = SnapshotReader::open(folder / format, {});
    EXPECT_EQ(reader.header().units, other) << format;
    expect_close(reader.read(), particles, 4e-6);
  }
}

TEST(Snapshot, CosmologyBeyondGadgetsHeaderIsKept) {
  const Folder folder;
  SnapshotMetadata metadata = kMetadata;
  metadata.omega_b = 0.05;
  metadata.omega_r = 1e-4;
  metadata.w0 = -0.9;
  metadata.wa = 0.1;
  metadata.settings = "cosmology:\n  omega_b: 0.05\n  omega_r: 1e-4\n  w0: -0.9\n  wa: 0.1\n";
  for (const std::string format : kFormats) {
    write_snapshot(folder / format, random_particles(10), metadata, {.format = format});
    const SnapshotHeader header = SnapshotReader::open(folder / format, {}).header();
    EXPECT_EQ(header.omega_b, 0.05) << format;
    EXPECT_EQ(header.omega_r, 1e-4) << format;
    EXPECT_EQ(header.w0, -0.9) << format;
    EXPECT_EQ(header.wa, 0.1) << format;
  }
}

TEST(Snapshot, FilesThatDoNotBelongTogetherAreRejected) {
  const Folder folder;
  write_snapshot(folder / "s", random_particles(1000), kMetadata,
                 {.format = "gadget2", .num_files = 2});
  const std::string second = bytes_of(folder / "s.1");
  write_bytes(folder / "s.1", bytes_of(folder / "s.0"));
  EXPECT_NE(read_error(folder / "s").find("contains the same particles as"), std::string::npos);
  std::string other = second;
  const double time = 0.5, redshift = 1;
  std::memcpy(other.data() + 16 + 4 + 72, &time, 8);
  std::memcpy(other.data() + 16 + 4 + 80, &redshift, 8);
  write_bytes(folder / "s.1", other);
  EXPECT_NE(read_error(folder / "s").find("does not belong to the same snapshot"),
            std::string::npos);
}

TEST(Snapshot, TotalsThatDisagreeWithTheFileAreRejected) {
  const Folder folder;
  write_snapshot(folder / "s", random_particles(10), kMetadata, {.format = "gadget1"});
  std::string bytes = bytes_of(folder / "s");
  const auto with_total = [&](int32_t total) {
    std::memcpy(bytes.data() + 4 + 96 + 4, &total, 4);
    write_bytes(folder / "s", bytes);
    return read_error(folder / "s");
  };
  EXPECT_NE(with_total(11).find("header says 0, 11, 0, 0, 0, 0 in all files"), std::string::npos);
  EXPECT_EQ(with_total(0), "");  // not set
}

TEST(Snapshot, LeavesTheBytesOfGadget3AndArepoInTheHeaderAlone) {
  const Folder folder;
  write_snapshot(folder / "s", random_particles(10), kMetadata, {.format = "gadget1"});
  EXPECT_EQ(bytes_of(folder / "s").substr(4 + 196, 60), std::string(60, '\0'));
}

TEST(Snapshot, EqualIdsAreRejectedOnAnyRank) {
  Particles particles = random_particles(1000);
  EXPECT_NO_THROW(check_ids("ics", particles));
  particles.id[900] = 17;
  EXPECT_THROW(check_ids("ics", particles), core::UserError);
  core::run_local(3, [&](core::Communicator& comm) {
    const int64_t begin = 1000 * comm.rank() / 3, end = 1000 * (comm.rank() + 1) / 3;
    Particles own;
    own.id = {&particles.id[begin], &particles.id[0] + end};
    EXPECT_THROW(check_ids("ics", own, &comm), core::UserError);
    for (size_t i = 0; i < own.id.size(); ++i) own.id[i] = begin + i;
    EXPECT_NO_THROW(check_ids("ics", own, &comm));
  });
}

TEST(Snapshot, StoresCommitSettingsAndSeed) {
  const Folder folder;
  const Particles particles = random_particles(10);
  write_snapshot(folder / "s", particles, kMetadata, {.format = "gadget1"});
  const std::string sidecar = bytes_of(folder / "s.yaml");
  EXPECT_NE(sidecar.find("box:\n  size: 50\n"), std::string::npos);
  EXPECT_NE(sidecar.find("commit 0123456789abcdef0123, seed 42"), std::string::npos);
  write_snapshot(folder / "t", particles, kMetadata, {});
  EXPECT_NE(bytes_of(folder / "t").find("box:\n  size: 50\n"), std::string::npos);
}

TEST(Snapshot, WrittenAgainLaterHasTheSameBytes) {
  const Folder folder;
  const Particles particles = random_particles(10);
  const auto write_all = [&](const std::string& name) {
    for (const char* format : kFormats) {
      write_snapshot(folder / (name + format), particles, kMetadata, {.format = format});
    }
  };
  write_all("first");
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // time stamps are in seconds
  write_all("second");
  for (const std::string format : kFormats) {
    EXPECT_EQ(bytes_of(folder / ("first" + format)), bytes_of(folder / ("second" + format)));
  }
}

TEST(Snapshot, TruncatedAtAnyByteIsRejected) {
  const Folder folder;
  const Particles particles = random_particles(5);
  for (const char* format : kFormats) {
    write_snapshot(folder / "s", particles, kMetadata, {.format = format});
    const std::string bytes = bytes_of(folder / "s");
    const size_t step = std::string(format) == "hdf5" ? 397 : 1;
    for (size_t size = 0; size < bytes.size(); size += step) {
      write_bytes(folder / "t", bytes.substr(0, size));
      EXPECT_NE(read_error(folder / "t"), "") << format << " of " << size << " bytes";
    }
  }
}

TEST(Snapshot, OtherFilesAreRejectedWithTheReason) {
  const Folder folder;
  write_bytes(folder / "t", "this is no snapshot, but a text that is long enough");
  EXPECT_NE(read_error(folder / "t").find("is neither HDF5 nor one of Gadget-2's"),
            std::string::npos);
  EXPECT_NE(read_error(folder / "missing").find("there is no such file"), std::string::npos);
  write_snapshot(folder / "s", random_particles(5), kMetadata, {.format = "gadget1"});
  std::string bytes = bytes_of(folder / "s");
  const double time = 3, nan = NAN;
  std::memcpy(bytes.data() + 4 + 72, &time, 8);
  write_bytes(folder / "t", bytes);
  EXPECT_NE(read_error(folder / "t").find("a run without expansion?"), std::string::npos);
  bytes = bytes_of(folder / "s");
  std::memcpy(bytes.data() + 4 + 24 + 8, &nan, 8);
  write_bytes(folder / "t", bytes);
  EXPECT_NE(read_error(folder / "t").find("contains a particle of mass nan"), std::string::npos);
  bytes = bytes_of(folder / "s");
  bytes[4] = 5, bytes[8] = 0;  // gas instead
  std::memcpy(bytes.data() + 4 + 24, &time, 8);
  write_bytes(folder / "t", bytes);
  EXPECT_NE(read_error(folder / "t").find("5 particles of gas"), std::string::npos);
}

TEST(Snapshot, InvalidParticlesAreReportedByIndex) {
  const Folder folder;
  write_snapshot(folder / "s", random_particles(5), kMetadata, {.format = "gadget1"});
  const std::string good = bytes_of(folder / "s");
  const auto with = [&](size_t at, float value) {
    std::string bytes = good;
    std::memcpy(bytes.data() + at, &value, 4);
    write_bytes(folder / "t", bytes);
    return read_error(folder / "t");
  };
  const size_t third = 264 + 4 + 2 * 12;
  EXPECT_EQ(with(third, 50000), "");  // the edge, due to rounding
  EXPECT_NE(with(third, 50001)
                .find("particle 2 is at 50001 along an axis, outside the box of "
                      "50000"),
            std::string::npos);
  EXPECT_NE(with(third, -1).find("particle 2 is at -1"), std::string::npos);
  EXPECT_NE(with(third, NAN).find("particle 2 is at nan"), std::string::npos);
  EXPECT_NE(with(third + 68, INFINITY).find("particle 2 has a velocity that is not a number"),
            std::string::npos);
}

TEST(Snapshot, FailedWriteKeepsThePreviousSnapshot) {
  for (const char* format : kFormats) {
    const Folder folder;
    const Particles before = random_particles(100), after = random_particles(100000);
    write_snapshot(folder / "s", before, kMetadata, {.format = format});
    const size_t num_files = folder.num_files();
    const std::string bytes = bytes_of(folder / "s");
    // Limits files to 100 kB, to emulate a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old;
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small{100000, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    std::string message;
    try {
      write_snapshot(folder / "s", after, kMetadata, {.format = format});
    } catch (const core::UserError& error) {
      message = error.what();
    }
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_NE(message.find("cannot be written"), std::string::npos) << format << message;
    EXPECT_EQ(bytes_of(folder / "s"), bytes) << format;
    EXPECT_EQ(folder.num_files(), num_files) << format;
  }
}

}  // namespace
}  // namespace motley::nbody
