#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "base/symbol_table.h"
#include "model/labels.h"
#include "model/objects.h"
#include "model/policies.h"

namespace foregate::model {

/// Distinct lists of named ports, each kept once. Sorted, without equal entries. The empty list has id 0.
class NamedPortLists {
 public:
  NamedPortLists();
  NamedPortsId intern(std::vector<NamedPort> ports);
  /// Valid as long as nothing is interned.
  const std::vector<NamedPort>& ports(NamedPortsId id) const { return lists_[id.value()]; }
  std::size_t size() const { return lists_.size(); }

 private:
  std::vector<std::vector<NamedPort>> lists_;
  std::map<std::vector<NamedPort>, std::uint32_t> ids_;
};

/// The tables that objects refer into. Shared by everything that is decoded together and by candidates on top.
struct Names {
  std::shared_ptr<base::SymbolTable> symbols = std::make_shared<base::SymbolTable>();
  LabelSets label_sets;
  NamedPortLists named_ports;
  std::string_view text(Symbol symbol) const { return symbols->text(symbol); }
};

/// Decoded objects in input order, as `manifest/` reads them and a candidate edits them.
struct ObjectSet {
  std::vector<Namespace> namespaces;
  std::vector<Node> nodes;
  std::vector<Pod> pods;
  std::vector<WorkloadObject> workloads;
  std::vector<Service> services;
  std::vector<EndpointSlice> endpoint_slices;
  std::vector<EntryObject> entries;
  std::vector<NetworkPolicy> network_policies;
  std::vector<ClusterPolicy> cluster_policies;
  /// Kinds that were read past, by `kind.group` ("ConfigMap", "Certificate.cert-manager.io"), and how many of each.
  std::map<std::string, std::uint64_t> skipped;
};

}  // namespace foregate::model
