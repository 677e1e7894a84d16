#include "report/writer.h"

namespace foregate::report {

void Writer::flush() {
  if (!closed_ && !buffer_.empty()) closed_ = !sink_(buffer_);
  buffer_.clear();
}

}  // namespace foregate::report
