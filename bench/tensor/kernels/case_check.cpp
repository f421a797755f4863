#include "case_check.h"

#include <algorithm>
#include <cstring>

#include "tensor/ir/builder.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/op_row.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {

namespace {

// Norm of the error over the norm of the result, by the narrowest element type used.
double tolerance_of(const Program& program) {
  double tolerance = 2e-5;
  for (const TensorType& type : program.values) {
    if (type.element == ElementType::kF16) tolerance = std::max(tolerance, 4e-3);
    if (type.element == ElementType::kBF16) tolerance = std::max(tolerance, 2e-2);
  }
  return tolerance;
}

std::string difference(const std::vector<Literal>& got, const std::vector<Literal>& want,
                       double tolerance) {
  for (size_t i = 0; i < want.size(); ++i) {
    const double error = relative_error(got[i], want[i]);
    if (!(error <= tolerance))
      return fmt::format("result {} is off by {:.2g}, more than {:.2g}", i, error, tolerance);
  }
  return "";
}

// --- Linked dimensions ---------------------------------------------------------------------------

// Sets of dimensions of a Program's values that share one index throughout, and which of the sets
// can be shortened.
class DimSets {
 public:
  explicit DimSets(const Program& program) {
    for (const TensorType& type : program.values) {
      first_.push_back(static_cast<int>(parent_.size()));
      for (int64_t extent : type.shape) {
        parent_.push_back(static_cast<int>(parent_.size()));
        extent_.push_back(extent);
      }
    }
    fixed_.resize(parent_.size(), false);
    for (const Op& op : program.body.ops) add(program, op);
  }

  int set_of(ValueId v, int dim) const { return root(first_[v.index] + dim); }
  int num_sets() const { return static_cast<int>(parent_.size()); }
  int64_t extent(int set) const { return extent_[set]; }
  bool can_be_cut(int set) const { return root(set) == set && !fixed_[set]; }

 private:
  // Rebuilt on smaller operands, such an op gives smaller results: it has no shape among its
  // attributes.
  static bool follows_its_operands(const Op& op) {
    return std::holds_alternative<NoAttrs>(op.attrs) ||
           std::holds_alternative<DotAttrs>(op.attrs) ||
           std::holds_alternative<ConvolutionAttrs>(op.attrs) ||
           std::holds_alternative<TransposeAttrs>(op.attrs) ||
           std::holds_alternative<AttentionAttrs>(op.attrs);
  }

  void add(const Program& program, const Op& op) {
    const IndexStructure index = index_structure({program.values, op});
    std::vector<int> dim_of_axis(index.axes.size(), -1);
    std::vector<bool> axis_fixed;
    for (const Axis& axis : index.axes)
      axis_fixed.push_back(axis.kind != AxisKind::kParallel || axis.position_matters ||
                           !follows_its_operands(op));
    const auto visit = [&](ValueId value, const TensorIndex& dims) {
      for (size_t d = 0; d < dims.size(); ++d) {
        const int at = first_[value.index] + static_cast<int>(d);
        for (const AxisTerm& term : dims[d].terms) {
          if (!(dims[d] == DimIndex{.terms = {{term.axis, 1}}})) axis_fixed[term.axis] = true;
          unite(at, dim_of_axis[term.axis]);
          dim_of_axis[term.axis] = at;
        }
      }
    };
    for (size_t i = 0; i < op.operands.size(); ++i) visit(op.operands[i], index.operands[i]);
    for (size_t i = 0; i < op.results.size(); ++i) visit(op.results[i], index.results[i]);
    for (size_t a = 0; a < index.axes.size(); ++a)
      if (axis_fixed[a] && dim_of_axis[a] >= 0) fixed_[root(dim_of_axis[a])] = true;
  }

  int root(int i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  void unite(int a, int b) {
    if (b < 0 || root(a) == root(b)) return;
    a = root(a), b = root(b);
    fixed_[a] = fixed_[a] || fixed_[b];
    parent_[b] = a;
  }

  std::vector<int> first_;  // by value
  std::vector<int> parent_;
  std::vector<int64_t> extent_;
  std::vector<bool> fixed_;
};

// --- Parts ---------------------------------------------------------------------------------------

// For each set of dimensions, the range that is checked.
using Part = std::vector<Range>;

Shape start_of(const Program& program, ValueId v, const DimSets& sets, const Part& part) {
  Shape start;
  for (int d = 0; d < program.type(v).num_dims(); ++d)
    start.push_back(part[sets.set_of(v, d)].begin);
  return start;
}

Shape shape_of(const Program& program, ValueId v, const DimSets& sets, const Part& part) {
  Shape shape;
  for (int d = 0; d < program.type(v).num_dims(); ++d) {
    const Range& range = part[sets.set_of(v, d)];
    shape.push_back(sets.can_be_cut(sets.set_of(v, d)) ? range.end - range.begin
                                                       : program.type(v).shape[d]);
  }
  return shape;
}

Literal cut(const Literal& whole, const Shape& start, const Shape& shape) {
  Literal piece = Literal::zeros(whole.type().with_shape(shape));
  const std::vector<int64_t> strides = row_major_strides(whole.shape());
  const int64_t first = reference::linear_offset(start, strides);
  const int64_t size = byte_size(whole.element());
  int64_t i = 0;
  for (reference::IndexIterator it(shape); !it.done(); it.next(), ++i)
    std::memcpy(piece.data() + i * size,
                whole.data() + (first + reference::linear_offset(it.index(), strides)) * size,
                size);
  return piece;
}

// The same ops on arguments with the part's extents.
Program part_program(const Program& program, const DimSets& sets, const Part& part) {
  ProgramBuilder b("part");
  std::vector<ValueId> now(program.values.size());
  for (ValueId v : program.body.arguments)
    now[v.index] = b.argument(program.type(v).with_shape(shape_of(program, v, sets, part)));
  for (const Op& op : program.body.ops) {
    std::vector<ValueId> operands;
    for (ValueId v : op.operands) operands.push_back(now[v.index]);
    const std::vector<ValueId> results = b.add(op.code, operands, op.attrs);
    for (size_t i = 0; i < results.size(); ++i) now[op.results[i].index] = results[i];
  }
  std::vector<ValueId> results;
  for (ValueId v : program.body.results) results.push_back(now[v.index]);
  return std::move(b).finish(results);
}

Part whole_part(const DimSets& sets) {
  Part part;
  for (int s = 0; s < sets.num_sets(); ++s) part.push_back({0, sets.extent(s)});
  return part;
}

constexpr const char* kTooMuch = "too large for the reference interpreter to check";

// Halves the longest set until the part costs an eighth of the budget, or until nothing can be
// halved.
Part affordable_part(const Program& program, const DimSets& sets, double affordable) {
  Part part = whole_part(sets);
  for (double effort;
       (effort = reference_effort(part_program(program, sets, part))) > affordable / 8;) {
    int longest = -1;
    for (int s = 0; s < sets.num_sets(); ++s)
      if (sets.can_be_cut(s) && part[s].end > 1 && (longest < 0 || part[s].end > part[longest].end))
        longest = s;
    if (longest < 0 && effort > affordable) throw core::UserError(kTooMuch);
    if (longest < 0) break;
    part[longest].end = (part[longest].end + 1) / 2;
  }
  return part;
}

Part moved_to_the_end(Part part, const DimSets& sets) {
  for (int s = 0; s < sets.num_sets(); ++s) {
    const int64_t by = sets.extent(s) - part[s].end;
    part[s] = {part[s].begin + by, part[s].end + by};
  }
  return part;
}

std::string fault_of_part(const Program& program, const DimSets& sets, const Part& part,
                          const std::vector<Literal>& arguments,
                          const std::vector<Literal>& results) {
  const auto pieces = [&](const std::vector<Literal>& whole, const std::vector<ValueId>& values) {
    std::vector<Literal> all;
    for (size_t i = 0; i < whole.size(); ++i)
      all.push_back(cut(whole[i], start_of(program, values[i], sets, part),
                        shape_of(program, values[i], sets, part)));
    return all;
  };
  const auto want =
      interpret(part_program(program, sets, part), pieces(arguments, program.body.arguments))
          .results;
  return difference(pieces(results, program.body.results), want, tolerance_of(program));
}

CheckedAnswer check_parts(const Program& program, const std::vector<Literal>& arguments,
                          const std::vector<Literal>& results, double affordable) {
  for (const Op& op : program.body.ops)
    if (!op.regions.empty()) throw core::UserError(kTooMuch);
  const DimSets sets(program);
  const Part part = affordable_part(program, sets, affordable);
  std::string fault = fault_of_part(program, sets, part, arguments, results);
  if (!fault.empty()) return {.fault = fault + " at the beginning"};
  fault = fault_of_part(program, sets, moved_to_the_end(part, sets), arguments, results);
  return {.fault = fault.empty() ? "" : fault + " at the end"};
}

}  // namespace

CheckedAnswer check_answer(const BenchCase& c, const std::vector<Literal>& arguments,
                           const std::vector<Literal>& results, double affordable) {
  if (reference_effort(c.program) > affordable)
    return check_parts(c.program, arguments, results, affordable);
  return {.fault =
              difference(results, interpret(c.program, arguments).results, tolerance_of(c.program)),
          .whole = true};
}

}  // namespace motley::tensor
