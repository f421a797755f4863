#include "tensor/run/segment_runner.h"

#include <algorithm>

#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"
#include "tensor/run/segment_updates.h"

namespace motley::tensor {
namespace {

class ReferenceSegments : public SegmentRunner {
 public:
  ReferenceSegments(const RankProgram& program, RankBuffers& buffers)
      : program_(program), buffers_(buffers) {}

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    std::vector<Literal> arguments;
    for (int b : segment.inputs)
      arguments.push_back(Literal::from_bytes(buffers_.type(b), buffers_.bytes(b)));
    auto results = interpret(segment.program, std::move(arguments)).results;
    for (size_t i = 0; i < results.size(); ++i)
      std::ranges::copy(results[i].bytes(), buffers_.data(segment.outputs[i]));
  }

  void move(int from, int to) override { buffers_.swap(from, to); }

 private:
  const RankProgram& program_;
  RankBuffers& buffers_;
};

// Segments compute where the buffers lie.
class CpuSegments : public SegmentRunner {
 public:
  CpuSegments(const RankProgram& program, RankBuffers& buffers, const std::vector<Update>& updates,
              int num_threads)
      : program_(program), buffers_(buffers), updates_(updates_by_segment(program, updates)) {
    for (size_t i = 0; i < program.segments.size(); ++i) {
      engines_.emplace_back(
          compile(program.segments[i].program,
                  {.num_threads = num_threads, .updates = updates_[i], .is_memory_given = true}));
      // An output that overwrites its old value needs no memory of its own.
      for (const Update& update : updates_[i])
        buffers_.release(program.segments[i].outputs[update.result]);
    }
  }

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    std::vector<std::byte*> arguments, results;
    for (int b : segment.inputs) arguments.push_back(buffers_.data(b));
    for (int b : segment.outputs) results.push_back(buffers_.data(b));
    engines_[index].run(arguments, results);
    for (const Update& update : updates_[index])
      move(segment.inputs[update.argument], segment.outputs[update.result]);
  }

  void move(int from, int to) override { buffers_.swap(from, to); }

  int64_t memory_bytes() const override {
    int64_t bytes = 0;
    for (const Executable& engine : engines_) bytes += engine.memory_bytes();
    return bytes;
  }

 private:
  const RankProgram& program_;
  RankBuffers& buffers_;
  std::vector<std::vector<Update>> updates_;  // by segment
  std::vector<Executable> engines_;           // one per segment
};

}  // namespace

std::unique_ptr<SegmentRunner> run_segments_on_reference(const RankProgram& program,
                                                         RankBuffers& buffers) {
  return std::make_unique<ReferenceSegments>(program, buffers);
}

std::unique_ptr<SegmentRunner> run_segments_on_cpu(const RankProgram& program, RankBuffers& buffers,
                                                   const std::vector<Update>& updates,
                                                   int num_threads) {
  return std::make_unique<CpuSegments>(program, buffers, updates, num_threads);
}

}  // namespace motley::tensor
