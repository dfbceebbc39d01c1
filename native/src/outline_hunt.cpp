#include "tilewright/outline_hunt.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

namespace tilewright {

OutlineHunt::OutlineHunt(OutlineGraph graph, OutlinePlane plane, std::vector<OutlineKind> kinds,
                         std::vector<OutlineWeight> weights, std::vector<std::vector<std::int32_t>> twins,
                         std::int32_t parts, std::int64_t max_nodes)
    : graph_(std::move(graph)), plane_(std::move(plane)), kinds_(std::move(kinds)), weights_(std::move(weights)),
      twins_(std::move(twins)), parts_(parts), max_nodes_(max_nodes) {
    if (const auto wrong = validate(graph_); !wrong.empty()) throw std::invalid_argument(wrong);
}

OutlineHunt::~OutlineHunt() { stop(); }

void OutlineHunt::stop() {
    share_->stop = true;
    for (auto& thread : threads_) thread.join();
    threads_.clear();
}

void OutlineHunt::launch(int threads, std::unique_ptr<GrowthShare> share, std::function<void(OutlinePuzzle&)> work) {
    stop();
    share_ = std::move(share);
    news_ = {};
    running_ = threads;
    for (int t = 0; t < threads; ++t)
        threads_.emplace_back([this, work] {
            OutlinePuzzle puzzle(plane_, kinds_, weights_, parts_, share_->stop);
            work(puzzle);
            --running_;
        });
}

void OutlineHunt::grow(std::vector<RegionUse> use, int threads, std::int64_t part, std::int64_t parts) {
    if (part < 0 || part >= parts) throw std::invalid_argument("part " + std::to_string(part) + " of " + std::to_string(parts));
    use_ = std::move(use);
    std::vector<std::uint8_t> wanted(use_.size());
    std::transform(use_.begin(), use_.end(), wanted.begin(), [](RegionUse u) { return u != RegionUse::skip; });
    launch(threads, std::make_unique<GrowthShare>(part, parts), [this, wanted](OutlinePuzzle& puzzle) {
        grow_regions(graph_, wanted, *share_, [&](const std::vector<std::int32_t>& nodes, std::int32_t area) {
            if (use_[area] == RegionUse::examine) return judge(puzzle, nodes);
            report(nodes);
        });
    });
}

// Waits while nobody fetches the news: regions are grown faster than they can be looked at.
void OutlineHunt::report(const std::vector<std::int32_t>& nodes) {
    constexpr std::size_t most_waiting = 50'000;
    for (;;) {
        {
            const std::lock_guard lock(mutex_);
            if (news_.regions.size() < most_waiting || share_->stop) return news_.regions.push_back(nodes);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void OutlineHunt::examine(std::vector<std::vector<std::int32_t>> regions, int threads) {
    list_ = std::move(regions);
    next_ = 0;
    launch(threads, std::make_unique<GrowthShare>(), [this](OutlinePuzzle& puzzle) {
        for (auto k = next_++; k < list_.size() && !share_->stop; k = next_++) judge(puzzle, list_[k]);
    });
}

void OutlineHunt::judge(OutlinePuzzle& puzzle, const std::vector<std::int32_t>& nodes) {
    if (!is_first_twin(nodes)) return;
    auto answer = puzzle.examine(nodes, max_nodes_);
    const std::lock_guard lock(mutex_);
    ++news_.examined;
    ++news_.fates[static_cast<std::size_t>(answer.fate)];
    if (answer.fate == OutlineFate::open) news_.open.push_back(nodes);
    if (answer.fate != OutlineFate::tiled) return;
    news_.tiled.push_back(nodes);
    news_.tilings.push_back(std::move(answer.tiling));
}

bool OutlineHunt::is_first_twin(const std::vector<std::int32_t>& nodes) const {
    if (twins_.empty()) return true;
    auto sorted = nodes, image = nodes;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& twin : twins_) {
        std::transform(nodes.begin(), nodes.end(), image.begin(), [&](std::int32_t n) { return twin[n]; });
        std::sort(image.begin(), image.end());
        if (image < sorted) return false;
    }
    return true;
}

HuntNews OutlineHunt::news() {
    const bool done = running_ == 0;  // looked at first: what is pushed later is fetched by the next call
    const std::lock_guard lock(mutex_);
    HuntNews fresh = std::move(news_);
    fresh.grown = share_->nodes;
    fresh.done = done;
    news_ = {};
    news_.fates = fresh.fates;
    news_.examined = fresh.examined;
    return fresh;
}

}  // namespace tilewright
