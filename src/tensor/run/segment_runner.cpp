#include "tensor/run/segment_runner.h"

#include <algorithm>

#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

class ReferenceSegments : public SegmentRunner {
 public:
  ReferenceSegments(const RankProgram& program, std::vector<Literal>& buffers)
      : program_(program), buffers_(buffers) {}

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    std::vector<Literal> arguments;
    for (int b : segment.inputs) arguments.push_back(buffers_[b]);
    auto results = interpret(segment.program, std::move(arguments)).results;
    for (size_t i = 0; i < results.size(); ++i) {
      buffers_[segment.outputs[i]] = std::move(results[i]);
    }
  }

  void move(int from, int to) override { std::swap(buffers_[from], buffers_[to]); }

 private:
  const RankProgram& program_;
  std::vector<Literal>& buffers_;
};

class CpuSegments : public SegmentRunner {
 public:
  CpuSegments(const RankProgram& program, std::vector<Literal>& buffers, int num_threads)
      : program_(program), buffers_(buffers) {
    for (const Segment& segment : program.segments)
      engines_.emplace_back(compile(segment.program, {.num_threads = num_threads}));
  }

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    Executable& engine = engines_[index];
    for (size_t i = 0; i < segment.inputs.size(); ++i) {
      if (!engine.reads_argument(static_cast<int>(i))) continue;
      const Literal& from = buffers_[segment.inputs[i]];
      std::copy_n(from.data(), from.num_bytes(), engine.argument(static_cast<int>(i)).data());
    }
    engine.run();
    for (size_t i = 0; i < segment.outputs.size(); ++i) {
      const auto from = engine.result(static_cast<int>(i));
      std::copy(from.begin(), from.end(), buffers_[segment.outputs[i]].data());
    }
  }

  void move(int from, int to) override { std::swap(buffers_[from], buffers_[to]); }

 private:
  const RankProgram& program_;
  std::vector<Literal>& buffers_;
  std::vector<Executable> engines_;  // one per segment
};

}  // namespace

std::unique_ptr<SegmentRunner> run_segments_on_reference(const RankProgram& program,
                                                         std::vector<Literal>& buffers) {
  return std::make_unique<ReferenceSegments>(program, buffers);
}

std::unique_ptr<SegmentRunner> run_segments_on_cpu(const RankProgram& program,
                                                   std::vector<Literal>& buffers, int num_threads) {
  return std::make_unique<CpuSegments>(program, buffers, num_threads);
}

}  // namespace motley::tensor
