#include "base/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace foregate::base {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 20;

struct Descriptor {
  explicit Descriptor(int opened) : value(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
  int value;
};

tl::unexpected<Error> system_failure(const char* action, const std::string& name) {
  const int reason = errno;
  const ErrorCode code = reason == ENOENT || reason == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kIo;
  return failure(code, fmt::format("cannot {} '{}': {}", action, name == "-" ? "<stdin>" : name, std::strerror(reason)));
}

std::size_t whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  if (path == "-") return read(STDIN_FILENO, path);
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0) return system_failure("open", path);
  return read(file.value, path);
}

Result<MappedFile> MappedFile::read(int descriptor, const std::string& name) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return system_failure("read", name);
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return system_failure("read", name);
  }
  // Files of /proc are regular and say that they are empty; standard input may be a file that was partly read.
  const bool from_start = ::lseek(descriptor, 0, SEEK_CUR) == 0;
  if (S_ISREG(status.st_mode) && status.st_size > 0 && from_start) return map(descriptor, static_cast<std::size_t>(status.st_size), name);

  auto file = reserve(kFirstBuffer, name);
  while (file) {
    if (file->reserved_ - file->size_ <= kPadding) {
      if (const auto grown = file->grow(file->reserved_ * 2, name); !grown) return tl::make_unexpected(grown.error());
    }
    const ssize_t got = ::read(descriptor, file->data_ + file->size_, file->reserved_ - file->size_ - kPadding);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure("read", name);
    file->size_ += static_cast<std::size_t>(got);
  }
  return file;
}

Result<MappedFile> MappedFile::reserve(std::size_t reserved, const std::string& name) {
  void* const place = ::mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return system_failure("hold", name);
  MappedFile file;
  file.data_ = static_cast<char*>(place);
  file.reserved_ = reserved;
  return file;
}

Result<MappedFile> MappedFile::map(int descriptor, std::size_t size, const std::string& name) {
  const std::size_t pages = whole_pages(size);
  auto file = reserve(whole_pages(pages + kPadding), name);
  if (!file) return file;
  if (::mmap(file->data_, pages, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0) == MAP_FAILED) return system_failure("map", name);
  file->size_ = size;
  ::madvise(file->data_, pages, MADV_WILLNEED);
  return file;
}

Result<void> MappedFile::grow(std::size_t reserved, const std::string& name) {
  void* const place = ::mremap(data_, reserved_, reserved, MREMAP_MAYMOVE);
  if (place == MAP_FAILED) return system_failure("hold", name);
  data_ = static_cast<char*>(place);
  reserved_ = reserved;
  return {};
}

void MappedFile::release() {
  if (data_ != nullptr) ::munmap(data_, reserved_);
  data_ = nullptr;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), reserved_(std::exchange(other.reserved_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    release();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    reserved_ = std::exchange(other.reserved_, 0);
  }
  return *this;
}

MappedFile::~MappedFile() { release(); }

}  // namespace foregate::base
