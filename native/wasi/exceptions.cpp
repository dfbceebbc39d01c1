// For wasm32-wasi, whose library has no exceptions: a throw ends the program. What relies on `catch` is listed in
// docs/theory/kernel.md.
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void end() {
    std::fputs("tilewright: the kernel threw an exception, and this build has none\n", stderr);
    std::abort();
}

}  // namespace

extern "C" {
void* __cxa_allocate_exception(std::size_t) { end(); }
void __cxa_throw(void*, void*, void (*)(void*)) { end(); }
}
