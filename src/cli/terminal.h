#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "cli/command_line.h"
#include "report/style.h"
#include "report/writer.h"

namespace foregate::cli {

/// The style of standard output (1) or error (2): colours on a terminal that can, unless NO_COLOR is set and not empty or TERM is `dumb`;
/// as wide as the terminal; where the stream is none, as COLUMNS says, or 100 columns.
report::Style style_of(int descriptor, const OutputOptions& options);

/// Standard output as the sink of a `report::Writer`. A reader that has gone away is not an error: the writer is told to stop, and the
/// command ends with the exit code that it would have had.
class StandardOutput {
 public:
  report::Writer::Sink sink() {
    return [this](std::string_view text) { return send(text); };
  }
  /// Why writing failed, other than by a closed pipe (a full disk, say); empty where it did not.
  const std::string& failure() const { return failure_; }

 private:
  bool send(std::string_view text);
  std::string failure_;
};

/// Writes to standard error at once.
void write_error(std::string_view text);

/// A line on the terminal that says what is being done, from half a second on; gone when done. Silent where standard error is no terminal.
class Progress {
 public:
  explicit Progress(bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void stage(std::string text);
  /// Takes the line away; to be called before anything else is written to the terminal.
  void done();

 private:
  void run();
  std::mutex mutex_;
  std::condition_variable wake_;
  std::string stage_;
  bool stop_ = false;
  std::thread thread_;
};

/// Ignores SIGPIPE (`Output` sees EPIPE), and on Ctrl-C takes a progress line away before the program ends the usual way.
void install_signal_handling();

}  // namespace foregate::cli
