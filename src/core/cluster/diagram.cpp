#include "core/cluster/diagram.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/cluster/host_kinds.h"

namespace motley::core {
namespace {

constexpr size_t kMostKinds = 12;
constexpr size_t kMaxTypes = 6;       // per host
constexpr int32_t kMaxDrawn = 3;      // devices of one type drawn before they are only counted
constexpr size_t kMaxNameWidth = 24;  // longer names are truncated

// The display width of a text: characters, not bytes.
size_t width_of(const std::string& text) {
  return std::ranges::count_if(text, [](unsigned char c) { return (c & 0xc0) != 0x80; });
}

std::string cut(const std::string& name) {
  if (width_of(name) <= kMaxNameWidth) return name;
  size_t bytes = 0;
  for (size_t letters = 0; bytes < name.size(); ++bytes) {
    if ((static_cast<unsigned char>(name[bytes]) & 0xc0) == 0x80) continue;
    if (letters++ == kMaxNameWidth) break;
  }
  return name.substr(0, bytes) + "..";
}

std::string padded(const std::string& text, size_t width, char with = ' ') {
  return text + std::string(std::max(width, width_of(text)) - width_of(text), with);
}

struct Box {
  std::string title;
  std::vector<std::string> lines;
  std::string port;  // empty: none
};

std::string devices_line(const std::string& type, int32_t count) {
  const std::string one = "[" + cut(type) + "]";
  std::string line;
  for (int32_t i = 0; i < std::min(count, kMaxDrawn - 1); ++i) line += one;
  if (count < kMaxDrawn) return line;
  return count == kMaxDrawn ? line + one : fmt::format("{} .. {}  {}", line, one, count);
}

Box box_of(const Cluster& cluster, const HostKind& kind) {
  const Host& host = cluster.hosts[kind.hosts[0]];
  Box box{.title = cut(hosts_text(cluster, kind))};
  if (kind.hosts.size() > 1) box.title += fmt::format(": {} alike", kind.hosts.size());
  for (size_t i = 0; i < host.devices.size(); ++i) {
    if (i == kMaxTypes) {
      box.lines.push_back(fmt::format(".. {} more types", host.devices.size() - i));
      break;
    }
    const DeviceCount& row = host.devices[i];
    box.lines.push_back(devices_line(cluster.device_types[row.type].name, row.count));
  }
  if (host.link) box.lines.push_back(fmt::format("   '---{}---'", link_text(*host.link)));
  if (const auto port = port_of(cluster, host)) box.port = link_text(*port);
  return box;
}

}  // namespace

// The network is a vertical line at the right edge; each box's port joins it at the box's last
// line.
std::string cluster_diagram(const Cluster& cluster) {
  const std::vector<HostKind> kinds = host_kinds(cluster);
  std::vector<Box> boxes;
  for (size_t k = 0; k < std::min(kinds.size(), kMostKinds); ++k) {
    boxes.push_back(box_of(cluster, kinds[k]));
  }
  size_t inside = 0, wire = 0;
  for (const Box& box : boxes) {
    inside = std::max(inside, width_of(box.title) + 2);
    for (const std::string& line : box.lines) inside = std::max(inside, width_of(line));
    wire = std::max(wire, width_of(box.port));
  }
  const bool networked = wire > 0;
  const std::string right_margin(wire + 6, ' ');
  std::string text;
  bool has_started = false;  // whether the network's line has started, at the first port
  const auto add = [&](const std::string& line, bool behind_box) {
    std::string whole = behind_box ? line + right_margin : padded(line, inside + 4 + wire + 6);
    if (has_started) whole += '|';
    text += whole.substr(0, whole.find_last_not_of(' ') + 1) + "\n";
  };
  for (size_t b = 0; b < boxes.size(); ++b) {
    const Box& box = boxes[b];
    if (b > 0) add("", false);
    add("+" + padded("- " + box.title + " ", inside + 2, '-') + "+", true);
    for (size_t i = 0; i < box.lines.size(); ++i) {
      const std::string line = "| " + padded(box.lines[i], inside) + " |";
      if (i + 1 < box.lines.size() || box.port.empty()) {
        add(line, true);
        continue;
      }
      text += line + "---" + padded(box.port, wire + 3, '-') + "+\n";
      has_started = true;
    }
    add("+" + std::string(inside + 2, '-') + "+", true);
  }
  if (kinds.size() > kMostKinds) {
    add(fmt::format(".. {} more kinds of hosts", kinds.size() - kMostKinds), false);
  }
  if (networked) text += std::string(inside + 4 + wire + 3, ' ') + "network\n";
  return text;
}

}  // namespace motley::core
