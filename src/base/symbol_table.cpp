#include "base/symbol_table.h"

#include <cstring>
#include <utility>

namespace foregate::base {
namespace {
constexpr std::size_t kBlockBytes = 64 * 1024;
}  // namespace

SymbolTable::SymbolTable(std::shared_ptr<const SymbolTable> parent) : parent_(std::move(parent)), first_(parent_ ? parent_->size() : 0) {}

Symbol SymbolTable::intern(std::string_view text) {
  if (const Symbol known = find(text)) return known;
  const std::string_view kept = store(text);
  const std::uint32_t id = size();
  texts_.push_back(kept);
  ids_.emplace(kept, id);
  return Symbol{id};
}

Symbol SymbolTable::find(std::string_view text) const {
  if (const auto own = ids_.find(text); own != ids_.end()) return Symbol{own->second};
  return parent_ ? parent_->find(text) : Symbol::none();
}

std::string_view SymbolTable::text(Symbol symbol) const {
  if (symbol.is_none()) return {};
  return symbol.value() < first_ ? parent_->text(symbol) : texts_[symbol.value() - first_];
}

std::string_view SymbolTable::store(std::string_view text) {
  if (text.size() > block_free_) {
    block_free_ = text.size() > kBlockBytes / 4 ? text.size() : kBlockBytes;
    blocks_.push_back(std::make_unique<char[]>(block_free_));
    block_next_ = blocks_.back().get();
  }
  char* const place = block_next_;
  if (!text.empty()) std::memcpy(place, text.data(), text.size());
  block_next_ += text.size();
  block_free_ -= text.size();
  return {place, text.size()};
}

}  // namespace foregate::base
