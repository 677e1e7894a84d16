#pragma once

#include <string>
#include <string_view>

/// Texts that the API server constrains. Each function gives what is wrong with the text as the end of a sentence ("must ..."), or an empty
/// text where it is fine. Rules: k8s.io/apimachinery/pkg/util/validation.
namespace foregate::model::manifest {

/// IsDNS1123Subdomain: names of most objects.
std::string dns_subdomain_problem(std::string_view text);
/// IsDNS1123Label: names of namespaces.
std::string dns_label_problem(std::string_view text);
/// IsDNS1035Label: names of Services.
std::string service_name_problem(std::string_view text);
/// A kind of any API group: letters, digits and '-', as a DNS label where lower case.
std::string kind_problem(std::string_view text);
/// IsQualifiedName: keys of labels.
std::string qualified_name_problem(std::string_view text);
/// IsValidLabelValue.
std::string label_value_problem(std::string_view text);
/// IsValidPortName (an IANA service name).
std::string port_name_problem(std::string_view text);
/// The pattern of DomainName in policy.networking.k8s.io. v1alpha1 spells a letter range `A-z`, which lets `[ \ ] ^ _` and a grave accent
/// begin or end a label (`lax`).
std::string domain_name_problem(std::string_view text, bool lax);
/// Code points, as the limits of custom resources count (bytes of invalid UTF-8 count one each).
std::size_t code_points(std::string_view text);

}  // namespace foregate::model::manifest
