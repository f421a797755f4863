// The newest lines of a stream, each with its number since the start, for event_server.cpp.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace motley::core {

class EventHistory {
 public:
  // Keeps twice the lines that a new reader gets: it may fall behind by as many as it was given.
  explicit EventHistory(size_t num_lines) : num_lines_(num_lines) {}

  void add(std::string_view line) {
    lines_.emplace_back(line);
    if (lines_.size() > 2 * num_lines_) {
      lines_.pop_front();
      ++begin_;
    }
  }

  uint64_t begin() const { return begin_; }                // the oldest that is kept
  uint64_t end() const { return begin_ + lines_.size(); }  // the next to come
  const std::string& line(uint64_t number) const { return lines_[number - begin_]; }

  // Where a new reader begins, which is also how many lines it has missed.
  uint64_t begin_of_new_reader() const { return end() > num_lines_ ? end() - num_lines_ : 0; }

 private:
  size_t num_lines_;
  uint64_t begin_ = 0;
  std::deque<std::string> lines_;
};

// The line that stands for `lines` others.
std::string dropped_event(uint64_t lines);

// Throws an InternalError for a line with a line break.
void check_event(std::string_view line);

}  // namespace motley::core
