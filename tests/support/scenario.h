#pragma once

#include <map>
#include <string>
#include <vector>

namespace foregate::testing {

/// One question of a scenario, as written: `from`, `to` (`namespace/pod`, `node/name` or an address), `port` (`tcp/80`, `other`), and what
/// is expected: `verdict`, and optionally `tier`, `because` (the decision), `or` (the alternative) and `exempt`, of the direction `at`.
/// `family` (IPv4, IPv6) and `through` (service) say more about the connection.
using Question = std::map<std::string, std::string>;

/// A file of tests/scenarios/: a cluster, questions about it and the verdicts that `docs/semantics.md` gives.
struct Scenario {
  std::string why;
  std::vector<std::string> settings;  ///< NAME=VALUE
  std::string cluster;                ///< manifests
  std::vector<Question> ask;
};

/// Names of all scenario files (without folder and ending), sorted. The working directory is the project's root.
std::vector<std::string> scenario_names();
/// Fails the test where the file is not a scenario.
Scenario load_scenario(const std::string& name);

}  // namespace foregate::testing
