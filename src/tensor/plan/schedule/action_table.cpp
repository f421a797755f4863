#include "tensor/plan/schedule/action_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor::schedule {
namespace {

constexpr int32_t kMostStages = 1 << 20, kMostMicrobatches = 1 << 24;

// Consumes an integer at the front of `text`.
std::optional<int32_t> take_number(std::string_view& text) {
  int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

std::optional<ActionKind> pass_named(std::string_view word) {
  if (word == "F") return ActionKind::kForward;
  if (word == "B") return ActionKind::kBackward;
  if (word == "I") return ActionKind::kInputGradient;
  if (word == "W") return ActionKind::kWeightGradient;
  return std::nullopt;
}

bool places_communication(std::string_view word) {
  constexpr std::string_view kWords[] = {"SEND_F",  "RECV_F",  "SEND_B",     "RECV_B",
                                         "UNSHARD", "RESHARD", "REDUCE_GRAD"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// The action of a cell; empty for idle and communication cells.
std::optional<Action> parse_cell(std::string_view cell, const core::SourcePosition& where) {
  const auto refuse = [&](const std::string& why) -> core::UserError {
    return {where, fmt::format("`{}` {}", cell, why)};
  };
  std::string_view rest = cell;
  if (rest.find("OVERLAP_F_B") != rest.npos) {
    throw refuse("runs a forward and a backward at the same time, which is not supported");
  }
  const std::optional<int32_t> stage = take_number(rest);
  const size_t letters = std::min(rest.find_first_of("0123456789"), rest.size());
  const std::string_view word = rest.substr(0, letters);
  rest.remove_prefix(letters);
  if (stage && places_communication(word)) return std::nullopt;
  const std::optional<ActionKind> pass = pass_named(word);
  const std::optional<int32_t> microbatch = take_number(rest);
  if (!stage || !pass || !microbatch || !rest.empty()) {
    throw refuse("is not an action such as 0F3: a stage, one of F B I W, a micro-batch");
  }
  if (*stage >= kMostStages || *microbatch >= kMostMicrobatches) {
    throw refuse("has a number that is too large");
  }
  return Action{*pass, *stage, *microbatch};
}

std::vector<Action> parse_row(std::string_view line, core::SourcePosition where) {
  std::vector<Action> list;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t comma = std::min(line.find(',', begin), line.size());
    const std::string_view cell = trimmed(line.substr(begin, comma - begin));
    where.column = static_cast<int>(begin) + 1;
    if (!cell.empty()) {
      if (const auto action = parse_cell(cell, where)) list.push_back(*action);
    }
    begin = comma + 1;
  }
  return list;
}

// Derives the numbers of stages and micro-batches and the device of each stage.
void complete(Schedule& schedule, const std::string& file) {
  for (const auto& list : schedule.lists) {
    for (const Action& a : list) {
      schedule.num_stages = std::max(schedule.num_stages, a.stage + 1);
      schedule.num_microbatches = std::max(schedule.num_microbatches, a.microbatch + 1);
    }
  }
  int64_t num_actions = 0;
  schedule.device_of_stage.assign(schedule.num_stages, -1);
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    for (const Action& a : schedule.lists[d]) schedule.device_of_stage[a.stage] = d;
    num_actions += std::ssize(schedule.lists[d]);
  }
  const auto gap = std::ranges::find(schedule.device_of_stage, -1);
  if (gap != schedule.device_of_stage.end()) {
    throw core::UserError(
        {file}, fmt::format("stage {} has no actions", gap - schedule.device_of_stage.begin()));
  }
  // Each stage runs each micro-batch forward and backward: rejects a truncated table before
  // allocating memory for it.
  if (num_actions < int64_t{2} * schedule.num_stages * schedule.num_microbatches) {
    throw core::UserError(
        {file}, fmt::format("{} stages and {} micro-batches need more than the {} actions given",
                            schedule.num_stages, schedule.num_microbatches, num_actions));
  }
}

}  // namespace

std::string print_action_table(const Schedule& schedule) {
  std::string text;
  for (const auto& list : schedule.lists) {
    for (size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += ',';
      text += to_string(list[i]);
    }
    if (list.empty()) text += ',';  // an empty line would be no row
    text += '\n';
  }
  return text;
}

Schedule parse_action_table(const std::string& text, const std::string& file) {
  Schedule schedule;
  int line = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view row = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++line;
    if (!trimmed(row).empty()) schedule.lists.push_back(parse_row(row, {file, line}));
  }
  if (schedule.lists.empty()) throw core::UserError({file}, "the table has no actions");
  complete(schedule, file);
  const std::string fault = fault_of(schedule);
  if (!fault.empty()) throw core::UserError({file}, fault);
  return schedule;
}

}  // namespace motley::tensor::schedule
