#include "tests/support/scenario.h"

#include <gtest/gtest.h>
#include <yaml.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "tests/support/read_cluster.h"

/// Read with libyaml's documents, not with the project's own reader: a scenario must not depend on what it tests.
namespace foregate::testing {
namespace {

constexpr const char* kFolder = "tests/scenarios";

class Document {
 public:
  explicit Document(const std::string& text) {
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    loaded_ = yaml_parser_load(&parser, &document_) != 0;
    yaml_parser_delete(&parser);
  }
  ~Document() {
    if (loaded_) yaml_document_delete(&document_);
  }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  yaml_node_t* root() { return loaded_ ? yaml_document_get_root_node(&document_) : nullptr; }
  yaml_node_t* node(int index) { return yaml_document_get_node(&document_, index); }

  static std::string text(const yaml_node_t* node) {
    if (node->type != YAML_SCALAR_NODE) return {};
    return {reinterpret_cast<const char*>(node->data.scalar.value), node->data.scalar.length};
  }
  template <typename Visit>
  void for_each_entry(yaml_node_t* map, Visit&& visit) {
    if (map == nullptr || map->type != YAML_MAPPING_NODE) return;
    for (auto* pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; ++pair) {
      visit(text(node(pair->key)), node(pair->value));
    }
  }
  template <typename Visit>
  void for_each_item(yaml_node_t* list, Visit&& visit) {
    if (list->type != YAML_SEQUENCE_NODE) return;
    for (auto* item = list->data.sequence.items.start; item < list->data.sequence.items.top; ++item) visit(node(*item));
  }

 private:
  yaml_document_t document_{};
  bool loaded_ = false;
};

void check_keys(const Question& question) {
  static const std::set<std::string> known{"from", "to", "port", "verdict", "tier", "because", "or", "exempt", "at", "family", "through"};
  for (const auto& [key, value] : question) EXPECT_TRUE(known.contains(key)) << "unknown entry '" << key << "' of a question";
  for (const char* needed : {"from", "to", "port", "verdict"}) EXPECT_TRUE(question.contains(needed)) << "a question without " << needed;
}

}  // namespace

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder, error)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Scenario load_scenario(const std::string& name) {
  Scenario scenario;
  Document document(file_text(std::string(kFolder) + "/" + name + ".yaml").value_or(""));
  document.for_each_entry(document.root(), [&](const std::string& key, yaml_node_t* value) {
    if (key == "why") {
      scenario.why = Document::text(value);
    } else if (key == "cluster") {
      scenario.cluster = Document::text(value);
    } else if (key == "settings") {
      document.for_each_item(value, [&](yaml_node_t* item) { scenario.settings.push_back(Document::text(item)); });
    } else if (key == "ask") {
      document.for_each_item(value, [&](yaml_node_t* item) {
        Question& question = scenario.ask.emplace_back();
        document.for_each_entry(item, [&](const std::string& k, yaml_node_t* v) { question[k] = Document::text(v); });
        check_keys(question);
      });
    } else {
      ADD_FAILURE() << name << ": unknown entry '" << key << "'";
    }
  });
  EXPECT_FALSE(scenario.why.empty()) << name;
  EXPECT_FALSE(scenario.ask.empty()) << name;
  return scenario;
}

}  // namespace foregate::testing
