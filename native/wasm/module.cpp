// What kernel.wasm exports: its surface as a description, and the calls of its functions.
//
// Exported functions take and return doubles, which JavaScript and Python pass without ado. The values of a call come in as
// one block, written by the host where `tw_input` says, and go out as another, whose first word is its length.
#include <new>

#include "../bind/bind.hpp"

#define TILEWRIGHT_EXPORT(name) extern "C" __attribute__((export_name(#name))) double name

namespace tilewright::wasm {
namespace {

Block input, output;

constexpr std::size_t kept = 1 << 17;  // words of a block that stays after its call: 1 MB

void make_room(Block& block, std::size_t size) {
    if (block.capacity() > kept && size <= kept) Block().swap(block);
    block.assign(size, 0);
}

std::uint64_t at(double address) { return static_cast<std::uint64_t>(address); }

double finished() {
    output.front() = output.size() - 1;
    return static_cast<double>(address(output.data()));
}

template <class Rows>
std::string joined(const Rows& rows) {
    std::string result;
    for (const std::string& each : rows) result += (result.empty() ? "" : ",") + each;
    return result;
}

std::string described(const Function& f) {
    std::vector<std::string> arguments;
    for (const auto& [name, fallback] : f.arguments)
        arguments.push_back(fallback.empty() ? listed(quoted(name)) : listed(quoted(name), fallback));
    return listed(quoted(f.owner), quoted(f.name), quoted(f.role), f.takes(), f.gives(), "[" + joined(arguments) + "]");
}

}  // namespace

// The address of a block of so many bytes, which the host fills before its next call.
TILEWRIGHT_EXPORT(tw_input)(double bytes) {
    make_room(input, (static_cast<std::size_t>(bytes) + 7) / 8);
    return static_cast<double>(address(input.data()));
}

// Classes, enumerations, constants and functions, in the order of their numbers, as JSON.
TILEWRIGHT_EXPORT(tw_surface)() {
    std::vector<std::string> functions;
    for (const auto& each : surface().functions) functions.push_back(described(each));
    output.assign(1, 0);
    Writer out(output);
    Value<std::string>::write(out, "{\"classes\":[" + joined(surface().classes) + "],\"enumerations\":[" +
                                       joined(surface().enumerations) + "],\"constants\":{" +
                                       joined(surface().constants) + "},\"functions\":[" + joined(functions) + "]}");
    return finished();
}

// Calls a function with the object, 0 for none, and the values of the block; gives the address of its results.
TILEWRIGHT_EXPORT(tw_call)(double number, double self) {
    output.assign(1, 0);
    Reader in(at(self), input);
    Writer out(output);
    surface().functions[static_cast<std::size_t>(number)].call(in, out);
    return finished();
}

TILEWRIGHT_EXPORT(tw_free)(double object) {
    return delete reinterpret_cast<Object*>(static_cast<std::uintptr_t>(at(object))), 0;
}

// Gives back large blocks.
TILEWRIGHT_EXPORT(tw_clear)() {
    make_room(input, 0);
    make_room(output, 0);
    return 0;
}

TILEWRIGHT_EXPORT(tw_begin)() {
    std::set_new_handler([] { fail(Failure::memory, "the browser's memory for the kernel is used up"); });
    nb::module_ m;
    bind::bind_all(m);
    return 0;
}

}  // namespace tilewright::wasm
