// Gadget's HDF5: a group Header of attributes, and PartType1/{Coordinates, Velocities, ParticleIDs,
// Masses}. Files of GADGET-4 and AREPO have the same layout. The HDF5 library is included only
// here.
//
// The library lays out a new file in memory, with each dataset contiguous and unwritten; everything
// between the datasets is then copied to disk, and all ranks write the particles into their places
// as into any file (write_snapshot.cpp). So the library never encounters a full disk, which it does
// not survive: version 1.10 crashes at exit after a failed close.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "nbody/snapshot/particle_file.h"
#include "nbody/snapshot/raw_file.h"

namespace motley::nbody {
namespace {

using core::UserError;

// Owns an HDF5 id and closes it.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  bool good() const { return id_ >= 0; }
  // Closes it now and returns whether that succeeded, including pending writes.
  bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// Turns off the library's printing of its error stack.
void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

// The reason of the last failure, as the library gives it: `bad version number`.
std::string library_error() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
        if (error->desc) *static_cast<std::string*>(out) = error->desc;
        return 1;  // the innermost is enough
      },
      &reason);
  return reason.empty() ? "no reason given" : reason;
}

// The end of a sentence about something that this library cannot read.
std::string cannot_be_read() {
  const std::string reason = library_error();
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format(
      "cannot be read by HDF5 {}.{}.{} ({}): the file is damaged, or a newer HDF5 wrote it in a "
      "newer format (libver='latest' in h5py); write it with libver='earliest'",
      major, minor, release, reason);
}

std::string group_name(int type) { return fmt::format("PartType{}", type); }

class Hdf5File final : public ParticleFile {
 public:
  explicit Hdf5File(const std::string& path)
      : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {
    path_ = path;
    if (!file_.good()) throw UserError({path}, cannot_be_read());
    read_header();
    for (int type = 0; type < kNumTypes; ++type) check_datasets(type);
  }

  // The first and the last particle, which are in the first and the last chunk.
  void read_ends() {
    const int64_t count = header_.num_particles();
    for (const int64_t i : {int64_t{0}, count - 1}) {
      if (i < 0 || i >= count) continue;
      double values[3];
      uint64_t id = 0;
      read_positions(i, 1, values);
      read_velocities(i, 1, values);
      read_ids(i, 1, &id);
      read_masses(i, 1, values);
    }
  }

  void read_positions(int64_t first, int64_t count, double* out) override {
    read("Coordinates", first, count, 3, H5T_NATIVE_DOUBLE, out);
  }
  void read_velocities(int64_t first, int64_t count, double* out) override {
    read("Velocities", first, count, 3, H5T_NATIVE_DOUBLE, out);
  }
  void read_ids(int64_t first, int64_t count, uint64_t* out) override {
    // Negative ids as their two's complement, so that they remain different.
    for_types(first, count, [&](int type, int64_t begin, int64_t number, int64_t at) {
      read_dataset(type, "ParticleIDs", begin, number, 1,
                   has_signed_ids_[type] ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64, out + at);
    });
  }
  void read_masses(int64_t first, int64_t count, double* out) override {
    for_types(first, count, [&](int type, int64_t begin, int64_t number, int64_t at) {
      if (header_.mass[type] != 0) {
        std::fill(out + at, out + at + number, header_.mass[type]);
      } else {
        read_dataset(type, "Masses", begin, number, 1, H5T_NATIVE_DOUBLE, out + at);
      }
    });
  }

 private:
  // The values of an attribute of Header or else of Parameters (Gadget-4) or Units (Gadget-3);
  // empty if there is none.
  std::vector<double> numbers(const char* name) const {
    for (const char* group : {"Header", "Parameters", "Units"}) {
      if (H5Lexists(file_.get(), group, H5P_DEFAULT) <= 0) continue;
      const Handle parent(H5Gopen2(file_.get(), group, H5P_DEFAULT), H5Gclose);
      if (!parent.good() || H5Aexists(parent.get(), name) <= 0) continue;
      const Handle attribute(H5Aopen(parent.get(), name, H5P_DEFAULT), H5Aclose);
      const Handle space(H5Aget_space(attribute.get()), H5Sclose);
      const hssize_t count = H5Sget_simple_extent_npoints(space.get());
      if (count < 1 || count > 64) continue;
      std::vector<double> values(count);
      if (H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, values.data()) >= 0) return values;
    }
    return {};
  }
  double number(const char* name, double fallback) const {
    const std::vector<double> values = numbers(name);
    return values.empty() ? fallback : values[0];
  }
  std::optional<double> optional_number(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      if (const std::vector<double> values = numbers(name); !values.empty()) return values[0];
    }
    return std::nullopt;
  }
  // The text of an attribute of our own group.
  std::string own_text(const char* name) const {
    if (H5Lexists(file_.get(), "Motley", H5P_DEFAULT) <= 0) return "";
    const Handle group(H5Gopen2(file_.get(), "Motley", H5P_DEFAULT), H5Gclose);
    if (!group.good() || H5Aexists(group.get(), name) <= 0) return "";
    const Handle attribute(H5Aopen(group.get(), name, H5P_DEFAULT), H5Aclose);
    const Handle type(H5Aget_type(attribute.get()), H5Tclose);
    if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0) return "";
    const Handle space(H5Aget_space(attribute.get()), H5Sclose);
    constexpr size_t kMostText = size_t{16} << 20;
    const size_t size = H5Tget_size(type.get());
    if (size > kMostText || H5Sget_simple_extent_npoints(space.get()) != 1) return "";
    std::string text(size + 1, '\0');
    if (H5Aread(attribute.get(), type.get(), text.data()) < 0) return "";
    return text.substr(0, text.find('\0'));
  }
  std::vector<double> required(const char* name, size_t min_size = 1) const {
    std::vector<double> values = numbers(name);
    if (values.size() < min_size) {
      throw UserError({path_},
                      fmt::format("is not a Gadget snapshot: its Header has no `{}`", name));
    }
    return values;
  }

  void read_header() {
    const std::vector<double> counts = required("NumPart_ThisFile", 2);
    if (H5Lexists(file_.get(), "Cosmology", H5P_DEFAULT) > 0 &&
        H5Lexists(file_.get(), "Units", H5P_DEFAULT) > 0) {
      throw UserError(
          {path_},
          "is a SWIFT snapshot, whose units have no factors of h and whose velocities are "
          "defined differently; convert it to Gadget's format first");
    }
    const std::vector<double> totals = required("NumPart_Total", 2);
    const std::vector<double> high = numbers("NumPart_Total_HighWord");
    const std::vector<double> masses = numbers("MassTable");
    const auto at = [](const std::vector<double>& values, size_t i) {
      return i < values.size() ? values[i] : 0.;
    };
    for (int type = 0; type < kNumTypes; ++type) {
      const double here = at(counts, type), all = at(totals, type) + at(high, type) * 0x1p32;
      if (!(here >= 0 && here < 0x1p53 && all >= 0 && all < 0x1p53)) {
        throw UserError({path_},
                        "is not a Gadget snapshot: its Header has invalid particle counts");
      }
      header_.count[type] = static_cast<int64_t>(here);
      header_.total[type] = static_cast<int64_t>(all);
      header_.mass[type] = at(masses, type);
    }
    header_.time = required("Time")[0];
    header_.redshift = number("Redshift", 1 / header_.time - 1);
    header_.num_files = static_cast<int64_t>(std::clamp(number("NumFilesPerSnapshot", 1), 1., 1e6));
    const std::vector<double> box = required("BoxSize");
    for (const double size : box) {
      if (size != box[0]) {
        throw UserError({path_}, fmt::format("has a box of {:g} by {:g}, which is not supported; "
                                             "the box must be a cube",
                                             box[0], size));
      }
    }
    header_.box_size = box[0];
    header_.omega_m = number("Omega0", 0);
    header_.omega_lambda = number("OmegaLambda", 0);
    header_.h = number("HubbleParam", 0);
    header_.omega_b = optional_number({"OmegaBaryon", "Omega_b"});
    header_.omega_r = optional_number({"OmegaRadiation", "Omega_r"});
    header_.w0 = optional_number({"w0", "w_0"});
    header_.wa = optional_number({"wa", "w_a"});
    header_.length_in_cm = optional_number({"UnitLength_in_cm"});
    header_.mass_in_g = optional_number({"UnitMass_in_g"});
    header_.velocity_in_cm_per_s = optional_number({"UnitVelocity_in_cm_per_s"});
    header_.settings = own_text("Settings");
  }

  // Checks that every dataset exists, with the shape and the type of numbers that are read.
  void check_datasets(int type) {
    if (header_.count[type] == 0) return;
    check_dataset(type, "Coordinates", 3, H5T_FLOAT);
    check_dataset(type, "Velocities", 3, H5T_FLOAT);
    check_dataset(type, "ParticleIDs", 1, H5T_INTEGER);
    if (header_.mass[type] == 0) check_dataset(type, "Masses", 1, H5T_FLOAT);
    const Handle ids(H5Dget_type(dataset(type, "ParticleIDs").get()), H5Tclose);
    has_signed_ids_[type] = H5Tget_sign(ids.get()) == H5T_SGN_2;
  }

  void check_dataset(int type, const char* name, int64_t columns, H5T_class_t number) const {
    const Handle set = dataset(type, name);
    const Handle space(H5Dget_space(set.get()), H5Sclose);
    std::vector<hsize_t> shape(std::max(0, H5Sget_simple_extent_ndims(space.get())));
    H5Sget_simple_extent_dims(space.get(), shape.data(), nullptr);
    std::vector<hsize_t> expected = {static_cast<hsize_t>(header_.count[type])};
    if (columns > 1) expected.push_back(columns);
    if (shape != expected) {
      throw UserError({path_}, fmt::format("{}/{} has shape [{}], but its {} particles need [{}]",
                                           group_name(type), name, fmt::join(shape, ", "),
                                           header_.count[type], fmt::join(expected, ", ")));
    }
    const Handle stored(H5Dget_type(set.get()), H5Tclose);
    if (H5Tget_class(stored.get()) != number) {
      throw UserError({path_},
                      fmt::format("{}/{} does not contain {}", group_name(type), name,
                                  number == H5T_FLOAT ? "floating-point numbers" : "integers"));
    }
  }

  Handle dataset(int type, const char* name) const {
    const std::string full = fmt::format("{}/{}", group_name(type), name);
    const bool there = H5Lexists(file_.get(), group_name(type).c_str(), H5P_DEFAULT) > 0 &&
                       H5Lexists(file_.get(), full.c_str(), H5P_DEFAULT) > 0;
    Handle set(there ? H5Dopen2(file_.get(), full.c_str(), H5P_DEFAULT) : -1, H5Dclose);
    if (!there) throw UserError({path_}, fmt::format("has no dataset `{}`", full));
    if (!set.good()) throw UserError({path_}, fmt::format("{} {}", full, cannot_be_read()));
    return set;
  }

  // Calls f(type, first particle of the type, count, index in the output).
  template <class F>
  void for_types(int64_t first, int64_t count, const F& f) const {
    int64_t type_begin = 0;
    for (int type = 0; type < kNumTypes; ++type) {
      const int64_t begin = std::max(first, type_begin);
      const int64_t end = std::min(first + count, type_begin + header_.count[type]);
      if (begin < end) f(type, begin - type_begin, end - begin, begin - first);
      type_begin += header_.count[type];
    }
  }

  void read(const char* name, int64_t first, int64_t count, int64_t columns, hid_t memory_type,
            double* out) const {
    for_types(first, count, [&](int type, int64_t begin, int64_t number, int64_t at) {
      read_dataset(type, name, begin, number, columns, memory_type, out + at * columns);
    });
  }

  void read_dataset(int type, const char* name, int64_t first, int64_t count, int64_t columns,
                    hid_t memory_type, void* out) const {
    const Handle set = dataset(type, name);
    const Handle space(H5Dget_space(set.get()), H5Sclose);
    const hsize_t start[2] = {static_cast<hsize_t>(first), 0};
    const hsize_t extent[2] = {static_cast<hsize_t>(count), static_cast<hsize_t>(columns)};
    const Handle memory(H5Screate_simple(H5Sget_simple_extent_ndims(space.get()), extent, nullptr),
                        H5Sclose);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, extent, nullptr);
    if (H5Dread(set.get(), memory_type, memory.get(), space.get(), H5P_DEFAULT, out) < 0) {
      throw UserError({path_}, fmt::format("{}/{} {}", group_name(type), name, cannot_be_read()));
    }
  }

  Handle file_;
  std::array<bool, kNumTypes> has_signed_ids_ = {};
};

// Conversion of a dataset to physical cgs units, as readers of Gadget-3 files expect: in_cgs
// a^a_power h^h_power.
struct FileUnit {
  double in_cgs = 1, a_power = 0, h_power = 0;
};

// Creates a file.
class Creator {
 public:
  explicit Creator(const std::string& path) : path_(path), file_(create(path), H5Fclose) {
    check(file_.good());
  }

  Handle group(const char* name) {
    Handle made(H5Gcreate2(file_.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    check(made.good());
    return made;
  }

  void attribute(const Handle& group, const char* name, hid_t type, const void* value,
                 hsize_t count = 1) {
    const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr),
                       H5Sclose);
    const Handle made(H5Acreate2(group.get(), name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT),
                      H5Aclose);
    check(made.good() && H5Awrite(made.get(), type, value) >= 0);
  }
  void number(const Handle& group, const char* name, double value) {
    attribute(group, name, H5T_NATIVE_DOUBLE, &value);
  }
  void whole(const Handle& group, const char* name, int64_t value) {
    const auto narrow = static_cast<int32_t>(value);
    attribute(group, name, H5T_NATIVE_INT32, &narrow);
  }
  void text(const Handle& group, const char* name, const std::string& value) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), value.size() + 1);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    attribute(group, name, type.get(), value.c_str());
  }

  // Creates a contiguous dataset, allocated at once; returns its offset.
  int64_t dataset(const Handle& group, const char* name, hid_t type, int64_t rows, int64_t columns,
                  const FileUnit& unit) {
    const hsize_t extent[2] = {static_cast<hsize_t>(rows), static_cast<hsize_t>(columns)};
    const Handle space(H5Screate_simple(columns > 1 ? 2 : 1, extent, nullptr), H5Sclose);
    const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_alloc_time(how.get(), H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(how.get(), H5D_FILL_TIME_NEVER);
    H5Pset_obj_track_times(how.get(), false);  // the same particles make the same bytes
    const Handle set(
        H5Dcreate2(group.get(), name, type, space.get(), H5P_DEFAULT, how.get(), H5P_DEFAULT),
        H5Dclose);
    check(set.good());
    number(set, "CGSConversionFactor", unit.in_cgs);
    number(set, "aexp-scale-exponent", unit.a_power);
    number(set, "h-scale-exponent", unit.h_power);
    return rows == 0 ? 0 : static_cast<int64_t>(H5Dget_offset(set.get()));
  }

  void finish() { check(file_.close()); }

 private:
  // Uses the stdio driver: the others resolve the real name of a link, which a memory file does not
  // have.
  static hid_t create(const std::string& path) {
    const Handle how(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_stdio(how.get());
    return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, how.get());
  }
  void check(bool good) const { MOTLEY_CHECK(good, "HDF5 cannot create {} in memory", path_); }
  std::string path_;
  Handle file_;
};

void write_header(Creator& file, const FileHeader& header) {
  std::array<int32_t, kNumTypes> here = {};
  std::array<uint32_t, kNumTypes> total = {}, high = {};
  for (int type = 0; type < kNumTypes; ++type) {
    here[type] = static_cast<int32_t>(header.count[type]);
    total[type] = static_cast<uint32_t>(header.total[type]);
    high[type] = static_cast<uint32_t>(header.total[type] >> 32);
  }
  const Handle group = file.group("Header");
  file.attribute(group, "NumPart_ThisFile", H5T_NATIVE_INT32, here.data(), kNumTypes);
  file.attribute(group, "NumPart_Total", H5T_NATIVE_UINT32, total.data(), kNumTypes);
  file.attribute(group, "NumPart_Total_HighWord", H5T_NATIVE_UINT32, high.data(), kNumTypes);
  file.attribute(group, "MassTable", H5T_NATIVE_DOUBLE, header.mass.data(), kNumTypes);
  file.number(group, "Time", header.time);
  file.number(group, "Redshift", header.redshift);
  file.number(group, "BoxSize", header.box_size);
  file.number(group, "Omega0", header.omega_m);
  file.number(group, "OmegaLambda", header.omega_lambda);
  file.number(group, "HubbleParam", header.h);
  const auto write_if = [&](const char* name, const std::optional<double>& value) {
    if (value) file.number(group, name, *value);
  };
  write_if("OmegaBaryon", header.omega_b);
  write_if("OmegaRadiation", header.omega_r);
  write_if("w0", header.w0);
  write_if("wa", header.wa);
  write_if("UnitLength_in_cm", header.length_in_cm);
  write_if("UnitMass_in_g", header.mass_in_g);
  write_if("UnitVelocity_in_cm_per_s", header.velocity_in_cm_per_s);
  file.whole(group, "NumFilesPerSnapshot", header.num_files);
  for (const char* flag : {"Flag_Sfr", "Flag_Feedback", "Flag_Cooling", "Flag_StellarAge",
                           "Flag_Metals", "Flag_Entropy_ICs"}) {
    file.whole(group, flag, 0);
  }
  file.whole(group, "Flag_DoublePrecision", 1);
}

FileLayout lay_out(const std::string& path, const FileHeader& header,
                   const FileProvenance& provenance) {
  FileLayout layout{.position_bytes = 8, .id_bytes = 8};
  Creator file(path);
  write_header(file, header);
  {
    const Handle origin = file.group("Motley");
    file.text(origin, "Commit", provenance.commit);
    file.text(origin, "Settings", header.settings);
    if (provenance.seed) file.attribute(origin, "Seed", H5T_NATIVE_INT64, &*provenance.seed);
    const Handle group = file.group(group_name(kHaloType).c_str());
    const int64_t n = header.num_particles();
    layout.positions = file.dataset(group, "Coordinates", H5T_IEEE_F64LE, n, 3,
                                    {.in_cgs = *header.length_in_cm, .a_power = 1, .h_power = -1});
    layout.velocities = file.dataset(group, "Velocities", H5T_IEEE_F32LE, n, 3,
                                     {.in_cgs = *header.velocity_in_cm_per_s, .a_power = 0.5});
    layout.ids = file.dataset(group, "ParticleIDs", H5T_STD_U64LE, n, 1, {});
  }
  file.finish();
  layout.bytes = RawFile(path, RawFile::Mode::kRead).size();
  return layout;
}

struct Descriptor {
  explicit Descriptor(int number) : fd(number) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  int fd;
};

struct Extent {
  int64_t offset = 0, bytes = 0;
};

// Copies all of the memory file except the datasets (`holes`, the last of which ends the file).
void copy_between(const std::string& from, RawFile& to, std::vector<Extent> holes) {
  std::ranges::sort(holes, {}, &Extent::offset);
  const RawFile source(from, RawFile::Mode::kRead);
  int64_t at = 0;
  std::vector<char> buffer;
  for (const Extent& hole : holes) {
    buffer.resize(std::max<int64_t>(0, hole.offset - at));
    source.read(at, buffer.data(), std::ssize(buffer));
    to.write(at, buffer.data(), std::ssize(buffer));
    at = std::max(at, hole.offset + hole.bytes);
  }
}

}  // namespace

namespace {

// Reads all but the particles between the first and the last, in a process of its own: on damaged
// files the library reads memory that is not its own, and dies. A UserError then.
void try_in_child(const std::string& path) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return;  // without a process more, it is opened all the same
  if (child == 0) {
    const rlimit no_core = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE}) ::signal(number, SIG_DFL);
    try {
      Hdf5File(path).read_ends();
    } catch (...) {  // said by the parent, who finds the same
    }
    ::_exit(0);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status)) {
    throw UserError({path}, fmt::format("is damaged: the HDF5 library crashes on it (SIG{})",
                                        ::sigabbrev_np(WTERMSIG(status))));
  }
}

}  // namespace

std::unique_ptr<ParticleFile> open_hdf5_file(const std::string& path) {
  silence();
  RawFile(path, RawFile::Mode::kRead).size();  // a regular file: the library would wait for a pipe
  if (H5Fis_hdf5(path.c_str()) <= 0) return nullptr;
  try_in_child(path);
  return std::make_unique<Hdf5File>(path);
}

FileLayout create_hdf5_file(const std::string& path, const FileHeader& header,
                            const FileProvenance& provenance) {
  silence();
  const int64_t n = header.num_particles();
  RawFile file(path, RawFile::Mode::kCreate);
  file.reserve(n * (24 + 12 + 8) + std::ssize(header.settings) + 16384);
  const Descriptor memory(::memfd_create("motley_hdf5", MFD_CLOEXEC));
  MOTLEY_CHECK(memory.fd >= 0, "no memory for the layout of {}", path);
  const std::string in_memory = fmt::format("/proc/self/fd/{}", memory.fd);
  const FileLayout layout = lay_out(in_memory, header, provenance);
  copy_between(in_memory, file,
               {{layout.positions, 24 * n},
                {layout.velocities, 12 * n},
                {layout.ids, 8 * n},
                {layout.bytes, 0}});
  file.resize(layout.bytes);
  return layout;
}

}  // namespace motley::nbody
