#include "report/port_text.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace foregate::report {
namespace {

using Range = std::pair<std::uint32_t, std::uint32_t>;

struct Split {
  std::array<std::vector<Range>, 3> ranges;  // TCP, UDP, SCTP
  bool other = false;
};

Split split(const model::PortSpace& ports) {
  Split result;
  for (const auto& interval : ports.intervals()) {
    for (std::uint32_t p = 0; p < result.ranges.size(); ++p) {
      const std::uint32_t low = p * model::kProtocolStride + 1;
      const std::uint32_t high = p * model::kProtocolStride + model::kMaxPort;
      const std::uint32_t first = std::max(interval.first, low);
      const std::uint32_t last = std::min(interval.last, high);
      if (first <= last) result.ranges[p].emplace_back(first - low + 1, last - low + 1);
    }
    result.other |= interval.last >= model::kOtherTraffic;
  }
  return result;
}

}  // namespace

std::string port_text(const model::PortSpace& ports) {
  if (ports == model::all_traffic()) return "all";
  if (ports.empty()) return "none";
  const Split parts = split(ports);
  std::string text;
  for (std::size_t p = 0; p < parts.ranges.size(); ++p) {
    if (parts.ranges[p].empty()) continue;
    if (!text.empty()) text += ", ";
    text += model::protocol_name(static_cast<model::Protocol>(p));
    char before = ' ';
    for (const auto& [first, last] : parts.ranges[p]) {
      text += before;
      text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
      before = ',';
    }
  }
  if (parts.other) text += text.empty() ? "other" : ", other";
  return text;
}

std::string port_json(const model::PortSpace& ports) {
  if (ports == model::all_traffic()) return "\"all\"";
  const Split parts = split(ports);
  std::string text = "[";
  const auto begin = [&](model::Protocol protocol) {
    if (text.size() > 1) text += ',';
    text += fmt::format(R"({{"protocol":"{}","ranges":[)", model::protocol_name(protocol));
  };
  for (std::size_t p = 0; p < parts.ranges.size(); ++p) {
    if (parts.ranges[p].empty()) continue;
    begin(static_cast<model::Protocol>(p));
    for (std::size_t i = 0; i < parts.ranges[p].size(); ++i) {
      text += fmt::format("{}[{},{}]", i == 0 ? "" : ",", parts.ranges[p][i].first, parts.ranges[p][i].second);
    }
    text += "]}";
  }
  if (parts.other) {
    begin(model::Protocol::kOther);
    text += "]}";
  }
  return text + "]";
}

}  // namespace foregate::report
