#include "cli/terminal.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

namespace foregate::cli {
namespace {

constexpr std::chrono::milliseconds kQuietTime{500};
constexpr std::chrono::milliseconds kRefresh{100};
constexpr char kClearLine[] = "\r\x1b[K";

bool environment_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool terminal_can_color() {
  const char* term = std::getenv("TERM");
  return !environment_set("NO_COLOR") && term != nullptr && std::strcmp(term, "dumb") != 0;
}

constexpr std::size_t kTerminalWidth = 80;
constexpr std::size_t kFileWidth = 100;
constexpr std::size_t kLeastWidth = 20;

/// What COLUMNS says, where it is a number; shells set it without exporting it, so that who does means it.
std::optional<std::size_t> columns_of_environment() {
  const char* text = std::getenv("COLUMNS");
  const std::size_t columns = text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
  return columns == 0 ? std::nullopt : std::optional(std::max(kLeastWidth, columns));
}

std::size_t stream_width(int descriptor, bool terminal) {
  winsize size{};
  if (terminal && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return columns_of_environment().value_or(terminal ? kTerminalWidth : kFileWidth);
}

/// Async-signal-safe. The default action follows, so that a calling shell sees what happened.
void on_interrupt(int signal_number) {
  if (isatty(STDERR_FILENO) != 0) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kClearLine, sizeof kClearLine - 1);
  }
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

report::Style style_of(int descriptor, const OutputOptions& options) {
  const bool terminal = isatty(descriptor) != 0;
  const bool color = options.color == ColorChoice::kAlways || (options.color == ColorChoice::kAuto && terminal && terminal_can_color());
  const std::size_t width = options.width != 0 ? options.width : stream_width(descriptor, terminal);
  return color ? report::Style::ansi(width) : report::Style::plain(width);
}

bool StandardOutput::send(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      if (errno != EPIPE) failure_ = std::strerror(errno);
      return false;
    }
  }
  return true;
}

void write_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

Progress::Progress(bool enabled) {
  if (enabled && isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { run(); });
}

Progress::~Progress() { done(); }

void Progress::stage(std::string text) {
  const std::lock_guard lock(mutex_);
  stage_ = std::move(text);
}

void Progress::done() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Progress::run() {
  const auto started = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  if (wake_.wait_for(lock, kQuietTime, [this] { return stop_; })) return;
  while (!stop_) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
    write_error(fmt::format("{}{} ({:.1f} s)", kClearLine, stage_, elapsed.count()));
    wake_.wait_for(lock, kRefresh, [this] { return stop_; });
  }
  write_error(kClearLine);
}

void install_signal_handling() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, on_interrupt);
}

}  // namespace foregate::cli
