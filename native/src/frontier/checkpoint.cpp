#include "frontier/checkpoint.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#ifdef _WIN32
#include <io.h>
#elif !defined(__wasi__)
#include <unistd.h>
#endif

namespace tilewright {

#ifdef __wasi__  // no files there

namespace {
[[noreturn]] void none() { throw ScratchFailure("files are not available on this system"); }
}  // namespace

void LayerFile::Closer::operator()(std::FILE*) const {}
LayerFile::LayerFile(const std::string&, Mode) { none(); }
bool LayerFile::exists(const std::string&) { return false; }
void LayerFile::rename(const std::string&, const std::string&) { none(); }
void LayerFile::write(const void*, std::size_t) { none(); }
void LayerFile::read(void*, std::size_t) { none(); }
void LayerFile::write_checksum() { none(); }
void LayerFile::check_end() { none(); }
void LayerFile::close() { none(); }
void LayerFile::refuse(const std::string&) const { none(); }

#else

namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw ScratchFailure(path + ": " + what + ": " + std::strerror(errno));
}

void sync(std::FILE* file) {
#ifdef _WIN32
    _commit(_fileno(file));
#else
    fsync(fileno(file));
#endif
}

}  // namespace

void LayerFile::Closer::operator()(std::FILE* file) const { std::fclose(file); }

LayerFile::LayerFile(const std::string& path, Mode mode)
    : path_(path), file_(std::fopen(path.c_str(), mode == Mode::read ? "rb" : "wb")) {
    if (!file_) fail(path_, mode == Mode::read ? "cannot be read" : "cannot be written");
    if (mode == Mode::write) return;
    std::error_code error;
    const auto size = std::filesystem::file_size(path_, error);
    if (error || size < sizeof sum_) refuse("it is cut short");
    left_ = static_cast<std::size_t>(size) - sizeof sum_;
}

bool LayerFile::exists(const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
}

void LayerFile::rename(const std::string& from, const std::string& to) {
    std::error_code error;
    std::filesystem::rename(from, to, error);
    if (error) throw ScratchFailure(to + ": cannot be written: " + error.message());
}

void LayerFile::write(const void* data, std::size_t size) {
    if (size > 0 && std::fwrite(data, 1, size, file_.get()) != size) fail(path_, "cannot be written");
    mix(data, size);
}

void LayerFile::read(void* data, std::size_t size) {
    if (size > left_) refuse("it is cut short");
    if (size > 0 && std::fread(data, 1, size, file_.get()) != size) fail(path_, "cannot be read");
    left_ -= size;
    mix(data, size);
}

void LayerFile::write_checksum() {
    const auto sum = sum_;
    write(&sum, sizeof sum);
}

void LayerFile::check_end() {
    std::uint64_t told = 0;
    if (left_ != 0) refuse("it is longer than it says");
    if (std::fread(&told, 1, sizeof told, file_.get()) != sizeof told) fail(path_, "cannot be read");
    if (told != sum_) refuse("its checksum is wrong");
}

void LayerFile::close() {
    if (std::fflush(file_.get()) != 0) fail(path_, "cannot be written");
    sync(file_.get());
    if (std::fclose(file_.release()) != 0) fail(path_, "cannot be written");
}

void LayerFile::refuse(const std::string& why) const {
    throw ScratchFailure(path_ + ": " + why + ": expected a layer of this count; remove the file to begin again");
}

// Not for those who mean harm: such a file could only tell a false number.
void LayerFile::mix(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const char*>(data);
    for (; size > 0; bytes += std::min<std::size_t>(size, 8), size -= std::min<std::size_t>(size, 8)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, std::min<std::size_t>(size, 8));
        sum_ = spread(std::rotl(sum_, 29) ^ word) ^ size;
    }
}

#endif

}  // namespace tilewright
