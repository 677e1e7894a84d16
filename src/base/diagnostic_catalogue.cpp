#include "base/diagnostic_catalogue.h"

#include <algorithm>

namespace foregate::base {
namespace {

constexpr Severity kError = Severity::kError;
constexpr Severity kWarning = Severity::kWarning;

constexpr CatalogueEntry kCatalogue[] = {
    // Texts.
    {"FG1001", kError, "not YAML", "The text cannot be read as YAML, or not as the YAML that kubectl reads."},
    {"FG1002", kError, "not JSON", "The text begins with '{' and cannot be read as JSON."},
    {"FG1003", kWarning, "replaced object",
     "Several objects have one kind, namespace and name. Only the last one counts, as it would after applying them in order."},
    {"FG1004", kError, "not an object", "Every document and every item of a list must be a map with 'apiVersion' and 'kind'."},
    {"FG1005", kError, "nothing to delete", "An object that a change deletes is not in the input."},
    {"FG1006", kError, "unrendered template", "The file is a template (of Helm, for instance). Render it first and read the result."},
    {"FG1007", kError, "key given twice",
     "A map has one key twice. The API server refuses that, and other readers keep one of the two values."},
    {"FG1008", kWarning, "text after the end", "After a line '...' kubectl drops the rest of the document without a word."},
    {"FG1009", kError, "limit passed",
     "The input is deeper, larger or more repetitive than manifests are. The limits guard against bombs."},
    // Values.
    {"FG1010", kError, "wrong type",
     "The value is of another type than the field. YAML reads yes, on, 010 and 1e3 as booleans and numbers; quotes keep a text."},
    {"FG1011", kError, "number out of range", "The number is of the right type and outside of what the field may hold."},
    {"FG1012", kError, "required field missing", "The field must be there and must not be null or empty."},
    {"FG1013", kError, "not one of the choices", "The field takes one of a few words, which are spelt exactly so."},
    {"FG1014", kError, "too many items", "The list is longer than the API allows."},
    {"FG1015", kError, "empty list", "The list must have at least one item; to mean everything, leave the field out."},
    {"FG1016", kError, "text too long", "The text has more characters than the API allows."},
    {"FG1018", kError, "item given twice", "The list is a set: no item may be there twice."},
    {"FG1020", kError, "unknown field",
     "No field of this name is here. kubectl refuses it (strict validation); where it is not refused it is dropped, and the policy means "
     "something else."},
    {"FG1021", kError, "misplaced field", "The field belongs to another level, mostly one deeper."},
    {"FG1022", kError, "first version of AdminNetworkPolicy",
     "Peers are written as in v0.1.1 of the API (2023), with 'namespaces.namespaceSelector', 'sameLabels' or 'pods.namespaces'. No server "
     "takes that today."},
    {"FG1023", kError, "removed API version", "Kubernetes no longer serves this version of the kind."},
    {"FG1024", kWarning, "another product's policy", "A policy kind of another product is not read, so that the answers are without it."},
    {"FG1025", kError, "no such kind", "The API group does not have this kind in this version."},
    // Metadata.
    {"FG1026", kError, "field of older servers", "Servers today refuse the field; older ones wrote it, and it never meant anything."},
    {"FG1027", kError, "selector left out", "The API requires the selector; without it only everything can be meant."},
    {"FG1030", kError, "impossible name", "Names are DNS names: lower case letters, digits, '-' and '.'."},
    {"FG1031", kError, "impossible namespace", "Namespaces are DNS labels: lower case letters, digits and '-'."},
    {"FG1032", kError, "impossible label",
     "Label keys and values have a fixed form and at most 63 characters, after an optional domain of the key."},
    {"FG1033", kError, "impossible annotation",
     "Annotation keys have the form of label keys; all annotations together have at most 256 KiB."},
    {"FG1034", kError, "impossible metadata", "Owner references and finalizers must be complete and of the form that the API asks for."},
    // Selectors.
    {"FG1040", kError, "unknown operator", "The operators are In, NotIn, Exists and DoesNotExist, spelt exactly so."},
    {"FG1041", kError, "operator without values", "In and NotIn compare with at least one value."},
    {"FG1042", kError, "operator with values", "Exists and DoesNotExist ask for the key alone."},
    {"FG1043", kError, "impossible label key in a selector", "No label can have this key."},
    {"FG1044", kError, "impossible label value in a selector", "No label can have this value."},
    {"FG1045", kWarning, "selector that matches nothing",
     "Custom resources take selectors that NetworkPolicy refuses. No client library can make a selector of this one: it matches nothing."},
    {"FG1046", kWarning, "null label drops out",
     "In custom resources a null is an absent field: the label is not compared, and a selector without others selects everything."},
    {"FG1047", kWarning, "null read as a value",
     "The API server reads null here as the empty text or as an empty item, which may allow everything."},
    // Peers.
    {"FG1050", kError, "nothing chosen", "One of several fields must be there, and none is."},
    {"FG1051", kError, "too much chosen", "Fields that exclude each other stand side by side."},
    {"FG1052", kError, "not an address block", "Blocks are written as address/length, 10.0.0.0/8 or 2001:db8::/32."},
    {"FG1053", kError, "except outside of its block", "A block of 'except' must be a smaller part of 'cidr'."},
    {"FG1054", kWarning, "host bits", "The address of the block has bits behind its length, which do not count: the whole block is meant."},
    {"FG1055", kWarning, "IPv4 written as IPv6",
     "An IPv4-mapped address is IPv4 for the API server, and other programs may read it differently."},
    {"FG1056", kError, "not a domain name", "Domain names have at least two parts; the only wildcard is one '*.' in front."},
    {"FG1057", kError, "host bits where they are refused",
     "ClusterNetworkPolicy takes blocks only with all bits behind their length zero."},
    {"FG1058", kWarning, "impossible domain name", "The pattern of v1alpha1 has a slip and takes names that no DNS has."},
    {"FG1059", kWarning, "leading zeros", "The API server reads such numbers as decimal; other programs read octal or refuse them."},
    // Ports.
    {"FG1060", kError, "impossible port", "Ports are 1 to 65535."},
    {"FG1061", kError, "impossible port name",
     "Port names have at most 15 lower case letters, digits and '-', with at least one letter; a number is written without quotes."},
    {"FG1062", kError, "impossible port range", "'endPort' stands beside a numeric 'port' and is not below it."},
    {"FG1063", kError, "unknown protocol", "The protocols are TCP, UDP and SCTP, in capitals. ICMP cannot be named."},
    {"FG1064", kWarning, "protocol that matches nothing",
     "v1alpha1 takes any text as a protocol; one that does not exist matches nothing."},
    {"FG1065", kError, "named port towards addresses",
     "Only pods have named ports, so the API refuses names beside networks, nodes and domain names."},
    {"FG1066", kWarning, "empty range", "v1alpha1 takes a range whose end is below its start; it matches nothing."},
    {"FG1067", kWarning, "port name that matches nothing", "No container's port can have this name."},
    {"FG1068", kError, "range of one or none", "In ClusterNetworkPolicy the start of a range is below its end."},
    // Objects.
    {"FG1070", kError, "misnamed BaselineAdminNetworkPolicy", "There is one in a cluster, and its name is 'default'."},
    {"FG1080", kError, "not an IP address", "A status or spec holds a text where an address is expected."},
    {"FG1090", kError, "input not there", "A file, folder or pattern that was named does not exist, cannot be read or holds no manifests."},
    {"FG1091", kError, "no objects", "The input was read, and there is no Kubernetes object in it."},
    {"FG1092", kError, "no object reference",
     "What is to be deleted is named as KIND/NAMESPACE/NAME, or KIND/NAME for cluster-scoped kinds."},
    {"FG1093", kWarning, "applied policy without pods",
     "A policy of the change selects no pod, so that it changes nothing. Mostly its namespace or a label is misspelt."},
    {"FG1094", kError, "question without an answer",
     "An end or the port of a query cannot be meant, or nothing in the input has its name."},
    {"FG1095", kError, "wrong command line", "An option or argument is not there, contradicts another or has a value it does not take."},
};

static_assert(std::ranges::is_sorted(kCatalogue, {}, &CatalogueEntry::code));

}  // namespace

std::span<const CatalogueEntry> diagnostic_catalogue() { return kCatalogue; }

bool has_plain_meaning(std::string_view code) { return code == "FG1026" || code == "FG1027"; }

const CatalogueEntry* find_catalogue_entry(std::string_view code) {
  const auto entry = std::ranges::lower_bound(kCatalogue, code, {}, &CatalogueEntry::code);
  return entry != std::end(kCatalogue) && entry->code == code ? entry : nullptr;
}

}  // namespace foregate::base
