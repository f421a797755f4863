#include "tensor/train/learning_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sstream>

#include "core/base/error.h"
#include "core/io/files.h"

namespace motley::tensor {
namespace {

constexpr std::string_view kTablePrefix = "table: ";

struct ScheduleName {
  const char* name;
  RateSchedule::Kind kind;
};
constexpr ScheduleName kSchedules[] = {{"constant", RateSchedule::Kind::kConstant},
                                       {"linear", RateSchedule::Kind::kLinear},
                                       {"cosine", RateSchedule::Kind::kCosine}};

template <class T>
std::optional<T> number_in(std::string_view text) {
  T value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void set(RateSchedule& schedule, const std::string& item) {
  const size_t equals = std::min(item.find('='), item.size());
  const std::string name = item.substr(0, equals),
                    value = equals < item.size() ? item.substr(equals + 1) : "";
  const auto count = number_in<int64_t>(value);
  const auto factor = number_in<double>(value);
  if ((name == "warmup" || name == "steps") && count && *count >= 0) {
    if (name == "warmup") {
      schedule.warmup = *count;
    } else {
      schedule.steps = *count;
    }
  } else if ((name == "start" || name == "final") && factor && *factor >= 0 && *factor < 1e9) {
    (name == "start" ? schedule.start : schedule.final) = *factor;
  } else {
    throw core::UserError(fmt::format(
        "learning-rate schedule: '{}' is not a setting; write warmup=STEPS, steps=STEPS, "
        "start=FACTOR or final=FACTOR",
        item));
  }
}

// One "STEP RATE" per line; commas count as blanks, # begins a comment.
RateSchedule parse_table(std::string text, const std::string& file, char separator) {
  RateSchedule schedule{.kind = RateSchedule::Kind::kTable};
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line, separator);) {
    ++number;
    const auto fail = [&](const std::string& why) {
      throw core::UserError({file, number, 1}, why);
    };
    line = line.substr(0, line.find('#'));
    std::ranges::replace(line, ',', ' ');
    std::istringstream words(line);
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    if (list.empty()) continue;
    const auto step = list.size() == 2 ? number_in<int64_t>(list[0]) : std::nullopt;
    const auto rate = list.size() == 2 ? number_in<double>(list[1]) : std::nullopt;
    const bool is_header = schedule.table.empty() && number == 1 && !step;
    if (is_header) continue;  // "step,lr"
    if (!step || !rate || !(*rate >= 0) || !std::isfinite(*rate)) {
      fail("a line of a learning-rate schedule is a step and a rate of at least 0");
    }
    const int64_t expected = schedule.table.empty() ? 0 : schedule.table.back().step + 1;
    if (schedule.table.empty() && *step != 0) fail("the first step of a schedule is 0");
    if (*step < expected) fail(fmt::format("step {} stands after a later one", *step));
    schedule.table.push_back({*step, *rate});
  }
  if (schedule.table.empty()) {
    throw core::UserError({file}, "has no learning rates: write lines of a step and a rate");
  }
  return schedule;
}

}  // namespace

RateSchedule RateSchedule::parse(const std::string& text) {
  if (text.starts_with(kTablePrefix)) {
    return parse_table(text.substr(kTablePrefix.size()), "learning-rate schedule", ';');
  }
  const std::string name = text.substr(0, text.find(':'));
  const auto found =
      std::ranges::find_if(kSchedules, [&](const ScheduleName& row) { return row.name == name; });
  if (found == std::end(kSchedules)) {
    if (core::path_kind(text) != core::PathKind::kFile) {
      throw core::UserError(
          fmt::format("unknown learning-rate schedule '{}'; expected constant, "
                      "linear, cosine, or a file of steps and rates",
                      text));
    }
    return parse_table(core::read_text_file(text), text, '\n');
  }
  RateSchedule schedule{.kind = found->kind};
  for (size_t at = name.size(); at < text.size();) {
    const size_t end = std::min(text.find(',', at + 1), text.size());
    set(schedule, text.substr(at + 1, end - at - 1));
    at = end;
  }
  if (schedule.steps && *schedule.steps < schedule.warmup) {
    throw core::UserError(
        fmt::format("learning-rate schedule '{}': its {} steps are fewer than "
                    "those of its warm-up",
                    text, *schedule.steps));
  }
  return schedule;
}

std::string RateSchedule::to_string() const {
  if (kind == Kind::kTable) {
    std::string text(kTablePrefix);
    for (const Entry& entry : table) {
      text += fmt::format("{}{} {}", text.size() > kTablePrefix.size() ? "; " : "", entry.step,
                          entry.rate);
    }
    return text;
  }
  std::string text = std::ranges::find(kSchedules, kind, &ScheduleName::kind)->name;
  char separator = ':';
  const auto add = [&](const char* name, auto value) {
    text += fmt::format("{}{}={}", separator, name, value);
    separator = ',';
  };
  if (warmup > 0) add("warmup", warmup);
  if (start != 0) add("start", start);
  if (final != 0) add("final", final);
  if (steps) add("steps", *steps);
  return text;
}

double RateSchedule::rate_at(int64_t steps_done, double rate, int64_t all_steps) const {
  if (kind == Kind::kTable) {
    const auto later = std::ranges::upper_bound(table, steps_done, {}, &Entry::step);
    return std::prev(later)->rate;
  }
  const auto done = static_cast<double>(steps_done);
  if (steps_done < warmup) {
    return rate * (start + (1 - start) * done / static_cast<double>(warmup));
  }
  const int64_t fall = std::max<int64_t>(1, steps.value_or(all_steps) - warmup);
  const double part =
      std::min(1.0, (done - static_cast<double>(warmup)) / static_cast<double>(fall));
  switch (kind) {
    case Kind::kLinear:
      return rate * (1 + (final - 1) * part);
    case Kind::kCosine:
      return rate * (final + (1 - final) * 0.5 * (1 + std::cos(std::numbers::pi * part)));
    default:
      return rate;
  }
}

}  // namespace motley::tensor
