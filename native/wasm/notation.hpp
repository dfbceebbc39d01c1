// nanobind's notation, as far as ../bind/ uses it, for kernel.wasm: what is bound is entered in a table of functions, which
// the host calls by their numbers, and is described to the host, which makes its classes of that (_kernel/surface.py).
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "values.hpp"

namespace tilewright::wasm {

struct Argument {
    const char* name;
    std::string fallback;  // as JSON; empty: none
};

struct Function {
    const char* owner;  // the class, or ""
    const char* name;
    const char* role;  // function, constructor, method, property
    std::string (*takes)();
    std::string (*gives)();
    std::function<void(Reader&, Writer&)> call;
    std::vector<Argument> arguments;
};

struct Surface {
    std::vector<Function> functions;
    std::vector<std::string> classes, enumerations, constants;  // as JSON
};

inline Surface& surface() {
    static Surface all;
    return all;
}

// A value while it is handed to a function: an object stays where it is.
template <class P>
struct Passed {
    using T = std::remove_cvref_t<P>;
    explicit Passed(Reader& in) : value(Value<T>::read(in)) {}
    P get() {
        if constexpr (std::is_lvalue_reference_v<P>)
            return value;
        else
            return std::move(value);
    }
    decltype(Value<T>::read(std::declval<Reader&>())) value;
};

template <class Call, class R, class... P>
Function entry(Call call) {
    Function made{"",
                  "",
                  "function",
                  [] { return listed(Value<std::remove_cvref_t<P>>::type()...); },
                  [] {
                      if constexpr (std::is_void_v<R>)
                          return std::string("null");
                      else
                          return std::string(Value<std::remove_cvref_t<R>>::type());
                  },
                  {},
                  {}};
    made.call = [call](Reader& in, Writer& out) {
        std::tuple<Passed<P>...> passed{Passed<P>(in)...};  // braces: from left to right
        const auto run = [&](auto&... each) -> R { return call(each.get()...); };
        if constexpr (std::is_void_v<R>)
            std::apply(run, passed);
        else
            Value<std::remove_cvref_t<R>>::write(out, std::apply(run, passed));
    };
    return made;
}

template <class R, class... P>
Function function(R (*f)(P...)) {
    return entry<R (*)(P...), R, P...>(f);
}

template <class F>
    requires std::is_class_v<F>
Function function(F f) {
    return function(+f);
}

template <class R, class C, class... P>
Function function(R (C::*f)(P...)) {
    const auto call = [f](C& self, P... rest) -> R { return (self.*f)(std::forward<P>(rest)...); };
    return entry<decltype(call), R, C&, P...>(call);
}

template <class R, class C, class... P>
Function function(R (C::*f)(P...) const) {
    const auto call = [f](const C& self, P... rest) -> R { return (self.*f)(std::forward<P>(rest)...); };
    return entry<decltype(call), R, const C&, P...>(call);
}

template <class T>
std::string as_json(const T& value) {
    if constexpr (std::is_same_v<T, bool>)
        return value ? "true" : "false";
    else if constexpr (std::is_floating_point_v<T>)  // a whole number, or infinite
        return std::isinf(value) ? "Infinity" : std::to_string(static_cast<int>(value)) + ".0";
    else if constexpr (std::is_arithmetic_v<T>)
        return std::to_string(value);
    else if constexpr (std::is_convertible_v<T, std::string>)
        return quoted(value);
    else
        return value.empty() ? "[]" : throw std::invalid_argument("a list as a default must be empty");
}

}  // namespace tilewright::wasm

namespace nb {

using bytes = tilewright::wasm::Bytes;

struct None {};
inline None none() { return {}; }

struct arg {
    const char* name;
    arg& none() { return *this; }
    tilewright::wasm::Argument operator=(None) const { return {name, "null"}; }
    template <class T>
    tilewright::wasm::Argument operator=(const T& value) const {
        return {name, tilewright::wasm::as_json(value)};
    }
};

template <class F>
struct new_ {
    explicit new_(F f) : make(f) {}
    F make;
};

template <class... Guards>
struct call_guard {};

struct sig {
    const char* text;
};

// What stands behind a bound function in its definition: its arguments; documentation is not for a browser.
inline void note(tilewright::wasm::Function& f, const arg& given) { f.arguments.push_back({given.name, ""}); }
inline void note(tilewright::wasm::Function& f, const tilewright::wasm::Argument& given) {
    f.arguments.push_back(given);
}
template <class Other>
void note(tilewright::wasm::Function&, const Other&) {}

template <class... Extra>
void enter(tilewright::wasm::Function made, const char* owner, const char* name, const char* role,
           const Extra&... extra) {
    made.owner = owner, made.name = name, made.role = role;
    (note(made, extra), ...);
    tilewright::wasm::surface().functions.push_back(std::move(made));
}

struct Constant {
    const char* name;
    template <class T>
    void operator=(const T& value) {
        using namespace tilewright::wasm;
        surface().constants.push_back(quoted(name) + ":" + as_json(value));
    }
};

struct module_ {
    template <class F, class... Extra>
    module_& def(const char* name, F f, const Extra&... extra) {
        enter(tilewright::wasm::function(f), "", name, "function", extra...);
        return *this;
    }
    Constant attr(const char* name) { return {name}; }
};

template <class T>
class class_ {
  public:
    class_(module_&, const char* name, const char*) {
        using namespace tilewright::wasm;
        name_of<T> = name;
        surface().classes.push_back(quoted(name));
    }

    template <class F, class... Extra>
    class_& def(const char* name, F f, const Extra&... extra) {
        return entered(f, name, "method", extra...);
    }
    template <class F, class... Extra>
    class_& def(new_<F> made, const Extra&... extra) {
        return entered(made.make, "", "constructor", extra...);
    }
    template <class F, class... Extra>
    class_& def_prop_ro(const char* name, F f, const Extra&... extra) {
        return entered(f, name, "property", extra...);
    }
    template <class M>
    class_& def_ro(const char* name, M T::* member) {
        const auto get = [member](const T& self) -> const M& { return self.*member; };
        enter(tilewright::wasm::entry<decltype(get), const M&, const T&>(get), name_(), name, "property");
        return *this;
    }

  private:
    static const char* name_() { return tilewright::wasm::name_of<T>; }
    template <class F, class... Extra>
    class_& entered(F f, const char* name, const char* role, const Extra&... extra) {
        enter(tilewright::wasm::function(f), name_(), name, role, extra...);
        return *this;
    }
};

template <class T>
class enum_ {
  public:
    enum_(module_&, const char* name, const char*) {
        using namespace tilewright::wasm;
        name_of<T> = name;
        surface().enumerations.push_back(listed(quoted(name)));
    }
    enum_& value(const char* name, T value) {
        using namespace tilewright::wasm;
        auto& row = surface().enumerations.back();
        row.pop_back();
        row += "," + listed(quoted(name), std::to_string(static_cast<int>(value))) + "]";
        return *this;
    }
};

inline arg operator""_a(const char* name, std::size_t) { return {name}; }

}  // namespace nb

namespace tilewright::bind {

using nb::operator""_a;

template <class T>
using Array = wasm::Array<T>;

template <class T>
using View = wasm::Array<T>;

template <class T, class Row>
View<T> flat_view(const std::vector<Row>& rows) {
    static_assert(sizeof(Row) % sizeof(T) == 0);
    std::vector<T> flat(rows.size() * (sizeof(Row) / sizeof(T)));
    if (!rows.empty()) std::memcpy(flat.data(), rows.data(), rows.size() * sizeof(Row));
    return View<T>(std::move(flat));
}

template <class T>
View<T> view_of(std::vector<T>&& values) {
    return View<T>(std::move(values));
}

inline wasm::Latin1 latin_1(std::string text) { return {std::move(text)}; }

// There is one thread, no lock to give up, no signal and no fork.
class Unlocked {
  public:
    Unlocked() {}
};

inline bool signal_raised() { return false; }

inline void throw_raised() {}

template <class T>
class Owner {
  public:
    explicit Owner(std::unique_ptr<T> owned) : owned_(std::move(owned)) {}
    T* operator->() const { return owned_.get(); }

  private:
    std::unique_ptr<T> owned_;
};

}  // namespace tilewright::bind
