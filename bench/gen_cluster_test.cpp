#include "bench/gen_cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "base/diagnostic.h"
#include "base/executor.h"
#include "bench/write_objects.h"
#include "model/manifest/reader.h"

namespace foregate::bench {
namespace {

std::vector<Object> objects_of(const ClusterShape& shape) {
  std::vector<Object> all;
  generate_cluster(shape, [&](const std::vector<Object>& group) { all.insert(all.end(), group.begin(), group.end()); });
  return all;
}

std::vector<Object> objects_of(const AdversarialShape& shape) {
  std::vector<Object> all;
  generate_adversarial(shape, [&](const std::vector<Object>& group) { all.insert(all.end(), group.begin(), group.end()); });
  return all;
}

std::size_t count(const std::vector<Object>& objects, const std::string& kind) {
  return static_cast<std::size_t>(std::count_if(objects.begin(), objects.end(), [&](const Object& o) { return o["kind"] == kind; }));
}

ClusterShape small_shape() {
  ClusterShape shape;
  shape.namespaces = 4;
  shape.workloads = 3;
  shape.replicas = 2;
  shape.policies = 12;
  shape.cluster_policies = 7;
  return shape;
}

TEST(GenerateCluster, MakesWhatTheShapeSays) {
  ClusterShape shape = small_shape();
  const std::vector<Object> pods = objects_of(shape);
  EXPECT_EQ(count(pods, "Namespace"), 4U);
  EXPECT_EQ(count(pods, "Pod"), 24U);
  EXPECT_EQ(count(pods, "NetworkPolicy"), 48U);
  EXPECT_EQ(count(pods, "ClusterNetworkPolicy"), 7U);
  shape.form = WorkloadForm::kDeployments;
  const std::vector<Object> deployments = objects_of(shape);
  EXPECT_EQ(count(deployments, "Deployment"), 12U);
  EXPECT_EQ(count(deployments, "Pod"), 0U);
}

TEST(GenerateCluster, TheSeedDecides) {
  ClusterShape shape = small_shape();
  const std::vector<Object> first = objects_of(shape);
  EXPECT_EQ(objects_of(shape), first);
  shape.seed = 2;
  EXPECT_NE(objects_of(shape), first);
}

void collect_keys(const Object& value, std::set<std::string>& keys) {
  if (!value.is_structured()) return;
  if (value.is_object() && value.contains("operator")) keys.insert(value["key"].get<std::string>());
  for (const Object& child : value) collect_keys(child, keys);
}

TEST(GenerateAdversarial, NoTwoPodsAreAlikeAndSelectorsSeeEveryKey) {
  AdversarialShape shape;
  shape.pods = 3000;
  shape.policies = 200;
  std::set<std::string> label_sets;
  std::set<std::string> keys_of_pods;
  std::set<std::string> keys_of_selectors;
  for (const Object& object : objects_of(shape)) {
    if (object["kind"] == "Pod") {
      const Object& labels = object["metadata"]["labels"];
      label_sets.insert(labels.dump());
      for (const auto& [key, value] : labels.items()) keys_of_pods.insert(key);
    } else if (object["kind"] == "NetworkPolicy") {
      collect_keys(object["spec"], keys_of_selectors);
    }
  }
  EXPECT_EQ(label_sets.size(), 3000U);
  for (const std::string& key : keys_of_pods) EXPECT_EQ(keys_of_selectors.count(key), 1U) << key;
}

TEST(BlockYaml, LooksAsKubectlPrintsIt) {
  const Object object{{"kind", "Pod"},
                      {"labels", {{"on", "yes"}, {"number", "12"}, {"empty", ""}}},
                      {"ports", Object::array({{{"name", "http"}, {"port", 80}}, {{"name", "dns"}, {"port", 53}}})},
                      {"podIP", "10.0.0.1"},
                      {"image", "registry.example/app:1"},
                      {"podSelector", Object::object()},
                      {"values", Object::array({"a", "b:"})}};
  EXPECT_EQ(block_yaml(object), R"(kind: Pod
labels:
  "on": "yes"
  number: "12"
  empty: ""
ports:
- name: http
  port: 80
- name: dns
  port: 53
podIP: 10.0.0.1
image: registry.example/app:1
podSelector: {}
values:
- a
- "b:"
)");
}

/// What the reader makes of a text, as far as the generators decide it.
std::string read_back(std::string text) {
  const std::size_t size = text.size();
  text.append(model::manifest::kPadding, '\0');
  base::SourceFiles files;
  const std::vector<model::manifest::Input> inputs{{files.add("generated"), std::string_view(text).substr(0, size)}};
  model::Names names;
  model::ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  model::manifest::read(inputs, {}, names, objects, diagnostics, executor);
  for (const base::Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << files.text(diagnostic.at) << ' ' << diagnostic.message;
  std::ostringstream out;
  for (const model::Pod& pod : objects.pods) {
    out << names.text(pod.ns) << '/' << names.text(pod.name) << ' ' << pod.addresses.size();
    for (const model::Label& label : names.label_sets.labels(pod.labels))
      out << ' ' << names.text(label.key) << '=' << names.text(label.value);
    out << '\n';
  }
  for (const model::NetworkPolicy& policy : objects.network_policies)
    out << names.text(policy.ns) << '/' << names.text(policy.name) << '\n';
  for (const model::ClusterPolicy& policy : objects.cluster_policies) out << names.text(policy.name) << '\n';
  out << objects.namespaces.size() << ' ' << objects.skipped.size() << '\n';
  return out.str();
}

template <typename Shape>
void expect_formats_read_alike(const Shape& shape) {
  std::ostringstream json;
  std::ostringstream block;
  const auto list = json_list_writer(json);
  const auto stream = yaml_writer(block, Style::kBlock);
  const std::vector<Object> objects = objects_of(shape);
  list->add(objects);
  list->finish();
  stream->add(objects);
  const std::string read = read_back(json.str());
  EXPECT_GT(read.size(), 1000U);
  EXPECT_EQ(read_back(block.str()), read);
}

TEST(Formats, AreReadWithoutAWordAndAlike) {
  expect_formats_read_alike(small_shape());
  AdversarialShape shape;
  shape.pods = 40;
  shape.policies = 60;
  shape.namespaces = 3;
  expect_formats_read_alike(shape);
}

}  // namespace
}  // namespace foregate::bench
