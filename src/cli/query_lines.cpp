#include "cli/query_lines.h"

#include <fmt/core.h>
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include "report/query.h"

namespace foregate::cli {
namespace {

constexpr std::size_t kChunkBytes = 1 << 20;
constexpr std::size_t kLongestLine = 1 << 16;
constexpr std::size_t kLinesAtOnce = 512;

using Line = std::string_view;
using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

void write_string(JsonWriter& writer, std::string_view text) { writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size())); }

/// What could be read of a line, as it was written, with the reason why there is no answer.
std::string error_line(const rapidjson::Document* document, std::string_view message) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  for (const char* field : {"from", "to", "protocol", "port"}) {
    writer.Key(field);
    const bool there = document != nullptr && document->IsObject() && document->HasMember(field);
    if (there) {
      (*document)[field].Accept(writer);
    } else {
      writer.Null();
    }
  }
  writer.Key("error");
  write_string(writer, message);
  writer.EndObject();
  return std::string{buffer.GetString(), buffer.GetSize()} + "\n";
}

/// A text field of a question; empty where absent or null.
base::Result<std::string> text_field(const rapidjson::Document& document, const char* field) {
  const auto found = document.FindMember(field);
  if (found == document.MemberEnd() || found->value.IsNull()) return std::string{};
  if (found->value.IsString()) return std::string{found->value.GetString(), found->value.GetStringLength()};
  if (found->value.IsUint64()) return fmt::format("{}", found->value.GetUint64());
  return base::failure(base::ErrorCode::kInvalidArgument, fmt::format("\"{}\" is neither a text nor a number", field));
}

base::Result<Question> read_question(const rapidjson::Document& document) {
  Question question;
  std::string port;
  std::string protocol;
  const std::pair<const char*, std::string*> fields[] = {
      {"from", &question.from}, {"to", &question.to}, {"port", &port}, {"protocol", &protocol}};
  for (const auto& [name, value] : fields) {
    auto text = text_field(document, name);
    if (!text) return tl::make_unexpected(text.error());
    *value = std::move(*text);
  }
  if (question.from.empty() || question.to.empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument, "a question has \"from\" and \"to\"");
  }
  auto parsed = parse_port(port, protocol);
  if (!parsed) return tl::make_unexpected(parsed.error());
  question.port = *parsed;
  return question;
}

void answer_line(Line line, const LineContext& context, std::string& text, LineCounts& counts) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
  const auto refuse = [&](std::string_view message) {
    ++counts.errors;
    text += error_line(document.HasParseError() ? nullptr : &document, message);
  };
  if (line.size() > kLongestLine) return refuse("the line is longer than 64 KiB");
  if (document.HasParseError()) {
    return refuse(
        fmt::format("not JSON at byte {}: {}", document.GetErrorOffset() + 1, rapidjson::GetParseError_En(document.GetParseError())));
  }
  if (!document.IsObject()) return refuse("a question is an object {\"from\",\"to\",\"protocol\",\"port\"}");
  const auto question = read_question(document);
  if (!question) return refuse(question.error().message);
  const auto answer = context.answerer.answer(*question);
  if (!answer) return refuse(answer.error().message);
  ++counts.answered;
  if (answer->verdict() != policy::Verdict::kAllow) ++counts.not_allowed;
  report::Writer out(text);
  report::json_query(*answer, context.engine, context.files, out);
}

/// Answers the lines of `text`, all complete.
void answer_text(std::string_view text, const LineContext& context, report::Writer& out, LineCounts& counts) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  const std::size_t pieces = (lines.size() + kLinesAtOnce - 1) / kLinesAtOnce;
  std::vector<std::string> answers(pieces);
  std::vector<LineCounts> piece_counts(pieces);
  context.executor.for_each(pieces, [&](std::size_t piece) {
    const std::size_t end = std::min(lines.size(), (piece + 1) * kLinesAtOnce);
    for (std::size_t i = piece * kLinesAtOnce; i < end; ++i) answer_line(lines[i], context, answers[piece], piece_counts[piece]);
  });
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    out << answers[piece];
    counts.answered += piece_counts[piece].answered;
    counts.not_allowed += piece_counts[piece].not_allowed;
    counts.errors += piece_counts[piece].errors;
  }
  out.flush();
}

}  // namespace

LineCounts answer_lines(int descriptor, const LineContext& context, report::Writer& out) {
  LineCounts counts;
  std::string waiting;
  std::vector<char> chunk(kChunkBytes);
  while (!out.closed()) {
    const ssize_t count = ::read(descriptor, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    waiting.append(chunk.data(), static_cast<std::size_t>(count));
    const std::size_t last = waiting.rfind('\n');
    if (last == std::string::npos) continue;
    answer_text(std::string_view(waiting).substr(0, last), context, out, counts);
    waiting.erase(0, last + 1);
  }
  if (!out.closed()) answer_text(waiting, context, out, counts);
  return counts;
}

}  // namespace foregate::cli
