#include "cli/help.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "policy/settings.h"

namespace foregate::cli {
namespace {

struct CommandText {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;
};

constexpr std::array kTexts = {
    CommandText{"query", "Is this connection allowed, and which rule decides?",
                R"(Endpoints:
  shop/web-0                a pod                 svc/shop/api:80  a Service: its pods at the port it sends to
  shop/deploy/web           any pod of a workload node/worker-1    a node
  10.0.0.7                  an address            any              every address outside the cluster
  shop/web[Deployment], {ingress-controller}      as 'foregate list' prints them
--port is a number or the name of a port of TO.

Examples:
  foregate query shop-core/deploy/orders shop-data/sts/orders-db --port 5432 -f examples/shop
  foregate query shop-front/deploy/web svc/shop-core/api:80 -f examples/shop
  foregate query any shop-front/deploy/web --port http -f examples/shop
  foregate query platform/prometheus shop-data/orders-db tcp/9100 -f examples/shop --apply examples/shop-change/orders-db.yaml
  echo '{"from":"any","to":"shop-front/web","port":8080}' | foregate query --queries - -f examples/shop
  kubectl get ns,nodes,pods,svc,netpol -A -o json | foregate query shop/web-0 10.1.2.3 --port 443 -f -

Exit codes: 0 answered; 1 something asked is not allowed, with --exit-code; 2 bad input.)"},
    CommandText{"list", "Everything that is allowed, in groups of workloads with equal answers",
                R"(A workload's pods among themselves are left out unless --self; traffic from a pod's own node is never listed.

Examples:
  foregate list -f examples/shop
  foregate list --pairs -f examples/shop | grep orders-db
  foregate list -f examples/shop -o json
  kubectl get ns,nodes,pods,deploy,sts,ds,rs,svc,ing,netpol -A -o json | foregate list -f -

Exit codes: 0 answered; 2 bad input.)"},
    CommandText{"diff", "What a change newly denies and newly allows, and because of which rule",
                R"(A workload's pods among themselves are compared too, and shown last; traffic from a pod's own node is not compared.

Examples:
  foregate diff -f examples/shop --apply examples/shop-change/orders-db.yaml
  foregate diff -f examples/shop --delete netpol/shop-core/default-deny
  foregate diff manifests-before/ manifests-after/
  kubectl get ns,nodes,pods,deploy,sts,ds,rs,svc,ing,netpol -A -o json | foregate diff -f - --apply new-policy.yaml

Exit codes: 0 no difference; 1 differences; 2 bad input.)"},
    CommandText{"version", "The version of this program",
                R"(Examples:
  foregate version
  foregate version -o json)"},
};

const CommandText& text_of(std::string_view command) {
  const auto found = std::find_if(kTexts.begin(), kTexts.end(), [&](const CommandText& t) { return t.name == command; });
  return found == kTexts.end() ? kTexts.front() : *found;
}

}  // namespace

std::string overview() {
  std::string text = "Foregate: see what a network policy will do before it does it.\n\n";
  for (const CommandText& command : kTexts) text += fmt::format("  foregate {:<9}{}\n", command.name, command.summary);
  text += R"(
Start with a change that you are about to make:
  foregate diff -f examples/shop --apply examples/shop-change/orders-db.yaml
  foregate query shop-core/deploy/orders shop-data/sts/orders-db --port 5432 -f examples/shop
'foregate COMMAND --help' shows more examples, 'foregate --help' the conventions.
)";
  return text;
}

std::string long_help() {
  std::string text = overview();
  text += R"(
Input: -f FILE|FOLDER|GLOB|- (repeatable), YAML or JSON, whole dumps of 'kubectl get -A -o json' among it. Every error is shown with its place;
with --keep-going the objects that are wrong are left out. --apply FILE and --delete KIND/NS/NAME put a change on top.

Exit codes: 0 fine or no difference; 1 differences, or a denied query with --exit-code; 2 bad input or failure.

Output: -o text (default) or json. Colours only on a terminal; NO_COLOR and --color are obeyed.

What the APIs leave open is chosen with --assume NAME=VALUE (the default first); an answer that depends on it says so:
)";
  for (const policy::SettingInfo& setting : policy::all_settings()) {
    text +=
        fmt::format("  {:<22}{:<14}{}\n", setting.name, fmt::format("{}|{}", setting.default_value, setting.other_value), setting.meaning);
  }
  return text;
}

std::string_view command_summary(std::string_view command) { return text_of(command).summary; }
std::string_view command_examples(std::string_view command) { return text_of(command).examples; }

}  // namespace foregate::cli
