#include "model/manifest/label_decoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "model/manifest/spelling.h"
#include "model/manifest/syntax.h"

namespace foregate::model::manifest {
namespace {

constexpr std::array<std::string_view, 2> kSelectorFields = {"matchLabels", "matchExpressions"};
constexpr std::array<std::string_view, 3> kRequirementFields = {"key", "operator", "values"};
constexpr std::array<std::string_view, 4> kOperators = {"In", "NotIn", "Exists", "DoesNotExist"};

std::optional<SelectorOperator> parse_operator(std::string_view text) {
  const auto at = std::ranges::find(kOperators, text);
  if (at == kOperators.end()) return std::nullopt;
  return static_cast<SelectorOperator>(at - kOperators.begin());
}

/// One requirement while it is read. What is wrong with it is an error in built-in kinds; in custom resources it is kept as a requirement
/// that matches nothing, and said once.
class RequirementReader {
 public:
  explicit RequirementReader(const Cursor& at) : at_(at), strict_(at.object().dialect() == Dialect::kBuiltIn) {}

  LabelRequirement match_label(std::string_view key, std::string_view value) {
    LabelRequirement requirement{intern(key), SelectorOperator::kIn, {intern(value)}};
    // Built-in kinds name the map, not the key: check_labels() has done it.
    if (!strict_) check_label_texts(key, value);
    return finish(std::move(requirement));
  }

  LabelRequirement expression() {
    const bool known = at_.allow_only(kRequirementFields);
    const Cursor key = at_.field("key");
    const Cursor op = at_.field("operator");
    const Cursor values = at_.field("values");
    LabelRequirement requirement;
    read_values(values, requirement);
    // What seems to be missing is what stands there under another name.
    if (!known) return requirement;
    if (strict_ || op.require()) read_operator(op, values, requirement);
    if (strict_ || key.require()) read_key(key, requirement);
    return finish(std::move(requirement));
  }

 private:
  Symbol intern(std::string_view text) { return at_.names().symbols->intern(text); }

  void read_values(const Cursor& values, LabelRequirement& requirement) {
    if (!values.is_list()) return;
    for (const Cursor item : values.children()) {
      if (item.is_null() && !strict_) item.wrong_type("text");
      if (item.is_null() && strict_) item.warn("FG1047", "null in 'values' is read as the empty text", "Write \"\" if that is meant.");
      const std::optional<std::string_view> text = item.text_or_empty();
      if (!text) continue;
      requirement.values.push_back(intern(*text));
      if (const std::string problem = label_value_problem(*text); !problem.empty()) {
        wrong("FG1044", item, fmt::format("the value {} {}", quoted(*text), problem));
      }
    }
    std::ranges::sort(requirement.values);
    const auto repeated = std::ranges::unique(requirement.values);
    requirement.values.erase(repeated.begin(), repeated.end());
  }

  void read_operator(const Cursor& op, const Cursor& values, LabelRequirement& requirement) {
    const std::optional<std::string_view> text = op.text_or_empty();
    if (!text) return;
    const std::optional<SelectorOperator> known = parse_operator(*text);
    if (!known) {
      const std::string_view meant = nearest(*text, kOperators);
      wrong("FG1040", op, fmt::format("{} is no operator", quoted(*text)),
            meant.empty() ? "The operators are In, NotIn, Exists and DoesNotExist." : fmt::format("Did you mean '{}'?", meant));
      return;
    }
    requirement.op = *known;
    const bool wants_values = *known == SelectorOperator::kIn || *known == SelectorOperator::kNotIn;
    if (wants_values && values.size() == 0) {
      wrong("FG1041", values, fmt::format("operator {} needs at least one value", *text));
    } else if (!wants_values && values.size() > 0) {
      wrong("FG1042", values, fmt::format("operator {} takes no values", *text), "Use In or NotIn to compare values.");
    }
  }

  void read_key(const Cursor& key, LabelRequirement& requirement) {
    const std::optional<std::string_view> text = key.text_or_empty();
    if (!text) return;
    requirement.key = intern(*text);
    if (const std::string problem = qualified_name_problem(*text); !problem.empty()) {
      wrong("FG1043", key, fmt::format("the key {} {}", quoted(*text), problem));
    }
  }

  void check_label_texts(std::string_view key, std::string_view value) {
    if (const std::string problem = qualified_name_problem(key); !problem.empty()) {
      wrong("FG1043", at_, fmt::format("the key {} {}", quoted(key), problem));
    } else if (const std::string value_problem = label_value_problem(value); !value_problem.empty()) {
      wrong("FG1044", at_, fmt::format("the value {} {}", quoted(value), value_problem));
    }
  }

  void wrong(const char* code, const Cursor& where, std::string message, std::string hint = {}) {
    if (strict_) {
      where.error(code, std::move(message), std::move(hint));
      return;
    }
    if (!invalid_) {
      where.warn("FG1045", fmt::format("{}; the API server takes this here, and it matches nothing", message), std::move(hint));
    }
    invalid_ = true;
  }

  LabelRequirement finish(LabelRequirement requirement) const {
    if (invalid_) requirement.op = SelectorOperator::kInvalid;
    return requirement;
  }

  const Cursor& at_;
  bool strict_;
  bool invalid_ = false;
};

void decode_match_labels(const Cursor& match_labels, LabelSelector& selector) {
  if (!match_labels.is_map()) return;
  const bool built_in = match_labels.object().dialect() == Dialect::kBuiltIn;
  if (built_in) (void)check_labels(match_labels);
  for (const Cursor entry : match_labels.children()) {
    if (entry.is_null() && !built_in) {
      entry.warn(
          "FG1046",
          fmt::format("the label {} has no value: the API server drops it, and the selector does not ask for it", quoted(entry.key())),
          "Give it a value, or use matchExpressions with operator Exists.");
      continue;
    }
    if (entry.is_null()) {
      entry.warn("FG1047", fmt::format("the label {} is null, which is read as the empty text", quoted(entry.key())),
                 "Write \"\" if that is meant.");
    }
    const std::optional<std::string_view> value = entry.text();
    if (!value && entry.is_set()) continue;
    selector.requirements.push_back(RequirementReader{entry}.match_label(entry.key(), value.value_or("")));
  }
}

}  // namespace

LabelSetId LabelSetReader::read(const Cursor& labels) {
  next_.clear();
  if (labels.is_map()) {
    const Names& names = labels.names();
    for (const Cursor entry : labels.children()) {
      const std::string_view value = entry.text().value_or("");
      const std::size_t place = next_.size();
      const bool known_key = place < last_.size() && names.text(last_[place].key) == entry.key();
      const bool known_value = known_key && names.text(last_[place].value) == value;
      next_.push_back({known_key ? last_[place].key : names.symbols->intern(entry.key()),
                       known_value ? last_[place].value : names.symbols->intern(value)});
    }
  }
  if (last_id_.is_none() || next_ != last_) {
    const LabelSetId id = labels.names().label_sets.intern(next_);
    last_id_ = check_labels(labels) ? id : LabelSetId::none();
    std::swap(last_, next_);
    return id;
  }
  return last_id_;
}

std::vector<Label> decode_labels(const Cursor& labels) {
  std::vector<Label> result;
  if (!labels.is_map()) return result;
  for (const Cursor entry : labels.children()) {
    result.push_back({labels.names().symbols->intern(entry.key()), labels.names().symbols->intern(entry.text().value_or(""))});
  }
  return result;
}

bool check_labels(const Cursor& labels) {
  bool fine = true;
  if (labels.kind() != ValueKind::kMap) return fine;
  for (const Cursor entry : labels.children()) {
    const std::string_view value = entry.kind() == ValueKind::kString ? entry.value().text() : std::string_view{};
    if (const std::string problem = qualified_name_problem(entry.key()); !problem.empty()) {
      labels.error("FG1032", fmt::format("the label key {} {}", quoted(entry.key()), problem));
      fine = false;
    }
    if (const std::string problem = label_value_problem(value); !problem.empty()) {
      labels.error("FG1032", fmt::format("the value {} of label {} {}", quoted(value), quoted(entry.key()), problem));
      fine = false;
    }
  }
  return fine;
}

LabelSelector decode_selector(const Cursor& at) {
  LabelSelector selector;
  if (!at.is_map()) return selector;
  at.allow_only(kSelectorFields);
  const Cursor match_labels = at.field("matchLabels");
  decode_match_labels(match_labels, selector);
  const Cursor expressions = at.field("matchExpressions");
  if (!expressions.is_list()) return selector;
  for (const Cursor item : expressions.children()) {
    if (item.is_struct_item()) selector.requirements.push_back(RequirementReader{item}.expression());
  }
  return selector;
}

}  // namespace foregate::model::manifest
