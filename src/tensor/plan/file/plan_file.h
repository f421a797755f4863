// The Plan file: JSON, written by `motley plan -o`, read by `verify`, `simulate`, `train` and
// `plan --diff`, and edited by hand (docs/formats.md). The same plan gives the same bytes.
//
//   write_plan("plan.json", plan);
//   const Plan same = read_plan("plan.json");
//
// A file can be moved: it holds its cluster, the model's signature and the hashes of model and
// step; a model folder is named relative to the file. Version 1, which has one stage and names its
// cluster's file, is read as well.
#pragma once

#include <string>
#include <vector>

#include "core/io/new_file.h"
#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

// The text of a file in this folder, which relative paths refer to.
std::string plan_json(const Plan& plan, const std::string& folder = ".");
// Of a link there: the user who names the file may name a link, in a folder that we fill it is
// replaced.
void write_plan(const std::string& file, const Plan& plan,
                core::Links links = core::Links::kFollow);
// Its stages only: devices and states, without times.
std::string stages_json(const Plan& plan);
// A sharded plan with other states: `text` is the stages_json of a plan of the same step, lowered
// with the costs of `plan`. Without times.
Plan with_stages(const Plan& plan, const std::string& text);

struct ReadPlanOptions {
  // The model to use instead of the one that the file names; its step must have the file's hash.
  std::string model = {};
  bool predict = true;  // simulate the step; without it the plan has no times
};

// Throws a UserError that names the value whose state does not fit, or says that the model is
// another than the plan was made for. `notes`: what the user should know, such as a cluster file
// that has changed since.
Plan read_plan(const std::string& file, const ReadPlanOptions& options = {},
               std::vector<std::string>* notes = nullptr);
// From text; `file` is for messages and for paths.
Plan parse_plan(const std::string& text, const std::string& file,
                const ReadPlanOptions& options = {}, std::vector<std::string>* notes = nullptr);

// Of all that a cluster's file states except its name.
uint64_t cluster_hash(core::Cluster cluster);

}  // namespace motley::tensor::planner
