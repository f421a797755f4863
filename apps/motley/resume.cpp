#include "apps/motley/resume.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/base/error.h"

namespace motley::apps {
namespace {

using namespace tensor;

double default_rate(const Optimizer& optimizer) {
  switch (optimizer.kind) {
    case Optimizer::Kind::kSgd:
      return 0.1;
    case Optimizer::Kind::kMomentum:
      return 0.01;
    case Optimizer::Kind::kAdam:
    case Optimizer::Kind::kAdamW:
      return 1e-3;
  }
  return 0;
}

// A fact of a checkpoint, which our own always have.
std::string fact(const core::Checkpoint& checkpoint, const std::string& name) {
  const auto& facts = checkpoint.facts().facts;
  const auto found = facts.find(name);
  if (found == facts.end()) {
    throw core::UserError({checkpoint.path()}, fmt::format("is no checkpoint of `motley train`: "
                                                           "its index has no fact `{}`",
                                                           name));
  }
  return found->second;
}

template <class T>
T number_fact(const core::Checkpoint& checkpoint, const std::string& name) {
  const std::string text = fact(checkpoint, name);
  T value = {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw core::UserError({checkpoint.path()},
                          fmt::format("its fact `{}` is no number: {}", name, text));
  }
  return value;
}

std::string type_text(const std::string& dtype, const std::vector<int64_t>& shape) {
  return fmt::format("{}[{}]", dtype, fmt::join(shape, ","));
}

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace

TrainingFacts training_facts(const TrainSettings& settings, const core::Checkpoint* checkpoint) {
  TrainingFacts facts;
  facts.optimizer = Optimizer::parse(settings.optimizer.value_or("adam"));
  facts.rate = settings.rate.value_or(default_rate(facts.optimizer));
  facts.seed = settings.seed.value_or(0);
  if (!checkpoint) return facts;

  const auto contradicts = [&](const char* option, const std::string& given,
                               const std::string& kept) {
    throw core::UserError({checkpoint->path()}, fmt::format("was trained with {} {}, not {}; "
                                                            "leave {} out to go on as before",
                                                            option, kept, given, option));
  };
  const std::string kept_optimizer = fact(*checkpoint, "optimizer");
  if (settings.optimizer && facts.optimizer.to_string() != kept_optimizer) {
    contradicts("--optimizer", facts.optimizer.to_string(), kept_optimizer);
  }
  const auto kept_seed = number_fact<uint64_t>(*checkpoint, "seed");
  if (settings.seed && *settings.seed != kept_seed) {
    contradicts("--seed", std::to_string(*settings.seed), std::to_string(kept_seed));
  }
  facts.optimizer = Optimizer::parse(kept_optimizer);
  facts.seed = kept_seed;
  facts.rate = settings.rate.value_or(number_fact<double>(*checkpoint, "lr"));
  facts.first_step = checkpoint->facts().step;
  return facts;
}

void check_belongs(Training& training, const core::Checkpoint& checkpoint) {
  const std::string model = fact(checkpoint, "model");
  const auto fail = [&](const std::string& what) {
    throw core::UserError({checkpoint.path()},
                          fmt::format("is a checkpoint of another model ({}): {}", model, what));
  };
  for (int i = 0; i < training.num_kept(); ++i) {
    const std::string& name = training.names[i];
    const TensorType& type = training.arguments[i].type;
    const core::CheckpointTensor* found = checkpoint.find(name);
    if (!found) fail(fmt::format("it has no tensor `{}`", name));
    const std::string wanted = type_text(std::string(safetensors_name(type.element)), type.shape),
                      kept = type_text(found->dtype, found->shape);
    if (kept != wanted) fail(fmt::format("tensor `{}` is {}, not {}", name, kept, wanted));
  }
  for (const core::CheckpointTensor& tensor : checkpoint.tensors()) {
    if (std::ranges::find(training.names, tensor.name) == training.names.end()) {
      fail(fmt::format("its tensor `{}` has no place in this one", tensor.name));
    }
  }
  if (fact(checkpoint, "loss") != hash_text(training.loss_hash)) {
    fail("the tensors would fit, but the loss is another; --params takes the parameters alone");
  }
  if (fact(checkpoint, "data") != training.data.origin) {
    training.notes.push_back(fmt::format("the checkpoint was trained on {}; this goes on with {}",
                                         fact(checkpoint, "data"), training.data.origin));
  }
  const int threads = number_fact<int>(checkpoint, "threads");
  if (threads != training.settings.threads) {
    training.notes.push_back(fmt::format(
        "the checkpoint was trained with --threads {}; with {} sums may differ in their last bits",
        threads, training.settings.threads));
  }
}

void restore(Training& training, const core::Checkpoint& checkpoint) {
  for (int i = 0; i < training.num_kept(); ++i) {
    Literal whole = Literal::unset(training.arguments[i].type);
    checkpoint.read(*checkpoint.find(training.names[i]),
                    {whole.data(), static_cast<size_t>(whole.num_bytes())});
    fill_from(*training.step, i, whole.type(), whole.bytes());
  }
  training.params_origin = checkpoint.path();
}

void save_checkpoint(const Training& training, int64_t steps_done) {
  std::vector<std::vector<core::PieceToWrite>> shards(1);
  StepRunner& step = *training.step;
  for (int i = 0; i < training.num_kept(); ++i) {
    const TensorType& type = training.arguments[i].type;
    shards[0].push_back({training.names[i], std::string(safetensors_name(type.element)), type.shape,
                         step.argument(i)});
  }
  core::write_checkpoint(training.settings.checkpoint,
                         {.step = steps_done,
                          .facts = {{"model", training.settings.model},
                                    {"loss", hash_text(training.loss_hash)},
                                    {"optimizer", training.facts.optimizer.to_string()},
                                    {"lr", fmt::format("{}", training.facts.rate)},
                                    {"seed", std::to_string(training.facts.seed)},
                                    {"threads", std::to_string(training.settings.threads)},
                                    {"data", training.data.origin}}},
                         shards);
}

}  // namespace motley::apps
