// Tables of a family's sweeps: states with their numbers, and sets of words.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tilewright/wide.hpp"

namespace tilewright::families {

inline Word sum(Word a, Word b) {
    Word result = 0;
    if (__builtin_add_overflow(a, b, &result)) throw std::overflow_error("a count beyond 64 bits");
    return result;
}

struct Key {
    Word cells, used;
    bool operator==(const Key&) const = default;
};

struct KeyHash {
    std::size_t operator()(const Key& key) const {
        auto hash = spread(key.cells ^ (key.cells >> 29));
        hash = spread(hash ^ key.used ^ (hash >> 32));
        return hash ^ (hash >> 32);
    }
};

struct State {
    Key key;
    Word count;
};

using States = std::vector<State>;

// Adds up numbers by key. Keys wait for a moment, so that what they ask of memory is there when their turn comes.
class Table {
  public:
    Table() : places_(1 << 10, 0) {}

    void add(const Key& key, Word count) {
        const auto hash = KeyHash()(key);
        __builtin_prefetch(&places_[hash & (places_.size() - 1)]);
        waiting_[waits_++] = {{key, count}, hash};
        if (waits_ == waiting) flush();
    }

    // The sums; the table is empty then.
    States take() {
        flush();
        if (16 * states_.size() < places_.size())  // few: their places are emptied from the last to the first
            for (auto state = states_.rbegin(); state != states_.rend(); ++state)
                places_[find(state->key, KeyHash()(state->key))] = 0;
        else
            std::fill(places_.begin(), places_.end(), 0);
        States taken(states_);
        states_.clear();
        return taken;
    }

    std::size_t size() const { return states_.size(); }

    // The key's number, a new one for a new key.
    std::uint32_t number(const Key& key) {
        const auto hash = KeyHash()(key);
        if (2 * states_.size() >= places_.size()) grow();
        auto& place = places_[find(key, hash)];
        if (!place) {
            states_.push_back({key, 0});
            place = static_cast<std::uint32_t>(states_.size());
        }
        return place - 1;
    }

    // From now on `add` passes over keys without a number.
    void freeze() { frozen_ = true; }

    // Whether anything was added up since `forget_sums`.
    bool has_sums() {
        flush();
        return !summed_.empty();
    }
    Word sum_of(std::uint32_t number) const { return states_[number].count; }
    void forget_sums() {
        for (auto number : summed_) states_[number].count = 0;
        summed_.clear();
    }

  private:
    static constexpr std::size_t waiting = 32;
    struct Waiting {
        State state;
        std::size_t hash;
    };

    void flush() {
        for (std::size_t k = 0; k < waits_; ++k)
            if (const auto there = places_[waiting_[k].hash & (places_.size() - 1)])
                __builtin_prefetch(&states_[there - 1]);
        const auto number = std::exchange(waits_, 0);  // also where a sum below throws
        for (std::size_t k = 0; k < number; ++k) {
            const auto& [state, hash] = waiting_[k];
            if (!frozen_ && 2 * states_.size() >= places_.size()) grow();
            auto& place = places_[find(state.key, hash)];
            if (place) {
                auto& there = states_[place - 1].count;
                if (frozen_ && !there) summed_.push_back(place - 1);
                there = sum(there, state.count);
            } else if (!frozen_) {
                states_.push_back(state);
                place = static_cast<std::uint32_t>(states_.size());
            }
        }
    }

    std::size_t find(const Key& key, std::size_t hash) const {
        const auto mask = places_.size() - 1;
        auto place = hash & mask;
        while (places_[place] && !(states_[places_[place] - 1].key == key)) place = (place + 1) & mask;
        return place;
    }

    void grow() {
        places_.assign(2 * places_.size(), 0);
        for (std::size_t k = 0; k < states_.size(); ++k)
            places_[find(states_[k].key, KeyHash()(states_[k].key))] = static_cast<std::uint32_t>(k + 1);
    }

    std::vector<std::uint32_t> places_;
    States states_;
    std::array<Waiting, waiting> waiting_{};
    std::size_t waits_ = 0;
    bool frozen_ = false;
    std::vector<std::uint32_t> summed_;  // numbers of keys
};

// Words, to be asked for often.
class WordSet {
  public:
    WordSet() : places_(16, 0) {}

    void insert(Word word) {
        if (!word) {
            has_zero_ = true;
            return;
        }
        if (2 * size_ >= places_.size()) {
            auto before = std::exchange(places_, std::vector<Word>(4 * places_.size(), 0));
            for (auto each : before)
                if (each) places_[find(each)] = each;
        }
        auto& place = places_[find(word)];
        size_ += !place;
        place = word;
    }

    // Calls take(word) for the words at the places from `start` to before `end`; returns the place to go on from.
    template <class Take>
    std::size_t each(std::size_t start, std::size_t end, Take&& take) const {
        if (!start && has_zero_) take(Word{0});
        end = std::min(end, places_.size());
        for (auto place = start; place < end; ++place)
            if (places_[place]) take(places_[place]);
        return end;
    }
    std::size_t places() const { return places_.size(); }

    bool contains(Word word) const { return word ? places_[find(word)] != 0 : has_zero_; }
    std::size_t bytes() const { return 8 * places_.size(); }

  private:
    std::size_t find(Word word) const {
        const auto mask = places_.size() - 1;
        auto place = KeyHash()({word, 0}) & mask;
        while (places_[place] && places_[place] != word) place = (place + 1) & mask;
        return place;
    }

    std::vector<Word> places_;
    std::size_t size_ = 0;
    bool has_zero_ = false;
};

}  // namespace tilewright::families
