// Plans a small GPT for a cluster of unequal devices, checks the plan, and trains by it.
//
//   train_on_cluster examples/clusters/unlike-4.yaml
//
// Ranks are threads of this process here. As MPI processes: link Motley::mpi, include motley/mpi.h,
// and write run_mpi where run_local stands.
#include <motley/error.h>
#include <motley/plan.h>
#include <motley/train.h>

#include <cstdio>

using namespace motley;

namespace {

int plan_and_train(const char* cluster_file) {
  // A model folder that JAX exported is loaded in the same way.
  const Model model = load_model("gpt:layers=2,hidden=32,heads=2,seq=32,vocab=256,batch=12");
  const StepPtr step = build_step(model, {.optimizer = "adamw"});
  const StepOnCluster on = on_cluster(step, read_cluster(cluster_file), cluster_file);

  const PlanResult result = plan(on, {.explain = "wte"});
  const Plan& best = result.plan;
  std::printf("a step takes %.3g ms on %d devices, no sharded plan less than %.3g ms\n",
              1e3 * best.time.step_seconds, best.num_ranks(),
              1e3 * best.found->lower_bound_seconds);
  for (const ExplainedState& s : explained_states(result)) {
    std::printf("  wte as %-12s %.3g ms%s\n", s.state.c_str(), 1e3 * s.step_seconds,
                s.is_chosen ? "  (chosen)" : "");
  }
  write_plan("plan.json", best);

  const VerifyResult verified = verify_plan(best, "", {.device = "reference"});
  std::printf("%d values equal those of one device to %.1e\n", verified.num_compared,
              verified.max_relative_error);
  if (!verified.ok) return 1;

  TrainSummary summary;
  run_local(best.num_ranks(), [&](Communicator& comm) {
    TrainSession session(comm, best, {.steps = 10, .checkpoint = "checkpoint", .threads = 1}, {});
    session.on_step([](const TrainProgress& p) { std::puts(p.text.c_str()); });
    const TrainSummary mine = session.run();
    if (mine.is_root) summary = mine;
  });
  std::printf("checkpoint of step %lld\n", static_cast<long long>(summary.checkpoint_step));
  return summary.losses.back() < summary.losses.front() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return plan_and_train(argc > 1 ? argv[1] : "examples/clusters/unlike-4.yaml");
  } catch (const UserError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
