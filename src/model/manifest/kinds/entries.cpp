#include "model/manifest/kinds/common_fields.h"
#include "model/manifest/kinds/decoders.h"
#include "model/manifest/kinds/metadata.h"

/// Objects through which outside traffic enters: each is read as the Services it sends to.
namespace foregate::model::manifest {
namespace {

const FieldFilter::Entry kEntryEntries[] = {{"apiVersion", nullptr}, {"kind", nullptr}, {"metadata", &kMetadataFilter}, {"spec", nullptr}};

using BackendPort = std::variant<std::monostate, std::uint16_t, Symbol>;

EntryObject read_identity(DecodeRun& run, const Cursor& object) {
  EntryObject entry;
  const Cursor metadata = object.field("metadata");
  const ObjectName name = decode_name(run, metadata);
  (void)check_labels(metadata.field("labels"));
  entry.ns = name.ns;
  entry.name = name.name;
  entry.kind = object.names().symbols->intern(object.object().kind());
  entry.at = object.position();
  return entry;
}

void keep(DecodeRun& run, const Cursor& object, EntryObject entry) {
  if (!object.object().failed()) run.objects.entries.push_back(std::move(entry));
}

/// A number or a name.
BackendPort read_port(const Cursor& port) {
  if (port.kind() == ValueKind::kString) {
    if (port.value().text().empty()) return {};
    return port.names().symbols->intern(port.value().text());
  }
  if (const auto number = decode_port_number(port)) return *number;
  return {};
}

void add_backend(EntryObject& entry, Symbol ns, const Cursor& at, const Cursor& service, BackendPort port) {
  const std::string_view name = decode_reference(service);
  if (!name.empty()) entry.backends.push_back({ns, at.names().symbols->intern(name), port, at.position()});
}

/// IngressBackend of v1 (`service: {name, port}`) and of v1beta1 (`serviceName`, `servicePort`).
void read_ingress_backend(const Cursor& backend, EntryObject& entry) {
  if (!backend.is_map()) return;
  const Cursor old_name = backend.field("serviceName");
  if (old_name.is_set()) add_backend(entry, entry.ns, backend, old_name, read_port(backend.field("servicePort")));
  const Cursor service = backend.field("service");
  if (!service.is_map()) return;
  const Cursor port = service.field("port");
  const Cursor number = port.field("number");
  const BackendPort at = number.is_set() ? read_port(number) : read_port(port.field("name"));
  add_backend(entry, entry.ns, backend, service.field("name"), at);
}

void read_ingress_rule(const Cursor& rule, EntryObject& entry) {
  if (!rule.is_map()) return;
  const Cursor http = rule.field("http");
  if (!http.is_map()) return;
  const Cursor paths = http.field("paths");
  if (!paths.is_list()) return;
  for (const Cursor path : paths.children()) {
    if (path.is_map()) read_ingress_backend(path.field("backend"), entry);
  }
}

/// RouteTargetReference.
void read_route_target(const Cursor& target, const BackendPort& port, EntryObject& entry) {
  if (!target.is_map()) return;
  const Cursor kind = target.field("kind");
  if (kind.is_null() || kind.text() == "Service") add_backend(entry, entry.ns, target, target.field("name"), port);
}

/// gateway.networking.k8s.io BackendRef: a Service of the core group unless it says otherwise.
void read_backend_reference(DecodeRun& run, const Cursor& reference, EntryObject& entry) {
  if (!reference.is_map()) return;
  const Cursor kind = reference.field("kind");
  const bool service = kind.is_null() || kind.text() == "Service";
  if (!service || !reference.field("group").text().value_or("").empty()) return;
  const std::string_view ns = decode_namespace_reference(reference.field("namespace"));
  add_backend(entry, ns.empty() ? entry.ns : run.namespaces.read(reference.names(), ns), reference, reference.field("name"),
              read_port(reference.field("port")));
}

}  // namespace

const FieldFilter kEntryFilter{kEntryEntries};

void decode_ingress(DecodeRun& run, const Cursor& object) {
  EntryObject entry = read_identity(run, object);
  const Cursor spec = object.field("spec");
  if (spec.is_map()) {
    read_ingress_backend(spec.field("defaultBackend"), entry);
    read_ingress_backend(spec.field("backend"), entry);
    const Cursor rules = spec.field("rules");
    if (rules.is_list()) {
      for (const Cursor rule : rules.children()) read_ingress_rule(rule, entry);
    }
  }
  keep(run, object, std::move(entry));
}

void decode_openshift_route(DecodeRun& run, const Cursor& object) {
  EntryObject entry = read_identity(run, object);
  const Cursor spec = object.field("spec");
  if (spec.is_map()) {
    const Cursor route_port = spec.field("port");
    (void)route_port.is_map();
    const BackendPort port = read_port(route_port.field("targetPort"));
    read_route_target(spec.field("to"), port, entry);
    const Cursor alternates = spec.field("alternateBackends");
    if (alternates.is_list()) {
      for (const Cursor target : alternates.children()) read_route_target(target, port, entry);
    }
  }
  keep(run, object, std::move(entry));
}

void decode_gateway(DecodeRun& run, const Cursor& object) { keep(run, object, read_identity(run, object)); }

void decode_gateway_route(DecodeRun& run, const Cursor& object) {
  EntryObject entry = read_identity(run, object);
  const Cursor spec = object.field("spec");
  const Cursor rules = spec.field("rules");
  if (spec.is_map() && rules.is_list()) {
    for (const Cursor rule : rules.children()) {
      if (!rule.is_map()) continue;
      const Cursor references = rule.field("backendRefs");
      if (!references.is_list()) continue;
      for (const Cursor reference : references.children()) read_backend_reference(run, reference, entry);
    }
  }
  keep(run, object, std::move(entry));
}

}  // namespace foregate::model::manifest
