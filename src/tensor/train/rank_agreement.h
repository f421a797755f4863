// Ranks that run one plan must agree on it. Floating point on two kinds of processors may differ,
// so one rank plans and the others are sent its text; before the first step, hashes are compared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor {

// Rank 0 makes the plan, and all return it, read from its text. If rank 0 throws, all do; if others
// cannot read it, since their model is another, all throw a UserError that names them. A
// collective.
planner::Plan share_plan(core::Communicator& comm, const std::function<planner::Plan()>& make);

// Compares the step and the sequence of communications on all ranks; a UserError names the ranks
// that differ from rank 0. A collective.
void check_agreement(core::Communicator& comm, const planner::Plan& plan,
                     const RankProgram& program);
// The same for the lists of all ranks of a pipeline.
void check_agreement(core::Communicator& comm, const planner::Plan& plan,
                     const planner::PipelineOfPlan& pipeline);

// The root's text on all ranks, and the texts of all ranks on the root. Collectives.
std::string broadcast_text(core::Communicator& comm, const std::string& text);
std::vector<std::string> gather_texts(core::Communicator& comm, const std::string& text);

// The communications of a rank in order, as text: the same on every rank of a plan.
std::string communication_text(const RankProgram& program);
// Those of all ranks of a pipeline.
std::string communication_text(const planner::PipelineOfPlan& pipeline);

}  // namespace motley::tensor
