#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/executor.h"
#include "base/result.h"
#include "cli/endpoints.h"
#include "engine/engine.h"
#include "policy/settings.h"
#include "report/query.h"

namespace foregate::cli {

/// `--port`, `--protocol` and the like, as far as they were given.
struct PortQuestion {
  std::optional<model::Protocol> protocol;  ///< TCP where absent, or what the Service has
  std::optional<std::uint16_t> port;
  std::string name;  ///< of a port, instead of its number
};

struct Question {
  std::string from;
  std::string to;
  PortQuestion port;
};

/// `80`, `tcp/80`, `80/udp`, `http`, and a protocol of its own; either may be empty. The error names what is wrong.
base::Result<PortQuestion> parse_port(std::string_view port, std::string_view protocol);

/// Answers questions: finds their ends, picks one pod for each set of pods that policies treat alike, judges every pairing, and tries
/// each setting the other way. Refers to the engine, which must outlive it. Safe from many threads.
class Answerer {
 public:
  Answerer(const engine::Engine& engine, std::string default_namespace, base::Executor& executor);
  ~Answerer();

  base::Result<report::QueryAnswer> answer(const Question& question) const;

 private:
  struct Alternatives;
  /// The settings that change the verdict of a part when taken the other way, as `NAME=VALUE` with the value used.
  void try_assumptions(report::QueryAnswer& answer) const;
  bool may_matter(const policy::SettingInfo& setting, const policy::Flow& flow) const;

  const engine::Engine& engine_;
  EndpointFinder finder_;
  bool has_blocks_ = false;
  std::unique_ptr<Alternatives> alternatives_;
};

}  // namespace foregate::cli
