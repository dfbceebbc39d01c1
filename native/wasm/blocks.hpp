// How values pass between kernel.wasm and a host that sees numbers and linear memory only: as blocks of 64-bit words.
//
// A number is one word; text, and an array of numbers, is its length in bytes and then its content, filled up to whole words;
// a list is its length and its elements; what may be absent is 0, or 1 and the value; an object is its address, 0 for none.
// `native/wasm/_kernel/blocks.py` is the other side.
//
// This target has no exceptions: a throw tells the host its kind and text and ends the instance (exceptions.cpp).
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace tilewright::wasm {

// Tells the host why the instance ends, and ends it. `number` says more: bytes wanted, where there is too little memory.
enum class Failure : std::int32_t { invalid = 1, too_long = 2, memory = 3, other = 4, overflow = 5 };
[[noreturn]] void fail(Failure kind, const char* text, double number = 0);

using Block = std::vector<std::uint64_t>;

// The values of a call, one after the other; `self` comes first where there is one.
class Reader {
  public:
    Reader(std::uint64_t self, const Block& block) : self_(self), block_(block) {}

    std::uint64_t word() {
        if (self_) return std::exchange(self_, 0);
        if (at_ >= block_.size()) fail(Failure::invalid, "a value is missing");
        return block_[at_++];
    }

    // Copies content of so many bytes, of which the length came before.
    void content(void* to, std::size_t bytes) {
        const auto words = (bytes + 7) / 8;
        if (words > block_.size() - at_) fail(Failure::invalid, "an array is cut short");
        if (bytes) std::memcpy(to, block_.data() + at_, bytes);
        at_ += words;
    }

    template <class Values>
    Values array() {
        const auto bytes = static_cast<std::size_t>(word());
        if (bytes / 8 > block_.size() - at_) fail(Failure::invalid, "an array is cut short");
        Values values(bytes / sizeof(typename Values::value_type), typename Values::value_type{});
        content(values.data(), values.size() * sizeof(typename Values::value_type));
        return values;
    }

  private:
    std::uint64_t self_;
    const Block& block_;
    std::size_t at_ = 0;
};

class Writer {
  public:
    explicit Writer(Block& block) : block_(block) {}

    void word(std::uint64_t value) { block_.push_back(value); }

    void array(const void* from, std::size_t bytes) {
        word(bytes);
        const auto at = block_.size();
        block_.resize(at + (bytes + 7) / 8);
        if (bytes) std::memcpy(block_.data() + at, from, bytes);
    }

  private:
    Block& block_;
};

}  // namespace tilewright::wasm
