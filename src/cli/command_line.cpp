#include "cli/command_line.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cli/help.h"
#include "policy/settings.h"

namespace foregate::cli {
namespace {

constexpr std::size_t kLeastWidth = 20;
constexpr std::size_t kGreatestWidth = 10000;
constexpr std::array<std::string_view, 4> kCommands = {"query", "list", "diff", "version"};

std::string program_name(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name == "kubectl-foregate" ? "kubectl foregate" : "foregate";
}

void add_input(CLI::App& app, InputOptions& input) {
  app.add_option("-f,--filename", input.filenames,
                 "Manifests: a file, a folder (with all below it), a glob, or - for standard input; repeatable")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false)
      ->group("Input");
  app.add_flag("-R,--recursive", input.recursive, "Accepted for kubectl's sake: folders are always read with all below them")
      ->group("Input");
  app.add_flag("-A,--all-namespaces", input.all_namespaces, "Accepted for kubectl's sake: every namespace of the input is always read")
      ->group("Input");
  app.add_option("--apply", input.apply, "Judge as if these objects had been applied on top; repeatable")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false)
      ->group("Input");
  app.add_option("--delete", input.remove, "Judge as if this object had been deleted; repeatable")
      ->type_name("KIND/NS/NAME")
      ->take_all()
      ->allow_extra_args(false)
      ->group("Input");
  app.add_option("-n,--namespace", input.default_namespace, "The namespace of objects and names that give none")
      ->type_name("NAME")
      ->capture_default_str()
      ->group("Input");
  app.add_flag("--keep-going", input.keep_going, "Leave out objects with errors and answer for the rest, saying so")->group("Input");
  app.add_option("--assume", input.assume, "Choose what the API leaves open; repeatable (see 'foregate --help')")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false)
      ->group("Input")
      ->check([](const std::string& text) {
        policy::Settings settings;
        const auto done = policy::apply_setting(text, settings);
        return done ? std::string{} : done.error().message;
      });
}

/// A choice by name. The error names what there is: "there is no output format 'yaml'; it is 'text' or 'json'".
template <typename Value, std::size_t N>
void add_choice(CLI::App& app, const char* flags, Value& value, const std::array<std::pair<const char*, Value>, N>& choices,
                const char* noun, const char* help, const char* type) {
  const auto find = [choices](const std::string& text) {
    return std::find_if(choices.begin(), choices.end(), [&](const auto& choice) { return text == choice.first; }) - choices.begin();
  };
  const auto complain = [choices, noun, find](const std::string& text) {
    if (static_cast<std::size_t>(find(text)) < N) return std::string{};
    std::vector<std::string_view> names;
    for (const auto& [name, meaning] : choices) names.emplace_back(name);
    return fmt::format("there is no {} '{}'; it is {}", noun, text, base::quote_list(names));
  };
  const auto choose = [&value, choices, find](const std::string& text) { value = choices[static_cast<std::size_t>(find(text))].second; };
  app.add_option_function<std::string>(flags, choose, help)->check(complain)->type_name(type)->group("Output");
}

/// The columns that `text` asks for, or 0 where it does not.
std::size_t width_of(const std::string& text) {
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  const bool fits = width >= kLeastWidth && width <= kGreatestWidth;
  return error == std::errc{} && end == text.data() + text.size() && fits ? width : 0;
}

std::string width_complaint(const std::string& text) {
  if (width_of(text) != 0) return {};
  return fmt::format("'{}' is no width; it is a number of columns from {} to {}", text, kLeastWidth, kGreatestWidth);
}

void add_output(CLI::App& app, OutputOptions& output) {
  constexpr std::array<std::pair<const char*, Format>, 2> kFormats = {{{"text", Format::kText}, {"json", Format::kJson}}};
  constexpr std::array<std::pair<const char*, ColorChoice>, 3> kColors = {
      {{"auto", ColorChoice::kAuto}, {"always", ColorChoice::kAlways}, {"never", ColorChoice::kNever}}};
  add_choice(app, "-o,--output", output.format, kFormats, "output format", "text, or json for programs", "FORMAT");
  add_choice(app, "--color", output.color, kColors, "choice of colour",
             "auto, always or never; auto obeys NO_COLOR and is off where the output is no terminal", "WHEN");
  app.add_option_function<std::string>(
         "--width", [&output](const std::string& text) { output.width = width_of(text); },
         "Columns of text output (default: the terminal's, else COLUMNS, else 100)")
      ->check(width_complaint)
      ->type_name("COLUMNS")
      ->group("Output");
}

void add_query(CLI::App& app, QueryOptions& options) {
  app.add_option("FROM", options.from, "Who opens the connection")->type_name("");
  app.add_option("TO", options.to, "Who is to receive it")->type_name("");
  app.add_option("PORT", options.port, "The destination port, e.g. 80, udp/53")->type_name("");
  app.add_option("--port", options.port_option, "The destination port: a Service's where TO is one, else the pod's")->type_name("PORT");
  app.add_option("--protocol", options.protocol, "TCP (default), UDP, SCTP, or other for the rest, ICMP among it")->type_name("PROTOCOL");
  app.add_option("--queries", options.queries, R"(Many questions: a file of lines {"from":..,"to":..,"protocol":..,"port":..}, or -)")
      ->type_name("FILE");
  app.add_flag("--exit-code", options.exit_code, "Exit with 1 unless everything asked is allowed");
  add_input(app, options.input);
  add_output(app, options.output);
}

void add_list(CLI::App& app, ListOptions& options) {
  app.add_flag("--pairs", options.pairs, "A line for each pair, instead of blocks (text)");
  app.add_flag("--group", options.group, "Blocks of peers with equal answers, instead of pairs (json)");
  app.add_flag("--self", options.with_self, "Also from a workload to itself");
  add_input(app, options.input);
  add_output(app, options.output);
}

void add_diff(CLI::App& app, DiffOptions& options) {
  app.add_flag("--pairs", options.pairs, "A line for each pair, without reasons, instead of blocks (text)");
  app.add_option("BEFORE", options.before, "Manifests before the change")->type_name("");
  app.add_option("AFTER", options.after, "Manifests after it")->type_name("");
  add_input(app, options.input);
  add_output(app, options.output);
}

/// The whole grammar, and the options that parsing fills.
struct Grammar {
  explicit Grammar(std::string program) : app("", std::move(program)) {
    app.require_subcommand(0, 1);
    app.set_help_flag("-h,--help", "Show this help");
    query_app = subcommand("query");
    add_query(*query_app, query);
    list_app = subcommand("list");
    add_list(*list_app, list);
    diff_app = subcommand("diff");
    add_diff(*diff_app, diff);
    version_app = subcommand("version");
    add_output(*version_app, version.output);
  }

  CLI::App* subcommand(const std::string& name) {
    CLI::App* sub = app.add_subcommand(name, std::string{command_summary(name)});
    sub->set_help_flag("-h,--help", "Show this help");
    sub->allow_extras();  // named by `unknown_option` and `surplus`
    sub->footer(std::string{command_examples(name)});
    sub->get_formatter()->column_width(28);
    return sub;
  }

  CLI::App app;
  CLI::App* query_app = nullptr;
  CLI::App* list_app = nullptr;
  CLI::App* diff_app = nullptr;
  CLI::App* version_app = nullptr;
  QueryOptions query;
  ListOptions list;
  DiffOptions diff;
  VersionOptions version;
};

Notice wrong(const std::string& command, const std::string& message) {
  const std::string help = command.empty() ? "foregate --help" : fmt::format("foregate {} --help", command);
  return {fmt::format("foregate: {}\nTry '{}'.\n", message, help), kExitBadInput, message};
}

bool is_manifest_name(std::string_view word) { return word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json"); }

/// Where a shell has made several names of an unquoted glob.
std::string file_hint(std::string_view word) { return is_manifest_name(word) ? "; -f takes one FILE: quote the glob, or repeat -f" : ""; }

/// Whether the words ask for JSON, so far as that can be told of a command line that is wrong.
bool asks_for_json(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-ojson" || words[i] == "-o=json" || words[i] == "--output=json") return true;
    if ((words[i] == "-o" || words[i] == "--output") && i + 1 < words.size() && words[i + 1] == "json") return true;
  }
  return false;
}

Notice unknown_command(std::string_view word) {
  std::string text = fmt::format("there is no command '{}'", word);
  if (const auto near = base::nearest(std::span<const std::string_view>(kCommands), word))
    text += fmt::format("; did you mean '{}'?", *near);
  return wrong("", text);
}

/// An option that there is not, with the nearest one.
std::string unknown_option(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining();
  const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (option == words.end()) return {};
  const std::string name = option->substr(0, option->find('='));
  std::vector<std::string> known;
  for (const CLI::Option* each : app.get_options()) {
    for (const std::string& text : each->get_lnames()) known.push_back("--" + text);
  }
  const auto near = base::nearest(std::span<const std::string>(known), name);
  return fmt::format("there is no option '{}'{}", name, near ? fmt::format("; did you mean '{}'?", *near) : "");
}

/// A word more than there are arguments.
std::string surplus(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining();
  if (words.empty()) return {};
  return fmt::format("'{}' is one argument too many for {}{}", words.front(), app.get_name(), file_hint(words.front()));
}

/// Standard input can be read once.
std::string twice_from_standard_input(const InputOptions& input, const std::string& also) {
  const auto uses =
      std::count(input.filenames.begin(), input.filenames.end(), "-") + std::count(input.apply.begin(), input.apply.end(), "-");
  return uses + (also == "-" ? 1 : 0) > 1 ? "standard input ('-') is asked for twice" : "";
}

/// What CLI11 does not check: arguments that only make sense together.
std::string contradiction(const QueryOptions& options) {
  if (options.queries.empty() && options.to.empty()) return "say who asks whom: foregate query FROM TO --port PORT -f FILE";
  for (const std::string& word : {options.from, options.to, options.port}) {
    if (is_manifest_name(word)) return fmt::format("'{}' is no endpoint{}", word, file_hint(word));
  }
  if (!options.port.empty() && !options.port_option.empty()) return "the port is given twice";
  if (!options.queries.empty() && !options.from.empty()) return "FROM and TO stand in the file of --queries; leave them out here";
  if (options.input.filenames.empty()) return "nothing to read: name manifests with -f FILE, a folder, or - for standard input";
  return twice_from_standard_input(options.input, options.queries);
}
std::string contradiction(const ListOptions& options) {
  if (options.input.filenames.empty()) return "nothing to read: name manifests with -f FILE, a folder, or - for standard input";
  if (options.pairs && options.group) return "--pairs and --group contradict each other";
  return twice_from_standard_input(options.input, {});
}
std::string contradiction(const DiffOptions& options) {
  const bool folders = !options.before.empty();
  if (folders && options.after.empty() && options.input.filenames.empty())
    return "two sets of manifests are compared: foregate diff BEFORE AFTER";
  if (folders && !options.input.filenames.empty()) {
    return "give either BEFORE and AFTER, or -f with --apply and --delete" + file_hint(options.before);
  }
  if (!folders && options.input.filenames.empty()) return "nothing to compare: give BEFORE and AFTER, or -f with --apply and --delete";
  if (!folders && !options.input.changes()) return "nothing changes: add --apply FILE or --delete KIND/NS/NAME, or give BEFORE and AFTER";
  if (options.before == "-" && options.after == "-") return "standard input ('-') is asked for twice";
  return twice_from_standard_input(options.input, options.before == "-" ? options.before : options.after);
}
std::string contradiction(const VersionOptions&) { return {}; }

template <typename Options>
Command checked(const CLI::App& app, const Options& options) {
  const std::string name = app.get_name();
  std::string message = unknown_option(app);
  if (message.empty()) message = contradiction(options);
  if (message.empty()) message = surplus(app);
  if (!message.empty()) return wrong(name, message);
  return options;
}

Command checked_query(const CLI::App& app, QueryOptions options) {
  const Command command = checked(app, options);
  if (!std::holds_alternative<QueryOptions>(command) || options.port_option.empty()) return command;
  options.port = options.port_option;
  return options;
}

Command chosen(const Grammar& grammar) {
  if (grammar.query_app->parsed()) return checked_query(*grammar.query_app, grammar.query);
  if (grammar.list_app->parsed()) return checked(*grammar.list_app, grammar.list);
  if (grammar.diff_app->parsed()) return checked(*grammar.diff_app, grammar.diff);
  if (grammar.version_app->parsed()) return checked(*grammar.version_app, grammar.version);
  return Notice{overview(), kExitFine, {}};
}

/// See `parse_command_line`; what is wrong is in `Notice::wrong` whatever the format.
Command parse_words(const std::string& program, std::vector<std::string> words) {
  const std::string first = words.empty() ? "" : words.front();
  if (words.empty()) return Notice{overview(), kExitFine, {}};
  if (first.empty()) return unknown_command(first);
  if (first == "-h" || first == "--help" || words == std::vector<std::string>{"help"}) return Notice{long_help(), kExitFine, {}};
  if (first == "help") return parse_words(program, {words[1], "--help"});
  if (first == "--version") return VersionOptions{};
  const bool known = std::find(kCommands.begin(), kCommands.end(), first) != kCommands.end();
  if (!first.starts_with('-') && !known) return unknown_command(first);
  Grammar grammar{program};
  try {
    std::reverse(words.begin(), words.end());
    grammar.app.parse(words);
  } catch (const CLI::CallForHelp&) {
    return Notice{grammar.app.help(), kExitFine, {}};
  } catch (const CLI::ValidationError& error) {
    const std::string_view message = error.what();  // "--output: there is no ..."
    return wrong(known ? first : "", std::string{message.substr(message.find(": ") + 2)});
  } catch (const CLI::ParseError& error) {
    return wrong(known ? first : "", error.what());
  }
  return chosen(grammar);
}

}  // namespace

Command parse_command_line(std::span<const char* const> arguments) {
  std::vector<std::string> words;
  if (!arguments.empty()) words.assign(arguments.begin() + 1, arguments.end());
  Command command = parse_words(arguments.empty() ? "foregate" : program_name(arguments[0]), words);
  if (auto* notice = std::get_if<Notice>(&command); notice != nullptr && !asks_for_json(words)) notice->wrong.clear();
  return command;
}

}  // namespace foregate::cli
