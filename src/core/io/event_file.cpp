#include "core/io/event_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "core/base/error.h"
#include "core/io/checksum.h"

namespace motley::core {
namespace {

// Fields of the messages Event, Summary, Summary.Value and SessionLog.
enum EventField : uint8_t {
  kWallTime = 1,
  kStep = 2,
  kFileVersion = 3,
  kSummary = 5,
  kSession = 7
};
enum SummaryField : uint8_t { kValue = 1 };
enum ValueField : uint8_t { kTag = 1, kSimpleValue = 2 };
enum SessionField : uint8_t { kStatus = 1 };
constexpr uint64_t kSessionStart = 1;

// Protocol buffer encoding: a key with field number and wire type, then the value.
class Message {
 public:
  Message& varint(uint8_t field, uint64_t value) {
    key(field, 0);
    put_varint(value);
    return *this;
  }
  Message& fixed64(uint8_t field, double value) {
    key(field, 1);
    put_bytes(std::bit_cast<uint64_t>(value), 8);
    return *this;
  }
  Message& bytes(uint8_t field, const std::string& value) {
    key(field, 2);
    put_varint(value.size());
    text_ += value;
    return *this;
  }
  Message& fixed32(uint8_t field, float value) {
    key(field, 5);
    put_bytes(std::bit_cast<uint32_t>(value), 4);
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  void key(uint8_t field, uint8_t wire_type) { put_varint(uint64_t{field} << 3 | wire_type); }
  void put_varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) text_ += static_cast<char>(value | 0x80);
    text_ += static_cast<char>(value);
  }
  void put_bytes(uint64_t value, int count) {
    for (int i = 0; i < count; ++i) text_ += static_cast<char>(value >> (8 * i));
  }

  std::string text_;
};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// The checksum of TFRecord: rotated and shifted, so that one of a checksum differs from it.
std::string masked_checksum(const std::string& bytes) {
  const uint32_t sum = crc32c(std::as_bytes(std::span(bytes)));
  const uint32_t masked = std::rotr(sum, 15) + 0xa282'ead8u;
  return {reinterpret_cast<const char*>(&masked), sizeof masked};
}

}  // namespace

EventFile::EventFile(const std::string& folder, int64_t first_step) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UserError({folder}, "cannot be written: " + error.message());
  char host[256] = "localhost";
  ::gethostname(host, sizeof host - 1);
  // TensorBoard reads the files of a folder in the order of their names.
  path_ = (fs::path(folder) / fmt::format("events.out.tfevents.{:010}.{}.{}.{}",
                                          static_cast<int64_t>(wall_seconds()), host, ::getpid(),
                                          first_step))
              .string();
  file_ = std::fopen(path_.c_str(), "wbx");
  if (!file_) {
    throw UserError({path_}, "cannot be written: " + std::generic_category().message(errno));
  }
  write_record(
      Message().fixed64(kWallTime, wall_seconds()).bytes(kFileVersion, "brain.Event:2").text());
  write_record(Message()
                   .fixed64(kWallTime, wall_seconds())
                   .varint(kStep, static_cast<uint64_t>(first_step + 1))
                   .bytes(kSession, Message().varint(kStatus, kSessionStart).text())
                   .text());
}

EventFile::~EventFile() { std::fclose(file_); }

void EventFile::add(int64_t step, const std::vector<std::pair<std::string, double>>& scalars) {
  Message summary;
  for (const auto& [tag, value] : scalars) {
    summary.bytes(
        kValue, Message().bytes(kTag, tag).fixed32(kSimpleValue, static_cast<float>(value)).text());
  }
  write_record(Message()
                   .fixed64(kWallTime, wall_seconds())
                   .varint(kStep, static_cast<uint64_t>(step))
                   .bytes(kSummary, summary.text())
                   .text());
}

// Length, checksum of the length, the bytes, their checksum.
void EventFile::write_record(const std::string& event) {
  const uint64_t size = event.size();
  const std::string length(reinterpret_cast<const char*>(&size), sizeof size);
  const std::string record = length + masked_checksum(length) + event + masked_checksum(event);
  if (std::fwrite(record.data(), 1, record.size(), file_) != record.size() ||
      std::fflush(file_) != 0) {
    throw UserError({path_}, "cannot be written: " + std::generic_category().message(errno));
  }
}

}  // namespace motley::core
