#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

/// Where the items of a big list lie, found without indexing the text: only the few bytes before and behind them are looked at.
///
///     {"apiVersion": "v1", "items": [{...}, ... 500 MB ..., {...}], "kind": "List", "metadata": {}}
///     ~~~~~~~~~~~~ head ~~~~~~~~~~~~~                              ~~~~~~~~~~~~~~ tail ~~~~~~~~~~~
///
/// kubectl prints `kind` behind the items, so that the tail must be read before them, and it is looked for behind the text's last `]`. In a
/// text that is a single document that is exact; whether it was is told by `end_of_json_list`, once the items' real end is known.
namespace foregate::model::manifest {

struct JsonList {
  std::string_view version;
  std::string_view kind;
  std::size_t items = 0;    ///< the byte after `[`
  bool is_guessed = false;  ///< version and kind are from the text's tail
};

/// The list that `text` begins with; nothing where it begins with another document, or one that is written in an uncommon way.
std::optional<JsonList> find_json_list(std::string_view text);

/// The byte after the document, whose items end with the `]` before byte `after_items`; nothing where the rest is
/// no rest of `list`, or where that is not the list that it was guessed to be.
std::optional<std::size_t> end_of_json_list(std::string_view text, std::size_t after_items, const JsonList& list);

}  // namespace foregate::model::manifest
