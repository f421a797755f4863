// Options that several subcommands have, and what arguments must look like.
#pragma once

#include <CLI/CLI.hpp>

#include <chrono>
#include <functional>
#include <optional>

#include "motley/plan.h"
#include "motley/run.h"
#include "motley/trace.h"

namespace motley::apps {

// --microbatches; and --accumulate, --recompute and --allow-cross-sample.
void add_microbatches_option(CLI::App& parser, MicrobatchOptions& options);
void add_accumulation_options(CLI::App& parser, MicrobatchOptions& options);

// --plugin and --precision.
void add_accelerator_options(CLI::App& parser, DeviceSettings& settings);
// --precision of commands that run nothing.
void add_precision_option(CLI::App& parser, bool& bf16_products);
void add_gradient_option(CLI::App& parser, bool& bf16_gradients);  // after --precision
// --level, --time-limit, --strategy and the like are those of `plan`; train has a few of them.
void add_level_option(CLI::App& parser, PlanOptions& options);
// Seconds of the whole command; 0: none.
void add_time_limit_option(CLI::App& parser, double& seconds);
// When planning has to end by then: what follows it, and a step of it that cannot be interrupted,
// take some time, too.
std::optional<std::chrono::steady_clock::time_point> deadline_of(
    double time_limit, std::chrono::steady_clock::time_point begin);
// Of a time limit that is over before planning begins, since reading the model and building its
// step took longer; else empty.
std::string note_of_late_start(double time_limit, std::chrono::steady_clock::time_point begin);

// --report: a page of the result.
void add_report_option(CLI::App& parser, std::string& file);

// A device's name; `reference` where it is allowed.
CLI::Validator device_name(bool with_reference);

// Lists these options below a heading of their own in the help.
void group_options(CLI::App& parser, const char* heading, std::initializer_list<const char*> names);

// Shows what a search reports on a line of standard error.
std::function<void(const PlanProgress&)> shown_on(core::WaitingLine& line);

// A note for the user, on standard error.
void print_note(const std::string& note);
void print_notes(const std::vector<std::string>& notes);

}  // namespace motley::apps
