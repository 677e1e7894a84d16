#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <functional>

#include "model/snapshot.h"

namespace foregate::model {

/// A namespaced object's name, with its kind where several kinds share a table.
struct ObjectKey {
  Symbol ns;
  Symbol name;
  Symbol kind;
  friend bool operator==(const ObjectKey&, const ObjectKey&) = default;
};

struct ObjectKeyHash {
  std::size_t operator()(const ObjectKey& key) const noexcept {
    std::uint64_t hash = (std::uint64_t{key.ns.value()} << 32 | key.name.value()) * 0x9E3779B97F4A7C15;
    hash = (hash ^ hash >> 32 ^ key.kind.value()) * 0xBF58476D1CE4E5B9;
    return hash ^ hash >> 32;
  }
};

struct AddressHash {
  std::size_t operator()(const IpAddress& address) const noexcept {
    const auto bits = address.bits();
    std::uint64_t hash = (static_cast<std::uint64_t>(bits) + static_cast<std::uint64_t>(address.family())) * 0x9E3779B97F4A7C15;
    hash = (hash ^ hash >> 32 ^ static_cast<std::uint64_t>(bits >> 64)) * 0xBF58476D1CE4E5B9;
    return hash ^ hash >> 32;
  }
};

struct SymbolHash {
  std::size_t operator()(Symbol symbol) const noexcept {
    const std::uint64_t hash = symbol.value() * 0x9E3779B97F4A7C15;
    return hash ^ hash >> 32;
  }
};

using ObjectIndex = tsl::robin_map<ObjectKey, std::uint32_t, ObjectKeyHash>;

/// Where the objects of an `Inventory` are, by what people call them.
struct Inventory::Indexes {
  tsl::robin_map<Symbol, std::uint32_t, SymbolHash> namespaces;
  tsl::robin_map<Symbol, std::uint32_t, SymbolHash> nodes;
  ObjectIndex pods;
  ObjectIndex workloads;
  ObjectIndex services;
  tsl::robin_map<IpAddress, std::uint32_t, AddressHash> pod_addresses;
  tsl::robin_map<IpAddress, std::uint32_t, AddressHash> node_addresses;
};

}  // namespace foregate::model
