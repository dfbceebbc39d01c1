// A sweep plan as bit masks: the window of a key is its low bits, bit 0 the item at hand; the fields follow.
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "frontier/plan.hpp"
#include "tilewright/wide.hpp"

namespace tilewright {

struct Saturation {
    int shift, width;
    std::uint64_t most, times;
};

template <class Key>
struct MoveMask {
    std::int32_t option = -1;
    Key conflict{}, delta{};
    Key sets{};  // of fields with colors: these bits may be set already
    std::uint64_t weight = 1;
    std::vector<Saturation> saturations;
};

template <class Key>
struct StepMask {
    bool sweeps = true;  // else one option is taken or left
    bool plain = true;   // nothing but `conflict` and `delta` to look at
    std::vector<MoveMask<Key>> moves;
    struct Retired {
        Key mask;
        int shift, width;
        std::uint64_t least;
        double values;  // that a field may have here, at most: so many states become one
    };
    std::vector<Retired> retired;

    // States that can become the same one, at most, each as often as its move's weight says.
    double terms() const {
        double sum = 1;  // without a move
        for (const auto& move : moves) {
            auto states = static_cast<double>(move.weight);
            for (const auto& s : move.saturations) states *= static_cast<double>(std::min(s.most, s.times)) + 1;
            sum += states;
        }
        for (const auto& r : retired) sum *= r.values;
        return sum;
    }
};

template <class Key>
class Masks {
  public:
    explicit Masks(const FrontierPlan& plan) : plan_(plan), window(below<Key>(plan.window)), guards(Key(0)) {
        for (const auto& field : plan.fields)
            if (!field.flag() && !field.saturates() && !field.colored)
                guards = guards | bit<Key>(at(field) + field.width - 1);
    }

    const Key window_mask() const { return window; }

    Key initial() const {
        Key key(0);
        for (const auto& field : plan_.fields) key = key | (Key(static_cast<Word>(field.initial)) << at(field));
        return key;
    }

    StepMask<Key> step(const FrontierStep& step) const {
        StepMask<Key> result;
        result.sweeps = step.item >= 0;
        for (const auto& move : step.moves) result.moves.push_back(this->move(move, result.plain));
        for (auto f : step.retired) {
            const auto& field = plan_.fields[f];
            result.retired.push_back({below<Key>(field.width) << at(field), at(field), field.width,
                                      static_cast<std::uint64_t>(field.initial + field.lo), field.values()});
        }
        if (!result.retired.empty() || !result.sweeps) result.plain = false;
        return result;
    }

    // The state after a move (nullptr: none), or false when there is no such state.
    bool apply(Key& key, const StepMask<Key>& step, const MoveMask<Key>* move) const {
        if (move) {
            if (any(key & move->conflict)) return false;
            key = (key | move->sets) + move->delta;
            if (any(key & guards)) return false;
            for (const auto& s : move->saturations) {
                const auto value = field(key, s.shift, s.width);
                key = key & ~(below<Key>(s.width) << s.shift);
                key = key | (Key(std::min<std::uint64_t>(s.most, value + s.times)) << s.shift);
            }
        }
        for (const auto& r : step.retired) {
            if (field(key, r.shift, r.width) < r.least) return false;
            key = key & ~r.mask;
        }
        if (step.sweeps) key = shifted(key);
        return true;
    }

    Key shifted(const Key& key) const { return ((key & window) >> 1) | (key & ~window); }

    static std::uint64_t field(const Key& key, int shift, int width) {
        return low_word(key >> shift) & ((std::uint64_t{1} << width) - 1);
    }
    int at(const FrontierField& field) const { return plan_.window + field.shift; }

  private:
    MoveMask<Key> move(const FrontierMove& move, bool& plain) const {
        MoveMask<Key> result;
        result.option = move.option;
        result.weight = move.weight;
        for (auto p : move.covers) result.conflict = result.conflict | bit<Key>(p);
        result.delta = result.conflict;
        for (auto [f, times] : move.carried) {
            const auto& field = plan_.fields[f];
            if (field.saturates())
                result.saturations.push_back(
                    {at(field), field.width, static_cast<std::uint64_t>(field.lo), static_cast<std::uint64_t>(times)});
            else
                result.delta = result.delta + (Key(static_cast<Word>(times)) << at(field));
            if (field.flag()) result.conflict = result.conflict | bit<Key>(at(field));
            if (!field.flag()) plain = false;
        }
        for (const auto& [f, masks] : move.colors) {
            result.sets = result.sets | (Key(masks.sets) << at(plan_.fields[f]));
            result.conflict = result.conflict | (Key(masks.forbids) << at(plan_.fields[f]));
        }
        return result;
    }

    const FrontierPlan& plan_;
    Key window, guards;
};

// Which states are dead because an item is left that must be covered and whose every option needs one of its
// neighbours, while all of these are covered. Whether the neighbours have that property is looked up in the options.
template <class Key>
class HoleTest {
  public:
    HoleTest(const Cover& cover, const FrontierPlan& plan) : window_(plan.window) {
        if (cover.adjacent_start.empty() || plan.sweep.empty()) return;
        const auto count = static_cast<std::int32_t>(plan.sweep.size());
        std::vector<std::vector<std::int32_t>> near(count);
        for (std::int32_t p = 0; p < count; ++p) {
            const auto item = plan.sweep[p];
            for (auto q = cover.adjacent_start[item]; q < cover.adjacent_start[item + 1]; ++q)
                if (auto other = plan.position[cover.adjacent_items[q]]; other >= 0) near[p].push_back(other);
        }
        std::vector<char> enclosed(count);
        for (std::int32_t p = 0; p < count; ++p) enclosed[p] = cover.lo[plan.sweep[p]] > 0;
        for (std::int32_t t = 0; t < count; ++t)
            for (const auto& move : plan.steps[t].moves) check(move, t, near, enclosed);
        collect(near, enclosed);
    }

    void at(std::int32_t step) {
        if (tests_.empty()) return;
        needed_ = slice(needs_, step);
        for (auto& test : tests_) test.lacking = ~slice(test.has, step);
    }

    bool dead(const Key& key) const {
        if (tests_.empty()) return false;
        Key holes = ~key & needed_;
        for (const auto& test : tests_) {
            // Bits of the fields shifted into the window's end stand for items beyond it, which are free.
            const Key near = test.by > 0 ? (key & test.window) >> test.by : (key << -test.by) | test.ones;
            holes = holes & (near | test.lacking);
        }
        return any(holes);
    }

    // For each key, its items that nothing can cover: all at once, for the compiler to use wide registers.
    void find(const Key* keys, std::size_t count, std::vector<Key>& holes) const {
        holes.resize(count);
        Key* found = holes.data();
        const Key needed = needed_;
        for (std::size_t i = 0; i < count; ++i) found[i] = ~keys[i] & needed;
        for (const auto& test : tests_) {
            const Key window = test.window, ones = test.ones, lacking = test.lacking;
            const int by = test.by;
            if (by > 0)
                for (std::size_t i = 0; i < count; ++i) found[i] = found[i] & (((keys[i] & window) >> by) | lacking);
            else
                for (std::size_t i = 0; i < count; ++i) found[i] = found[i] & ((keys[i] << -by) | ones | lacking);
        }
    }
    bool active() const { return !tests_.empty(); }

  private:
    struct Test {
        int by;
        Key window, ones, lacking;
        std::vector<char> has;
    };

    static constexpr std::size_t most_offsets = 12;

    void check(const FrontierMove& move, std::int32_t t, const std::vector<std::vector<std::int32_t>>& near,
               std::vector<char>& enclosed) const {
        if (move.option < 0) return;
        for (auto a : move.covers) {
            if (!enclosed[t + a]) continue;
            const bool met = std::any_of(move.covers.begin(), move.covers.end(), [&](auto b) {
                return std::find(near[t + a].begin(), near[t + a].end(), t + b) != near[t + a].end();
            });
            if (!met) enclosed[t + a] = 0;
        }
    }

    void collect(const std::vector<std::vector<std::int32_t>>& near, const std::vector<char>& enclosed) {
        std::map<int, std::vector<char>> by;
        const auto count = static_cast<std::int32_t>(near.size());
        for (std::int32_t p = 0; p < count; ++p)
            if (enclosed[p])
                for (auto q : near[p]) by.try_emplace(q - p, std::vector<char>(count, 0)).first->second[p] = 1;
        if (by.size() > most_offsets) return;
        needs_ = enclosed;
        for (auto& [offset, has] : by) {
            if (offset >= window_ || -offset >= window_) offset_beyond_ = true;
            tests_.push_back(
                {offset, below<Key>(window_), below<Key>(std::min(-offset, window_)), Key(0), std::move(has)});
        }
        if (offset_beyond_) tests_.clear();
    }

    Key slice(const std::vector<char>& flags, std::int32_t step) const {
        Key key(0);
        for (std::int32_t p = 0; p < window_ && step + p < static_cast<std::int32_t>(flags.size()); ++p)
            if (flags[step + p]) key = key | bit<Key>(p);
        return key;
    }

    std::int32_t window_;
    bool offset_beyond_ = false;
    std::vector<char> needs_;
    Key needed_{};
    std::vector<Test> tests_;
};

}  // namespace tilewright
