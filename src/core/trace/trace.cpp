#include "core/trace/trace.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>

#include "core/base/error.h"

namespace motley::core {
namespace {

using Json = nlohmann::json;

// A JSON string for arbitrary bytes: invalid UTF-8 becomes a question mark.
std::string json_string(std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c < '\x7f' && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, plain)) return fmt::format("\"{}\"", text);
  return Json(text).dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

// JSON has no infinities and no NaN: those are written as text.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : fmt::format("\"{}\"", value);
}

// Finite, with nanosecond precision; a time that is not a number becomes zero.
std::string time(double microseconds) {
  return fmt::format("{:.3f}", std::isfinite(microseconds) ? microseconds : 0.0);
}

// As fopen(.., "we"), but a pipe that nobody reads is an error, ENXIO, instead of a wait.
std::FILE* open_to_write(const std::string& name) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK;
  const int fd = ::open(name.c_str(), kFlags, 0666);
  if (fd < 0) return nullptr;
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return ::fdopen(fd, "w");
}

// The index of `name`, which is added if missing.
template <class Items, class NameOf>
size_t position_of(Items& items, const std::string& name, const NameOf& name_of) {
  const auto found = std::ranges::find(items, name, name_of);
  if (found != items.end()) return static_cast<size_t>(found - items.begin());
  items.push_back({name});
  return items.size() - 1;
}

}  // namespace

Trace::Trace(const std::string& file, double origin_seconds)
    : name_(file), origin_seconds_(origin_seconds), file_(open_to_write(file)) {
  if (!file_) {
    const std::string why = errno == ENXIO ? "nobody reads this pipe" : std::strerror(errno);
    throw UserError({name_}, "cannot be written: " + why);
  }
  std::fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", file_.get());
}

Trace::~Trace() {
  try {
    close();
  } catch (const UserError&) {  // call close() to get the error
  }
}

void Trace::close() {
  const std::lock_guard lock(mutex_);
  if (!file_) return;
  failed_ |= std::fputs("\n]}\n", file_.get()) < 0 || std::fflush(file_.get()) != 0;
  const int error = errno;
  file_.reset();
  if (failed_) {
    throw UserError({name_}, std::string("cannot be written: ") + std::strerror(error));
  }
}

TrackId Trace::track(const std::string& process, const std::string& thread) {
  std::unique_lock lock(mutex_);
  const size_t num_processes = processes_.size();
  const size_t p = position_of(processes_, process, &Process::name);
  std::vector<std::string>& threads = processes_[p].threads;
  const size_t num_threads = threads.size();
  const size_t t = position_of(threads, thread, std::identity());
  const TrackId id{static_cast<int>(p) + 1, static_cast<int>(t) + 1};
  const bool new_process = p == num_processes, new_thread = t == num_threads;
  lock.unlock();
  if (new_process) name_track("process_name", id, process);
  if (new_thread) name_track("thread_name", id, thread);
  return id;
}

void Trace::name_track(const char* what, TrackId track, const std::string& name) {
  write(fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what,
                    track.process, track.thread, json_string(name)));
}

void Trace::span(TrackId track, const TraceSpan& span) {
  const double begin = microseconds(span.begin_seconds);
  const double duration = std::max(0.0, microseconds(span.end_seconds) - begin);
  std::string event =
      fmt::format(R"({{"ph":"X","name":{},"pid":{},"tid":{},"ts":{},"dur":{})",
                  json_string(span.name), track.process, track.thread, time(begin), time(duration));
  if (!span.category.empty()) event += ",\"cat\":" + json_string(span.category);
  std::string args;
  for (const TraceArg& arg : span.args) {
    const auto* value = std::get_if<double>(&arg.value);
    args +=
        fmt::format("{}{}:{}", args.empty() ? "" : ",", json_string(arg.key),
                    value ? number(*value) : json_string(std::get<std::string_view>(arg.value)));
  }
  if (!args.empty()) event += ",\"args\":{" + args + "}";
  write(event + "}");
}

void Trace::counter(TrackId track, std::string_view name, double seconds, double value) {
  if (!std::isfinite(value)) return;  // a curve cannot show it
  write(fmt::format(R"({{"ph":"C","name":{},"pid":{},"tid":{},"ts":{},"args":{{"value":{}}}}})",
                    json_string(name), track.process, track.thread, time(microseconds(seconds)),
                    number(value)));
}

void Trace::write(std::string_view event) {
  const std::lock_guard lock(mutex_);
  if (!file_) return;
  failed_ |= std::fputs(empty_ ? "" : ",\n", file_.get()) < 0 ||
             std::fwrite(event.data(), 1, event.size(), file_.get()) != event.size();
  empty_ = false;
}

}  // namespace motley::core
