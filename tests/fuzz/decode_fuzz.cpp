// From text to a resolved snapshot: whatever a manifest says, every diagnostic has its catalogue entry, and the snapshot that is left is
// whole: each pod in one workload, each name found where it is.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/diagnostic_catalogue.h"
#include "base/executor.h"
#include "model/manifest/reader.h"
#include "model/snapshot.h"

namespace {

using namespace foregate;

void check_diagnostics(const base::Diagnostics& diagnostics) {
  for (const base::Diagnostic& one : diagnostics.all()) {
    const base::CatalogueEntry* entry = base::find_catalogue_entry(one.code);
    FG_CHECK(entry != nullptr && one.severity <= entry->severity);
    FG_CHECK(!one.message.empty());
  }
}

void check_workloads(const model::Inventory& inventory) {
  std::size_t placed = 0;
  for (std::uint32_t i = 0; i < inventory.workloads.size(); ++i) {
    const model::Workload& workload = inventory.workloads[i];
    FG_CHECK(!workload.pods.empty());
    for (const model::PodId pod : workload.pods) FG_CHECK(inventory.pod_workload[pod.value()] == model::WorkloadId{i});
    placed += workload.pods.size();
    FG_CHECK(inventory.find_workload(inventory.namespaces[workload.ns.value()].name, workload.kind, workload.name) == model::WorkloadId{i});
  }
  FG_CHECK(placed == inventory.pods.size());
}

void check_snapshot(const model::Snapshot& snapshot) {
  const model::Inventory& inventory = *snapshot.inventory;
  check_workloads(inventory);
  const model::Symbol name_label = snapshot.names->symbols->find("kubernetes.io/metadata.name");
  for (std::uint32_t i = 0; i < inventory.namespaces.size(); ++i) {
    const model::Namespace& ns = inventory.namespaces[i];
    FG_CHECK(inventory.find_namespace(ns.name) == model::NamespaceId{i});
    FG_CHECK(snapshot.names->label_sets.value(ns.labels, name_label) == ns.name);
  }
  for (std::uint32_t i = 0; i < inventory.pods.size(); ++i) {
    const model::Pod& pod = inventory.pods[i];
    FG_CHECK(inventory.namespaces[inventory.pod_namespace[i].value()].name == pod.ns);
    FG_CHECK(pod.from_template || inventory.find_pod(pod.ns, pod.name) == model::PodId{i});
  }
  for (const auto& policy : snapshot.policies->network_policies) FG_CHECK(!inventory.find_namespace(policy->ns).is_none());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string padded = std::string{reinterpret_cast<const char*>(data), size} + std::string(model::manifest::kPadding, '\0');
  const model::manifest::Input input{base::FileId{0U}, std::string_view{padded}.substr(0, size)};
  model::Names names;
  model::ObjectSet objects;
  base::Diagnostics diagnostics;
  base::SerialExecutor executor;
  model::manifest::read({&input, 1}, {}, names, objects, diagnostics, executor);
  const model::Snapshot snapshot = model::build_snapshot(std::move(objects), std::move(names), diagnostics);
  check_diagnostics(diagnostics);
  check_snapshot(snapshot);
  return 0;
}
