#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/source.h"
#include "engine/engine.h"
#include "policy/flow.h"

namespace foregate::report {

/// A decision with what it refers to.
struct DecisionView {
  const policy::PolicySet& policies;
  const model::Names& names;
  const base::SourceFiles& files;
  const policy::Decision& decision;
  std::span<const policy::PolicyIndex> isolating;  ///< a NetworkPolicy default: all policies that isolate the end
};

/// `NetworkPolicy shop/db ingress[0] (policies/db.yaml:14:5)`; for a tier's default `NetworkPolicy shop/db (policies/db.yaml:3:1)`; `no
/// policy`.
std::string decision_text(const DecisionView& view, policy::Direction direction);

/// Why policies do not decide, given the two decisions' texts: rules of equal priority that disagree (`Ambiguous`), a domain name
/// (`Unknown`).
std::string undecided_text(policy::Verdict verdict, std::string_view decision, std::string_view alternative);

/// `{"kind","namespace","name","rule","default","policies","file","line"}` without the braces, or nothing where no policy decided.
std::string decision_fields(const DecisionView& view, policy::Direction direction);

/// The policies that have a say over an end in a direction, in order of evaluation; none for what is no pod of the pod network. Valid as
/// long as the engine.
std::span<const policy::PolicyIndex> policies_over(const engine::Engine& engine, const policy::Endpoint& subject,
                                                   policy::Direction direction);

/// The policies that isolate a pod in a direction, in order.
std::vector<policy::PolicyIndex> isolating_policies(const engine::Engine& engine, const policy::Endpoint& subject,
                                                    policy::Direction direction);

}  // namespace foregate::report
