#include "base/executor.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <latch>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace foregate::base {
namespace {

class ThreadPool : public testing::TestWithParam<std::size_t> {
 protected:
  std::unique_ptr<Executor> pool_ = make_thread_pool(GetParam());
};

TEST_P(ThreadPool, RunsEachIndexOnce_BatchAfterBatch) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 8U, 9U, 100U, 5'000U}) {
    for (int again = 0; again < 20; ++again) {
      std::vector<std::atomic<int>> calls(count);
      pool_->for_each(count, [&](std::size_t i) { calls[i].fetch_add(1); });
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(calls[i].load(), 1) << i << " of " << count;
    }
  }
}

TEST_P(ThreadPool, WhatWorkersWroteIsThereAfterwards) {
  std::vector<std::size_t> squares(20'000);
  pool_->for_each(squares.size(), [&](std::size_t i) { squares[i] = i * i; });
  for (std::size_t i = 0; i < squares.size(); ++i) ASSERT_EQ(squares[i], i * i);
}

TEST_P(ThreadPool, RunsAsManyPiecesAtOnceAsItsWidth) {
  ASSERT_EQ(pool_->width(), GetParam());
  // Every piece waits for all the others: fewer threads would never come to the end.
  std::latch all_here(static_cast<std::ptrdiff_t>(GetParam()));
  std::mutex mutex;
  std::set<std::thread::id> threads;
  pool_->for_each(GetParam(), [&](std::size_t) {
    all_here.arrive_and_wait();
    const std::scoped_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), GetParam());
  EXPECT_EQ(threads.count(std::this_thread::get_id()), 1U) << "the caller works too";
}

TEST_P(ThreadPool, ManyShortBatchesEnd) {
  std::atomic<std::size_t> calls{0};
  for (int batch = 0; batch < 5'000; ++batch) pool_->for_each(2, [&](std::size_t) { calls.fetch_add(1); });
  EXPECT_EQ(calls.load(), 10'000U);
}

INSTANTIATE_TEST_SUITE_P(Widths, ThreadPool, testing::Range<std::size_t>(1, 9));

TEST(ThreadPoolNames, WorkersSayWhatTheyAre) {
  const auto pool = make_thread_pool(3);
  std::latch all_here(3);
  std::mutex mutex;
  std::set<std::string> names;
  const auto caller = std::this_thread::get_id();
  pool->for_each(3, [&](std::size_t) {
    all_here.arrive_and_wait();
    if (std::this_thread::get_id() == caller) return;
    std::array<char, 16> name{};
    pthread_getname_np(pthread_self(), name.data(), name.size());
    const std::scoped_lock lock(mutex);
    names.insert(name.data());
  });
  EXPECT_EQ(names, (std::set<std::string>{"fg-work-1", "fg-work-2"}));
}

TEST(ThreadPoolWidth, ZeroIsTheNumberOfProcessors) {
  EXPECT_EQ(make_thread_pool(0)->width(), std::max<std::size_t>(1, std::thread::hardware_concurrency()));
}

TEST(SerialExecutor, GoesInOrder) {
  SerialExecutor executor;
  std::vector<std::size_t> order;
  executor.for_each(4, [&](std::size_t i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(executor.width(), 1U);
}

}  // namespace
}  // namespace foregate::base
