#include "cli/session.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "base/diagnostic_catalogue.h"
#include "base/text.h"
#include "cli/idle_policies.h"
#include "cli/left_out.h"
#include "cli/manifest_files.h"
#include "model/foreign_policies.h"
#include "model/manifest/reader.h"

namespace foregate::cli {
namespace {

constexpr std::size_t kLongestQuotedLine = 400;

policy::Settings settings_of(const InputOptions& input) {
  policy::Settings settings;
  for (const std::string& text : input.assume) static_cast<void>(policy::apply_setting(text, settings));  // checked with the command line
  return settings;
}

/// The text of a line, counted from 1, or nothing where the text has fewer.
std::optional<std::string_view> line_of(std::string_view text, std::uint32_t line) {
  for (std::uint32_t passed = 1; passed < line; ++passed) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// Whether a text holds more than blanks, comments and lines between documents. An empty list is a document: kubectl's answer for nothing.
bool has_document(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t first = line.find_first_not_of(" \t\r");
    line = first == std::string_view::npos ? std::string_view{} : line.substr(first);
    if (!line.empty() && line[0] != '#' && line[0] != '%' && !line.starts_with("---") && !line.starts_with("...")) return true;
  }
  return false;
}

const char* cluster_kind(model::ClusterPolicyKind kind) {
  switch (kind) {
    case model::ClusterPolicyKind::kAdminNetworkPolicy:
      return "AdminNetworkPolicy";
    case model::ClusterPolicyKind::kBaselineAdminNetworkPolicy:
      return "BaselineAdminNetworkPolicy";
    case model::ClusterPolicyKind::kClusterNetworkPolicy:
      break;
  }
  return "ClusterNetworkPolicy";
}

/// Whether there is anything with a part in network policy.
bool has_objects(const model::ObjectSet& o) {
  return !(o.namespaces.empty() && o.nodes.empty() && o.pods.empty() && o.workloads.empty() && o.services.empty() &&
           o.endpoint_slices.empty() && o.entries.empty() && o.network_policies.empty() && o.cluster_policies.empty());
}

void add_count(ObjectCounts& counts, const std::string& kind, std::size_t number) {
  if (number > 0) counts[kind] += number;
}

}  // namespace

Session::Session(const InputOptions& input, const OutputOptions& output)
    : input_(input), output_(output), settings_(settings_of(input)), executor_(base::make_thread_pool()), progress_(true) {}

void Session::refuse(const char* code, std::string message) {
  diagnostics_.add({code, base::Severity::kError, {}, {}, {}, std::move(message), {}});
}

void Session::open(const std::string& path, std::vector<base::FileId>& opened) {
  if (path == "-") progress_.stage("reading standard input");
  auto file = base::MappedFile::open(path);
  if (!file) return refuse("FG1090", file.error().message);
  opened.push_back(files_.add(path));
  mapped_.push_back(std::move(*file));
}

std::vector<model::manifest::Input> Session::open_all(const std::vector<std::string>& arguments) {
  progress_.stage("finding manifests");
  std::vector<base::FileId> opened;
  for (const std::string& argument : arguments) {
    const auto paths = find_manifests(argument);
    if (!paths) {
      refuse("FG1090", paths.error().message);
      continue;
    }
    for (const std::string& path : *paths) open(path, opened);
  }
  std::vector<model::manifest::Input> inputs;
  for (const base::FileId file : opened) inputs.push_back({file, mapped_[file.value()].text()});
  return inputs;
}

Session::Found Session::read(const std::vector<std::string>& arguments, model::Names& names) {
  const std::size_t errors_before = diagnostics_.errors();
  const std::vector<model::manifest::Input> inputs = open_all(arguments);
  progress_.stage(fmt::format("reading {}", base::count_of(inputs.size(), "file")));
  model::manifest::ReadOptions options;
  options.default_namespace = input_.default_namespace;
  model::ObjectSet objects;
  base::Diagnostics found_wrong;
  model::manifest::read(inputs, options, names, objects, found_wrong, *executor_);
  for (base::Diagnostic diagnostic : found_wrong.all()) {
    if (base::has_plain_meaning(diagnostic.code)) diagnostic.severity = base::Severity::kWarning;
    diagnostics_.add(std::move(diagnostic));
  }
  const ObjectCounts found = count_objects(objects, names);
  for (const auto& [kind, number] : found) objects_[kind] += number;
  for (const auto& [kind, number] : objects.skipped) {
    if (!model::is_foreign_policy(kind)) skipped_[kind] += number;
  }
  const bool says_nothing =
      std::none_of(inputs.begin(), inputs.end(), [](const model::manifest::Input& input) { return has_document(input.text); });
  if (found.empty() && says_nothing && !inputs.empty() && diagnostics_.errors() == errors_before) {
    const std::string where = inputs.size() == 1 ? std::string{files_.name(inputs.front().file)} : "the input";
    refuse("FG1091", fmt::format("there is no Kubernetes object in {}", where));
  }
  return {std::move(objects), found.empty() && diagnostics_.errors() > errors_before};
}

Cluster Session::load_paths(const std::vector<std::string>& paths, const Cluster* before) {
  model::Names names = before == nullptr ? model::Names{} : policy::stacked_names(before->snapshot);
  Found found = read(paths, names);
  lost_ |= found.is_lost;
  progress_.stage("resolving");
  model::Snapshot snapshot = model::build_snapshot(std::move(found.objects), std::move(names), diagnostics_);
  policy::PolicySet policies = policy::normalise(*snapshot.policies, *snapshot.names);
  return {std::move(snapshot), std::move(policies)};
}

policy::Changes Session::read_changes(model::Names& names) {
  policy::Changes changes;
  if (!input_.apply.empty()) changes.apply = read(input_.apply, names).objects;
  for (const std::string& text : input_.remove) {
    auto reference = policy::parse_object_reference(text, input_.default_namespace);
    if (reference) {
      changes.remove.push_back(std::move(*reference));
    } else {
      refuse("FG1092", fmt::format("--delete {}: {}", text, reference.error().message));
    }
  }
  return changes;
}

Cluster Session::change(const Cluster& base) {
  model::Names names = policy::stacked_names(base.snapshot);
  first_applied_file_ = files_.size();
  first_change_diagnostic_ = diagnostics_.all().size();
  policy::Changes changes = read_changes(names);
  const bool applies = has_objects(changes.apply);
  const std::size_t removes = changes.remove.size();
  progress_.stage("resolving");
  model::Snapshot snapshot = policy::apply_changes(base.snapshot, std::move(changes), std::move(names), diagnostics_);
  lost_ |= is_lost(applies, removes);
  policy::PolicySet policies = policy::normalise(*snapshot.policies, *snapshot.names, base.policies);
  return {std::move(snapshot), std::move(policies)};
}

bool Session::is_lost(bool applies, std::size_t removes) const {
  const auto said = std::span(diagnostics_.all()).subspan(*first_change_diagnostic_);
  const auto errors = std::count_if(said.begin(), said.end(), [](const auto& d) { return d.severity == base::Severity::kError; });
  const auto missing = std::count_if(said.begin(), said.end(), [](const auto& d) { return d.code == "FG1005"; });
  return errors > 0 && !applies && removes <= static_cast<std::size_t>(missing);
}

Cluster Session::load(bool with_changes) {
  Cluster cluster = load_paths(input_.filenames);
  return with_changes && input_.changes() ? change(cluster) : cluster;
}

bool Session::usable() const { return input_.keep_going ? !lost_ : !diagnostics_.has_errors(); }

std::vector<std::shared_ptr<const engine::Engine>> Session::compile(std::vector<Cluster> clusters) {
  progress_.stage("compiling policies");
  std::vector<engine::Engine::Input> inputs;
  for (Cluster& cluster : clusters) inputs.push_back({std::move(cluster.snapshot), std::move(cluster.policies)});
  auto engines = engine::Engine::compile(std::move(inputs), settings_, *executor_);
  if (first_applied_file_) warn_of_idle_policies(*engines.back(), *first_applied_file_, input_.default_namespace, diagnostics_);
  return engines;
}

std::optional<std::string> Session::source_line(const base::SourcePosition& at) const {
  if (at.file.is_none() || at.line == 0 || at.file.value() >= mapped_.size()) return std::nullopt;
  const auto line = line_of(mapped_[at.file.value()].text(), at.line);
  if (!line || line->size() > kLongestQuotedLine) return std::nullopt;
  return std::string{*line};
}

void Session::show_diagnostics() {
  progress_.done();
  std::string text;
  {
    report::Writer out(text);
    const auto line = [this](const base::SourcePosition& at) { return source_line(at); };
    report::diagnostics_text(diagnostics_, files_, line, style_of(STDERR_FILENO, output_), out);
  }
  write_error(text);
}

void Session::report_diagnostics(Carried carried) {
  progress_.done();
  if (output_.format == Format::kText || carried == Carried::kNo) show_diagnostics();
  if (diagnostics_.has_errors()) {
    write_error(fmt::format("foregate: {}; what is wrong was left out (--keep-going), and the answer is about the rest\n",
                            base::count_of(diagnostics_.errors(), "error")));
  }
}

void Session::write_left_out(report::Writer& out) const {
  const std::span said(diagnostics_.all());
  const std::size_t change = first_change_diagnostic_.value_or(said.size());
  const std::string input = left_out_text(said.first(change), files_);
  const std::string changes = left_out_text(said.subspan(change), files_);
  if (!input.empty()) out << "left out of the input: " << input << '\n';
  if (!changes.empty()) out << "left out of the change: " << changes << '\n';
}

void Session::write_diagnostics_document() {
  StandardOutput output;
  report::Writer out(output.sink());
  out << "{\"diagnostics\":" << report::diagnostics_array(diagnostics_, files_) << "}\n";
}

int Session::refuse_to_answer() {
  progress_.done();
  if (output_.format == Format::kJson) {
    write_diagnostics_document();
  } else {
    show_diagnostics();
  }
  write_error(refusal());
  return kExitBadInput;
}

int Session::refuse_question(std::string message) {
  progress_.done();
  write_error(fmt::format("foregate: {}\n", message));
  refuse("FG1094", std::move(message));
  if (output_.format == Format::kJson) write_diagnostics_document();
  return kExitBadInput;
}

int Session::finish(report::Writer& out, const StandardOutput& output, int code) {
  out.flush();
  if (output.failure().empty()) return code;
  write_error(fmt::format("foregate: cannot write the answer: {}\n", output.failure()));
  return kExitBadInput;
}

std::string Session::refusal() const {
  const std::string count = base::count_of(diagnostics_.errors(), "error");
  const bool in_manifests = std::any_of(diagnostics_.all().begin(), diagnostics_.all().end(), [](const base::Diagnostic& diagnostic) {
    return diagnostic.severity == base::Severity::kError && !diagnostic.at.file.is_none();
  });
  if (!in_manifests) return fmt::format("foregate: {}, so nothing is answered\n", count);
  if (input_.keep_going) return fmt::format("foregate: {}, and nothing is left to answer from\n", count);
  return fmt::format("foregate: {}; nothing is answered from manifests with errors (--keep-going leaves the wrong objects out)\n", count);
}

void Session::report_skipped_kinds() {
  if (skipped_.empty()) return;
  std::string kinds;
  std::uint64_t total = 0;
  for (const auto& [kind, number] : skipped_) {
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", number, kind);
    total += number;
  }
  write_error(fmt::format("{} with no part in network policy passed by: {}\n", base::count_of(total, "object"), kinds));
}

ObjectCounts count_objects(const model::ObjectSet& objects, const model::Names& names) {
  ObjectCounts counts;
  add_count(counts, "Namespace", objects.namespaces.size());
  add_count(counts, "Node", objects.nodes.size());
  add_count(counts, "Pod", objects.pods.size());
  add_count(counts, "Service", objects.services.size());
  add_count(counts, "EndpointSlice", objects.endpoint_slices.size());
  add_count(counts, "NetworkPolicy", objects.network_policies.size());
  for (const model::WorkloadObject& workload : objects.workloads) ++counts[std::string{names.text(workload.kind)}];
  for (const model::EntryObject& entry : objects.entries) ++counts[std::string{names.text(entry.kind)}];
  for (const model::ClusterPolicy& policy : objects.cluster_policies) ++counts[cluster_kind(policy.kind)];
  for (const auto& [kind, number] : objects.skipped) counts[kind] += number;
  return counts;
}

}  // namespace foregate::cli
