// Fixed-width bit strings of several machine words, with the operators a frontier key needs.
//
// One word and two are the compiler's own integers; `Wide` is for boards whose frontier is longer. The free functions
// below give all of them one face: `bit`, `low_word`, `mixed` (a hash), `below` (ones). `spread` is the step of every hash.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tilewright {

using Word = std::uint64_t;
using Pair = unsigned __int128;

template <int N>
struct Wide {
    std::array<Word, N> words{};

    Wide() = default;
    Wide(Word low) { words[0] = low; }

    friend Wide operator&(Wide a, const Wide& b) {
        for (int i = 0; i < N; ++i) a.words[i] &= b.words[i];
        return a;
    }
    friend Wide operator|(Wide a, const Wide& b) {
        for (int i = 0; i < N; ++i) a.words[i] |= b.words[i];
        return a;
    }
    friend Wide operator~(Wide a) {
        for (auto& word : a.words) word = ~word;
        return a;
    }
    friend Wide operator+(Wide a, const Wide& b) {
        unsigned __int128 carry = 0;
        for (int i = 0; i < N; ++i) {
            carry += static_cast<Pair>(a.words[i]) + b.words[i];
            a.words[i] = static_cast<Word>(carry);
            carry >>= 64;
        }
        return a;
    }
    friend Wide operator>>(const Wide& a, int by) {
        Wide result;
        const int jump = by / 64, rest = by % 64;
        for (int i = 0; i + jump < N; ++i) {
            result.words[i] = a.words[i + jump] >> rest;
            if (rest && i + jump + 1 < N) result.words[i] |= a.words[i + jump + 1] << (64 - rest);
        }
        return result;
    }
    friend Wide operator<<(const Wide& a, int by) {
        Wide result;
        const int jump = by / 64, rest = by % 64;
        for (int i = N - 1; i >= jump; --i) {
            result.words[i] = a.words[i - jump] << rest;
            if (rest && i > jump) result.words[i] |= a.words[i - jump - 1] >> (64 - rest);
        }
        return result;
    }
    friend bool operator==(const Wide& a, const Wide& b) { return a.words == b.words; }
    friend bool operator<(const Wide& a, const Wide& b) {
        for (int i = N - 1; i >= 0; --i)
            if (a.words[i] != b.words[i]) return a.words[i] < b.words[i];
        return false;
    }
};

template <class Key>
inline constexpr int key_bits = sizeof(Key) * 8;

inline Word low_word(Word key) { return key; }
inline Word low_word(Pair key) { return static_cast<Word>(key); }
template <int N>
Word low_word(const Wide<N>& key) {
    return key.words[0];
}

template <class Key>
Key bit(int place) {
    return Key(1) << place;
}

// The lowest `count` bits set.
template <class Key>
Key below(int count) {
    if (count <= 0) return Key(0);
    return ~Key(0) >> (key_bits<Key> - count);
}

template <class Key>
bool any(const Key& key) {
    return !(key == Key(0));
}

// Modulo 2^64: a number by the golden ratio, which spreads what differs in its low bits over the high ones.
constexpr Word spread(Word key) { return key * 0x9E3779B97F4A7C15ull; }
// The lowest bit of a word that has one.
constexpr Word lowest(Word word) { return word & (~word + 1); }
inline Word mixed(Word key) { return spread(key ^ (key >> 32)); }
inline Word mixed(Pair key) { return spread(mixed(static_cast<Word>(key >> 64)) ^ static_cast<Word>(key)); }
template <int N>
Word mixed(const Wide<N>& key) {
    Word hash = 0;
    for (auto word : key.words) hash = spread(std::rotl(hash, 23) ^ word);
    return hash;
}

}  // namespace tilewright
