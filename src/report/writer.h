#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace foregate::report {

/// Output in pieces of about 64 KiB, so that a big answer streams. Not safe for several threads.
class Writer {
 public:
  /// Takes the next piece; false when the reader has gone, after which nothing more is asked of it.
  using Sink = std::function<bool(std::string_view)>;
  explicit Writer(Sink sink) : sink_(std::move(sink)) { buffer_.reserve(kPiece + kPiece / 4); }
  /// Appends everything to `text`, which must outlive the writer.
  explicit Writer(std::string& text) : Writer([&text](std::string_view piece) { return text.append(piece), true; }) {}
  /// Flushes.
  ~Writer() { flush(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Writer& operator<<(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kPiece) flush();
    return *this;
  }
  Writer& operator<<(char c) {
    buffer_.push_back(c);
    if (buffer_.size() >= kPiece) flush();
    return *this;
  }
  void flush();
  /// Whether the reader has gone: long work may stop.
  bool closed() const { return closed_; }

 private:
  static constexpr std::size_t kPiece = 64 * 1024;
  Sink sink_;
  std::string buffer_;
  bool closed_ = false;
};

}  // namespace foregate::report
