#pragma once

#include <cstddef>

#include "base/executor.h"
#include "base/source.h"
#include "cli/answer.h"
#include "engine/engine.h"
#include "report/writer.h"

namespace foregate::cli {

/// What to answer with.
struct LineContext {
  const Answerer& answerer;
  const engine::Engine& engine;
  const base::SourceFiles& files;
  base::Executor& executor;
};

struct LineCounts {
  std::size_t answered = 0;
  std::size_t not_allowed = 0;
  std::size_t errors = 0;  ///< lines that are no question, or whose ends do not exist
};

/// Answers questions line by line as they come from `descriptor`, until its end or until nobody reads the answers: for each line
/// `{"from","to","protocol","port"}` one JSON object on one line, in order. A line that cannot be answered gives an object with what could
/// be read of it, its `"line"` and `"error"`. Empty lines are passed by. Works through what has arrived in parallel; holds at most a few
/// megabytes.
LineCounts answer_lines(int descriptor, const LineContext& context, report::Writer& out);

}  // namespace foregate::cli
