#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/manifest/value_tree.h"
#include "model/object_set.h"

/// What decoders of kinds work with: a `Cursor` is a value together with the way to it, and says what is wrong there.
///
///     void decode_port(const Cursor& item) {
///       item.allow_only(kPortFields);                      // error FG1020 at each other field, with the field that may be meant
///       const Cursor port = item.field("port");
///       if (auto number = port.integer()) ...              // absent, null or (error FG1010) no number: nothing
///     }
///
/// The way is a list of cursors on the stack, from which `spec.ingress[0].from[1]` is made only when there is something to say.
namespace foregate::model::manifest {

/// How the API server reads a kind: built-in kinds through Go's encoding/json, in which null is the zero value everywhere; custom resources
/// through their schema, in which a null field is an absent one and a null list item is of the wrong type.
enum class Dialect : std::uint8_t { kBuiltIn, kCustomResource };

/// The object that is being decoded: who it is, and whether anything is wrong with it.
class ObjectContext {
 public:
  /// `root` is the object, for its name where something is said.
  ObjectContext(Names& names, base::Diagnostics& diagnostics, Dialect dialect, std::string_view kind, bool namespaced, Value root,
                std::string_view default_namespace)
      : names_(names),
        diagnostics_(diagnostics),
        root_(root),
        kind_(kind),
        default_namespace_(default_namespace),
        dialect_(dialect),
        namespaced_(namespaced) {}

  Names& names() const { return names_; }
  Dialect dialect() const { return dialect_; }
  std::string_view kind() const { return kind_; }
  std::string_view default_namespace() const { return default_namespace_; }
  bool failed() const { return failed_; }
  void report(const char* code, base::Severity severity, base::SourcePosition at, std::string path, std::string message, std::string hint);
  /// An error that does not fail the object.
  void report_but_keep(const char* code, base::SourcePosition at, std::string path, std::string message, std::string hint);

 private:
  /// "NetworkPolicy shop/db"; made only where it is needed.
  std::string identity() const;

  Names& names_;
  base::Diagnostics& diagnostics_;
  Value root_;
  std::string_view kind_;
  std::string_view default_namespace_;
  Dialect dialect_;
  bool namespaced_;
  bool failed_ = false;
};

class Cursor {
 public:
  /// The object itself.
  Cursor(ObjectContext& object, Value value) : object_(&object), value_(value) {}
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  ObjectContext& object() const { return *object_; }
  Names& names() const { return object_->names(); }
  const Value& value() const { return value_; }
  ValueKind kind() const { return value_.kind(); }
  /// Present and not null.
  bool is_set() const { return !value_.is_null(); }
  bool is_null() const { return value_.is_null(); }
  std::string_view key() const { return key_; }
  /// Of the value, or of what is around it where it is absent.
  base::SourcePosition position() const;
  /// "spec.ingress[0].from[1]"; empty for the object itself.
  std::string path() const;

  /// The entry of a map; an unset cursor for other values. The parent must stay where it is as long as the child is used.
  Cursor field(std::string_view key) const& { return {*this, key, value_.kind() == ValueKind::kMap ? value_.find(key) : Value{}}; }
  Cursor field(std::string_view key) const&& = delete;

  class Iterator {
   public:
    Iterator(const Cursor& parent, Value::Iterator at) : parent_(&parent), at_(at) {}
    Cursor operator*() const;
    Iterator& operator++() {
      ++at_;
      ++index_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

   private:
    const Cursor* parent_;
    Value::Iterator at_;
    std::uint32_t index_ = 0;
  };
  struct Children {
    Iterator first;
    Iterator last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };
  /// The items of a list or the entries of a map; nothing for other values.
  Children children() const&;
  Children children() const&& = delete;
  std::size_t size() const { return is_container() ? value_.size() : 0; }

  /// Whether the value is a map, list, ...; unset is quietly no, any other kind is an error (FG1010).
  bool is_map() const { return is_a(ValueKind::kMap, "a map"); }
  bool is_list() const { return is_a(ValueKind::kList, "a list"); }
  /// Nothing where unset, or (after an error, FG1010) of another kind.
  std::optional<std::string_view> text() const;
  /// The text, and as Go has it the empty one where unset; nothing after an error (FG1010).
  std::optional<std::string_view> text_or_empty() const { return is_null() ? std::optional<std::string_view>{""} : text(); }
  std::optional<bool> boolean() const;
  /// Numbers of Go's int32: `80.0` is 80.
  std::optional<std::int32_t> int32() const;
  /// An item of a list of structures. A null item is an empty one in built-in kinds (true), and an error in custom resources.
  bool is_struct_item() const;
  /// Error FG1020 at each entry that is not in `known`; whether there is none.
  bool allow_only(std::span<const std::string_view> known) const;
  /// Error FG1012 where unset.
  bool require() const;

  void error(const char* code, std::string message, std::string hint = {}) const;
  void error_at_key(const char* code, std::string message, std::string hint = {}) const;
  /// An error that leaves no doubt what is meant: the API server refuses the object, and it is kept all the same. For codes that
  /// `has_plain_meaning`.
  void error_but_keep(const char* code, base::SourcePosition at, std::string message, std::string hint) const;
  void warn(const char* code, std::string message, std::string hint = {}) const;
  /// Error FG1010: "'port' must be a number, not a list".
  void wrong_type(std::string_view wanted) const;

 private:
  Cursor(const Cursor& parent, std::string_view key, Value value) : object_(parent.object_), parent_(&parent), value_(value), key_(key) {}
  Cursor(const Cursor& parent, std::uint32_t index, Value value)
      : object_(parent.object_), parent_(&parent), value_(value), index_(index), is_item_(true) {}
  bool is_container() const { return value_.kind() == ValueKind::kMap || value_.kind() == ValueKind::kList; }
  bool is_a(ValueKind kind, std::string_view wanted) const;
  void append_path(std::string& text) const;

  ObjectContext* object_;
  const Cursor* parent_ = nullptr;
  Value value_;
  std::string_view key_;
  std::uint32_t index_ = 0;
  bool is_item_ = false;
};

/// Error FG1020 at an entry of a map that has only the fields `known`.
void report_unknown_field(const Cursor& entry, std::span<const std::string_view> known);
/// A field as messages name it: "'port'", "'from[1]'", "the object".
std::string field_text(const Cursor& at);
/// A value as messages show it: shortened, in quotes if it is text.
std::string quoted(std::string_view text);

}  // namespace foregate::model::manifest
