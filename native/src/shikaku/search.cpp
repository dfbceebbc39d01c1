// The search of what propagation leaves: branch on the clue with the fewest options, propagate, and split again into
// components, whose numbers multiply. Parts met before are remembered by the options they have left, exactly: component
// caching as in counting models (Sang and others, Cachet, 2004).
#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "tilewright/shikaku.hpp"
#include "tilewright/wide.hpp"

namespace tilewright::shikaku {
namespace {

constexpr std::size_t memory_entries = 32'000'000;  // numbers in remembered keys: 128 MB
constexpr int deepest = 8'000;                      // nested branches: what a thread's stack of 8 MB surely holds
constexpr std::int64_t short_cells = 4'096, short_nodes = 3'000;
constexpr std::int64_t most_entries = 400'000'000;  // cells of all candidates: 1.6 GB of lists

constexpr unsigned __int128 most_divisions = ~static_cast<unsigned __int128>(0);  // where it is passed: "at least"

Count times(Count a, Count b) {
    const bool exact = (a.exact && b.exact) || (a.exact && !a.value) || (b.exact && !b.value);
    unsigned __int128 product;
    if (__builtin_mul_overflow(a.value, b.value, &product)) return {most_divisions, false};
    return {product, exact};
}

Count plus(Count a, Count b) {
    unsigned __int128 sum;
    if (__builtin_add_overflow(a.value, b.value, &sum)) return {most_divisions, false};
    return {sum, a.exact && b.exact};
}

}  // namespace

std::size_t Search::Hash::operator()(const std::vector<std::int32_t>& key) const {
    std::uint64_t h = key.size();
    for (const auto v : key) {
        h = spread(h ^ static_cast<std::uint32_t>(v));
        h ^= h >> 29;
    }
    return h;
}

std::vector<std::vector<std::int32_t>> Search::components() {
    std::vector<std::int32_t> every(state_.clue_count());
    for (std::int32_t k = 0; k < state_.clue_count(); ++k) every[k] = k;
    return state_.components(every);
}

bool Search::enter() {
    const auto nodes = ++progress_.nodes;
    if (progress_.stop || depth_ > deepest || (progress_.max_nodes && nodes > progress_.max_nodes)) stopped_ = true;
    return !stopped_;
}

std::int32_t Search::narrowest(const std::vector<std::int32_t>& clues) const {
    return *std::min_element(clues.begin(), clues.end(),
                             [&](std::int32_t a, std::int32_t b) { return state_.left(a) < state_.left(b); });
}

bool Search::strengthen(const std::vector<std::int32_t>& clues) {
    for (bool changed = true; changed && !stopped_;) {
        changed = false;
        for (const auto clue : clues)
            for (const auto option : state_.options(clue)) {
                if (!state_.alive(option) || state_.left(clue) < 2 || !enter()) continue;
                const auto mark = state_.mark();
                const bool good = state_.assign(option);
                state_.undo(mark);
                if (good) continue;
                if (!state_.refute(option)) return false;
                changed = true;
            }
    }
    return true;
}

std::vector<std::int32_t> Search::key(const std::vector<std::int32_t>& clues) const {
    std::vector<std::int32_t> result;
    for (const auto clue : clues)
        for (const auto option : state_.options(clue)) result.push_back(option);
    return result;
}

Count Search::count(const std::vector<std::int32_t>& clues) {
    if (!enter()) return {0, false};
    std::vector<std::int32_t> remembered;
    if (clues.size() > 4) {  // smaller parts are searched faster than looked up
        remembered = key(clues);
        if (const auto found = known_.find(remembered); found != known_.end()) return found->second;
    }
    Count total;
    ++depth_;
    for (const auto option : state_.options(narrowest(clues))) {
        const auto mark = state_.mark();
        if (state_.assign(option)) total = plus(total, count_rest(clues));
        state_.undo(mark);
    }
    --depth_;
    const bool is_final = total.exact || total.value == most_divisions;
    if (is_final && !remembered.empty() && known_entries_ + remembered.size() < memory_entries) {
        known_entries_ += remembered.size();
        known_.emplace(std::move(remembered), total);
    }
    return total;
}

Count Search::count_rest(const std::vector<std::int32_t>& clues) {
    Count product{1, true};
    for (const auto& part : state_.components(clues)) {
        product = times(product, count(part));
        if (!product.value && product.exact) break;
    }
    return product;
}

std::vector<Fragment> Search::list(const std::vector<std::int32_t>& clues, std::size_t most) {
    std::vector<Fragment> result;
    if (!enter()) return result;
    ++depth_;
    for (const auto option : state_.options(narrowest(clues))) {
        if (result.size() >= most) break;
        const auto mark = state_.mark();
        if (state_.assign(option))
            for (auto& fragment : list_rest(clues, most - result.size())) result.push_back(std::move(fragment));
        state_.undo(mark);
    }
    --depth_;
    return result;
}

// The divisions of all parts of `clues` together: what is decided, then every combination of the parts' fragments.
std::vector<Fragment> Search::list_rest(const std::vector<std::int32_t>& clues, std::size_t most) {
    Fragment decided;
    for (const auto clue : clues)
        if (state_.left(clue) == 1) decided.push_back(state_.only(clue));
    std::vector<Fragment> result{std::move(decided)};
    for (const auto& part : state_.components(clues)) {
        const auto fragments = list(part, most);
        std::vector<Fragment> longer;
        for (const auto& before : result)
            for (const auto& fragment : fragments) {
                if (longer.size() >= most) break;
                longer.push_back(before);
                longer.back().insert(longer.back().end(), fragment.begin(), fragment.end());
            }
        result = std::move(longer);
        if (result.empty()) break;
    }
    return result;
}

Job::Job(Grid grid, std::int64_t most_divisions, std::int64_t max_nodes, std::int64_t most_candidates)
    : grid_(std::move(grid)), most_divisions_(most_divisions), most_candidates_(most_candidates) {
    // Most small grids are done sooner than a thread has started.
    if (std::int64_t{grid_.rows} * grid_.columns <= short_cells) {
        progress.max_nodes = max_nodes ? std::min(max_nodes, short_nodes) : short_nodes;
        attempt();
        over_ = finished || !too_large.empty() || progress.max_nodes == max_nodes;
        if (over_) return;
        forget();
    }
    progress.max_nodes = max_nodes;
    thread_ = Thread([this] {
        try {
            attempt();
        } catch (...) {
            error_ = std::current_exception();
        }
        const Lock lock(mutex_);
        over_ = true;
        changed_.notify_all();
    });
}

void Job::attempt() {
    try {
        run();
    } catch (const std::length_error& error) {
        too_large = error.what();
    } catch (const Stopped&) {  // before the search: nothing is known yet
    }
}

void Job::forget() {
    progress.nodes = progress.done = progress.total = 0;
    candidate_count = components = undecided = division_count = 0;
    counts.clear();
    divisions.clear();
}

Job::~Job() {
    stop();
    if (thread_.joinable()) thread_.join();
}

bool Job::wait(double seconds) {
    Lock lock(mutex_);
    const bool over = changed_.wait_for(lock, Seconds(seconds), [this] { return over_; });
    if (over && error_) std::rethrow_exception(error_);
    return over;
}

void Job::run() {
    const StopFlag stop(&progress.stop);
    auto found = candidates(grid_, most_candidates_, most_entries, stop);
    candidate_count = static_cast<std::int64_t>(found.rects.size());
    trim(found, grid_, 6, stop);
    State state(grid_, std::move(found), stop);
    if (!state.settle(stop)) {
        impossible = finished = true;
        return;
    }
    Search search(state, progress);
    auto parts = search.components();
    bool possible = true;
    for (const auto& part : parts)
        if (part.size() > 6) possible = possible && search.strengthen(part);
    if (!possible) {
        impossible = finished = true;
        return;
    }
    parts = search.components();
    components = static_cast<std::int64_t>(parts.size());
    progress.total = components;
    for (const auto& part : parts) undecided += static_cast<std::int64_t>(part.size());
    if (most_divisions_ < 0)
        count(search, parts);
    else
        list(state, search, parts);
    finished = !search.stopped() && !progress.stop;
}

void Job::count(Search& search, const std::vector<std::vector<std::int32_t>>& parts) {
    for (const auto& part : parts) {
        counts.push_back(search.count(part));
        ++progress.done;
        if (counts.back().exact && !counts.back().value) {
            impossible = true;
            return;
        }
    }
}

// The first divisions of the grid: the last components turn fastest, like the digits of a number.
void Job::list(State& state, Search& search, const std::vector<std::vector<std::int32_t>>& parts) {
    const auto most = static_cast<std::size_t>(most_divisions_);
    std::vector<std::vector<Fragment>> fragments;
    for (const auto& part : parts) {
        fragments.push_back(search.list(part, most));
        ++progress.done;
        if (fragments.back().empty()) {
            impossible = !search.stopped();
            return;
        }
    }
    const auto clues = state.clue_count();
    std::vector<std::int32_t> chosen(clues, -1);
    for (std::int32_t k = 0; k < clues; ++k)
        if (state.left(k) == 1) chosen[k] = state.only(k);
    std::vector<std::size_t> digit(fragments.size(), 0);
    while (static_cast<std::size_t>(division_count) < most && !progress.stop) {
        for (std::size_t i = 0; i < fragments.size(); ++i)
            for (const auto option : fragments[i][digit[i]]) chosen[state.all().clue[option]] = option;
        for (const auto option : chosen) divisions.push_back(state.all().rects[option]);
        ++division_count;
        auto i = fragments.size();
        while (i > 0 && ++digit[i - 1] == fragments[i - 1].size()) digit[--i] = 0;
        if (i == 0) break;
    }
}

}  // namespace tilewright::shikaku
