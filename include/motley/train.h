// Training: a session in this process, or as one rank of a plan.
//
//   TrainSession session(step, {.steps = 10, .checkpoint = "ckpt"}, {.device = "cpu"});
//   session.on_step([](const TrainProgress& p) { std::puts(p.text.c_str()); });
//   session.run();
//
//   TrainOptions{.steps = 1000, .rate = 3e-4, .schedule = "cosine:warmup=100,final=0.1",
//                .data = "digits.npz", .validation = "0.1", .metrics = "digits.csv"}
//
//   run_local(plan.num_ranks(), [&](Communicator& comm) {        // ranks as threads;
//     TrainSession(comm, plan, options, {}).run();               // run_mpi of motley/mpi.h:
//     processes
//   });
#pragma once

#include "core/io/checkpoint.h"
#include "motley/ranks.h"
#include "motley/run.h"
#include "tensor/train/learning_rate.h"
#include "tensor/train/rank_agreement.h"
#include "tensor/train/ranks_of_plan.h"
#include "tensor/train/session.h"
#include "tensor/train/train_job.h"

namespace motley {

using core::Checkpoint;
using tensor::Evaluation;
using tensor::RateSchedule;
using tensor::TrainFacts;
using tensor::TrainOptions;
using tensor::TrainProgress;
using tensor::TrainSession;
using tensor::TrainSummary;

using tensor::on_ranks_of;
using tensor::optimizer_of;
using tensor::share_plan;

}  // namespace motley
