// The numbers of states: how long they are, how they are added, and how they are kept in few bytes.
//
// While a run is merged a number is a few whole words. It is exact, or its remainder modulo a prime (`modulus`), beside
// which may stand a double that is no less than the number itself (`bounded`): whoever joins remainders by the Chinese
// remainder theorem needs a proven bound, and gets it from the first pass. See docs/explanation/kernel-frontier.md.
//
// K says at compile time what a number is: 1 or 2 exact words; 0: `words` exact ones; -1 a remainder; -2 one and a bound.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tilewright/wide.hpp"

namespace tilewright {

static_assert(std::endian::native == std::endian::little, "keys and numbers are kept by their low bytes");

struct NumberForm {
    Word modulus = 0;  // 0: exact
    bool bounded = false;
    int words = 1;

    int bound_bytes() const { return bounded ? 3 : 0; }

    // Calls f.operator()<K>().
    template <class F>
    void dispatch(F&& f) const {
        if (bounded)
            f.template operator()<-2>();
        else if (modulus)
            f.template operator()<-1>();
        else if (words == 1)
            f.template operator()<1>();
        else if (words == 2)
            f.template operator()<2>();
        else if (words == 3)
            f.template operator()<3>();
        else if (words == 4)
            f.template operator()<4>();
        else if (words == 5)
            f.template operator()<5>();
        else
            f.template operator()<0>();
    }
};

template <int K>
constexpr int number_words(int words) {
    return K > 0 ? K : K == 0 ? words : -K;
}

constexpr double bound_of(Word word) { return std::bit_cast<double>(word); }
constexpr Word word_of(double bound) { return std::bit_cast<Word>(bound); }

// A double in the 24 bits of `kept_bound`: no less than it, by a part of 2^12 to 2^11, which also makes up for sums of
// up to 2^39 terms that were rounded to the nearest.
inline std::uint32_t kept_bound(double bound) {
    constexpr Word infinite = word_of(std::numeric_limits<double>::infinity()) >> 40;
    return static_cast<std::uint32_t>(std::min(infinite, (word_of(bound) >> 40) + 2));
}
inline Word read_bound(std::uint32_t kept) { return static_cast<Word>(kept) << 40; }

template <int K>
void add_number(Word* to, const Word* from, const NumberForm& form) {
    if constexpr (K == 1) {
        *to += *from;
    } else if constexpr (K < 0) {
        const Word sum = *to + *from;
        *to = sum - (sum >= form.modulus ? form.modulus : 0);
        if constexpr (K == -2) to[1] = word_of(bound_of(to[1]) + bound_of(from[1]));
    } else {
        Pair carry = 0;
        for (int i = 0; i < number_words<K>(form.words); ++i) {
            carry += static_cast<Pair>(to[i]) + from[i];
            to[i] = static_cast<Word>(carry);
            carry >>= 64;
        }
    }
}

template <int K>
void copy_number(Word* to, const Word* from, int words) {
    for (int i = 0; i < number_words<K>(words); ++i) to[i] = from[i];
}

template <int K>
void or_number(Word* to, const Word* from, int words) {
    for (int i = 0; i < number_words<K>(words); ++i) to[i] |= from[i];
}

template <int K>
void multiply_number(Word* number, Word by, const NumberForm& form) {
    if constexpr (K < 0) {
        *number = static_cast<Word>(static_cast<Pair>(*number) * by % form.modulus);
        if constexpr (K == -2) number[1] = word_of(bound_of(number[1]) * static_cast<double>(by));
    } else {
        Pair carry = 0;
        for (int i = 0; i < number_words<K>(form.words); ++i) {
            carry += static_cast<Pair>(number[i]) * by;
            number[i] = static_cast<Word>(carry);
            carry >>= 64;
        }
    }
}

inline int significant_bytes(const Word* number, int words) {
    while (words > 1 && number[words - 1] == 0) --words;
    return 8 * (words - 1) + std::max(1, (static_cast<int>(std::bit_width(number[words - 1])) + 7) / 8);
}

// What follows reads and writes up to `spare_bytes` more than it says: memory has room for that, and things are written
// in ascending order, so that what is overwritten is what comes next.
inline constexpr std::int64_t spare_bytes = 64;

constexpr Word mask_of(int bytes) { return bytes >= 8 ? ~Word{0} : bytes <= 0 ? 0 : (Word{1} << 8 * bytes) - 1; }

inline Word low_bytes(const std::byte* from, int bytes) {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word & mask_of(bytes);
}

// Reads numbers of so many bytes; those of a remainder are meant where a bound stands after it.
template <int K>
class NumberReader {
  public:
    NumberReader(int bytes, int words) : bytes_(bytes), words_(words) {
        for (int w = 0; w < fixed; ++w) masks_[w] = mask_of(bytes - 8 * w);
        if constexpr (K == 0) masks_[0] = mask_of(bytes % 8);
    }
    void read(Word* to, const std::byte* from) const {
        if constexpr (K == 0) {
            const int whole = bytes_ / 8;
            for (int w = 0; w < whole; ++w) to[w] = word_at(from, w);
            for (int w = whole; w < words_; ++w) to[w] = w == whole ? word_at(from, w) & masks_[0] : 0;
        } else {
            for (int w = 0; w < fixed; ++w) to[w] = word_at(from, w) & masks_[w];
            if constexpr (K == -2) to[1] = read_bound(static_cast<std::uint32_t>(low_bytes(from + bytes_, 3)));
        }
    }

  private:
    static constexpr int fixed = K > 0 ? K : 1;  // words that are read at once

    static Word word_at(const std::byte* from, int number) {
        Word word;
        std::memcpy(&word, from + 8 * number, sizeof word);
        return word;
    }

    std::array<Word, fixed> masks_;
    int bytes_, words_;
};

template <int K>
void write_number(std::byte* to, const Word* from, int bytes) {
    if constexpr (K == 0) {
        for (int done = 0; done < bytes; done += 8) std::memcpy(to + done, from + done / 8, 8);
    } else {
        std::memcpy(to, from, K > 0 ? 8 * K : 8);
        if constexpr (K == -2) {
            const auto kept = kept_bound(bound_of(from[1]));
            std::memcpy(to + bytes, &kept, sizeof kept);
        }
    }
}

// The key whose low bits are `prefix` and whose others are kept in so many bytes.
template <class Key>
void read_keys(Key* to, const std::byte* from, std::int64_t count, int bytes, int strip, const Key& prefix) {
    if (bytes == 4) {
        for (std::int64_t i = 0; i < count; ++i) {
            std::uint32_t kept;
            std::memcpy(&kept, from + 4 * i, sizeof kept);
            to[i] = (Key(kept) << strip) | prefix;
        }
    } else if (bytes <= 8) {
        for (std::int64_t i = 0; i < count; ++i) to[i] = (Key(low_bytes(from + bytes * i, bytes)) << strip) | prefix;
    } else {
        const Key mask = below<Key>(8 * bytes);
        for (std::int64_t i = 0; i < count; ++i) {
            Key kept;
            std::memcpy(static_cast<void*>(&kept), from + bytes * i, sizeof kept);
            to[i] = ((kept & mask) << strip) | prefix;
        }
    }
}

template <class Key>
void write_key(std::byte* to, const Key& key, int strip) {
    const Key kept = key >> strip;
    std::memcpy(to, &kept, sizeof kept);
}

}  // namespace tilewright
