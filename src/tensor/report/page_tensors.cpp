// The tensors of a plan's page: each a rectangle cut to scale by its shares.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/memory.h"
#include "core/page/html.h"
#include "tensor/report/page_sections.h"
#include "tensor/report/plan_words.h"

namespace motley::tensor {
namespace {

using core::page::escape;
using core::page::number_cell;
using core::page::text_cell;
using planner::Plan;

constexpr double kLong = 80, kShort = 40;  // pixels of a tensor's picture

// "blocks/07/w1" is "blocks/*/w1": layers that are sharded alike make one row.
std::string pattern_of(const std::string& name) {
  std::string pattern;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(name[i])) != 0;
    const bool begins = i == 0 || name[i - 1] == '/' || name[i - 1] == '.' || name[i - 1] == '_';
    if (is_digit && begins) {
      while (i + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[i + 1]))) ++i;
      pattern += '*';
    } else {
      pattern += name[i];
    }
  }
  return pattern;
}

struct TensorClass {
  std::vector<size_t> arguments;
  const StepArgument* first = nullptr;
  const Sharding* state = nullptr;
};

std::vector<TensorClass> tensor_classes(const Plan& plan) {
  std::map<std::string, size_t> places;
  std::vector<TensorClass> classes;
  const TrainStep& step = plan.on.step();
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& a = step.arguments[i];
    if (a.role == StepRole::kState || a.role == StepRole::kSetting) continue;
    const Sharding& state = plan.stage().sharding.values[step.program.body.arguments[i].index];
    const std::string key =
        fmt::format("{}|{}|{}", pattern_of(a.name), a.type.to_string(),
                    to_string(state, a.type.shape, plan.stage().sharding.group));
    const auto [place, is_new] = places.try_emplace(key, classes.size());
    if (is_new) classes.push_back({.first = &a, .state = &state});
    classes[place->second].arguments.push_back(i);
  }
  return classes;
}

// How the optimizer's state of a parameter is held: that of "w" is "w.m", "w.v" and the like.
std::string state_of_optimizer(const Plan& plan, const StepArgument& parameter) {
  const TrainStep& step = plan.on.step();
  const DeviceGrid& group = plan.stage().sharding.group;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& a = step.arguments[i];
    if (a.role != StepRole::kState || !a.name.starts_with(parameter.name + ".")) continue;
    return to_string(plan.stage().sharding.values[step.program.body.arguments[i].index],
                     a.type.shape, group);
  }
  return "";
}

// The axis of the grid that shards the tensor and its dimension; the first one is drawn.
const DimSharding* drawn_cut(const Sharding& state, const DeviceGrid& group) {
  for (int a = 0; a < group.num_axes(); ++a) {
    if (state[a].is_sharded() && group.sizes[static_cast<size_t>(a)] > 1) return &state[a].cut;
  }
  return nullptr;
}

// Rows of a matrix run downwards, its columns to the right; a cut along any other dimension is
// drawn downwards, too.
std::string tensor_svg(const TensorClass& c, const DeviceGrid& group) {
  const Shape& shape = c.first->type.shape;
  const DimSharding* cut = drawn_cut(*c.state, group);
  const bool is_wide = shape.size() < 2 || shape.back() >= shape[shape.size() - 2];
  const double width = is_wide ? kLong : kShort,
               height = is_wide ? (shape.size() < 2 ? 10 : kShort) : 40;
  std::string svg =
      fmt::format("<svg class=\"tensor\" viewBox=\"0 0 84 44\" aria-hidden=\"true\">");
  const auto rect = [&](double x, double y, double w, double h, const std::string& kind) {
    svg += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", kind,
        x + 2, y + 2, w, h);
  };
  if (!cut) {
    rect(0, 0, width, height, "all");
    return svg + "</svg>";
  }
  const bool across = shape.size() < 2 || cut->dim == static_cast<int>(shape.size()) - 1;
  const auto total = static_cast<double>(cut->shares.total());
  const int64_t runs = std::min<int64_t>(
      4, shape[static_cast<size_t>(cut->dim)] / std::max<int64_t>(1, cut->period));
  for (int64_t r = 0; r < std::max<int64_t>(1, runs); ++r) {
    const double length =
        (across ? width : height) / static_cast<double>(std::max<int64_t>(1, runs));
    for (int d = 0, end = 0, kind = 0; d < cut->shares.num_devices(); d = end, ++kind) {
      end = d + 1;
      // Neighbours with equal shares that would be thinner than three pixels are one piece.
      const double one = length * static_cast<double>(cut->shares[d]) / total;
      while (one < 3 && end < cut->shares.num_devices() && cut->shares[end] == cut->shares[d])
        ++end;
      const double begin = length * static_cast<double>(r) +
                           length * static_cast<double>(cut->shares.before(d)) / total;
      const double size = one * (end - d);
      const std::string colour = fmt::format("k{}", kind % 6);
      across ? rect(begin, 0, size, height, colour) : rect(0, begin, width, size, colour);
      if (end - d > 1 && size >= 14) {  // how many devices hold the piece
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
                           (across ? begin + size / 2 : width / 2) + 2,
                           (across ? height / 2 : begin + size / 2) + 6, end - d);
      }
    }
  }
  return svg + "</svg>";
}

// Where the page has the other states of a tensor; empty: nowhere.
std::string states_link(const Report& report, const std::string& name) {
  for (size_t i = 0; i < report.reasons.size(); ++i) {
    const ReasonRow& r = report.reasons[i];
    if (!r.states.empty() && std::ranges::find(r.names, name) != r.names.end()) return states_id(i);
  }
  return "";
}

}  // namespace

namespace {

// "blocks/*/" of "blocks/*/w1"; empty at the top.
std::string branch_of(const std::string& pattern) {
  const size_t at = pattern.rfind('/');
  return at == std::string::npos ? "" : pattern.substr(0, at + 1);
}

core::page::Cell name_cell(const std::string& name, size_t count, const std::string& link) {
  const std::string branch = branch_of(name);
  std::string html = fmt::format("<span class=\"path\">{}</span>{}", escape(branch),
                                 escape(name.substr(branch.size())));
  if (!link.empty()) {
    html = fmt::format("<a href=\"#{}\" title=\"its other states\">{}</a>", link, html);
  }
  if (count > 1) html += fmt::format(" <small>x {}</small>", count);
  return {.html = html};
}

// A long type breaks into lines between its dimensions.
core::page::Cell type_cell(const TensorType& type) {
  std::string html;
  for (const char c : type.to_string()) {
    html += escape(std::string(1, c));
    if (c == 'x') html += "<wbr>";
  }
  return {.html = html};
}

core::page::Cell code_cell(const std::string& text) {
  return {.html = text.empty() ? "" : "<code>" + escape(text) + "</code>"};
}

struct Branch {
  core::page::RowGroup group;
  size_t tensors = 0;
  int64_t bytes = 0;
};

}  // namespace

core::page::Section tensors_section(const Plan& plan, const Report* report) {
  const DeviceGrid& group = plan.stage().sharding.group;
  const strategy::DimNames dims(plan.on.step());
  std::vector<Branch> branches;
  std::map<std::string, size_t> places;
  for (const TensorClass& c : tensor_classes(plan)) {
    const Shape& shape = c.first->type.shape;
    const std::string name = c.arguments.size() == 1 ? c.first->name : pattern_of(c.first->name);
    const bool is_batch = c.first->role == StepRole::kBatch;
    const std::string path = branch_of(pattern_of(c.first->name));
    const std::string branch = is_batch ? "batch" : path.empty() ? "parameters" : path;
    const auto [place, is_new] = places.try_emplace(branch, branches.size());
    if (is_new) branches.push_back({.group = {.name = branch}});
    Branch& b = branches[place->second];
    const auto bytes = c.first->type.num_bytes() * static_cast<int64_t>(c.arguments.size());
    b.tensors += c.arguments.size();
    b.bytes += bytes;
    b.group.rows.push_back(
        {name_cell(name, c.arguments.size(), report ? states_link(*report, c.first->name) : ""),
         type_cell(c.first->type),
         number_cell(core::readable_bytes(bytes)),
         {.html = tensor_svg(c, group)},
         text_cell(state_words(dims, static_cast<int>(c.arguments[0]), *c.state, group)),
         code_cell(to_string(*c.state, shape, group)),
         code_cell(to_jax(*c.state, shape, group)),
         code_cell(to_pytorch(*c.state, shape, group)),
         code_cell(state_of_optimizer(plan, *c.first))});
  }
  std::vector<core::page::RowGroup> groups;
  for (Branch& b : branches) {
    b.group.note = fmt::format("{} tensor{}, {}", b.tensors, b.tensors == 1 ? "" : "s",
                               core::readable_bytes(b.bytes));
    groups.push_back(std::move(b.group));
  }
  std::string html =
      "<p class=\"search\" hidden data-filters=\"tensor-table\"><label>Filter <input "
      "type=\"search\" "
      "placeholder=\"wte, sharded, 768x3072 ...\"></label> <output></output></p>\n"
      "<div id=\"tensor-table\">" +
      core::page::grouped_table({"tensor", "type", "bytes", "shares", "", "state", "in JAX",
                                 "in PyTorch", "optimizer state"},
                                groups) +
      "</div>\n";
  return {
      "tensors", "Parameters and batch",
      "Each tensor, divided to scale by the shares of the devices; a number in a piece counts the "
      "devices that share it equally. Layers that are sharded alike are one row. JAX and PyTorch "
      "name the sharded dimension only: shards of unequal size are in the state alone.",
      html};
}

}  // namespace motley::tensor
