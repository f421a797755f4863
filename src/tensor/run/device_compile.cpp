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
#include "tensor/passes/cudnn_attention.h"
#include "tensor/passes/expand_attention.h"
#include "tensor/passes/gradient_marks.h"

namespace motley::tensor {
namespace {

using core::pjrt::Compilation;

// A program as the plugin's compiler reads it.
struct SourceText {
  std::string text;
  bool has_cudnn = false;  // calls cuDNN's fused attention
};

// Attention as a single op is ours alone: other compilers need it expanded, or as a call of their
// own kernels for it.
SourceText stablehlo_text(const DeviceSource& source, const DeviceRunSettings& settings,
                          bool with_cudnn) {
  PrintOptions options;
  for (const Update& update : source.updates)
    options.aliases.push_back({update.argument, update.result});
  const Program marked = strip_gradient_marks(*source.program);
  CudnnAttention cudnn(marked);
  Program program =
      expand_attention(marked, [&](const OpView& op) { return with_cudnn && cudnn.takes(op); });
  if (settings.precision) program = with_product_precision(std::move(program), *settings.precision);
  const bool has_cudnn = cudnn.add_calls(program, options);
  return {print(program, options), has_cudnn};
}

// cuDNN comes with the plugin of NVIDIA GPUs, but not in every version that its kernels need.
Compilation compile_source(const DeviceSource& source, const DeviceRunSettings& settings,
                           core::pjrt::CompileCache& cache, std::string& text, std::string& note) {
  const bool is_cuda = settings.device->name().platform == "cuda";
  SourceText made = stablehlo_text(source, settings, is_cuda);
  Compilation compiled = cache.compile(*settings.device, made.text);
  if (!compiled.program && made.has_cudnn) {
    note = "fused attention of cuDNN is not available, attention is compiled from products: " +
           compiled.error.to_string().substr(0, 200);
    made = stablehlo_text(source, settings, false);
    compiled = cache.compile(*settings.device, made.text);
  }
  text = std::move(made.text);
  return compiled;
}

// " at `%3 = stablehlo.add ...`" if the message names a line and column of the text.
std::string source_location(const std::string& text, const std::string& message) {
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

// The device's free memory, as far as its plugin reports it, with advice for when it is too small.
class FreeMemory {
 public:
  explicit FreeMemory(const core::pjrt::Device& device)
      : device_(device), memory_(device.memory()) {}

  bool has(int64_t bytes) const {
    return !memory_ || !memory_->limit_bytes ||
           bytes <= *memory_->limit_bytes - memory_->used_bytes;
  }
  std::string to_string() const {
    std::string text = fmt::format("{} ({})", device_.name().to_string(), device_.kind());
    if (memory_ && memory_->limit_bytes) {
      text += fmt::format(" has {} free of {}",
                          core::readable_bytes(*memory_->limit_bytes - memory_->used_bytes),
                          core::readable_bytes(*memory_->limit_bytes));
    }
    text += ": a smaller batch, --microbatches or --recompute may help";
    if (device_.takes_part_of_memory())
      text += fmt::format(", or a larger share of its memory ({})", core::pjrt::kMemoryFraction);
    return text;
  }

 private:
  const core::pjrt::Device& device_;
  std::optional<core::pjrt::DeviceMemory> memory_;
};

// The message of a compiler that ran out of device memory while autotuning: it may report that once
// per candidate, under any error code. Empty if the error is of another kind.
std::string out_of_memory_detail(const core::pjrt::CallError& error) {
  constexpr std::string_view kName = "RESOURCE_EXHAUSTED: ";
  size_t begin = error.message.find(kName);
  if (begin != error.message.npos) {
    begin += kName.size();
    return error.message.substr(begin, error.message.find(". ", begin) - begin);
  }
  return error.code == core::pjrt::ErrorCode::kResourceExhausted ? error.message : "";
}

[[noreturn]] void throw_compile_error(const DeviceRunSettings& settings, const DeviceSource& source,
                                      const std::string& text, const core::pjrt::CallError& error) {
  const std::string& plugin = settings.device->plugin().file();
  if (const std::string detail = out_of_memory_detail(error); !detail.empty()) {
    throw core::UserError(
        {source.program->source},
        fmt::format("the compiler of {} ran out of device memory while autotuning: {}; {}", plugin,
                    detail, FreeMemory(*settings.device).to_string()));
  }
  throw core::UserError({source.program->source},
                        fmt::format("{} rejects the program{}: {}", plugin,
                                    source_location(text, error.message), error.to_string()));
}

// Lower bound on a program's memory: arguments, and results that alias no argument.
int64_t min_bytes(const DeviceSource& source) {
  const Program& program = *source.program;
  int64_t bytes = 0;
  for (ValueId v : program.body.arguments) bytes += program.type(v).num_bytes();
  for (ValueId v : program.body.results) bytes += program.type(v).num_bytes();
  for (const Update& update : source.updates)
    bytes -= program.type(program.body.results[update.result]).num_bytes();
  return bytes;
}

// Before compiling, which may take minutes and needs that memory for autotuning.
void check_min_memory(const DeviceRunSettings& settings, const std::vector<DeviceSource>& sources) {
  const FreeMemory free(*settings.device);
  for (const DeviceSource& source : sources) {
    if (free.has(min_bytes(source))) continue;
    throw core::UserError({source.program->source},
                          fmt::format("the program needs at least {} of memory; {}",
                                      core::readable_bytes(min_bytes(source)), free.to_string()));
  }
}

}  // namespace

DeviceCompilation compile_for_device(const DeviceRunSettings& settings,
                                     const std::vector<DeviceSource>& sources) {
  check_min_memory(settings, sources);
  core::pjrt::CompileCache cache(settings.cache_folder);
  const auto count = static_cast<int64_t>(sources.size());
  std::vector<std::string> texts(count);
  std::vector<Compilation> compiled(count);
  std::vector<std::string> notes(count);
  std::vector<std::exception_ptr> failures(count);
  core::parallel_for(
      std::min<int64_t>(core::num_cores(), count), count, [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) {
          try {
            compiled[i] = compile_source(sources[i], settings, cache, texts[i], notes[i]);
          } catch (...) {
            failures[i] = std::current_exception();
          }
        }
      });
  DeviceCompilation result;
  for (int64_t i = 0; i < count; ++i) {
    if (failures[i]) std::rethrow_exception(failures[i]);
    if (!compiled[i].program)
      throw_compile_error(settings, sources[i], texts[i], compiled[i].error);
    result.programs.push_back(std::move(*compiled[i].program));
  }
  // Before allocating anything: each program alone, with the peak its compiler reports.
  for (int64_t i = 0; i < count; ++i) {
    if (const auto needed = result.programs[i].memory())
      check_free_memory(settings, sources[i].program->source, needed->peak_bytes());
  }
  result.num_loaded = cache.num_loaded();
  result.notes = cache.notes();
  for (const std::string& note : notes) {
    if (note.empty()) continue;
    result.notes.push_back(note);
    break;  // the same for all programs
  }
  return result;
}

void check_free_memory(const DeviceRunSettings& settings, const std::string& source,
                       int64_t bytes) {
  const FreeMemory free(*settings.device);
  if (free.has(bytes)) return;
  throw core::UserError({source}, fmt::format("the program needs {} of memory; {}",
                                              core::readable_bytes(bytes), free.to_string()));
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
  MOTLEY_CHECK(false, "element type without a PJRT equivalent");
}

}  // namespace motley::tensor
