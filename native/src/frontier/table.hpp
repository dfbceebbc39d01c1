// Merges equal states: they stand one after the other as they come, and a hash table of their places, small enough for
// the nearest cache, finds them again. Place 0 is none.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "frontier/numbers.hpp"

namespace tilewright {

template <class Key>
struct Table {
    static constexpr std::int64_t large = std::int64_t{1} << 20;   // bytes; not kept where few states come
    static constexpr std::size_t most_states = ~std::uint32_t{0};  // of a run: its places have 32 bits

    std::vector<Key> keys{Key(0)};  // keys[1 .. used]
    std::vector<Word> numbers{0};
    std::vector<std::uint32_t> places;
    std::size_t used = 0, mask = 0;
    int shift = 0;
    NumberForm form;

    std::int64_t bytes() const {
        return static_cast<std::int64_t>(keys.capacity() * sizeof(Key) + numbers.capacity() * sizeof(Word) +
                                         places.capacity() * 4);
    }

    // Empty, with room for about so many.
    void start(std::size_t expected, const NumberForm& number_form) {
        if (bytes() > large && expected * 8 < keys.capacity()) *this = Table{};
        resize(std::bit_ceil(std::max<std::size_t>(64, expected * 2)));
        form = number_form;
        used = 0;
        make_room(1);
    }
    // Room for so many more; `add` does not look.
    bool has_room(std::size_t more) const {
        return keys.size() > used + more && numbers.size() >= keys.size() * width() && (used + more) * 2 <= mask;
    }
    static constexpr bool is_too_large(std::size_t states) { return states >= most_states; }
    void make_room(std::size_t more) {
        if (is_too_large(used + more)) throw std::bad_alloc();
        if (keys.size() <= used + more) grow(keys, (used + more) * 3 / 2 + 64);
        if (numbers.size() < keys.size() * width()) grow(numbers, keys.size() * width());
        if ((used + more) * 2 > mask) rehash(std::bit_ceil((used + more) * 2 + 1));
    }
    // The place of a key; that of a new one is the last.
    std::uint32_t place_of(const Key& key) {
        std::size_t at = mixed(key) >> shift;
        while (const auto place = places[at]) {
            if (keys[place] == key) return place;
            at = (at + 1) & mask;
        }
        keys[++used] = key;
        return places[at] = static_cast<std::uint32_t>(used);
    }
    // The number of a key, and whether the key is new: the number has to be written then.
    template <int K>
    std::pair<Word*, bool> number_of(const Key& key) {
        const auto before = used;
        const auto words = static_cast<std::size_t>(number_words<K>(form.words));
        Word* number = &numbers[place_of(key) * words];
        return {number, used != before};
    }
    template <int K>
    void add(const Key& key, const Word* number) {
        const auto [sum, is_new] = number_of<K>(key);
        if (is_new)
            copy_number<K>(sum, number, form.words);
        else
            add_number<K>(sum, number, form);
    }

  private:
    std::size_t width() const { return static_cast<std::size_t>(form.words); }
    // To just this size: by itself a vector doubles.
    template <class T>
    static void grow(std::vector<T>& of, std::size_t size) {
        of.reserve(size);
        of.resize(size);
    }
    void resize(std::size_t size) {
        mask = size - 1;
        shift = 64 - std::countr_zero(size);
        places.assign(size, 0);
    }
    void rehash(std::size_t size) {
        resize(size);
        for (std::size_t place = 1; place <= used; ++place) {
            std::size_t at = mixed(keys[place]) >> shift;
            while (places[at]) at = (at + 1) & mask;
            places[at] = static_cast<std::uint32_t>(place);
        }
    }
};

}  // namespace tilewright
