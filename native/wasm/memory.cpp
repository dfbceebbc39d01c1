// The blocks in which arrays come and go.
#include <new>

#include "wasm.hpp"

namespace tilewright::wasm {

std::vector<std::uint64_t> input, output;

namespace {

constexpr std::size_t kept = 1 << 17;  // numbers of a block that stays after its call: 1 MB

void make_room(std::vector<std::uint64_t>& block, std::size_t size) {
    if (block.capacity() > kept && size <= kept) std::vector<std::uint64_t>().swap(block);
    block.assign(size, 0);
}

}  // namespace

// The address of a block of so many bytes, which the host fills before its next call.
TILEWRIGHT_EXPORT(tw_input)(double bytes) {
    std::set_new_handler([] { fail(Failure::memory, "the browser's memory for the kernel is used up"); });
    make_room(input, (static_cast<std::size_t>(integer(bytes)) + 7) / 8);
    return handle(input.data());
}

TILEWRIGHT_EXPORT(tw_output)() { return handle(output.data()); }

TILEWRIGHT_EXPORT(tw_output_bytes)() { return static_cast<double>(output.size() * 8); }

// Gives back large blocks; called by the host when it has read the results.
TILEWRIGHT_EXPORT(tw_clear)() {
    make_room(input, 0);
    make_room(output, 0);
    return 0;
}

}  // namespace tilewright::wasm
