// Any bytes are a snapshot, Gadget binary or HDF5, whose particles can be read, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "fuzz/fuzz_file.h"
#include "nbody/snapshot/snapshot.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley;
  try {
    const FuzzFile file(data, size);
    const auto snapshot = nbody::SnapshotReader::open(file.path(), {});
    const int64_t count = snapshot.header().num_particles;
    if (count <= 1 << 20) snapshot.read(0, count);
  } catch (const core::UserError&) {
  }
  return 0;
}
