#include "cli/query_lines.h"

#include <fmt/core.h>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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

/// A line that is not empty, and its number, from 1.
struct Line {
  std::string_view text;
  std::size_t number = 0;
};
using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

void write_string(JsonWriter& writer, std::string_view text) { writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size())); }

/// A field of a question as it was written.
struct Field {
  std::string text;
  bool is_number = false;
  bool given = false;  ///< and neither null nor a list or map
};

/// The fields of a question, in the order of the answer.
struct Fields {
  static constexpr std::array<std::string_view, 4> kNames = {"from", "to", "protocol", "port"};
  std::array<Field, 4> values;
  const std::string& text(std::size_t i) const { return values[i].text; }
};

/// Takes the four fields out of a line and passes over everything else.
class FieldHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, FieldHandler> {
 public:
  Fields fields;
  bool is_object = false;
  std::string_view unusable;  ///< the field whose value is neither a text nor a number

  bool Null() { return true; }
  bool Bool(bool) { return take({}, false, false); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) { return take({text, length}, true, true); }
  bool String(const char* text, rapidjson::SizeType length, bool) { return take({text, length}, false, true); }
  bool StartObject() {
    is_object |= depth_ == 0;
    (void)take({}, false, false);
    return ++depth_ > 0;
  }
  bool EndObject(rapidjson::SizeType) { return depth_-- > 0; }
  bool StartArray() {
    (void)take({}, false, false);
    return ++depth_ > 0;
  }
  bool EndArray(rapidjson::SizeType) { return depth_-- > 0; }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (depth_ != 1) return true;
    const auto name = std::find(Fields::kNames.begin(), Fields::kNames.end(), std::string_view{text, length});
    field_ = static_cast<std::size_t>(name - Fields::kNames.begin());
    return true;
  }

 private:
  bool take(std::string_view text, bool is_number, bool usable) {
    if (depth_ != 1 || !is_object || field_ == Fields::kNames.size()) return true;
    if (usable) fields.values[field_] = {std::string{text}, is_number, true};
    if (!usable) unusable = Fields::kNames[field_];
    return true;
  }

  std::size_t depth_ = 0;
  std::size_t field_ = Fields::kNames.size();
};

/// What could be read of a line, with the reason why there is no answer.
std::string error_line(const Fields& fields, std::size_t number, std::string_view message) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  for (std::size_t i = 0; i < Fields::kNames.size(); ++i) {
    const Field& field = fields.values[i];
    writer.Key(Fields::kNames[i].data());
    if (!field.given) {
      writer.Null();
    } else if (field.is_number) {
      writer.RawValue(field.text.data(), field.text.size(), rapidjson::kNumberType);
    } else {
      write_string(writer, field.text);
    }
  }
  writer.Key("line");
  writer.Uint64(number);
  writer.Key("error");
  write_string(writer, message);
  writer.EndObject();
  return std::string{buffer.GetString(), buffer.GetSize()} + "\n";
}

base::Result<Question> read_question(const Fields& fields) {
  Question question{fields.text(0), fields.text(1), {}};
  if (question.from.empty() || question.to.empty()) {
    return base::failure(base::ErrorCode::kInvalidArgument, "a question has \"from\" and \"to\"");
  }
  auto port = parse_port(fields.text(3), fields.text(2));
  if (!port) return tl::make_unexpected(port.error());
  question.port = *port;
  return question;
}

void answer_line(const Line& line, const LineContext& context, std::string& text, LineCounts& counts) {
  FieldHandler handler;
  const auto refuse = [&](std::string_view message) {
    ++counts.errors;
    text += error_line(handler.fields, line.number, message);
  };
  if (line.text.size() > kLongestLine) return refuse("the line is longer than 64 KiB");
  rapidjson::Reader reader;
  rapidjson::MemoryStream stream(line.text.data(), line.text.size());
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
  if (const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler); result.IsError()) {
    return refuse(fmt::format("not JSON at byte {}: {}", result.Offset() + 1, rapidjson::GetParseError_En(result.Code())));
  }
  if (!handler.is_object) return refuse("a question is an object {\"from\",\"to\",\"protocol\",\"port\"}");
  if (!handler.unusable.empty()) return refuse(fmt::format("\"{}\" is neither a text nor a number", handler.unusable));
  const auto question = read_question(handler.fields);
  if (!question) return refuse(question.error().message);
  const auto answer = context.answerer.answer(*question);
  if (!answer) return refuse(answer.error().message);
  ++counts.answered;
  if (answer->verdict() != policy::Verdict::kAllow) ++counts.not_allowed;
  report::Writer out(text);
  report::json_query(*answer, context.engine, context.files, out);
}

/// Takes `text`, complete lines of which `passed` came before, apart; counts on in `passed`.
std::vector<Line> split_lines(std::string_view text, std::size_t& passed) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    ++passed;
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) lines.push_back({line, passed});
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

void answer_all(const std::vector<Line>& lines, const LineContext& context, report::Writer& out, LineCounts& counts) {
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
  std::size_t passed = 0;
  std::vector<char> chunk(kChunkBytes);
  while (!out.closed()) {
    const ssize_t count = ::read(descriptor, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    waiting.append(chunk.data(), static_cast<std::size_t>(count));
    const std::size_t last = waiting.rfind('\n');
    if (last == std::string::npos) continue;
    answer_all(split_lines(std::string_view(waiting).substr(0, last + 1), passed), context, out, counts);
    waiting.erase(0, last + 1);
  }
  if (!out.closed()) answer_all(split_lines(waiting, passed), context, out, counts);
  return counts;
}

}  // namespace foregate::cli
