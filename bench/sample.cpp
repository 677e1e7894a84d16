#include "bench/sample.h"

#include <sstream>
#include <utility>
#include <vector>

#include "base/check.h"
#include "bench/write_objects.h"
#include "model/manifest/reader.h"
#include "policy/candidate.h"

namespace foregate::bench {
namespace {

constexpr std::string_view kChangedPolicy = R"(apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: p-002, namespace: ns-0000}
spec:
  podSelector: {}
  policyTypes: [Ingress, Egress]
  ingress:
  - from: [{podSelector: {}}]
    ports: [{protocol: TCP, port: 4444}]
  egress:
  - to: [{podSelector: {}}]
    ports: [{protocol: TCP, port: 4444}]
)";

void read(const Text& text, model::Names& names, model::ObjectSet& objects, base::Executor& executor) {
  base::SourceFiles files;
  const std::vector<model::manifest::Input> inputs{{files.add("generated"), text.view()}};
  base::Diagnostics diagnostics;
  model::manifest::read(inputs, {}, names, objects, diagnostics, executor);
  FG_CHECK(!diagnostics.has_errors());
}

std::shared_ptr<const engine::Engine> compile(const model::Snapshot& snapshot) {
  return engine::Engine::compile({input_of(snapshot)}, {}, workers()).front();
}

}  // namespace

ClusterShape large_shape() {
  ClusterShape shape;
  shape.namespaces = 1000;
  shape.workloads = 5;
  shape.replicas = 20;
  shape.policies = 10;
  shape.cluster_policies = 20;
  return shape;
}

AdversarialShape adversarial_shape() {
  AdversarialShape shape;
  shape.pods = 20'000;
  shape.policies = 2'000;
  return shape;
}

Text::Text(std::string content) : padded_(std::move(content)), size_(padded_.size()) { padded_.append(model::manifest::kPadding, '\0'); }

Text json_text(const ClusterShape& shape) {
  std::ostringstream out;
  const auto writer = json_list_writer(out);
  generate_cluster(shape, [&](const std::vector<Object>& group) { writer->add(group); });
  writer->finish();
  return Text(std::move(out).str());
}

Text json_text(const AdversarialShape& shape) {
  std::ostringstream out;
  const auto writer = json_list_writer(out);
  generate_adversarial(shape, [&](const std::vector<Object>& group) { writer->add(group); });
  writer->finish();
  return Text(std::move(out).str());
}

Text block_text(const ClusterShape& shape) {
  std::ostringstream out;
  const auto writer = yaml_writer(out, Style::kBlock);
  generate_cluster(shape, [&](const std::vector<Object>& group) { writer->add(group); });
  return Text(std::move(out).str());
}

model::Snapshot read_snapshot(const Text& text, base::Executor& executor) {
  model::Names names;
  model::ObjectSet objects;
  read(text, names, objects, executor);
  base::Diagnostics diagnostics;
  return model::build_snapshot(std::move(objects), std::move(names), diagnostics);
}

model::Snapshot with_changed_policy(const model::Snapshot& before, base::Executor& executor) {
  model::Names names = policy::stacked_names(before);
  policy::Changes changes;
  read(Text(std::string{kChangedPolicy}), names, changes.apply, executor);
  base::Diagnostics diagnostics;
  return policy::apply_changes(before, std::move(changes), std::move(names), diagnostics);
}

engine::Engine::Input input_of(const model::Snapshot& snapshot) {
  return {snapshot, policy::normalise(*snapshot.policies, *snapshot.names)};
}

const model::Snapshot& large_snapshot() {
  static const model::Snapshot snapshot = read_snapshot(json_text(large_shape()), workers());
  return snapshot;
}

const engine::Engine& large_engine() {
  static const auto engine = compile(large_snapshot());
  return *engine;
}

const engine::Engine& adversarial_engine() {
  static const auto engine = compile(read_snapshot(json_text(adversarial_shape()), workers()));
  return *engine;
}

base::Executor& workers() {
  static const auto pool = base::make_thread_pool();
  return *pool;
}

}  // namespace foregate::bench
