#include "tensor/adapt/decision_log.h"

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "tensor/plan/schedule/action_table.h"

namespace motley::tensor {
namespace {

using LogJson = nlohmann::ordered_json;

ShareTuning tuning_of(const LogJson& j) {
  return {.units = j.at("units").get<std::vector<int64_t>>(),
          .speeds = j.at("speeds").get<std::vector<double>>(),
          .fixed = j.at("fixed").get<std::vector<double>>(),
          .moving = {.fixed_seconds = j.at("moving").at(0), .per_share = j.at("moving").at(1)}};
}

ShareRecord record_of(const LogJson& j) {
  return {.step = j.at("step"),
          .compute_seconds = j.at("compute_seconds").get<std::vector<double>>(),
          .step_seconds = j.at("step_seconds"),
          .steps_left = j.at("steps_left")};
}

LogJson parsed(const std::string& line) {
  LogJson j = LogJson::parse(line, nullptr, false);
  if (!j.is_object()) throw core::UserError("a line of the decisions is no JSON: " + line);
  return j;
}

ScheduleChoice choice_of(const LogJson& j) {
  ScheduleChoice choice;
  for (const auto& item : j.at("schedules").items()) {
    choice.candidates.push_back(
        {item.key(), schedule::parse_action_table(item.value().get<std::string>(), item.key())});
  }
  for (const LogJson& pair : j.at("pairs")) choice.pairs.push_back({pair.at(0), pair.at(1)});
  return choice;
}

ScheduleRecord schedule_record_of(const LogJson& j) {
  return {.step = j.at("step"),
          .forward = j.at("forward").get<std::vector<double>>(),
          .input_gradient = j.at("input_gradient").get<std::vector<double>>(),
          .weight_gradient = j.at("weight_gradient").get<std::vector<double>>(),
          .transfer = j.at("transfer").get<std::vector<double>>(),
          .step_seconds = j.at("step_seconds")};
}

}  // namespace

std::string log_line(const ShareTuning& tuning) {
  return core::json_text(
      LogJson{{"use",
               {{"units", tuning.units},
                {"speeds", tuning.speeds},
                {"fixed", tuning.fixed},
                {"moving", {tuning.moving.fixed_seconds, tuning.moving.per_share}}}}});
}

std::string log_line(const ShareRecord& record, const std::optional<ShareProposal>& proposal) {
  return core::json_text(LogJson{{"step", record.step},
                                 {"compute_seconds", record.compute_seconds},
                                 {"step_seconds", record.step_seconds},
                                 {"steps_left", record.steps_left},
                                 {"proposal", proposal ? LogJson(proposal->units) : LogJson()}});
}

std::string log_line(const Adaptation& change) {
  return core::json_text(LogJson{{"change",
                                  {{"step", change.step},
                                   {"kind", change.kind},
                                   {"change", change.change},
                                   {"reason", change.reason},
                                   {"before_step_seconds", change.before_seconds},
                                   {"predicted_step_seconds", change.predicted_seconds},
                                   {"moved_bytes", change.moved_bytes},
                                   {"move_seconds", change.move_seconds}}}});
}

std::vector<Adaptation> logged_changes(const std::vector<std::string>& lines) {
  std::vector<Adaptation> changes;
  for (const std::string& line : lines) {
    const LogJson j = parsed(line);
    if (!j.contains("change") || !j.at("change").is_object()) continue;
    const LogJson& c = j.at("change");
    changes.push_back({.step = c.at("step"),
                       .kind = c.at("kind"),
                       .change = c.at("change"),
                       .reason = c.at("reason"),
                       .before_seconds = c.at("before_step_seconds"),
                       .predicted_seconds = c.at("predicted_step_seconds"),
                       .moved_bytes = c.at("moved_bytes"),
                       .move_seconds = c.at("move_seconds")});
  }
  return changes;
}

std::vector<ReplayedShares> replay_shares(const std::vector<std::string>& lines) {
  std::vector<ReplayedShares> replayed;
  std::optional<ShareTuner> tuner;
  for (const std::string& line : lines) {
    const LogJson j = parsed(line);
    if (j.contains("use")) {
      tuner ? tuner->use(tuning_of(j.at("use"))) : (void)tuner.emplace(tuning_of(j.at("use")));
    } else if (j.contains("compute_seconds") && tuner) {
      const auto proposal = tuner->observe(record_of(j));
      ReplayedShares& one = replayed.emplace_back();
      one.step = j.at("step");
      if (!j.at("proposal").is_null()) one.recorded = j.at("proposal").get<std::vector<int64_t>>();
      if (proposal) one.replayed = proposal->units;
    }
  }
  return replayed;
}

std::string log_line(const ScheduleChoice& choice, const std::string& policy) {
  LogJson schedules = LogJson::object(), pairs = LogJson::array();
  for (const ScheduleCandidate& one : choice.candidates) {
    schedules[one.name] = schedule::print_action_table(one.lists);
  }
  for (const StagePair& pair : choice.pairs) pairs.push_back({pair.from, pair.to});
  return core::json_text(LogJson{{"policy", policy}, {"schedules", schedules}, {"pairs", pairs}});
}

std::string log_line(const ScheduleRecord& record, int chosen) {
  return core::json_text(LogJson{{"step", record.step},
                                 {"forward", record.forward},
                                 {"input_gradient", record.input_gradient},
                                 {"weight_gradient", record.weight_gradient},
                                 {"transfer", record.transfer},
                                 {"step_seconds", record.step_seconds},
                                 {"chosen", chosen}});
}

std::vector<ReplayedSchedule> replay_schedules(const std::vector<std::string>& lines) {
  std::vector<ReplayedSchedule> replayed;
  std::optional<ScheduleTuner> tuner;
  for (const std::string& line : lines) {
    const LogJson j = parsed(line);
    if (j.contains("schedules")) {
      tuner.emplace(choice_of(j), schedule_policy(j.at("policy")));
    } else if (j.contains("chosen") && tuner) {
      replayed.push_back({j.at("step"), j.at("chosen"), tuner->observe(schedule_record_of(j))});
    }
  }
  return replayed;
}

}  // namespace motley::tensor
