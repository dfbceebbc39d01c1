// A file for what does not fit in memory, without a name: when its process ends, however it ends, it is gone.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tilewright {

// One line that says what could not be written or read.
struct ScratchFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Pieces of `Block::size` bytes, by number; places given back are used again. Throws ScratchFailure.
class ScratchFile {
  public:
    explicit ScratchFile(std::string directory) : directory_(std::move(directory)) {}
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    ~ScratchFile();

    std::int64_t write(const std::byte* data);  // the piece's number
    void read(std::int64_t number, std::byte* data);
    void free(std::int64_t number) { free_.push_back(number); }
    std::int64_t bytes() const;

  private:
    void open();

    std::string directory_;
    [[maybe_unused]] int file_ = -1;  // unused where there is no disk
    std::int64_t pieces_ = 0;
    std::vector<std::int64_t> free_;
};

}  // namespace tilewright
