// Which C++ types pass between kernel.wasm and its host, and how: `Value<T>` names the type to the host (as JSON), reads it
// from a block and writes it to one. What is not listed here is an object, which passes by its address.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "blocks.hpp"

namespace tilewright::wasm {

// What an array from the host is to the bindings. Copies share the numbers, as views of one buffer do.
template <class T>
class Array {
  public:
    explicit Array(std::vector<T> values) : values_(std::make_shared<const std::vector<T>>(std::move(values))) {}
    const T* data() const { return values_->data(); }
    std::size_t size() const { return values_->size(); }

  private:
    std::shared_ptr<const std::vector<T>> values_;
};

struct Bytes {
    Bytes(const char* text, std::size_t size) : text_(text, size) {}
    const char* c_str() const { return text_.c_str(); }
    std::size_t size() const { return text_.size(); }
    std::string text_;
};

struct Latin1 {
    std::string text;
};

// An object that the host holds.
struct Object {
    virtual ~Object() = default;
};

template <class T>
struct ObjectOf final : Object {
    explicit ObjectOf(std::shared_ptr<T> held) : held(std::move(held)) {}
    std::shared_ptr<T> held;
};

inline std::uint64_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

template <class T>
std::shared_ptr<T>& held(std::uint64_t address) {
    return static_cast<ObjectOf<T>*>(reinterpret_cast<Object*>(static_cast<std::uintptr_t>(address)))->held;
}

// The host's name of a class or an enumeration.
template <class T>
inline const char* name_of = "";

inline std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\n')
            result += "\\n";
        else
            result += c;
    }
    return result + '"';
}

template <class... Parts>
std::string listed(const Parts&... parts) {
    std::string result;
    ((result += (result.empty() ? "" : ",") + std::string(parts)), ...);
    return "[" + result + "]";
}

// The letter of Python's `array` and `struct` for a number.
template <class T>
constexpr const char* letter() {
    if constexpr (std::is_same_v<T, bool>) return "\"?\"";
    if constexpr (std::is_floating_point_v<T>) return "\"d\"";
    constexpr bool is_signed = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 8) return is_signed ? "\"q\"" : "\"Q\"";
    if constexpr (sizeof(T) == 4) return is_signed ? "\"i\"" : "\"I\"";
    if constexpr (sizeof(T) == 2) return is_signed ? "\"h\"" : "\"H\"";
    return is_signed ? "\"b\"" : "\"B\"";
}

template <class T>
struct Value {  // an object
    static constexpr bool is_object = true;
    static std::string type() { return listed("\"object\"", quoted(name_of<std::remove_const_t<T>>)); }
    static T& read(Reader& in) { return *held<T>(in.word()); }
    static void write(Writer& out, T&& value) {
        out.word(address(new ObjectOf<T>(std::make_shared<T>(std::move(value)))));
    }
};

template <class T>
struct Value<std::shared_ptr<T>> {
    using Plain = std::remove_const_t<T>;
    static std::string type() { return Value<Plain>::type(); }
    static std::shared_ptr<T> read(Reader& in) {
        const auto at = in.word();
        return at ? held<Plain>(at) : nullptr;
    }
    static void write(Writer& out, const std::shared_ptr<T>& value) {
        out.word(address(new ObjectOf<Plain>(std::const_pointer_cast<Plain>(value))));
    }
};

template <class T>
struct Value<std::unique_ptr<T>> {
    static std::string type() { return Value<T>::type(); }
    static void write(Writer& out, std::unique_ptr<T> value) { out.word(address(new ObjectOf<T>(std::move(value)))); }
};

template <class T>
struct Value<T*> {
    static std::string type() { return Value<T>::type(); }
    static void write(Writer& out, T* value) { out.word(address(new ObjectOf<T>(std::shared_ptr<T>(value)))); }
};

template <class T>
    requires std::is_arithmetic_v<T>
struct Value<T> {
    static std::string type() { return letter<T>(); }
    static T read(Reader& in) {
        const auto word = in.word();
        if constexpr (std::is_same_v<T, double>) return std::bit_cast<double>(word);
        if constexpr (sizeof(T) < 8 && !std::is_same_v<T, bool>) {
            const auto number = static_cast<std::int64_t>(word);
            if (number < std::numeric_limits<T>::min() || number > std::int64_t{std::numeric_limits<T>::max()})
                fail(Failure::invalid, "a number is out of range");
        }
        return static_cast<T>(word);
    }
    static void write(Writer& out, T value) {
        if constexpr (std::is_same_v<T, double>)
            out.word(std::bit_cast<std::uint64_t>(value));
        else
            out.word(static_cast<std::uint64_t>(value));
    }
};

template <class T>
    requires std::is_enum_v<T>
struct Value<T> {
    static std::string type() { return listed("\"enum\"", quoted(name_of<T>)); }
    static T read(Reader& in) { return static_cast<T>(in.word()); }
    static void write(Writer& out, T value) { out.word(static_cast<std::uint64_t>(value)); }
};

template <class T>
    requires std::is_same_v<T, std::string> || std::is_same_v<T, const char*>
struct Value<T> {
    static std::string type() { return "\"text\""; }
    static std::string read(Reader& in) { return in.array<std::string>(); }
    static void write(Writer& out, const std::string& value) { out.array(value.data(), value.size()); }
};

template <>
struct Value<Bytes> {
    static std::string type() { return "\"bytes\""; }
    static Bytes read(Reader& in) {
        const auto text = in.array<std::string>();
        return {text.data(), text.size()};
    }
    static void write(Writer& out, const Bytes& value) { out.array(value.c_str(), value.size()); }
};

template <>
struct Value<Latin1> {
    static std::string type() { return "\"latin-1\""; }
    static void write(Writer& out, const Latin1& value) { out.array(value.text.data(), value.text.size()); }
};

template <class T>
struct Value<Array<T>> {
    static std::string type() { return listed("\"view\"", letter<T>()); }
    static Array<T> read(Reader& in) { return Array<T>(in.array<std::vector<T>>()); }
    static void write(Writer& out, const Array<T>& value) { out.array(value.data(), value.size() * sizeof(T)); }
};

template <class T>
struct Value<std::vector<T>> {
    static std::string type() { return listed("\"list\"", Value<T>::type()); }
    static std::vector<T> read(Reader& in) {
        std::vector<T> values;
        for (auto left = in.word(); left > 0; --left) values.push_back(Value<T>::read(in));
        return values;
    }
    static void write(Writer& out, std::vector<T> values) {
        out.word(values.size());
        for (auto& each : values) Value<T>::write(out, std::move(each));
    }
};

template <class T>
    requires std::is_arithmetic_v<T>
struct Value<std::vector<T>> {
    static std::string type() { return listed("\"numbers\"", letter<T>()); }
    static std::vector<T> read(Reader& in) {
        if constexpr (std::is_same_v<T, bool>) {
            const auto bytes = in.array<std::vector<char>>();
            return {bytes.begin(), bytes.end()};
        } else {
            return in.array<std::vector<T>>();
        }
    }
    static void write(Writer& out, const std::vector<T>& values) {
        out.array(values.data(), values.size() * sizeof(T));
    }
};

template <class T>
struct Value<std::optional<T>> {
    static std::string type() { return listed("\"optional\"", Value<T>::type()); }
    static std::optional<T> read(Reader& in) {
        if (!in.word()) return std::nullopt;
        return Value<T>::read(in);
    }
    static void write(Writer& out, const std::optional<T>& value) {
        out.word(value.has_value());
        if (value) Value<T>::write(out, *value);
    }
};

template <class Tuple, class... T>
struct Row {
    static std::string type() { return listed("\"tuple\"", Value<T>::type()...); }
    static Tuple read(Reader& in) { return Tuple{Value<T>::read(in)...}; }  // braces: from left to right
    static void write(Writer& out, const Tuple& value) {
        std::apply([&](const auto&... each) { (Value<T>::write(out, each), ...); }, value);
    }
};

template <class... T>
struct Value<std::tuple<T...>> : Row<std::tuple<T...>, T...> {};

template <class A, class B>
struct Value<std::pair<A, B>> : Row<std::pair<A, B>, A, B> {};

template <class T, std::size_t count>
struct Value<std::array<T, count>> {
    static std::string type() {
        std::string types;
        for (std::size_t k = 0; k < count; ++k) types += "," + Value<T>::type();
        return "[\"row\"" + types + "]";
    }
    static std::array<T, count> read(Reader& in) {
        std::array<T, count> values;
        for (auto& each : values) each = Value<T>::read(in);
        return values;
    }
    static void write(Writer& out, const std::array<T, count>& values) {
        for (const auto& each : values) Value<T>::write(out, each);
    }
};

}  // namespace tilewright::wasm
