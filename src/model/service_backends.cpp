#include "model/service_backends.h"

#include <algorithm>

namespace foregate::model {

bool selects(const Service& service, const Pod& pod, const Names& names) {
  return service.selector && !service.selector->empty() &&
         std::all_of(service.selector->begin(), service.selector->end(),
                     [&](const Label& label) { return names.label_sets.value(pod.labels, label.key) == label.value; });
}

std::vector<std::uint16_t> target_numbers(const ServicePort& port, const Pod& pod, const Names& names) {
  if (const auto* number = std::get_if<std::uint16_t>(&port.target_port)) return {*number};
  const Symbol name = std::get<Symbol>(port.target_port);
  std::vector<std::uint16_t> numbers;
  for (const NamedPort& named : names.named_ports.ports(pod.named_ports)) {
    if (named.name == name && named.protocol == port.protocol) numbers.push_back(named.number);
  }
  return numbers;
}

}  // namespace foregate::model
