// A throw, where the target has no exceptions: the host is told what was thrown, and the instance ends.
//
// No destructor runs and no `catch` is reached, so nothing of the instance may be used afterwards. The host gives
// what may throw an instance of its own, and makes a new one for the next call.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include "blocks.hpp"
#include "frontier/merge.hpp"
#include "tilewright/search.hpp"

extern "C" __attribute__((import_module("host"), import_name("fail"))) void host_fail(std::int32_t kind,
                                                                                      const char* text,
                                                                                      std::int32_t length,
                                                                                      double number);

namespace tilewright::wasm {

void fail(Failure kind, const char* text, double number) {
    host_fail(static_cast<std::int32_t>(kind), text, static_cast<std::int32_t>(std::strlen(text)), number);
    __builtin_trap();
}

namespace {

template <class Thrown>
void fail_if(const std::type_info& type, void* thrown, Failure kind) {
    if (type == typeid(Thrown)) fail(kind, static_cast<Thrown*>(thrown)->what());
}

[[noreturn]] void end_by(void* thrown, const std::type_info& type) {
    if (type == typeid(OutOfMemory)) {
        const auto* failure = static_cast<OutOfMemory*>(thrown);
        fail(Failure::memory, failure->what(), static_cast<double>(failure->needed));
    }
    fail_if<std::invalid_argument>(type, thrown, Failure::invalid);
    fail_if<std::length_error>(type, thrown, Failure::too_long);
    fail_if<PlanTooLarge>(type, thrown, Failure::memory);
    fail_if<std::bad_alloc>(type, thrown, Failure::memory);
    fail_if<std::overflow_error>(type, thrown, Failure::overflow);
    fail(Failure::other, type.name());
}

}  // namespace
}  // namespace tilewright::wasm

extern "C" {
void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
    tilewright::wasm::end_by(thrown, *type);
}
}
