#include "model/manifest/kinds/policy_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace foregate::model::manifest {
namespace {

std::string_view address_part(std::string_view text) { return text.substr(0, text.find('/')); }

std::optional<Cidr> refuse(const Cursor& at, std::string_view text) {
  const bool lacks_length = IpAddress::parse(text).has_value();
  at.error("FG1052", fmt::format("{} is no address block", quoted(text)),
           lacks_length ? fmt::format("Write {}/{}.", text, text.find(':') == std::string_view::npos ? 32 : 128) : std::string{});
  return std::nullopt;
}

bool is_mapped(std::string_view text) {
  const std::optional<IpAddress> address = IpAddress::parse(address_part(text));
  return address && address->family() == base::IpFamily::kV4 && text.find(':') != std::string_view::npos;
}

void warn_of_surprises(const Cursor& at, std::string_view text, const Cidr& cidr) {
  const std::optional<IpAddress> address = IpAddress::parse(address_part(text));
  if (!address) {
    at.warn("FG1059", fmt::format("{} has leading zeros; the API server reads it as {}", quoted(text), cidr.text()),
            "Newer servers refuse it, and some programs read such numbers as octal.");
  } else if (is_mapped(text)) {
    at.warn("FG1055", fmt::format("{} is an IPv4 address written as IPv6; the API server reads it as {}", quoted(text), cidr.text()),
            fmt::format("Write {}.", cidr.text()));
  } else if (*address != cidr.first()) {
    at.warn("FG1054", fmt::format("{} has host bits set; it is read as {}", quoted(text), cidr.text()),
            fmt::format("Write {}, or {}/{} for the one address.", cidr.text(), address->text(),
                        address->family() == base::IpFamily::kV4 ? 32 : 128));
  }
}

}  // namespace

std::optional<Cidr> decode_lenient_cidr(const Cursor& at) {
  const std::optional<std::string_view> text = at.text_or_empty();
  if (!text) return std::nullopt;
  const std::optional<Cidr> cidr = Cidr::parse(*text);
  if (!cidr) return refuse(at, *text);
  warn_of_surprises(at, *text, *cidr);
  return cidr;
}

std::optional<Cidr> decode_strict_cidr(const Cursor& at, bool masked) {
  const std::optional<std::string_view> text = at.text();
  if (!text) return std::nullopt;
  const std::optional<Cidr> cidr = Cidr::parse(*text);
  const std::optional<IpAddress> address = IpAddress::parse(address_part(*text));
  const std::string_view length = text->substr(std::min(text->size(), address_part(*text).size() + 1));
  const bool padded = length.size() > 1 && length.starts_with('0');
  if (!cidr || !address || padded || is_mapped(*text)) return refuse(at, *text);
  if (masked && *address != cidr->first()) {
    at.error("FG1057", fmt::format("{} has host bits set, which ClusterNetworkPolicy refuses", quoted(*text)),
             fmt::format("Write {}, or {}/{} for the one address.", cidr->text(), address->text(),
                         address->family() == base::IpFamily::kV4 ? 32 : 128));
    return std::nullopt;
  }
  warn_of_surprises(at, *text, *cidr);
  return cidr;
}

unsigned written_prefix_length(const Cursor& cidr) {
  unsigned length = 0;
  const std::string_view text = cidr.value().text();
  for (const char c : text.substr(std::min(text.size(), text.find('/') + 1))) length = length * 10 + static_cast<unsigned>(c - '0');
  return length;
}

void check_object_fields(const Cursor& object, std::span<const std::string_view> fields, std::span<const std::string_view> spec_fields) {
  for (const Cursor entry : object.children()) {
    if (std::ranges::find(fields, entry.key()) != fields.end()) continue;
    if (std::ranges::find(spec_fields, entry.key()) == spec_fields.end()) {
      report_unknown_field(entry, fields);
      continue;
    }
    entry.error_at_key("FG1021", fmt::format("'{}' stands beside 'spec'", entry.key()),
                       entry.value().is_json() ? "It belongs into 'spec'." : "It belongs under 'spec': indent it.");
  }
}

}  // namespace foregate::model::manifest
