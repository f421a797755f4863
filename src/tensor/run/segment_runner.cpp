#include "tensor/run/segment_runner.h"

#include <utility>

#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"
#include "tensor/run/segment_updates.h"

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

// Segments compute where the buffers lie.
class CpuSegments : public SegmentRunner {
 public:
  CpuSegments(const RankProgram& program, std::vector<Literal>& buffers,
              const std::vector<Update>& updates, int num_threads)
      : program_(program), buffers_(buffers), updates_(updates_by_segment(program, updates)) {
    for (size_t i = 0; i < program.segments.size(); ++i) {
      engines_.emplace_back(
          compile(program.segments[i].program,
                  {.num_threads = num_threads, .updates = updates_[i], .is_memory_given = true}));
      // What is written over its old value needs no room of its own.
      for (const Update& update : updates_[i])
        buffers_[program.segments[i].outputs[update.result]] = Literal();
    }
  }

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    std::vector<std::byte*> arguments, results;
    for (int b : segment.inputs) arguments.push_back(buffers_[b].data());
    for (int b : segment.outputs) results.push_back(buffers_[b].data());
    engines_[index].run(arguments, results);
    for (const Update& update : updates_[index])
      move(segment.inputs[update.argument], segment.outputs[update.result]);
  }

  void move(int from, int to) override { std::swap(buffers_[from], buffers_[to]); }

 private:
  const RankProgram& program_;
  std::vector<Literal>& buffers_;
  std::vector<std::vector<Update>> updates_;  // by segment
  std::vector<Executable> engines_;           // one per segment
};

}  // namespace

std::unique_ptr<SegmentRunner> run_segments_on_reference(const RankProgram& program,
                                                         std::vector<Literal>& buffers) {
  return std::make_unique<ReferenceSegments>(program, buffers);
}

std::unique_ptr<SegmentRunner> run_segments_on_cpu(const RankProgram& program,
                                                   std::vector<Literal>& buffers,
                                                   const std::vector<Update>& updates,
                                                   int num_threads) {
  return std::make_unique<CpuSegments>(program, buffers, updates, num_threads);
}

}  // namespace motley::tensor
