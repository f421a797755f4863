#include "tensor/run/device_compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <regex>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/threads.h"
#include "tensor/ir/builder.h"
#include "tensor/ir/precision.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/expand_attention.h"

namespace motley::tensor {
namespace {

using core::pjrt::Compilation;

std::string text_of(const DeviceSource& source, const DeviceRunSettings& settings) {
  PrintOptions options;
  for (const Update& update : source.updates)
    options.aliases.push_back({update.argument, update.result});
  // No compiler but ours knows attention as one op.
  Program program = expand_attention(*source.program);
  if (settings.precision) program = with_product_precision(std::move(program), *settings.precision);
  return print(program, options);
}

// " at `%3 = stablehlo.add ...`" where the message tells the line and column of a text.
std::string place_in(const std::string& text, const std::string& message) {
  std::smatch found;
  if (!std::regex_search(message, found, std::regex(":([0-9]{1,7}):[0-9]{1,7}"))) return "";
  size_t begin = 0;
  for (int line = 1; line < std::stoi(found[1]); ++line) {
    begin = text.find('\n', begin);
    if (begin++ == text.npos) return "";
  }
  begin = text.find_first_not_of(' ', begin);
  if (begin == text.npos) return "";
  constexpr size_t kLongest = 100;
  return fmt::format(" at `{}`",
                     text.substr(begin, std::min(kLongest, text.find('\n', begin) - begin)));
}

[[noreturn]] void refuse(const DeviceRunSettings& settings, const DeviceSource& source,
                         const std::string& text, const core::pjrt::CallError& refusal) {
  throw core::UserError(
      {source.program->source},
      fmt::format("{} refuses the program{}: {}", settings.device->plugin().file(),
                  place_in(text, refusal.message), refusal.to_string()));
}

// Before any memory is taken: the arguments of all, and the most that one of them needs beside.
void check_memory(const DeviceRunSettings& settings, const std::vector<DeviceSource>& sources,
                  const std::vector<core::pjrt::Executable>& programs) {
  const auto memory = settings.device->memory();
  if (!memory || !memory->limit_bytes) return;
  for (size_t i = 0; i < programs.size(); ++i) {
    const auto needed = programs[i].memory();
    if (!needed) return;
    const int64_t free = *memory->limit_bytes - memory->used_bytes;
    if (needed->peak_bytes() <= free) continue;
    throw core::UserError(
        {sources[i].program->source},
        fmt::format("needs {} of memory on {} ({}), which has {} free of {}: a smaller batch, "
                    "--microbatches or --recompute may help",
                    core::readable_bytes(needed->peak_bytes()), settings.device->name().to_string(),
                    settings.device->kind(), core::readable_bytes(free),
                    core::readable_bytes(*memory->limit_bytes)));
  }
}

}  // namespace

DeviceCompilation compile_for_device(const DeviceRunSettings& settings,
                                     const std::vector<DeviceSource>& sources) {
  core::pjrt::CompileCache cache(settings.cache_folder);
  const auto count = static_cast<int64_t>(sources.size());
  std::vector<std::string> texts(count);
  std::vector<Compilation> compiled(count);
  std::vector<std::exception_ptr> failures(count);
  core::parallel_for(std::min<int64_t>(core::num_cores(), count), count,
                     [&](int64_t begin, int64_t end, int) {
                       for (int64_t i = begin; i < end; ++i) {
                         try {
                           texts[i] = text_of(sources[i], settings);
                           compiled[i] = cache.compile(*settings.device, texts[i]);
                         } catch (...) {
                           failures[i] = std::current_exception();
                         }
                       }
                     });
  DeviceCompilation result;
  for (int64_t i = 0; i < count; ++i) {
    if (failures[i]) std::rethrow_exception(failures[i]);
    if (!compiled[i].program) refuse(settings, sources[i], texts[i], compiled[i].refusal);
    result.programs.push_back(std::move(*compiled[i].program));
  }
  check_memory(settings, sources, result.programs);
  result.num_loaded = cache.num_loaded();
  result.notes = cache.notes();
  return result;
}

void warm_up(const DeviceRunSettings& settings) {
  const TensorType type{ElementType::kF32, {256, 256}};
  ProgramBuilder b("warm_up");
  const ValueId x = b.argument(type);
  const DotAttrs product{
      .lhs_batch = {}, .rhs_batch = {}, .lhs_contracting = {1}, .rhs_contracting = {0}};
  const ValueId y = b.add_one(OpCode::kDotGeneral, {x, x}, product);
  const Program program = std::move(b).finish({y});
  const DeviceCompilation compiled = compile_for_device(settings, {{&program, {}}});
  const Literal zeros = Literal::zeros(type);
  const core::pjrt::Buffer argument =
      settings.device->upload(zeros.bytes(), buffer_type(type.element), type.shape);
  const core::pjrt::Buffer* list = &argument;
  compiled.programs[0].run({&list, 1}).done.wait("a first run", settings.stall_limit_seconds);
}

core::pjrt::BufferType buffer_type(ElementType element) {
  using core::pjrt::BufferType;
  switch (element) {
    case ElementType::kI1:
      return BufferType::kBool;
    case ElementType::kI8:
      return BufferType::kS8;
    case ElementType::kI16:
      return BufferType::kS16;
    case ElementType::kI32:
      return BufferType::kS32;
    case ElementType::kI64:
      return BufferType::kS64;
    case ElementType::kU8:
      return BufferType::kU8;
    case ElementType::kU16:
      return BufferType::kU16;
    case ElementType::kU32:
      return BufferType::kU32;
    case ElementType::kU64:
      return BufferType::kU64;
    case ElementType::kF16:
      return BufferType::kF16;
    case ElementType::kBF16:
      return BufferType::kBF16;
    case ElementType::kF32:
      return BufferType::kF32;
    case ElementType::kF64:
      return BufferType::kF64;
  }
  MOTLEY_CHECK(false, "an element type without a number");
}

}  // namespace motley::tensor
