#include "tensor/data/zip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstring>
#include <limits>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::tensor {
namespace {

constexpr uint32_t kLocalHeader = 0x04034b50, kDirectoryEntry = 0x02014b50,
                   kDirectoryEnd = 0x06054b50, kDirectoryEnd64 = 0x06064b50,
                   kLocator64 = 0x07064b50;
constexpr uint16_t kStored = 0, kDeflated = 8, kExtra64 = 1;
constexpr uint32_t kIn64 = 0xffff'ffff;  // a value that stands in the 64-bit field instead

class ZipReader {
 public:
  ZipReader(std::span<const std::byte> archive, const std::string& file)
      : archive_(archive), file_(file) {}

  std::vector<ZipMember> read() const {
    auto [at, count] = directory();
    std::vector<ZipMember> members;
    std::set<std::string> names;
    uint64_t packed_bytes = 0;
    for (uint64_t i = 0; i < count; ++i) {
      // Members that share their bytes would unpack to far more than the archive could hold.
      const Entry entry = next_entry(at);
      packed_bytes += entry.packed_bytes;
      if (packed_bytes > archive_.size()) damaged("its members overlap");
      if (!names.insert(entry.name).second) {
        damaged(fmt::format("it has two members {}", core::in_quotes(entry.name)));
      }
      members.push_back(member(entry));
    }
    return members;
  }

 private:
  struct Directory {
    uint64_t at, count;
  };
  struct Entry {
    uint64_t packed_bytes, bytes, local_header;
    std::string name;
    uint16_t flags, method;
    uint32_t checksum;
  };

  [[noreturn]] void damaged(const std::string& why) const {
    throw core::UserError({file_}, "is damaged: " + why);
  }
  template <class T>
  T number(uint64_t at) const {
    if (at > archive_.size() || archive_.size() - at < sizeof(T)) damaged("it ends too early");
    T value = 0;
    std::memcpy(&value, archive_.data() + at, sizeof value);
    return value;
  }
  std::span<const std::byte> part(uint64_t at, uint64_t size) const {
    if (at > archive_.size() || archive_.size() - at < size) damaged("it ends too early");
    return archive_.subspan(at, size);
  }

  // The end record stands at the end, followed only by a comment of up to 64 KiB.
  Directory directory() const {
    constexpr uint64_t kEndBytes = 22, kMaxComment = 65'535, kLocatorBytes = 20;
    for (uint64_t back = kEndBytes; back <= std::min(archive_.size(), kEndBytes + kMaxComment);
         ++back) {
      const uint64_t at = archive_.size() - back;
      if (number<uint32_t>(at) != kDirectoryEnd) continue;
      const auto offset = number<uint32_t>(at + 16);
      const auto count = number<uint16_t>(at + 10);
      const bool has_locator =
          at >= kLocatorBytes && number<uint32_t>(at - kLocatorBytes) == kLocator64;
      if (!has_locator) return {offset, count};
      const auto end64 = number<uint64_t>(at - kLocatorBytes + 8);
      if (number<uint32_t>(end64) != kDirectoryEnd64) damaged("its directory is not found");
      return {number<uint64_t>(end64 + 48), number<uint64_t>(end64 + 32)};
    }
    damaged("a zip archive ends with its directory, and this one does not");
  }

  // The entry of the directory at `at`, which moves to the next one.
  Entry next_entry(uint64_t& at) const {
    if (number<uint32_t>(at) != kDirectoryEntry) damaged("its directory is cut off");
    const auto name_bytes = number<uint16_t>(at + 28), extra_bytes = number<uint16_t>(at + 30),
               comment_bytes = number<uint16_t>(at + 32);
    const auto name = part(at + 46, name_bytes);
    Entry entry{.packed_bytes = number<uint32_t>(at + 20),
                .bytes = number<uint32_t>(at + 24),
                .local_header = number<uint32_t>(at + 42),
                .name{reinterpret_cast<const char*>(name.data()), name.size()},
                .flags = number<uint16_t>(at + 8),
                .method = number<uint16_t>(at + 10),
                .checksum = number<uint32_t>(at + 16)};
    widen(entry, at + 46 + name_bytes, extra_bytes);
    at += 46 + name_bytes + extra_bytes + comment_bytes;
    return entry;
  }

  ZipMember member(const Entry& entry) const {
    ZipMember member{.name = entry.name};
    const uint64_t local = entry.local_header;
    if (number<uint32_t>(local) != kLocalHeader) damaged("a member is not where it should be");
    const auto data = part(local + 30 + number<uint16_t>(local + 26) + number<uint16_t>(local + 28),
                           entry.packed_bytes);
    if ((entry.flags & 1) != 0) throw core::UserError({file_}, "is encrypted");
    if (entry.method == kStored) {
      member.bytes = data;
    } else if (entry.method == kDeflated) {
      unpack(member, data, entry.bytes, entry.checksum);
    } else {
      throw core::UserError({file_}, fmt::format("{} is compressed by method {}; np.savez and "
                                                 "np.savez_compressed write what can be read",
                                                 core::in_quotes(member.name), entry.method));
    }
    return member;
  }

  // Sizes over 4 GiB are in an extra field, in this order, each only if needed.
  void widen(Entry& entry, uint64_t at, uint64_t extra_bytes) const {
    for (const uint64_t end = at + extra_bytes; at + 4 <= end;) {
      const auto id = number<uint16_t>(at);
      const uint64_t next = at + 4 + number<uint16_t>(at + 2);
      uint64_t field = at + 4;
      for (uint64_t* value : {&entry.bytes, &entry.packed_bytes, &entry.local_header}) {
        if (id != kExtra64 || *value != kIn64 || field + 8 > next) continue;
        *value = number<uint64_t>(field);
        field += 8;
      }
      at = next;
    }
  }

  void unpack(ZipMember& member, std::span<const std::byte> packed, uint64_t size,
              uint32_t checksum) const {
    // Deflate shrinks at most a thousandfold: what claims more is damaged, and is not allocated.
    if (size / 1100 > packed.size() + 1) damaged("a compressed member claims too many bytes");
    auto bytes = std::make_shared<std::vector<std::byte>>(size);
    z_stream stream = {};
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) damaged("zlib cannot start");
    constexpr uint64_t kMost = std::numeric_limits<uInt>::max();
    uint64_t taken = 0, made = 0;
    uint32_t sum = ::crc32(0, nullptr, 0);
    int status = Z_OK;
    while (status == Z_OK) {
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()) + taken);
      stream.avail_in = static_cast<uInt>(std::min(packed.size() - taken, kMost));
      stream.next_out = reinterpret_cast<Bytef*>(bytes->data() + made);
      stream.avail_out = static_cast<uInt>(std::min(size - made, kMost));
      const uint64_t in = stream.avail_in, out = stream.avail_out;
      status = ::inflate(&stream, Z_NO_FLUSH);
      taken += in - stream.avail_in;
      const uint64_t more = out - stream.avail_out;
      sum = ::crc32_z(sum, reinterpret_cast<const Bytef*>(bytes->data() + made), more);
      made += more;
    }
    ::inflateEnd(&stream);
    if (status != Z_STREAM_END || made != size || sum != checksum) {
      damaged(core::in_quotes(member.name) + " does not unpack to what was packed");
    }
    member.bytes = *bytes;
    member.owner = std::move(bytes);
  }

  std::span<const std::byte> archive_;
  const std::string& file_;
};

}  // namespace

bool is_zip(std::span<const std::byte> bytes) {
  uint32_t head = 0;
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  return head == kLocalHeader || head == kDirectoryEnd;
}

std::vector<ZipMember> read_zip(std::span<const std::byte> archive, const std::string& file) {
  return ZipReader(archive, file).read();
}

}  // namespace motley::tensor
