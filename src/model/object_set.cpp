#include "model/object_set.h"

#include <algorithm>
#include <utility>

namespace foregate::model {

NamedPortLists::NamedPortLists() { intern({}); }

NamedPortsId NamedPortLists::intern(std::vector<NamedPort> ports) {
  std::ranges::sort(ports);
  const auto repeated = std::ranges::unique(ports);
  ports.erase(repeated.begin(), repeated.end());
  const auto [at, is_new] = ids_.try_emplace(std::move(ports), static_cast<std::uint32_t>(lists_.size()));
  if (is_new) lists_.push_back(at->first);
  return NamedPortsId{at->second};
}

}  // namespace foregate::model
