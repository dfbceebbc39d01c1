// The sequence of a sweep and the key it needs, from the cover alone.
//
// A window as long as an option reaches, and fields for what is covered outside it. What is chosen here decides how many
// states there are: the sequence, which items are carried as fields of their own, and the one item whose options may stand
// for their orbits. Greedy choices are good enough; the exact problem is that of pathwidth, which is NP-hard.
#include "frontier/plan.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tilewright {
namespace {

constexpr std::int32_t none = -1;

// The options that can be chosen at all, and the items that constrain anything.
struct Reduced {
    const Cover& cover;
    std::vector<std::int32_t> hi;               // unlimited where no choice of options can exceed it
    std::vector<std::int32_t> options;          // those that exceed no bound by themselves
    std::vector<std::vector<std::int32_t>> of;  // item -> kept options, each once
    ColorCodes codes;
    bool impossible = false;

    explicit Reduced(const Cover& c) : cover(c), hi(c.hi), of(c.item_count()), codes(c) {
        std::vector<std::int64_t> most(c.item_count(), 0);
        for (std::int32_t o = 0; o < c.option_count(); ++o) {
            if (exceeds(o)) continue;
            options.push_back(o);
            for (auto p = c.begin(o); p != c.end(o); ++p) {
                ++most[*p];
                if (p == c.begin(o) || p[-1] != *p) of[*p].push_back(o);
            }
        }
        for (std::int32_t i = 0; i < c.item_count(); ++i) {
            if (most[i] < c.lo[i]) impossible = true;
            if ((hi[i] > 1 && hi[i] >= most[i]) || (codes.colored(i) && !codes.width(i))) hi[i] = unlimited;
        }
    }

    bool exceeds(std::int32_t o) const {
        std::int32_t times = 0;
        for (auto p = cover.begin(o); p != cover.end(o); ++p) {
            times = p != cover.begin(o) && p[-1] == *p ? times + 1 : 1;
            if (times > cover.hi[*p]) return true;
        }
        return false;
    }
    bool bounded(std::int32_t i) const { return hi[i] != unlimited || cover.lo[i] > 0; }
    bool once(std::int32_t i) const { return hi[i] == 1 && !codes.colored(i); }
};

// A sequence made from the cover alone: next comes the item whose options touch the fewest items not touched yet.
std::vector<std::int32_t> greedy_sequence(const Reduced& r, const std::vector<std::int32_t>& items) {
    const auto& cover = r.cover;
    std::vector<char> left(cover.item_count(), 0), touched(cover.item_count(), 0);
    for (auto i : items) left[i] = 1;
    for (std::int32_t i = 0; i < cover.item_count(); ++i)
        if (r.codes.colored(i) && r.bounded(i)) left[i] = 1;  // they live from where they are touched first
    std::vector<std::int32_t> sequence;
    std::vector<std::int64_t> stamp(cover.item_count(), 0);
    std::int64_t now = 0;
    if (items.size() > 2000) return items;  // quadratic; so long a frontier is hopeless in any case
    while (sequence.size() < items.size()) {
        std::int32_t best = none, fewest = 0;
        for (auto i : items) {
            if (!left[i]) continue;
            std::int32_t fresh = touched[i] ? 0 : 1;
            stamp[i] = ++now;
            for (auto o : r.of[i])
                for (auto p = cover.begin(o); p != cover.end(o); ++p)
                    if (left[*p] && !touched[*p] && stamp[*p] != now) stamp[*p] = now, ++fresh;
            if (best == none || fresh < fewest) best = i, fewest = fresh;
        }
        left[best] = 0;
        for (auto o : r.of[best])
            for (auto p = cover.begin(o); p != cover.end(o); ++p) touched[*p] = 1;
        sequence.push_back(best);
    }
    return sequence;
}

class Planner {
  public:
    Planner(const Cover& cover, bool restrict, bool reversed) : cover_(cover), reduced_(cover) {
        plan_.impossible = reduced_.impossible;
        choose_sweep(reversed);
        if (restrict) restrict_one();
        place_fields();
        make_steps();
        retire();
    }
    FrontierPlan take() { return std::move(plan_); }

  private:
    const Cover& cover_;
    Reduced reduced_;
    FrontierPlan plan_;
    std::vector<std::int32_t> field_of_;
    std::vector<std::uint64_t> weight_;  // of an option; 0: another stands for it; empty: all 1

    void choose_sweep(bool reversed) {
        std::vector<std::int32_t> items;
        for (auto i : cover_.order)
            if (reduced_.once(i)) items.push_back(i);
        if (items.empty()) {
            for (std::int32_t i = 0; i < cover_.item_count(); ++i)
                if (reduced_.once(i)) items.push_back(i);
            items = greedy_sequence(reduced_, items);
        }
        if (reversed) std::reverse(items.begin(), items.end());
        set_sweep(items);
        carry_the_long_lived();
    }

    void set_sweep(std::vector<std::int32_t> items) {
        plan_.sweep = std::move(items);
        plan_.position.assign(cover_.item_count(), none);
        for (std::size_t p = 0; p < plan_.sweep.size(); ++p)
            plan_.position[plan_.sweep[p]] = static_cast<std::int32_t>(p);
    }

    // The sweep position at which an option is decided: its first swept item.
    std::int32_t first(std::int32_t option) const {
        std::int32_t least = none;
        for (auto p = cover_.begin(option); p != cover_.end(option); ++p)
            if (auto at = plan_.position[*p]; at != none && (least == none || at < least)) least = at;
        return least;
    }

    // How long before its own step each swept item can be covered. The window is as long as the longest; an item that
    // lives long (a piece of a cover without hints) costs less as a flag of its own than as a longer window for all.
    void carry_the_long_lived() {
        std::vector<std::pair<std::int32_t, std::int32_t>> span;  // (length, item)
        for (auto i : plan_.sweep) {
            std::int32_t longest = 1;
            for (auto o : reduced_.of[i]) longest = std::max(longest, plan_.position[i] - first(o) + 1);
            span.emplace_back(longest, i);
        }
        std::sort(span.rbegin(), span.rend());
        std::size_t carried = 0;
        for (std::size_t k = 1; k < span.size(); ++k)
            if (span[k].first + k < span[carried].first + carried) carried = k;
        if (carried == 0) return;
        std::vector<char> out(cover_.item_count(), 0);
        for (std::size_t k = 0; k < carried; ++k) out[span[k].second] = 1;
        auto items = plan_.sweep;
        std::erase_if(items, [&](auto i) { return out[i]; });
        set_sweep(std::move(items));
    }

    // Every solution has one option of an item that is covered exactly once. If the automorphisms keep the item, all
    // options of an orbit are in equally many solutions: one stands for all, the earliest, so that states without it
    // die early. The item with the fewest representatives is taken.
    void restrict_one() {
        std::int32_t best = none;
        std::size_t fewest = 0;
        std::vector<std::uint64_t> best_weight;
        for (std::int32_t i = 0; i < cover_.item_count(); ++i) {
            if (plan_.position[i] != none || cover_.lo[i] != 1 || cover_.hi[i] != 1 || reduced_.of[i].empty()) continue;
            std::vector<std::uint64_t> weight(cover_.option_count(), 1);
            const auto representatives = orbits(i, weight);
            if (representatives == reduced_.of[i].size()) continue;
            if (best == none || representatives < fewest)
                best = i, fewest = representatives, best_weight = std::move(weight);
        }
        if (best == none) return;
        weight_ = std::move(best_weight);
        plan_.weighted = true;
    }

    std::size_t orbits(std::int32_t item, std::vector<std::uint64_t>& weight) const {
        std::size_t representatives = 0;
        std::vector<char> seen(cover_.option_count(), 0);
        for (auto o : reduced_.of[item]) {
            if (seen[o]) continue;
            std::vector<std::int32_t> orbit;
            for (const auto& g : cover_.automorphisms)
                if (g.items[item] == item && !seen[g.options[o]]) seen[g.options[o]] = 1, orbit.push_back(g.options[o]);
            if (orbit.empty()) orbit.push_back(o);
            auto keep = *std::min_element(orbit.begin(), orbit.end(), [&](auto a, auto b) {
                return std::pair(first(a), a) < std::pair(first(b), b);
            });
            for (auto other : orbit) weight[other] = 0;
            weight[keep] = orbit.size();
            ++representatives;
        }
        return representatives;
    }

    void place_fields() {
        field_of_.assign(cover_.item_count(), none);
        std::int32_t shift = 0;
        for (std::int32_t i = 0; i < cover_.item_count(); ++i) {
            if (plan_.position[i] != none || !reduced_.bounded(i) || reduced_.of[i].empty()) continue;
            if (reduced_.codes.colored(i) && !meet_later(i)) continue;
            FrontierField field{i, cover_.lo[i], reduced_.hi[i], shift, 1, 0, reduced_.codes.colored(i)};
            if (field.colored) {  // placed when it is known from which step to which it is needed
                field.width = reduced_.codes.width(i);
                field_of_[i] = static_cast<std::int32_t>(plan_.fields.size());
                plan_.fields.push_back(field);
                continue;
            }
            if (field.saturates())
                field.width = std::bit_width(static_cast<std::uint32_t>(field.lo));
            else if (!field.flag()) {
                const int value = std::bit_width(static_cast<std::uint32_t>(field.hi));
                field.initial = (std::int64_t{1} << value) - 1 - field.hi;
                field.width = value + 1;
            }
            field_of_[i] = static_cast<std::int32_t>(plan_.fields.size());
            shift = std::min(shift + field.width, 2 * max_key_bits);  // beyond one it is refused all the same
            plan_.fields.push_back(field);
        }
        plan_.bits = shift;
    }

    void make_steps() {
        plan_.window = plan_.sweep.empty() ? 0 : 1;
        for (auto i : plan_.sweep) plan_.steps.push_back({i, {}, {}});
        std::vector<FrontierStep> unswept;
        for (auto o : reduced_.options) {
            if (!weight_.empty() && weight_[o] == 0) continue;
            const auto at = first(o);
            auto move = move_of(o, at);
            for (auto p : move.covers) plan_.window = std::max(plan_.window, p + 1);
            if (at == none)
                unswept.push_back({none, {std::move(move)}, {}});
            else
                plan_.steps[at].moves.push_back(std::move(move));
        }
        for (auto& step : plan_.steps)
            if (cover_.lo[step.item] == 0) step.moves.push_back({none, {0}, {}, 1});
        std::move(unswept.begin(), unswept.end(), std::back_inserter(plan_.steps));
        plan_.bits += plan_.window;
    }

    FrontierMove move_of(std::int32_t option, std::int32_t at) const {
        FrontierMove move{option, {}, {}, weight_.empty() ? 1 : weight_[option]};
        for (auto p = cover_.begin(option); p != cover_.end(option); ++p) {
            if (plan_.position[*p] != none)
                move.covers.push_back(plan_.position[*p] - at);
            else if (reduced_.codes.colored(*p)) {
                if (auto f = field_of_[*p]; f != none)
                    move.colors.emplace_back(f, reduced_.codes.masks(*p, cover_.entry(p)));
            } else if (auto f = field_of_[*p]; f != none) {
                if (!move.carried.empty() && move.carried.back().first == f)
                    ++move.carried.back().second;
                else
                    move.carried.emplace_back(f, 1);
            }
        }
        std::sort(move.covers.begin(), move.covers.end());
        return move;
    }

    // Whether options of two steps cover the item: those of one step exclude each other.
    bool meet_later(std::int32_t item) const {
        const auto& of = reduced_.of[item];
        return std::any_of(of.begin(), of.end(),
                           [&](auto o) { return first(o) == none || first(o) != first(of.front()); });
    }

    void retire() {
        std::vector<std::int32_t> begin(plan_.fields.size(), none), last(plan_.fields.size(), none);
        for (std::size_t s = 0; s < plan_.steps.size(); ++s)
            for (const auto& move : plan_.steps[s].moves) {
                auto use = [&](std::int32_t f) {
                    last[f] = static_cast<std::int32_t>(s);
                    if (begin[f] == none) begin[f] = last[f];
                };
                for (auto [f, times] : move.carried) use(f);
                for (const auto& [f, masks] : move.colors) use(f);
            }
        place_colors(begin, last);
        for (std::size_t f = 0; f < last.size(); ++f) {
            if (last[f] != none)
                plan_.steps[last[f]].retired.push_back(static_cast<std::int32_t>(f));
            else if (plan_.fields[f].lo > 0)
                plan_.impossible = true;
        }
    }

    // Each field with colors where bits are free from its first step to its last: a long strip needs no more bits than
    // its widest place.
    void place_colors(const std::vector<std::int32_t>& begin, const std::vector<std::int32_t>& last) {
        std::vector<std::int32_t> fields;
        for (std::size_t f = 0; f < plan_.fields.size(); ++f)
            if (plan_.fields[f].colored && begin[f] != none) fields.push_back(static_cast<std::int32_t>(f));
        std::stable_sort(fields.begin(), fields.end(), [&](auto a, auto b) { return begin[a] < begin[b]; });
        const auto base = plan_.bits - plan_.window;  // fields are counted from the end of the window
        std::vector<std::int32_t> busy_until;         // of each bit from there on
        for (auto f : fields) {
            const auto width = plan_.fields[f].width;
            std::int32_t free = 0, at = 0;  // bits in a row that are free, up to here
            for (; free < width; ++at) {
                if (at == static_cast<std::int32_t>(busy_until.size())) busy_until.push_back(none);
                free = busy_until[at] < begin[f] ? free + 1 : 0;
            }
            std::fill(busy_until.begin() + (at - width), busy_until.begin() + at, last[f]);
            plan_.fields[f].shift = base + at - width;
        }
        plan_.bits += static_cast<std::int32_t>(busy_until.size());
    }
};

}  // namespace

FrontierPlan plan_frontier(const Cover& cover, bool restrict, bool reversed) {
    return Planner(cover, restrict, reversed).take();
}

}  // namespace tilewright
