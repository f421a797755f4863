#include "tensor/model_run/run_arguments.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/memory.h"

namespace motley::tensor {

RunArguments::RunArguments(const LoadedModel& loaded, ArgumentSource source)
    : loaded_(loaded), source_(std::move(source)) {
  for (ValueId v : loaded.program.body.arguments) types_.push_back(loaded.program.type(v));
  if (!source_.params.empty()) {
    if (loaded.signature.size() != types_.size()) {
      throw core::UserError({source_.model},
                            "which arguments are parameters is not known without a signature.json: "
                            "--params is for models that have one");
    }
    params_.emplace(source_.params, loaded.signature);
    params_->check();
  }
  const std::string file = source_.file.empty() ? loaded.inputs_file.value_or("") : source_.file;
  if (types_.empty()) {
    if (!source_.file.empty())
      throw core::UserError({source_.file}, "the program takes no arguments");
    origin_ = "none needed";
  } else if (!file.empty()) {
    file_.emplace(file);
    origin_ = file;
    for (size_t i = 0; i < types_.size(); ++i) {
      if (!is_stored(i)) file_->bytes(static_cast<int64_t>(i), types_[i]);
    }
  } else {
    origin_ =
        fmt::format("random {}, seed {} (integers are zero); --inputs FILE gives others",
                    only_defaults() ? "from " + Initial{}.to_string() : "by the signature's init",
                    source_.seed);
  }
  if (params_) origin_ = fmt::format("parameters of {}; others: {}", params_->origin(), origin_);
}

Literal RunArguments::get(size_t i) const {
  const auto position = static_cast<int64_t>(i);
  if (is_stored(i)) return params_->read(static_cast<int>(i));
  if (file_) return Literal::from_bytes(types_[i], file_->bytes(position, types_[i]));
  return draw_argument(spec(i), position, source_.seed, source_.threads);
}

std::vector<Literal> RunArguments::all() const {
  int64_t bytes = 0;
  for (const TensorType& type : types_)
    bytes = core::checked_add(bytes, type.num_bytes()).value_or(INT64_MAX);
  if (bytes > core::machine_memory_bytes()) {
    throw core::UserError({source_.model},
                          fmt::format("the arguments take {}, more than this machine's {}",
                                      core::readable_bytes(bytes),
                                      core::readable_bytes(core::machine_memory_bytes())));
  }
  std::vector<Literal> arguments;
  for (size_t i = 0; i < types_.size(); ++i) arguments.push_back(get(i));
  return arguments;
}

bool RunArguments::is_stored(size_t i) const {
  return params_ && loaded_.signature[i].role != Role::kBatch && params_->has(static_cast<int>(i));
}

ArgumentSpec RunArguments::spec(size_t i) const {
  return loaded_.signature.empty() ? ArgumentSpec{.name = {}, .type = types_[i], .init = {}}
                                   : loaded_.signature[i];
}

bool RunArguments::only_defaults() const {
  for (size_t i = 0; i < types_.size(); ++i) {
    if (spec(i).init.to_string() != Initial{}.to_string()) return false;
  }
  return true;
}

}  // namespace motley::tensor
