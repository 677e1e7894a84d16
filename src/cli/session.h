#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/executor.h"
#include "base/mapped_file.h"
#include "base/source.h"
#include "cli/command_line.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "model/manifest/reader.h"
#include "model/snapshot.h"
#include "policy/candidate.h"
#include "policy/rule.h"
#include "policy/settings.h"
#include "report/diagnostics.h"

namespace foregate::cli {

/// Objects that were read, by kind, those with no part in network policy among them.
using ObjectCounts = std::map<std::string, std::uint64_t>;

/// What is asked about: a snapshot and what its policies mean.
struct Cluster {
  model::Snapshot snapshot;
  policy::PolicySet policies;
};

/// One run's inputs: it finds and maps files, reads them, and keeps everything that is to be said about them. Files stay mapped as long as
/// the session, so that messages can quote them.
///
/// Every problem is collected; nothing is answered from a set with errors unless `--keep-going`, which leaves out what is wrong and says so
/// in the answer: ask `usable` once everything is loaded. A change of which nothing is left is never answered for.
class Session {
 public:
  Session(const InputOptions& input, const OutputOptions& output);

  /// The cluster of `--filename`, with `--apply` and `--delete` on top where `with_changes`.
  Cluster load(bool with_changes);
  /// `base` with `--apply` and `--delete` on top. Names of both compare.
  Cluster change(const Cluster& base);
  /// The cluster in `paths`, names starting as those of `before` where given.
  Cluster load_paths(const std::vector<std::string>& paths, const Cluster* before = nullptr);

  /// False where answers would be wrong: errors without `--keep-going`, or inputs or a change of which nothing is left.
  bool usable() const;
  /// Engines over one class space, the state that is asked about last: policies that were applied to it and select no pod get a warning.
  std::vector<std::shared_ptr<const engine::Engine>> compile(std::vector<Cluster> clusters);

  const base::SourceFiles& files() const { return files_; }
  base::Diagnostics& diagnostics() { return diagnostics_; }
  const ObjectCounts& objects() const { return objects_; }
  const policy::Settings& settings() const { return settings_; }
  base::Executor& executor() { return *executor_; }
  Progress& progress() { return progress_; }

  enum class Carried : std::uint8_t { kNo, kInJson };
  /// Shows what was found wrong on standard error, and what follows from it; not the first where the answer carries it in JSON.
  void report_diagnostics(Carried carried);
  /// To be called instead of answering: shows what was found wrong, in the document where JSON was asked for. The exit code for it.
  int refuse_to_answer();
  /// The same where one question has no answer, whatever the manifests.
  int refuse_question(std::string message);
  /// A line on what errors took out of the input, and one on what they took out of the change; nothing where they did not. For answers in
  /// text; those in JSON carry `diagnostics`.
  void write_left_out(report::Writer& out) const;
  /// Ends an answer: `code`, or the one for failure where the output could not be written.
  static int finish(report::Writer& out, const StandardOutput& output, int code);
  /// One line on standard error: which kinds have no part in the answer, and how many objects that is. Nothing where there are none.
  void report_skipped_kinds();

 private:
  std::vector<model::manifest::Input> open_all(const std::vector<std::string>& arguments);
  void open(const std::string& path, std::vector<base::FileId>& opened);
  /// What could be read; `is_lost` where that is nothing because of errors.
  struct Found {
    model::ObjectSet objects;
    bool is_lost = false;
  };
  Found read(const std::vector<std::string>& arguments, model::Names& names);
  policy::Changes read_changes(model::Names& names);
  /// Whether errors left nothing of a change that applies something or not and removes so many objects.
  bool is_lost(bool applies, std::size_t removes) const;
  void show_diagnostics();
  void write_diagnostics_document();
  void refuse(const char* code, std::string message);
  std::string refusal() const;
  std::optional<std::string> source_line(const base::SourcePosition& at) const;

  const InputOptions& input_;
  const OutputOptions& output_;
  policy::Settings settings_;
  std::unique_ptr<base::Executor> executor_;
  Progress progress_;
  base::SourceFiles files_;
  std::vector<base::MappedFile> mapped_;  // by FileId
  base::Diagnostics diagnostics_;
  ObjectCounts objects_;
  ObjectCounts skipped_;
  bool lost_ = false;  ///< nothing is left of an input or of the change
  // Where the change begins, in `files_` and `diagnostics_`.
  std::optional<std::size_t> first_applied_file_;
  std::optional<std::size_t> first_change_diagnostic_;
};

/// The objects of a set by kind.
ObjectCounts count_objects(const model::ObjectSet& objects, const model::Names& names);

}  // namespace foregate::cli
