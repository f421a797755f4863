#include "motley/nbody.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>

#include "core/base/threads.h"
#include "motley/error.h"
#include "python/bindings/bindings.h"

namespace motley::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using nbody::Halo;
using nbody::Particles;

template <typename T>
using Array = nb::ndarray<nb::numpy, T>;

// An array that owns its elements; `fill` gets them with the GIL released.
template <typename T, typename Fill>
Array<T> new_array(std::vector<size_t> shape, const Fill& fill) {
  size_t count = 1;
  for (const size_t extent : shape) count *= extent;
  auto data = std::make_unique_for_overwrite<T[]>(count);
  {
    const nb::gil_scoped_release release;
    fill(data.get());
  }
  nb::capsule owner(data.get(), [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return Array<T>(data.release(), shape.size(), shape.data(), owner);
}

// A snapshot that has been read: its header and particles.
struct Snapshot {
  std::string file;
  nbody::SnapshotHeader header;
  Particles particles;
};

Snapshot load(const std::string& file, std::optional<double> length_unit,
              std::optional<double> mass_unit, std::optional<double> velocity_unit) {
  nbody::UnitSettings units;
  if (length_unit) units.length = *length_unit;
  if (mass_unit) units.mass = *mass_unit;
  if (velocity_unit) units.velocity = *velocity_unit;
  const auto reader = nbody::SnapshotReader::open(file, units);
  return {.file = file, .header = reader.header(), .particles = reader.read()};
}

Array<double> positions(const Snapshot& s) {
  const size_t n = s.particles.id.size();
  return new_array<double>({n, 3}, [&](double* out) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t d = 0; d < 3; ++d) {
        out[3 * i + d] = s.particles.box.length(s.particles.position[d][i]);
      }
    }
  });
}

// Peculiar velocities: momenta are a v.
Array<float> velocities(const Snapshot& s) {
  const size_t n = s.particles.id.size();
  const double scale = 1 / s.particles.scale_factor;
  return new_array<float>({n, 3}, [&](float* out) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t d = 0; d < 3; ++d) {
        out[3 * i + d] = static_cast<float>(s.particles.momentum[d][i] * scale);
      }
    }
  });
}

Array<uint64_t> ids(const Snapshot& s) {
  return new_array<uint64_t>({s.particles.id.size()},
                             [&](uint64_t* out) { std::ranges::copy(s.particles.id, out); });
}

template <typename T, typename Row, typename Get>
Array<T> column(const std::vector<Row>& rows, const Get& get) {
  return new_array<T>({rows.size()}, [&](T* out) {
    for (const Row& row : rows) *out++ = static_cast<T>(get(row));
  });
}

template <typename Get>
Array<double> vectors(const std::vector<Halo>& halos, const Get& get) {
  return new_array<double>({halos.size(), 3}, [&](double* out) {
    for (const Halo& halo : halos) out = std::ranges::copy(get(halo), out).out;
  });
}

// As `motley nbody spectrum`.
nb::dict power_spectrum(const Snapshot& s, int mesh) {
  nbody::PowerSpectrum found;
  std::string text;
  {
    const nb::gil_scoped_release release;
    found = nbody::power_spectrum(s.particles,
                                  {.mesh_size = nbody::spectrum_mesh(s.particles.size(), mesh),
                                   .num_threads = core::num_cores()});
    text = nbody::print_spectrum(found, s.particles);
  }
  using nbody::SpectrumBin;
  nb::dict out;
  out["k"] = column<double>(found.bins, [](const SpectrumBin& bin) { return bin.k; });
  out["power"] = column<double>(found.bins, [](const SpectrumBin& bin) { return bin.power; });
  out["num_modes"] =
      column<int64_t>(found.bins, [](const SpectrumBin& bin) { return bin.num_modes; });
  out["shot_noise"] = found.shot_noise;
  out["text"] = text;
  return out;
}

// As `motley nbody halos`.
nb::dict find_halos(const Snapshot& s, double linking, int64_t min_particles) {
  const nbody::HaloSearch search{.linking = linking, .min_particles = min_particles};
  std::vector<Halo> found;
  std::string text;
  {
    const nb::gil_scoped_release release;
    found = nbody::find_halos(s.particles, search);
    text = nbody::print_halos(found, s.particles, search);
  }
  nb::dict out;
  out["num_particles"] = column<int64_t>(found, [](const Halo& h) { return h.num_particles; });
  out["mass"] = column<double>(found, [](const Halo& h) { return h.mass; });
  out["center"] = vectors(found, [](const Halo& h) { return h.center; });
  out["velocity"] = vectors(found, [](const Halo& h) { return h.velocity; });
  out["dispersion"] = column<double>(found, [](const Halo& h) { return h.dispersion; });
  out["radius"] = column<double>(found, [](const Halo& h) { return h.radius; });
  out["first_id"] = column<uint64_t>(found, [](const Halo& h) { return h.first_id; });
  out["text"] = text;
  return out;
}

nbody::DensityImageSettings image_settings(int size, int axis, double thickness, double center,
                                           const std::string& colors) {
  return {.size = size,
          .axis = axis,
          .thickness = thickness,
          .center = center,
          .colors = colors,
          .num_threads = core::num_cores()};
}

Array<float> projected_density(const Snapshot& s, int size, int axis, double thickness,
                               double center) {
  const auto settings = image_settings(size, axis, thickness, center, "ember");
  const size_t n = static_cast<size_t>(size);
  return new_array<float>({n, n}, [&](float* out) {
    std::ranges::copy(nbody::projected_density(s.particles, settings), out);
  });
}

nb::bytes picture(const Snapshot& s, int size, int axis, double thickness, double center,
                  const std::string& colors) {
  std::string png;
  {
    const nb::gil_scoped_release release;
    png = nbody::density_image(s.particles, image_settings(size, axis, thickness, center, colors));
  }
  return nb::bytes(png.data(), png.size());
}

void add_snapshot(nb::module_& module) {
  nb::class_<Snapshot> type(module, "Snapshot");
  const auto of_header = [&](const char* name, auto member) {
    type.def_prop_ro(name, [member](const Snapshot& s) { return s.header.*member; });
  };
  using Header = nbody::SnapshotHeader;
  of_header("num_particles", &Header::num_particles);
  of_header("mass", &Header::mass);
  of_header("scale_factor", &Header::scale_factor);
  of_header("box_size", &Header::box_size);
  of_header("omega_m", &Header::omega_m);
  of_header("omega_lambda", &Header::omega_lambda);
  of_header("h", &Header::h);
  of_header("notes", &Header::notes);
  type.def_ro("file", &Snapshot::file)
      .def("positions", &positions)
      .def("velocities", &velocities)
      .def("ids", &ids)
      .def("power_spectrum", &power_spectrum, "mesh"_a)
      .def("halos", &find_halos, "linking"_a, "min_particles"_a)
      .def("projected_density", &projected_density, "size"_a, "axis"_a, "thickness"_a, "center"_a)
      .def("picture", &picture, "size"_a, "axis"_a, "thickness"_a, "center"_a, "colors"_a);
}

}  // namespace

void add_nbody(nb::module_& module) {
  add_snapshot(module);
  module.def("load_snapshot", &load, "file"_a, "length_unit"_a.none(), "mass_unit"_a.none(),
             "velocity_unit"_a.none(), nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "nbody_settings_json",
      [](const std::string& text, const std::string& file) {
        const nbody::SettingsFile parsed = nbody::parse_settings(text, file);
        return std::pair(nbody::settings_json(parsed.settings), parsed.notes);
      },
      "text"_a, "file"_a);
  module.def(
      "nbody_settings_yaml",
      [](const std::string& text, const std::string& file) {
        return nbody::print_settings(nbody::parse_settings(text, file).settings);
      },
      "text"_a, "file"_a);
  module.def("nbody_example", &nbody::example_settings);
  module.def(
      "nbody_snapshots",
      [](const std::string& text, const std::string& file) {
        return nbody::snapshots_of(nbody::parse_settings(text, file).settings);
      },
      "text"_a, "file"_a);
  module.def(
      "nbody_estimate_json",
      [](const std::string& text, const std::string& file) {
        nbody::SettingsFile parsed = nbody::parse_settings(text, file);
        nbody::open_start(parsed);
        return nbody::estimate_json(nbody::estimate_run(parsed.settings, 1, core::num_cores()));
      },
      "text"_a, "file"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace motley::bindings
