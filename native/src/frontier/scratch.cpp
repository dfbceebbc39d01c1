#include "frontier/scratch.hpp"

#include <cerrno>
#include <cstring>

#include "frontier/layer.hpp"

#if defined(_WIN32) || defined(__wasi__)
#define TILEWRIGHT_NO_SCRATCH 1
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace tilewright {

std::int64_t ScratchFile::bytes() const { return pieces_ * Block::size; }

#ifdef TILEWRIGHT_NO_SCRATCH

ScratchFile::~ScratchFile() = default;
void ScratchFile::open() { throw ScratchFailure(directory_ + ": scratch files are not available on this system"); }
std::int64_t ScratchFile::write(const std::byte*) { return open(), 0; }
void ScratchFile::read(std::int64_t, std::byte*) { open(); }

#else

namespace {

[[noreturn]] void fail(const std::string& directory, const char* what) {
    throw ScratchFailure(directory + ": " + what + ": " + std::strerror(errno));
}

}  // namespace

ScratchFile::~ScratchFile() {
    if (file_ >= 0) close(file_);
}

void ScratchFile::open() {
    auto name = directory_ + "/states-XXXXXX";
    file_ = mkstemp(name.data());
    if (file_ < 0) fail(directory_, "cannot make a scratch file");
    unlink(name.c_str());
}

std::int64_t ScratchFile::write(const std::byte* data) {
    if (file_ < 0) open();
    const auto number = free_.empty() ? pieces_ : free_.back();
    for (std::int64_t done = 0; done < Block::size;) {
        const auto written = pwrite(file_, data + done, static_cast<std::size_t>(Block::size - done),
                                    static_cast<off_t>(number * Block::size + done));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail(directory_, "cannot write to a scratch file");
        done += written;
    }
    if (free_.empty())
        ++pieces_;
    else
        free_.pop_back();
    return number;
}

void ScratchFile::read(std::int64_t number, std::byte* data) {
    for (std::int64_t done = 0; done < Block::size;) {
        const auto got = pread(file_, data + done, static_cast<std::size_t>(Block::size - done),
                               static_cast<off_t>(number * Block::size + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail(directory_, "cannot read a scratch file");
        done += got;
    }
}

#endif

}  // namespace tilewright
