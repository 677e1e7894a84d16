#include "model/manifest/kinds/decoders.h"
namespace foregate::model::manifest {
void decode_admin_network_policy(DecodeRun&, const Cursor&) {}
void decode_cluster_network_policy(DecodeRun&, const Cursor&) {}
}  // namespace foregate::model::manifest
