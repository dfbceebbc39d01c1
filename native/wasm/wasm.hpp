// The kernel for a host that sees numbers and linear memory only (kernel.wasm): what the files here share.
//
// Every exported function takes and returns doubles, which JavaScript and Python pass without ado: handles (addresses
// of objects), truth values, and integers up to 2^53; larger ones mean "no bound". Arrays come in as one block, written
// by the host where `tw_input` says, and go out as another, which lies at `tw_output`. Each array of a block is its
// number of bytes (8 bytes), then its content, filled up to a multiple of 8.
//
// This target has no exceptions: a throw tells the host its kind and text and ends the instance (exceptions.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tilewright/cover.hpp"

#define TILEWRIGHT_EXPORT(name) extern "C" __attribute__((export_name(#name))) double name

namespace tilewright::wasm {

// Tells the host why the instance ends, and ends it. `number` says more: bytes wanted, where there is too little memory.
enum class Failure : std::int32_t { invalid = 1, too_long = 2, memory = 3, other = 4 };
[[noreturn]] void fail(Failure kind, const char* text, double number = 0);

inline std::int64_t integer(double number) {
    if (number >= 9007199254740992.0) return no_bound;
    return number <= -9007199254740992.0 ? -1 : static_cast<std::int64_t>(number);
}

inline std::int32_t small(double number) { return static_cast<std::int32_t>(integer(number)); }

// Objects that the host holds. What is shared with others is held by a shared_ptr of its own.
template <class T>
double handle(T* object) {
    return static_cast<double>(reinterpret_cast<std::uintptr_t>(object));
}

template <class T>
T& object(double handle) {
    return *reinterpret_cast<T*>(static_cast<std::uintptr_t>(handle));
}

template <class T>
void destroy(double handle) {
    delete &object<T>(handle);
}

extern std::vector<std::uint64_t> input, output;  // blocks; of 64-bit numbers, so that arrays of any kind are aligned

// The arrays of the host's block, one after the other.
class Reader {
  public:
    template <class T>
    std::vector<T> array() {
        const auto bytes = size();
        std::vector<T> values(bytes / sizeof(T));
        std::memcpy(values.data(), input.data() + at_, values.size() * sizeof(T));
        at_ += (bytes + 7) / 8;
        return values;
    }

    std::vector<std::int32_t> ints() { return array<std::int32_t>(); }
    std::vector<std::int64_t> longs() { return array<std::int64_t>(); }
    std::vector<std::uint32_t> words() { return array<std::uint32_t>(); }
    std::vector<std::uint8_t> bytes() { return array<std::uint8_t>(); }
    // Compressed rows: starts, then all of them end to end.
    std::vector<std::vector<std::int32_t>> rows() {
        const auto start = longs();
        const auto flat = ints();
        std::vector<std::vector<std::int32_t>> result;
        for (std::size_t k = 0; k + 1 < start.size(); ++k)
            result.emplace_back(flat.begin() + static_cast<std::ptrdiff_t>(start[k]),
                                flat.begin() + static_cast<std::ptrdiff_t>(start[k + 1]));
        return result;
    }

  private:
    std::size_t size() {
        if (at_ >= input.size()) fail(Failure::invalid, "an array is missing");
        const auto bytes = static_cast<std::size_t>(input[at_++]);
        if (bytes > (input.size() - at_) * 8) fail(Failure::invalid, "an array is cut short");
        return bytes;
    }

    std::size_t at_ = 0;
};

// Begins the block of a call's results.
class Writer {
  public:
    Writer() { output.clear(); }

    template <class T>
    Writer& array(const T* values, std::size_t count) {
        const auto bytes = count * sizeof(T);
        output.push_back(bytes);
        const auto at = output.size();
        output.resize(at + (bytes + 7) / 8);
        if (bytes) std::memcpy(output.data() + at, values, bytes);
        return *this;
    }

    template <class T>
    Writer& array(const std::vector<T>& values) {
        return array(values.data(), values.size());
    }

    Writer& text(const std::string& text) { return array(text.data(), text.size()); }

    Writer& rows(const std::vector<std::vector<std::int32_t>>& rows) {
        std::vector<std::int64_t> start{0};
        std::vector<std::int32_t> flat;
        for (const auto& row : rows) {
            flat.insert(flat.end(), row.begin(), row.end());
            start.push_back(static_cast<std::int64_t>(flat.size()));
        }
        return array(start).array(flat);
    }
};

using SharedCover = std::shared_ptr<const Cover>;

inline const SharedCover& shared_cover(double handle) { return object<SharedCover>(handle); }

}  // namespace tilewright::wasm
