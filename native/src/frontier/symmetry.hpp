// Automorphisms that map what is left of a sweep to itself: there, a state and its image have equally many completions,
// so one of them can stand for both. On a board swept column by column that is the mirror image, after each column.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "frontier/plan.hpp"
#include "tilewright/wide.hpp"

namespace tilewright {

// Where each bit of a key goes, looked up eight bits at a time.
template <class Key>
class KeyMap {
  public:
    explicit KeyMap(const std::vector<int>& to) : chunks_((to.size() + 7) / 8) {
        for (std::size_t c = 0; c < chunks_.size(); ++c)
            for (int value = 0; value < 256; ++value) {
                Key image(0);
                for (int b = 0; b < 8; ++b)
                    if ((value >> b & 1) && 8 * c + b < to.size() && to[8 * c + b] >= 0)
                        image = image | bit<Key>(to[8 * c + b]);
                chunks_[c][value] = image;
            }
    }
    Key operator()(const Key& key) const {
        Key image(0);
        for (std::size_t c = 0; c < chunks_.size(); ++c)
            image = image | chunks_[c][low_word(key >> static_cast<int>(8 * c)) & 255];
        return image;
    }

  private:
    std::vector<std::array<Key, 256>> chunks_;
};

class FrontierSymmetry {
  public:
    FrontierSymmetry(const Cover& cover, const FrontierPlan& plan) : plan_(plan) {
        if (plan.weighted) return;  // the options left are no longer symmetric
        for (const auto& field : plan.fields)
            if (field.colored) return;  // an automorphism may carry a color to one of another code
        const auto count = static_cast<std::int32_t>(plan.sweep.size());
        for (const auto& g : cover.automorphisms) {
            Mapping mapping{std::vector<std::int32_t>(count), fields(cover, g), {}};
            bool sweeps = true, moves = false;
            for (std::int32_t p = 0; p < count; ++p) {
                mapping.to[p] = plan.position[g.items[plan.sweep[p]]];
                sweeps &= mapping.to[p] >= 0;
                moves |= mapping.to[p] != p;
            }
            if (!sweeps || !moves || (mapping.field_to.empty() && !plan.fields.empty())) continue;
            mapping.reach.resize(count + 1, -1);
            for (std::int32_t p = 0; p < count; ++p) mapping.reach[p + 1] = std::max(mapping.reach[p], mapping.to[p]);
            mappings_.push_back(std::move(mapping));
        }
    }

    // The lengths b for which the b items from position `at` on are mapped to themselves by every automorphism that
    // keeps the sweep from there on; empty when there is no such automorphism (or it moves nothing near by).
    std::vector<int> stable(std::int32_t at) const {
        const auto usable = this->usable(at);
        if (usable.empty()) return {};
        std::vector<int> lengths{0};
        for (std::int32_t b = 1; b <= plan_.window && at + b <= static_cast<std::int32_t>(plan_.sweep.size()); ++b)
            if (std::all_of(usable.begin(), usable.end(),
                            [&](const Mapping* m) { return m->reach[at + b] == at + b - 1; }))
                lengths.push_back(b);
        return lengths;
    }

    template <class Key>
    std::vector<KeyMap<Key>> maps(std::int32_t at) const {
        std::vector<KeyMap<Key>> result;
        for (const auto* mapping : usable(at)) result.emplace_back(bits(*mapping, at));
        return result;
    }

  private:
    struct Mapping {
        std::vector<std::int32_t> to;        // position -> position
        std::vector<std::int32_t> field_to;  // field -> field
        std::vector<std::int32_t> reach;     // reach[p]: the furthest image of the positions before p
    };

    std::vector<std::int32_t> fields(const Cover& cover, const Automorphism& g) const {
        std::vector<std::int32_t> of(cover.item_count(), -1), to;
        for (std::size_t f = 0; f < plan_.fields.size(); ++f) of[plan_.fields[f].item] = static_cast<std::int32_t>(f);
        for (const auto& field : plan_.fields) {
            const auto image = of[g.items[field.item]];
            if (image < 0 || plan_.fields[image].width != field.width) return {};
            to.push_back(image);
        }
        return to;
    }

    std::vector<const Mapping*> usable(std::int32_t at) const {
        std::vector<const Mapping*> result;
        if (at <= 0 || at >= static_cast<std::int32_t>(plan_.sweep.size())) return result;
        for (const auto& mapping : mappings_)
            if (mapping.reach[at] == at - 1) result.push_back(&mapping);
        return result;
    }

    std::vector<int> bits(const Mapping& mapping, std::int32_t at) const {
        std::vector<int> to(plan_.bits, -1);
        for (int b = 0; b < plan_.window && at + b < static_cast<std::int32_t>(plan_.sweep.size()); ++b)
            if (const int image = mapping.to[at + b] - at; image < plan_.window) to[b] = image;
        for (std::size_t f = 0; f < plan_.fields.size(); ++f)
            for (int b = 0; b < plan_.fields[f].width; ++b)
                to[plan_.window + plan_.fields[f].shift + b] =
                    plan_.window + plan_.fields[mapping.field_to[f]].shift + b;
        return to;
    }

    const FrontierPlan& plan_;
    std::vector<Mapping> mappings_;
};

}  // namespace tilewright
