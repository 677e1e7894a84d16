#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/connections.h"
#include "analysis/diff.h"
#include "analysis/reach.h"
#include "base/executor.h"
#include "engine/engine.h"
#include "model/manifest/reader.h"
#include "policy/candidate.h"
#include "tests/support/read_cluster.h"

/// `list` and `diff` against the expected answers of the third-party corpus (../shared/corpora/npguard, see its README).
namespace foregate {
namespace {

namespace fs = std::filesystem;
using analysis::Peer;
using base::Interval;
using base::Uint128;
using model::PortSpace;
using Addresses = base::IntervalSet<Uint128>;

const fs::path kCorpus = "../shared/corpora/npguard";

/// The ends of a pair, `*` standing for outside addresses; then for each answer the addresses that have it (one number for pairs without).
using Answers = std::map<std::pair<std::string, std::string>, std::map<std::string, Addresses>>;

void add(Answers& answers, const std::string& from, const std::string& to, const std::string& answer, const Addresses& addresses) {
  Addresses& known = answers[{from, to}][answer];
  known = known + addresses;
}

/// The corpus knows TCP, UDP and SCTP alone.
std::string ports_key(const PortSpace& ports) {
  std::string key;
  const PortSpace known = ports - PortSpace(model::kOtherTraffic, model::kOtherTraffic);
  for (const auto& interval : known.intervals()) key += std::to_string(interval.first) + "-" + std::to_string(interval.last) + " ";
  return key;
}

PortSpace parse_ports(const std::string& text) {
  if (text == "All Connections") return model::all_traffic();
  PortSpace ports;
  std::optional<model::Protocol> protocol;
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    if (const auto blank = part.find(' '); blank != std::string::npos) {
      protocol = model::parse_protocol(part.substr(0, blank));
      part = part.substr(blank + 1);
    }
    if (text == "No Connections" || !protocol) return {};
    const auto dash = part.find('-');
    const auto first = static_cast<std::uint32_t>(std::stoul(part.substr(0, dash)));
    const auto last = dash == std::string::npos ? first : static_cast<std::uint32_t>(std::stoul(part.substr(dash + 1)));
    ports = ports + model::port_range(*protocol, first, last);
  }
  return ports;
}

/// A ReplicaSet that is not in the input is named as such by the corpus, and here by its Deployment where the pods' `pod-template-hash`
/// tells.
std::string deployment_name(const std::string& text) {
  static const std::regex kReplicaSet(R"(-[0-9a-z]{8,10}\[ReplicaSet\]$)");
  return std::regex_replace(text, kReplicaSet, "[Deployment]");
}

/// An expected peer: its name, `*` with the addresses for outside.
std::pair<std::string, Addresses> parse_peer(const std::string& text) {
  const auto end = text.find("[External]");
  if (end == std::string::npos) return {deployment_name(text), Addresses(0, 0)};
  const auto dash = text.find('-');
  const auto first = base::IpAddress::parse(text.substr(0, dash));
  const auto last = base::IpAddress::parse(text.substr(dash + 1, end - dash - 1));
  EXPECT_TRUE(first && last) << text;
  return {"*", Addresses(first->bits(), last->bits())};
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void add_expected(Answers& answers, const std::string& from, const std::string& to, const std::string& answer) {
  const auto source = parse_peer(from);
  const auto destination = parse_peer(to);
  add(answers, source.first, destination.first, answer, source.first == "*" ? source.second : destination.second);
}

Answers expected_list(const fs::path& path) {
  Answers answers;
  for (const std::string& line : lines_of(path)) {
    const auto arrow = line.find(" => ");
    const auto colon = line.find(" : ", arrow);
    if (arrow == std::string::npos || colon == std::string::npos) continue;
    add_expected(answers, line.substr(0, arrow), line.substr(arrow + 4, colon - arrow - 4), ports_key(parse_ports(line.substr(colon + 3))));
  }
  return answers;
}

/// The text after `name: ` up to the next field.
std::string field(const std::string& line, const std::string& name, const std::string& next) {
  const auto first = line.find(name + ": ");
  if (first == std::string::npos) return {};
  const auto begin = first + name.size() + 2;
  const auto end = next.empty() ? std::string::npos : line.find(", " + next + ": ", begin);
  return line.substr(begin, end == std::string::npos ? end : end - begin);
}

Answers expected_diff(const fs::path& path) {
  Answers answers;
  for (const std::string& line : lines_of(path)) {
    const std::string kind = field(line, "diff-type", "source");
    if (kind.empty()) continue;
    const std::string before = field(line, "ref1", "ref2");
    const std::string after = field(line, "ref2", "workloads-diff-info");
    add_expected(answers, field(line, "source", "destination"), field(line, "destination", "ref1"),
                 kind + " " + ports_key(parse_ports(before)) + "=> " + ports_key(parse_ports(after)));
  }
  return answers;
}

std::string name_of(const Peer& peer, const model::Names& names) {
  if (peer.kind == Peer::Kind::kOutside) return "*";
  if (peer.kind == Peer::Kind::kIngressController) return "{ingress-controller}";
  EXPECT_TRUE(peer.pods.empty());
  return deployment_name(std::string(names.text(peer.ns)) + "/" + std::string(names.text(peer.name)) + "[" +
                         std::string(names.text(peer.workload_kind)) + "]");
}

/// IPv6 is left out of the expected texts.
void add_actual(Answers& answers, const Peer& from, const Peer& to, const std::string& answer, const model::Names& names) {
  const bool outside = from.kind == Peer::Kind::kOutside || to.kind == Peer::Kind::kOutside;
  const Addresses addresses = outside ? (from.kind == Peer::Kind::kOutside ? from.v4 : to.v4) : Addresses(0, 0);
  if (!addresses.empty()) add(answers, name_of(from, names), name_of(to, names), answer, addresses);
}

/// The cluster of the manifests in a folder, decoded on top of the names of `base`.
model::Snapshot read_folder(const fs::path& folder, const model::Snapshot* base) {
  std::vector<std::string> texts;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".yaml" || extension == ".yml" || extension == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    texts.push_back(testing::file_text(path.string()).value_or(""));
    texts.back().reserve(texts.back().size() + model::manifest::kPadding);
  }
  std::vector<model::manifest::Input> inputs;
  for (std::uint32_t i = 0; i < texts.size(); ++i) inputs.push_back({base::FileId{i}, texts[i]});
  model::Names names = base != nullptr ? policy::stacked_names(*base) : model::Names{};
  model::ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  model::manifest::read(inputs, {}, names, objects, diagnostics, executor);
  // Some cases carry fields that the API server refuses; what is meant is read all the same.
  return model::build_snapshot(std::move(objects), std::move(names), diagnostics);
}

std::vector<std::shared_ptr<const engine::Engine>> compile(const std::vector<model::Snapshot>& snapshots) {
  base::SerialExecutor executor;
  std::vector<engine::Engine::Input> inputs;
  for (const model::Snapshot& s : snapshots) inputs.push_back({s, policy::normalise(*s.policies, *s.names)});
  return engine::Engine::compile(std::move(inputs), {}, executor);
}

Answers actual_list(const fs::path& folder) {
  base::SerialExecutor executor;
  const auto engines = compile({read_folder(folder, nullptr)});
  const auto connections = analysis::list_connections(*engines[0], analysis::compute_reach(*engines[0], executor), {});
  Answers answers;
  analysis::for_each_pair(connections, [&](const analysis::ConnectionBlock& block, analysis::PeerId from, analysis::PeerId to) {
    add_actual(answers, connections.peers[from], connections.peers[to], ports_key(block.ports), *engines[0]->snapshot().names);
  });
  return answers;
}

Answers actual_diff(const fs::path& before, const fs::path& after) {
  base::SerialExecutor executor;
  const model::Snapshot first = read_folder(before, nullptr);
  const auto engines = compile({first, read_folder(after, &first)});
  const auto difference = analysis::compute_difference(*engines[0], *engines[1], executor);
  Answers answers;
  for (const analysis::Change& change : difference.changes) {
    if (ports_key(change.before) == ports_key(change.after)) continue;
    const std::string answer =
        std::string(analysis::change_kind_name(change.kind)) + " " + ports_key(change.before) + "=> " + ports_key(change.after);
    change.from.for_each([&](std::uint32_t from) {
      change.to.for_each([&](std::uint32_t to) {
        if (same_workload(difference.peers[from], difference.peers[to])) return;
        add_actual(answers, difference.peers[from], difference.peers[to], answer, *engines[1]->snapshot().names);
      });
    });
  }
  return answers;
}

std::string text_of(const Answers& answers, const Answers& others) {
  std::string text;
  for (const auto& [ends, by_answer] : answers) {
    const auto other = others.find(ends);
    for (const auto& [answer, addresses] : by_answer) {
      if (other != others.end() && other->second.contains(answer) && other->second.at(answer) == addresses) continue;
      text += "  " + ends.first + " => " + ends.second + " : " + answer;
      if (ends.first == "*" || ends.second == "*") {
        for (const auto& cidr : base::cidrs_of(base::IpFamily::kV4, addresses)) text += " " + cidr.text();
      }
      text += "\n";
    }
  }
  return text;
}

std::vector<fs::path> cases(const char* kind) {
  std::vector<fs::path> found;
  if (!fs::exists(kCorpus / kind)) return found;
  for (const auto& entry : fs::directory_iterator(kCorpus / kind)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(NpguardCorpus, ListGivesTheExpectedConnections) {
  const auto folders = cases("list");
  if (folders.empty()) GTEST_SKIP() << "no corpus at " << kCorpus;
  for (const fs::path& folder : folders) {
    const Answers expected = expected_list(folder / "expected.txt");
    const Answers actual = actual_list(folder / "manifests");
    EXPECT_TRUE(expected == actual) << folder.filename() << "\n only expected:\n"
                                    << text_of(expected, actual) << " only actual:\n"
                                    << text_of(actual, expected);
  }
}

TEST(NpguardCorpus, DiffGivesTheExpectedChanges) {
  const auto folders = cases("diff");
  if (folders.empty()) GTEST_SKIP() << "no corpus at " << kCorpus;
  for (const fs::path& folder : folders) {
    const Answers expected = expected_diff(folder / "expected.txt");
    const Answers actual = actual_diff(folder / "old", folder / "new");
    EXPECT_TRUE(expected == actual) << folder.filename() << "\n only expected:\n"
                                    << text_of(expected, actual) << " only actual:\n"
                                    << text_of(actual, expected);
  }
}

}  // namespace
}  // namespace foregate
