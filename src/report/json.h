#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string_view>

/// Small JSON pieces; private to this layer. Big answers are put together from such pieces, each made once.
namespace foregate::report {

/// A JSON value being built.
class JsonPiece {
 public:
  JsonPiece() : writer_(buffer_) {}
  std::string_view text() const { return {buffer_.GetString(), buffer_.GetSize()}; }

  JsonPiece& begin_object() { return writer_.StartObject(), *this; }
  JsonPiece& end_object() { return writer_.EndObject(), *this; }
  JsonPiece& begin_array() { return writer_.StartArray(), *this; }
  JsonPiece& end_array() { return writer_.EndArray(), *this; }
  JsonPiece& key(std::string_view name) { return writer_.Key(name.data(), size(name)), *this; }
  JsonPiece& string(std::string_view value) { return writer_.String(value.data(), size(value)), *this; }
  JsonPiece& number(std::uint64_t value) { return writer_.Uint64(value), *this; }
  JsonPiece& boolean(bool value) { return writer_.Bool(value), *this; }
  JsonPiece& null() { return writer_.Null(), *this; }
  /// A value that is JSON already.
  JsonPiece& raw(std::string_view json) { return writer_.RawValue(json.data(), json.size(), rapidjson::kObjectType), *this; }

 private:
  static rapidjson::SizeType size(std::string_view text) { return static_cast<rapidjson::SizeType>(text.size()); }
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_;
};

}  // namespace foregate::report
