// Gadget-2's binary formats. A file is a sequence of records, each between two 4-byte lengths:
//
//   format 1    [256 header 256] [12N positions 12N] [12N velocities 12N] [4N ids 4N] [masses] ..
//   format 2    [8 "HEAD" skip 8] [256 header 256] [8 "POS " skip 8] [12N positions 12N] ..
//
// Numbers and ids may have 4 or 8 bytes, and the byte order may be swapped; the lengths reveal
// both. Lengths are modulo 2^32, so blocks may be larger than that.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <vector>

#include "core/base/error.h"
#include "nbody/snapshot/particle_file.h"
#include "nbody/snapshot/raw_file.h"

namespace motley::nbody {
namespace {

using core::UserError;

static_assert(std::endian::native == std::endian::little);

// The header as stored in a file; without padding, since its doubles are 8-byte aligned.
struct RawHeader {
  int32_t count[6];
  double mass[6];
  double time, redshift;
  int32_t flag_sfr, flag_feedback;
  uint32_t total[6];
  int32_t flag_cooling, num_files;
  double box_size, omega_m, omega_lambda, h;
  int32_t flag_stellar_age, flag_metals;
  uint32_t total_high[6];
  int32_t flag_entropy;
  char fill[60];  // used by Gadget-3 and AREPO, e.g. for flag_doubleprecision: left at 0
};
static_assert(sizeof(RawHeader) == 256);

template <class T>
T swapped(T value) {
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  std::ranges::reverse(bytes);
  return std::bit_cast<T>(bytes);
}

template <class T>
void swap_all(T* values, size_t count) {
  for (size_t i = 0; i < count; ++i) values[i] = swapped(values[i]);
}

void swap_header(RawHeader& h) {
  swap_all(h.count, 6);
  swap_all(h.mass, 6);
  swap_all(&h.time, 2);
  swap_all(&h.flag_sfr, 2);
  swap_all(h.total, 6);
  swap_all(&h.flag_cooling, 2);
  swap_all(&h.box_size, 4);
  swap_all(&h.flag_stellar_age, 2);
  swap_all(h.total_high, 6);
}

class GadgetFile final : public ParticleFile {
 public:
  GadgetFile(const std::string& path, bool byte_swapped, int version)
      : file_(path, RawFile::Mode::kRead), byte_swapped_(byte_swapped), version_(version) {
    path_ = path;
    size_ = file_.size();
    read_header();
    find_blocks();
  }

  void read_positions(int64_t first, int64_t count, double* out) override {
    read_numbers(positions_, 3 * first, 3 * count, out);
  }
  void read_velocities(int64_t first, int64_t count, double* out) override {
    read_numbers(velocities_, 3 * first, 3 * count, out);
  }
  void read_ids(int64_t first, int64_t count, uint64_t* out) override {
    if (ids_.element_bytes == 8) {
      file_.read(ids_.offset + 8 * first, out, 8 * count);
      if (byte_swapped_) swap_all(out, count);
      return;
    }
    std::vector<uint32_t> narrow(count);
    file_.read(ids_.offset + 4 * first, narrow.data(), 4 * count);
    if (byte_swapped_) swap_all(narrow.data(), count);
    std::ranges::copy(narrow, out);
  }
  // The block omits types whose mass is in the header.
  void read_masses(int64_t first, int64_t count, double* out) override {
    int64_t type_begin = 0, block_begin = 0;
    for (int type = 0; type < kNumTypes; ++type) {
      const int64_t begin = std::max(first, type_begin);
      const int64_t end = std::min(first + count, type_begin + header_.count[type]);
      const bool own = header_.mass[type] == 0;
      if (begin < end && own) {
        read_numbers(masses_, block_begin + begin - type_begin, end - begin, out + begin - first);
      } else if (begin < end) {
        std::fill(out + begin - first, out + end - first, header_.mass[type]);
      }
      type_begin += header_.count[type];
      if (own) block_begin += header_.count[type];
    }
  }

 private:
  struct Block {
    int64_t offset = 0, element_bytes = 0;
  };
  struct Record {
    int64_t offset = 0;   // of its data
    uint32_t length = 0;  // as stored, modulo 2^32
    std::string label;    // format 2 only
  };

  uint32_t length_at(int64_t offset) const {
    if (offset + 4 > size_) truncated();
    uint32_t length = 0;
    file_.read(offset, &length, 4);
    return byte_swapped_ ? swapped(length) : length;
  }

  [[noreturn]] void truncated() const {
    throw UserError({path_},
                    fmt::format("is truncated: it ends after {} bytes, before the end of its "
                                "particles",
                                size_));
  }
  [[noreturn]] void not_gadget(const std::string& why) const {
    throw UserError({path_}, fmt::format("is not a Gadget-2 snapshot: {}", why));
  }

  // Reads the record at `at` and advances `at` to its data.
  Record record_at(int64_t& at) const {
    Record record;
    if (version_ == 2) {
      if (length_at(at) != 8) not_gadget("a block has no label");
      char label[5] = {};
      file_.read(at + 4, label, 4);
      record.label = label;
      at += 16;
    }
    record.length = length_at(at);
    record.offset = at + 4;
    at = record.offset;
    return record;
  }

  void end_record(const Record& record, int64_t bytes, int64_t& at) const {
    at = record.offset + bytes;
    if (at + 4 > size_) truncated();
    if (length_at(at) != record.length) {
      not_gadget(fmt::format("the lengths let the block at byte {} differ", record.offset));
    }
    at += 4;
  }

  void read_header() {
    at_ = 0;
    const Record record = record_at(at_);
    if (record.length != sizeof(RawHeader)) {
      not_gadget(fmt::format("its header has {} bytes instead of 256", record.length));
    }
    if (at_ + static_cast<int64_t>(sizeof(RawHeader)) > size_) truncated();
    RawHeader raw;
    file_.read(record.offset, &raw, sizeof raw);
    if (byte_swapped_) swap_header(raw);
    end_record(record, sizeof raw, at_);
    for (int type = 0; type < kNumTypes; ++type) {
      if (raw.count[type] < 0) not_gadget("its header has a negative number of particles");
      header_.count[type] = raw.count[type];
      header_.total[type] =
          raw.total[type] | static_cast<int64_t>(uint64_t{raw.total_high[type]} << 32);
      header_.mass[type] = raw.mass[type];
    }
    header_.time = raw.time;
    header_.redshift = raw.redshift;
    header_.num_files = raw.num_files;
    header_.box_size = raw.box_size;
    header_.omega_m = raw.omega_m;
    header_.omega_lambda = raw.omega_lambda;
    header_.h = raw.h;
  }

  // A block of `count` numbers of 4 or 8 bytes each.
  Block read_block(const char* what, const Record& record, int64_t count, int64_t& at) const {
    bool fits = false;
    for (const int64_t bytes : {4, 8}) {
      if (static_cast<uint32_t>(count * bytes) != record.length) continue;
      fits = true;
      at = record.offset + count * bytes;
      if (at + 4 > size_ || length_at(at) != record.length) continue;
      at += 4;
      return {record.offset, bytes};
    }
    if (fits) end_record(record, record.length, at);  // throws the specific error
    not_gadget(fmt::format("its {} have {} bytes, which is neither 4 nor 8 for each of {} numbers",
                           what, record.length, count));
  }

  void find_blocks() {
    const int64_t n = header_.num_particles();
    int64_t num_masses = 0;
    for (int type = 0; type < kNumTypes; ++type) {
      if (header_.mass[type] == 0) num_masses += header_.count[type];
    }
    if (n == 0) return;
    if (version_ == 1) {
      positions_ = read_block("positions", record_at(at_), 3 * n, at_);
      velocities_ = read_block("velocities", record_at(at_), 3 * n, at_);
      ids_ = read_block("ids", record_at(at_), n, at_);
      if (num_masses > 0) masses_ = read_block("masses", record_at(at_), num_masses, at_);
      return;
    }
    while (at_ < size_) {
      const Record record = record_at(at_);
      if (record.label == "POS ") {
        positions_ = read_block("positions", record, 3 * n, at_);
      } else if (record.label == "VEL ") {
        velocities_ = read_block("velocities", record, 3 * n, at_);
      } else if (record.label == "ID  ") {
        ids_ = read_block("ids", record, n, at_);
      } else if (record.label == "MASS") {
        masses_ = read_block("masses", record, num_masses, at_);
      } else {
        end_record(record, record.length, at_);
      }
    }
    const auto require = [&](const Block& block, const char* label) {
      if (block.offset == 0) throw UserError({path_}, fmt::format("has no block `{}`", label));
    };
    require(positions_, "POS ");
    require(velocities_, "VEL ");
    require(ids_, "ID  ");
    if (num_masses > 0) require(masses_, "MASS");
  }

  void read_numbers(const Block& block, int64_t first, int64_t count, double* out) const {
    const int64_t offset = block.offset + block.element_bytes * first;
    if (block.element_bytes == 8) {
      file_.read(offset, out, 8 * count);
      if (byte_swapped_) swap_all(out, count);
      return;
    }
    std::vector<float> narrow(count);
    file_.read(offset, narrow.data(), 4 * count);
    if (byte_swapped_) swap_all(narrow.data(), count);
    std::ranges::copy(narrow, out);
  }

  RawFile file_;
  bool byte_swapped_;
  int version_;
  int64_t size_ = 0, at_ = 0;
  Block positions_, velocities_, ids_, masses_;
};

// Writes records one after the other; the data of a block are written later.
class RecordWriter {
 public:
  RecordWriter(RawFile& file, int version) : file_(file), version_(version) {}

  // Returns the offset of the data of the record.
  int64_t add(const char* label, int64_t bytes) {
    if (version_ == 2) {
      const auto skip = static_cast<uint32_t>(bytes + 8);
      put(8);
      file_.write(at_, label, 4);
      file_.write(at_ + 4, &skip, 4);
      at_ += 8;
      put(8);
    }
    put(static_cast<uint32_t>(bytes));
    const int64_t data = at_;
    at_ += bytes;
    put(static_cast<uint32_t>(bytes));
    return data;
  }
  int64_t bytes() const { return at_; }

 private:
  void put(uint32_t length) {
    file_.write(at_, &length, 4);
    at_ += 4;
  }
  RawFile& file_;
  int version_;
  int64_t at_ = 0;
};

}  // namespace

int64_t FileHeader::num_particles() const {
  int64_t sum = 0;
  for (const int64_t n : count) sum += n;
  return sum;
}

bool FileHeader::has_masses() const {
  for (int type = 0; type < kNumTypes; ++type) {
    if (count[type] > 0 && mass[type] == 0) return true;
  }
  return false;
}

std::unique_ptr<ParticleFile> open_gadget_file(const std::string& path) {
  uint32_t first = 0;
  {
    const RawFile file(path, RawFile::Mode::kRead);
    if (file.size() < 4) return nullptr;
    file.read(0, &first, 4);
  }
  for (const int version : {1, 2}) {
    const uint32_t length = version == 1 ? sizeof(RawHeader) : 8;
    if (first == length) return std::make_unique<GadgetFile>(path, false, version);
    if (first == swapped(length)) return std::make_unique<GadgetFile>(path, true, version);
  }
  return nullptr;
}

FileLayout create_gadget_file(const std::string& path, int version, const FileHeader& header,
                              int64_t id_bytes) {
  RawHeader raw = {};
  for (int type = 0; type < kNumTypes; ++type) {
    raw.count[type] = static_cast<int32_t>(header.count[type]);
    raw.total[type] = static_cast<uint32_t>(header.total[type]);
    raw.total_high[type] = static_cast<uint32_t>(header.total[type] >> 32);
    raw.mass[type] = header.mass[type];
  }
  raw.time = header.time;
  raw.redshift = header.redshift;
  raw.num_files = static_cast<int32_t>(header.num_files);
  raw.box_size = header.box_size;
  raw.omega_m = header.omega_m;
  raw.omega_lambda = header.omega_lambda;
  raw.h = header.h;
  RawFile file(path, RawFile::Mode::kCreate);
  RecordWriter records(file, version);
  const int64_t n = header.num_particles();
  FileLayout layout{.position_bytes = 4, .id_bytes = id_bytes};
  const int64_t at = records.add("HEAD", sizeof raw);
  file.write(at, &raw, sizeof raw);
  layout.positions = records.add("POS ", 12 * n);
  layout.velocities = records.add("VEL ", 12 * n);
  layout.ids = records.add("ID  ", id_bytes * n);
  layout.bytes = records.bytes();
  file.reserve(layout.bytes);
  return layout;
}

}  // namespace motley::nbody
