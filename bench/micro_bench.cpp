// Each step of a run for itself. Memory and whole processes are measured by scripts/bench.py.
#include <benchmark/benchmark.h>

#include <optional>
#include <vector>

#include "analysis/connections.h"
#include "analysis/diff.h"
#include "analysis/reach.h"
#include "base/check.h"
#include "bench/random.h"
#include "bench/sample.h"

namespace foregate::bench {
namespace {

void read_json(benchmark::State& state) {
  const Text text = json_text(large_shape());
  for (auto _ : state) {
    std::optional<model::Snapshot> snapshot = read_snapshot(text, workers());
    state.PauseTiming();
    snapshot.reset();
    state.ResumeTiming();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.view().size()) * state.iterations());
}
BENCHMARK(read_json)->Unit(benchmark::kMillisecond)->UseRealTime();

/// 13 MB.
void read_block_yaml(benchmark::State& state) {
  ClusterShape shape = large_shape();
  shape.namespaces = 150;
  const Text text = block_text(shape);
  for (auto _ : state) {
    std::optional<model::Snapshot> snapshot = read_snapshot(text, workers());
    state.PauseTiming();
    snapshot.reset();
    state.ResumeTiming();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.view().size()) * state.iterations());
}
BENCHMARK(read_block_yaml)->Unit(benchmark::kMillisecond)->UseRealTime();

void compile(benchmark::State& state) {
  const model::Snapshot& snapshot = large_snapshot();
  for (auto _ : state) benchmark::DoNotOptimize(engine::Engine::compile({input_of(snapshot)}, {}, workers()));
}
BENCHMARK(compile)->Unit(benchmark::kMillisecond)->UseRealTime();

std::vector<policy::Flow> random_flows(const model::Snapshot& snapshot) {
  constexpr std::size_t kFlows = 1 << 16;
  const std::vector<std::uint16_t> ports{53, 443, 5010, 8080, 9001, 9090, 8005};
  Random random(7);
  std::vector<policy::Flow> flows(kFlows);
  const auto end = [&] {
    if (random.one_in(20))
      return policy::Endpoint::of_address(*snapshot.inventory,
                                          base::IpAddress::v4(0xAC100000U + static_cast<std::uint32_t>(random.below(1 << 20))));
    return policy::Endpoint::of_pod(model::PodId{random.below(snapshot.inventory->pods.size())});
  };
  for (policy::Flow& flow : flows) {
    flow.from = end();
    flow.to = end();
    flow.protocol = random.one_in(4) ? model::Protocol::kUdp : model::Protocol::kTcp;
    flow.port = random.pick(ports);
  }
  return flows;
}

/// One thread; every verdict comes with its decisions.
void judge_random_flows(benchmark::State& state) {
  const engine::Engine& engine = large_engine();
  const std::vector<policy::Flow> flows = random_flows(engine.snapshot());
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(engine.judge(flows[next++ % flows.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(judge_random_flows);

void reach(benchmark::State& state) {
  const engine::Engine& engine = large_engine();
  for (auto _ : state) benchmark::DoNotOptimize(analysis::compute_reach(engine, workers()));
}
BENCHMARK(reach)->Unit(benchmark::kMillisecond)->UseRealTime();

void reach_adversarial(benchmark::State& state) {
  const engine::Engine& engine = adversarial_engine();
  for (auto _ : state) benchmark::DoNotOptimize(analysis::compute_reach(engine, workers()));
}
BENCHMARK(reach_adversarial)->Unit(benchmark::kMillisecond)->UseRealTime();

void list_connections(benchmark::State& state) {
  const engine::Engine& engine = large_engine();
  const analysis::Reach all = analysis::compute_reach(engine, workers());
  for (auto _ : state) benchmark::DoNotOptimize(analysis::list_connections(engine, all, {}));
}
BENCHMARK(list_connections)->Unit(benchmark::kMillisecond)->UseRealTime();

/// One policy changed, both sides compiled already.
void difference(benchmark::State& state) {
  const model::Snapshot after = with_changed_policy(large_snapshot(), workers());
  const auto engines = engine::Engine::compile({input_of(large_snapshot()), input_of(after)}, {}, workers());
  for (auto _ : state) benchmark::DoNotOptimize(analysis::compute_difference(*engines[0], *engines[1], workers()));
}
BENCHMARK(difference)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The same from the text of the change on, over a base that is compiled: it is read and applied, its engine shares the base's, and the two
/// are compared.
void difference_from_text(benchmark::State& state) {
  const model::Snapshot& before = large_snapshot();
  const engine::Engine& base = large_engine();
  for (auto _ : state) {
    model::Snapshot after = with_changed_policy(before, workers());
    policy::PolicySet policies = policy::normalise(*after.policies, *after.names, base.policies());
    const auto candidate = base.with_policies(std::move(after), std::move(policies));
    FG_CHECK(candidate != nullptr);
    const analysis::Difference difference = analysis::compute_difference(base, *candidate, workers());
    FG_CHECK(!difference.changes.empty());
  }
}
BENCHMARK(difference_from_text)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The same where nothing is shared: both sides are compiled anew.
void difference_with_compiling(benchmark::State& state) {
  const model::Snapshot& before = large_snapshot();
  for (auto _ : state) {
    const model::Snapshot after = with_changed_policy(before, workers());
    const auto engines = engine::Engine::compile({input_of(before), input_of(after)}, {}, workers());
    benchmark::DoNotOptimize(analysis::compute_difference(*engines[0], *engines[1], workers()));
  }
}
BENCHMARK(difference_with_compiling)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace foregate::bench

BENCHMARK_MAIN();
