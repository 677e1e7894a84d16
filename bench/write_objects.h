#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "bench/gen_cluster.h"

/// Generated objects as files. All formats give the same objects in the same order.
namespace foregate::bench {

enum class Style {
  kJson,   ///< compact JSON, which is also YAML
  kBlock,  ///< YAML as `kubectl get -o yaml` prints it
};

/// Block-style YAML of one object, with a final line break.
std::string block_yaml(const Object& object);

/// One object after the other, as they are made; nothing of the whole is held.
class ObjectWriter {
 public:
  virtual ~ObjectWriter() = default;
  virtual void add(const std::vector<Object>& group) = 0;
  /// Once, after the last group.
  virtual void finish() {}
};

/// One JSON `List`, as `kubectl get -A -o json` prints it, without the blanks.
std::unique_ptr<ObjectWriter> json_list_writer(std::ostream& out);
/// One multi-document YAML stream.
std::unique_ptr<ObjectWriter> yaml_writer(std::ostream& out, Style style);
/// `folder/00000.yaml` and so on, one file a group; the folder is made.
std::unique_ptr<ObjectWriter> folder_writer(const std::string& folder, Style style);

}  // namespace foregate::bench
