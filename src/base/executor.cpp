#include "base/executor.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace foregate::base {
namespace {

/// Workers sleep until a batch is posted, then everybody (the caller too) takes the next free index until none is left.
///
/// A batch is over when its indices are used up and no worker is inside `drain`; a worker that wakes late finds the batch closed and
/// sleeps on, so the caller's `work` is never touched after `for_each` has returned.
class ThreadPool final : public Executor {
 public:
  explicit ThreadPool(std::size_t width) {
    workers_.reserve(width - 1);
    for (std::size_t i = 1; i < width; ++i) {
      workers_.emplace_back([this, i](std::stop_token stop) { serve(stop, i); });
    }
  }

  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) override {
    if (count == 0) return;
    {
      const std::scoped_lock lock(mutex_);
      work_ = &work;
      count_ = count;
      next_.store(0, std::memory_order_relaxed);
      ++batch_;
    }
    if (count > 1) posted_.notify_all();
    drain(work, count);
    std::unique_lock lock(mutex_);
    work_ = nullptr;
    finished_.wait(lock, [this] { return busy_ == 0; });
  }

  std::size_t width() const override { return workers_.size() + 1; }

 private:
  void serve(const std::stop_token& stop, std::size_t number) {
    pthread_setname_np(pthread_self(), fmt::format("fg-work-{}", number).c_str());
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (posted_.wait(lock, stop, [&] { return work_ != nullptr && batch_ != seen; })) {
      seen = batch_;
      const auto* work = work_;
      const std::size_t count = count_;
      ++busy_;
      lock.unlock();
      drain(*work, count);
      lock.lock();
      if (--busy_ == 0) finished_.notify_one();
    }
  }

  void drain(const std::function<void(std::size_t)>& work, std::size_t count) {
    for (std::size_t i = next_.fetch_add(1, std::memory_order_relaxed); i < count; i = next_.fetch_add(1, std::memory_order_relaxed))
      work(i);
  }

  std::mutex mutex_;
  std::condition_variable_any posted_;
  std::condition_variable finished_;
  const std::function<void(std::size_t)>* work_ = nullptr;  // the caller's, while its for_each runs
  std::size_t count_ = 0;
  std::uint64_t batch_ = 0;
  std::size_t busy_ = 0;
  std::atomic<std::size_t> next_{0};
  std::vector<std::jthread> workers_;  // last, so that they have stopped before anything they use is gone
};

}  // namespace

std::unique_ptr<Executor> make_thread_pool(std::size_t width) {
  if (width == 0) width = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  if (width == 1) return std::make_unique<SerialExecutor>();
  return std::make_unique<ThreadPool>(width);
}

}  // namespace foregate::base
