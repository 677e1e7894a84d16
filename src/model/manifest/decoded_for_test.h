#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/executor.h"
#include "model/manifest/reader.h"

namespace foregate::model::manifest {

/// What a manifest text became, for tests of decoders.
struct Decoded {
  Names names;
  ObjectSet objects;
  base::Diagnostics diagnostics;

  std::string_view text(Symbol symbol) const { return names.text(symbol); }
  /// `{app=web,tier=front}`.
  std::string labels(LabelSetId id) const {
    std::string result;
    for (const Label& label : names.label_sets.labels(id)) {
      result += fmt::format("{}{}={}", result.empty() ? "" : ",", text(label.key), text(label.value));
    }
    return "{" + result + "}";
  }
  /// `http/TCP/80 dns/UDP/53`.
  std::string ports(NamedPortsId id) const {
    std::string result;
    for (const NamedPort& port : names.named_ports.ports(id)) {
      result += fmt::format("{}{}/{}/{}", result.empty() ? "" : " ", text(port.name), protocol_name(port.protocol), port.number);
    }
    return result;
  }
  /// A line each: `error FG1020 spec.bogus`.
  std::string said() const {
    std::string result;
    for (const base::Diagnostic& one : diagnostics.all()) {
      result += fmt::format("{} {} {}\n", base::severity_name(one.severity), one.code, one.path);
    }
    return result;
  }
};

/// Reads YAML.
inline Decoded decode_text(std::string_view text, std::string default_namespace = "default") {
  Decoded result;
  // A text that begins with a brace would be JSON.
  const std::size_t first = text.find_first_not_of(" \n");
  const bool flow = first != std::string_view::npos && text[first] == '{';
  const std::string yaml = (flow ? "# flow style\n" : "") + std::string{text};
  const std::string padded = yaml + std::string(kPadding, ' ');
  const Input input{base::FileId{std::uint32_t{0}}, std::string_view{padded}.substr(0, yaml.size())};
  ReadOptions options;
  options.default_namespace = std::move(default_namespace);
  base::SerialExecutor executor;
  read({&input, 1}, options, result.names, result.objects, result.diagnostics, executor);
  return result;
}

}  // namespace foregate::model::manifest
