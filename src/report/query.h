#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "engine/engine.h"
#include "policy/flow.h"
#include "report/style.h"
#include "report/writer.h"

namespace foregate::report {

/// One flow that a question was resolved to, with its answer.
struct QueryPart {
  std::string from;  ///< `shop/web-0`, an address, `node/a`
  std::string to;
  policy::Flow flow;
  policy::FlowVerdict verdict;
  bool other_family =
      false;  ///< the answer of dual-stack ends in the family that is not their usual one; the part before has the usual one's
  bool impossible = false;  ///< the ends have no address family in common: what policies say of a connection that cannot be
};

/// A question as asked and its answers.
struct QueryAnswer {
  std::string from;  ///< as asked
  std::string to;
  model::Protocol protocol = model::Protocol::kTcp;
  std::uint16_t port = 0;                ///< as asked: a Service's own port where `to` is a Service
  std::vector<QueryPart> parts;          ///< at least one; several where an end stands for several pods
  std::vector<std::string> notes;        ///< how the ends were resolved, a sentence each
  std::vector<std::string> assumptions;  ///< settings that decided, as `NAME=VALUE`

  /// The part that speaks for the question: the first of the worst verdict, in the order Deny, Ambiguous, Unknown, Allow. Of dual-stack
  /// ends, in their usual family.
  const QueryPart& deciding() const;
  policy::Verdict verdict() const { return deciding().verdict.verdict(); }
};

/// Verdict first, then each direction with its rule, file and line; of several parts with different answers, each answer with its pods.
void text_query(const QueryAnswer& answer, const engine::Engine& engine, const base::SourceFiles& files, const Style& style, Writer& out);

/// One object on one line, with a line break after it. Deciding part first; `"parts"` where there are several; `"diagnostics"` where
/// `diagnostics`, a JSON array, is given.
void json_query(const QueryAnswer& answer, const engine::Engine& engine, const base::SourceFiles& files, Writer& out,
                std::string_view diagnostics = {});

}  // namespace foregate::report
