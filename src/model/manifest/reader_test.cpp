#include "model/manifest/reader.h"

#include <gtest/gtest.h>

#include <list>
#include <string>
#include <vector>

namespace foregate::model::manifest {
namespace {

/// Reads texts as files, on `width` workers.
class Reading {
 public:
  explicit Reading(const std::vector<std::string>& texts, std::size_t width = 1) {
    std::vector<Input> inputs;
    for (const std::string& text : texts) {
      const std::string& padded = padded_.emplace_back(text + std::string(kPadding, '"'));
      inputs.push_back({base::FileId{inputs.size()}, std::string_view{padded}.substr(0, text.size())});
    }
    const auto executor = base::make_thread_pool(width);
    read(inputs, {}, names_, objects_, diagnostics_, *executor);
  }

  /// `file:line:column code`, in order.
  std::vector<std::string> said() const {
    std::vector<std::string> result;
    for (const base::Diagnostic& diagnostic : diagnostics_.all()) {
      result.push_back(std::to_string(diagnostic.at.file.value()) + ":" + std::to_string(diagnostic.at.line) + ":" +
                       std::to_string(diagnostic.at.column) + " " + diagnostic.code);
    }
    return result;
  }
  /// `file:line:column name`, in order.
  std::vector<std::string> pods() const {
    std::vector<std::string> result;
    for (const Pod& pod : objects_.pods) {
      result.push_back(std::to_string(pod.at.file.value()) + ":" + std::to_string(pod.at.line) + ":" + std::to_string(pod.at.column) + " " +
                       std::string{names_.text(pod.name)});
    }
    return result;
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> result;
    for (const base::Diagnostic& diagnostic : diagnostics_.all()) result.push_back(diagnostic.message + "|" + diagnostic.hint);
    return result;
  }
  const ObjectSet& objects() const { return objects_; }

 private:
  std::list<std::string> padded_;
  Names names_;
  ObjectSet objects_;
  base::Diagnostics diagnostics_;
};

using Texts = std::vector<std::string>;

std::string yaml_pod(const std::string& name) {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + ", namespace: shop}\nspec: {containers: [{name: c, image: i}]}\n";
}
std::string json_pod(const std::string& name) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
         R"(","namespace":"shop"},"spec":{"containers":[{"name":"c","image":"i"}]}})";
}

TEST(Reader, ReadsInputsInOrderWhateverTheirFormat) {
  const Reading reading{{yaml_pod("a") + "---\n" + yaml_pod("b"), json_pod("c") + "\n---\n" + json_pod("d"), yaml_pod("e")}};
  EXPECT_EQ(reading.said(), Texts{});
  EXPECT_EQ(reading.pods(), (Texts{"0:1:1 a", "0:6:1 b", "1:1:1 c", "1:3:1 d", "2:1:1 e"}));
}

TEST(Reader, ListsAreTakenApart) {
  const Reading reading{{"apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n",
                         R"({"apiVersion":"v1","kind":"PodList","items":[{"metadata":{"name":"b"}}]})"}};
  EXPECT_EQ(reading.pods(), (Texts{"0:4:3 a", "1:1:46 b"}));
  EXPECT_EQ(reading.said(), Texts{});
}

TEST(Reader, AByteOrderMarkAndBlanksMayStandBeforeJson) {
  const Reading reading{{"\xEF\xBB\xBF \n" + json_pod("a")}};
  EXPECT_EQ(reading.pods(), (Texts{"0:2:1 a"}));
}

TEST(Reader, YamlMayFollowJsonAfterASeparator) {
  const Reading reading{{json_pod("a") + "\n--- # it's YAML: \"\n" + yaml_pod("b") + "---\n" + json_pod("c") + "\n----\n" + json_pod("d")}};
  EXPECT_EQ(reading.pods(), (Texts{"0:1:1 a", "0:3:1 b", "0:8:1 c", "0:10:1 d"}));
  EXPECT_EQ(reading.said(), (Texts{"0:9:1 FG1001"}));
}

TEST(Reader, ABrokenDocumentDoesNotHideTheOthers) {
  const Reading reading{{yaml_pod("a") + "---\nkind: [\n---\n" + yaml_pod("b"), "{\"kind\":}\n---\n" + json_pod("c"), "- x\n"}};
  EXPECT_EQ(reading.pods(), (Texts{"0:1:1 a", "0:8:1 b", "1:3:1 c"}));
  EXPECT_EQ(reading.said(), (Texts{"0:7:1 FG1001", "1:1:9 FG1002", "2:1:1 FG1004"}));
}

TEST(Reader, ATemplateIsOneErrorAFile) {
  const std::string chart = "{{- if .Values.on }}\n" + yaml_pod("a") + "---\nkind: {{ .Values.kind }}\n---\n" + yaml_pod("b") +
                            "---\n# {{ x }}\n" + yaml_pod("c") + "---\nkind: \"{{ .Values.kind }}\"\n---\n{{- end }}\n";
  const Reading reading{{chart, yaml_pod("d"), "{\"kind\": {{ .Values.x }} }"}};
  EXPECT_EQ(reading.said(), (Texts{"0:1:2 FG1006", "2:1:11 FG1006"}));
  EXPECT_EQ(reading.pods(), (Texts{"0:9:1 b", "0:15:1 c", "1:1:1 d"})) << "what of it can be read is read";
  EXPECT_NE(reading.messages()[0].find("helm template"), std::string::npos);
}

TEST(Reader, BracesInTextsAreNoTemplate) {
  const Reading reading{{"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: '{{ y }}'}\n"}};
  EXPECT_EQ(reading.said(), Texts{});
  EXPECT_EQ(reading.objects().skipped.at("ConfigMap"), 1U);
}

TEST(Reader, KustomizationsAndChartsAreTold) {
  const Reading reading{{"resources: [a.yaml]\n", "apiVersion: v2\nname: c\nversion: 1.0.0\n"}};
  ASSERT_EQ(reading.said(), (Texts{"0:1:1 FG1004", "1:1:1 FG1004"}));
  EXPECT_NE(reading.messages()[0].find("kubectl kustomize"), std::string::npos);
  EXPECT_NE(reading.messages()[1].find("helm template"), std::string::npos);
}

/// Texts of every kind, long enough for many pieces: big and small JSON, pretty and compact, YAML, errors among them.
Texts many_texts() {
  Texts texts;
  std::string yaml;
  for (int i = 0; i < 4'000; ++i) yaml += (i % 97 == 96 ? "kind: [\n" : yaml_pod("y" + std::to_string(i))) + "---\n";
  texts.push_back(yaml);
  for (const char* gap : {"", "\n  "}) {
    std::string list = R"({"apiVersion":"v1","items":[)";
    for (int i = 0; i < 12'000; ++i) {
      list += (i > 0 ? "," : "") + std::string{gap};
      list += i % 997 == 996 ? R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":01}})" : json_pod("j" + std::to_string(i));
    }
    texts.push_back(list + R"(],"kind":"List"})");
    texts.push_back(json_pod("small" + std::to_string(texts.size())));
  }
  return texts;
}

TEST(Reader, TheResultDoesNotDependOnTheNumberOfWorkers) {
  const Texts texts = many_texts();
  const Reading serial{texts, 1};
  EXPECT_EQ(serial.pods().size(), 4'000U - 41 + 2 * (12'000 - 12) + 2);
  EXPECT_EQ(serial.said().size(), 41U + 2 * 12);
  for (const std::size_t width : {2U, 5U}) {
    const Reading parallel{texts, width};
    EXPECT_EQ(parallel.pods(), serial.pods()) << width;
    EXPECT_EQ(parallel.said(), serial.said()) << width;
  }
}

TEST(Reader, PlacesInBigTextsAreThoseOfTheWholeFile) {
  const Reading reading{many_texts(), 2};
  const Texts pods = reading.pods();
  std::size_t pretty = 0;
  for (const std::string& pod : pods) {
    if (!pod.starts_with("3:") || pod.find(" j") == std::string::npos) continue;
    const std::string number = pod.substr(pod.find(" j") + 2);
    EXPECT_EQ(pod, "3:" + std::to_string(std::stoi(number) + 2) + ":3 j" + number);
    ++pretty;
  }
  EXPECT_EQ(pretty, 12'000U - 12);
}

TEST(Reader, ABigMixedTextIsReadInSegments) {
  std::string list = R"({"apiVersion":"v1","kind":"List","items":[)" + json_pod("j0");
  for (int i = 1; i < 8'000; ++i) list += ",\n" + json_pod("j" + std::to_string(i));
  list += "]}\n";
  const Reading reading{{list + "---\n" + yaml_pod("z") + "--- # \"\n" + list + "---\n{\"a\":\n"}, 2};
  ASSERT_EQ(reading.pods().size(), 16'001U);
  EXPECT_EQ(reading.pods()[8'000], "0:8002:1 z");
  EXPECT_EQ(reading.pods()[16'000], "0:16006:1 j7999");
  EXPECT_EQ(reading.said(), (Texts{"0:16009:1 FG1002"}));
}

}  // namespace
}  // namespace foregate::model::manifest
