#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace foregate::base {

/// Why an operation (not a user's text, see `Diagnostic`) failed.
enum class ErrorCode {
  kNotFound,         ///< a file or object that was named does not exist
  kInvalidArgument,  ///< the caller's text or number cannot be meant
  kIo,               ///< the operating system refused; `message` ends with its reason
  kLimit,            ///< a documented limit was passed
};

struct Error {
  ErrorCode code;
  std::string message;  ///< one sentence without a final stop, in the user's words
};

/// A value, or the one reason why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorCode code, std::string message) { return tl::make_unexpected(Error{code, std::move(message)}); }

}  // namespace foregate::base
