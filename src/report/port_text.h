#pragma once

#include <string>

#include "model/ports.h"

namespace foregate::report {

/// `all`, `none`, or by protocol: `TCP 80,90-99, UDP 53, other` ("other" is traffic of every other protocol).
std::string port_text(const model::PortSpace& ports);

/// `"all"`, or `[{"protocol":"TCP","ranges":[[80,80],[90,99]]},{"protocol":"other","ranges":[]}]`.
std::string port_json(const model::PortSpace& ports);

}  // namespace foregate::report
