#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace foregate::base {

/// Runs independent pieces of work. Layers that start no thread of their own take one of these from the program that calls them.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Calls `work(i)` once for every i in [0, count), in any order and possibly from several threads; returns when all have returned.
  /// `work` does not throw. Calls do not nest.
  virtual void for_each(std::size_t count, const std::function<void(std::size_t)>& work) = 0;
  /// How many pieces run at the same time at most, at least 1.
  virtual std::size_t width() const = 0;
};

/// The calling thread alone.
class SerialExecutor final : public Executor {
 public:
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) override {
    for (std::size_t i = 0; i < count; ++i) work(i);
  }
  std::size_t width() const override { return 1; }
};

/// The calling thread and `width - 1` others, which live as long as the result. `width` 0 is the number of processors.
std::unique_ptr<Executor> make_thread_pool(std::size_t width = 0);

}  // namespace foregate::base
