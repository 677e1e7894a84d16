// Writes a synthetic cluster; see `kUsage`.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "bench/gen_cluster.h"
#include "bench/write_objects.h"

namespace foregate::bench {
namespace {

constexpr const char* kUsage = R"(usage: foregate_gen OUT [OPTION...]

OUT       a file: one JSON List, as `kubectl get ns,pods,netpol -A -o json` prints
OUT/      a folder of YAML files, one a namespace
-         standard output

  --block              block-style YAML instead of JSON; OUT is then one multi-document file
  --namespaces N       (10)
  --workloads N        in each namespace (10)
  --replicas N         of each workload (1)
  --policies-per-ns N  (10)
  --cnps N             ClusterNetworkPolicies in all (0)
  --kinds KIND         pods or deployments (pods)
  --adversarial N,P    instead of the above: N pods that all differ in what the selectors of P policies see,
                       in the --namespaces given (50)
  --seed N             (1)
)";

struct Arguments {
  std::string out;
  Style style = Style::kJson;
  ClusterShape cluster;
  std::optional<AdversarialShape> adversarial;
};

[[noreturn]] void refuse(std::string_view reason) {
  std::cerr << "foregate_gen: " << reason << "\n\n" << kUsage;
  std::exit(2);
}

std::size_t number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) refuse("'" + std::string{text} + "' is not a number");
  return value;
}

class ArgumentReader {
 public:
  ArgumentReader(int argc, char** argv) : words_(argv + 1, argv + argc) {}

  Arguments read() {
    while (next_ < words_.size()) read_word(words_[next_++]);
    if (arguments_.out.empty()) refuse("OUT is missing");
    arguments_.cluster.seed = seed_;
    if (arguments_.adversarial) {
      arguments_.adversarial->seed = seed_;
      if (namespaces_) arguments_.adversarial->namespaces = *namespaces_;
    }
    if (namespaces_) arguments_.cluster.namespaces = *namespaces_;
    return arguments_;
  }

 private:
  std::string_view value() {
    if (next_ == words_.size()) refuse("'" + std::string{words_.back()} + "' needs a value");
    return words_[next_++];
  }

  void read_word(std::string_view word) {
    ClusterShape& cluster = arguments_.cluster;
    if (word == "--block") {
      arguments_.style = Style::kBlock;
    } else if (word == "--namespaces") {
      namespaces_ = number(value());
      if (namespaces_ == std::size_t{0}) refuse("--namespaces must be at least 1");
    } else if (word == "--workloads") {
      cluster.workloads = number(value());
    } else if (word == "--replicas") {
      cluster.replicas = number(value());
    } else if (word == "--policies-per-ns") {
      cluster.policies = number(value());
    } else if (word == "--cnps") {
      cluster.cluster_policies = number(value());
    } else if (word == "--kinds") {
      cluster.form = form(value());
    } else if (word == "--adversarial") {
      arguments_.adversarial = adversarial(value());
    } else if (word == "--seed") {
      seed_ = number(value());
    } else if (word.starts_with("--") || !arguments_.out.empty()) {
      refuse("'" + std::string{word} + "' is unknown");
    } else {
      arguments_.out = word;
    }
  }

  static WorkloadForm form(std::string_view word) {
    if (word == "pods") return WorkloadForm::kPods;
    if (word == "deployments") return WorkloadForm::kDeployments;
    refuse("--kinds is pods or deployments");
  }

  static AdversarialShape adversarial(std::string_view pair) {
    const std::size_t comma = pair.find(',');
    if (comma == std::string_view::npos) refuse("--adversarial takes N,P");
    AdversarialShape shape;
    shape.pods = number(pair.substr(0, comma));
    shape.policies = number(pair.substr(comma + 1));
    return shape;
  }

  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
  Arguments arguments_;
  std::optional<std::size_t> namespaces_;
  std::size_t seed_ = 1;
};

void run(const Arguments& arguments, ObjectWriter& writer) {
  std::map<std::string, std::size_t> kinds;
  const Emit emit = [&](const std::vector<Object>& group) {
    for (const Object& object : group) ++kinds[object["kind"].get<std::string>()];
    writer.add(group);
  };
  if (arguments.adversarial) {
    generate_adversarial(*arguments.adversarial, emit);
  } else {
    generate_cluster(arguments.cluster, emit);
  }
  writer.finish();
  for (const auto& [kind, count] : kinds) std::cerr << kind << ' ' << count << '\n';
}

void run_to_stream(const Arguments& arguments, std::ostream& out) {
  run(arguments, *(arguments.style == Style::kBlock ? yaml_writer(out, Style::kBlock) : json_list_writer(out)));
  out.flush();
  if (!out) refuse("cannot write '" + arguments.out + "'");
}

void run_program(const Arguments& arguments) {
  if (arguments.out == "-") {
    run_to_stream(arguments, std::cout);
  } else if (arguments.out.ends_with('/')) {
    run(arguments, *folder_writer(arguments.out.substr(0, arguments.out.size() - 1), arguments.style));
  } else {
    std::ofstream out(arguments.out, std::ios::binary);
    run_to_stream(arguments, out);
  }
}

}  // namespace
}  // namespace foregate::bench

int main(int argc, char** argv) { foregate::bench::run_program(foregate::bench::ArgumentReader(argc, argv).read()); }
