// Threads that share the tree of growth and test what they find; results are collected under one lock, which is taken
// once a region. In the single-thread form all is done before `grow` or `examine` returns.
#include "tilewright/silhouette_search.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tilewright {

SilhouetteSearch::SilhouetteSearch(SilhouetteGraph graph, SilhouettePlane plane, std::vector<SilhouettePiece> pieces,
                                   std::vector<WeightBound> weights, std::vector<std::vector<std::int32_t>> symmetries,
                                   std::int32_t parts, std::int64_t max_nodes)
    : graph_(std::move(graph)),
      plane_(std::move(plane)),
      pieces_(std::move(pieces)),
      weights_(std::move(weights)),
      symmetries_(std::move(symmetries)),
      parts_(parts),
      max_nodes_(max_nodes) {
    if (const auto wrong = validate(graph_); !wrong.empty()) throw std::invalid_argument(wrong);
}

SilhouetteSearch::~SilhouetteSearch() { stop(); }

void SilhouetteSearch::stop() {
    share_->stop = true;
    for (auto& thread : threads_) thread.join();
    threads_.clear();
}

void SilhouetteSearch::launch(int threads, std::unique_ptr<GrowthShare> share, std::function<void(TilingTest&)> work) {
    share_ = std::move(share);
    news_ = {};
    error_ = nullptr;
    running_ = threads;
    for (int t = 0; t < threads; ++t)
        if (!start_thread(threads_, [this, work] { take_part(work); })) {
            running_ -= threads - t;  // fewer do as well
            break;
        }
    if (threads_.empty()) throw std::runtime_error("the system grants no thread: expected at least one");
}

// What one thread does. What it throws is for `news` to throw, and ends the others.
void SilhouetteSearch::take_part(const std::function<void(TilingTest&)>& work) {
    try {
        TilingTest test(plane_, pieces_, weights_, parts_, share_->stop);
        work(test);
    } catch (...) {
        const Lock lock(mutex_);
        error_ = std::current_exception();
        share_->stop = true;
    }
    --running_;
}

void SilhouetteSearch::grow(std::vector<RegionUse> use, int threads, std::int64_t part, std::int64_t parts) {
    if (part < 0 || part >= parts)
        throw std::invalid_argument("part " + std::to_string(part) + " of " + std::to_string(parts));
    stop();
    use_ = std::move(use);
    std::vector<std::uint8_t> wanted(use_.size());
    std::transform(use_.begin(), use_.end(), wanted.begin(), [](RegionUse u) { return u != RegionUse::skip; });
    launch(threads, std::make_unique<GrowthShare>(part, parts), [this, wanted](TilingTest& test) {
        grow_regions(graph_, wanted, *share_, [&](const std::vector<std::int32_t>& nodes, std::int32_t area) {
            if (use_[area] == RegionUse::examine) return examine_one(test, nodes);
            report(nodes);
        });
    });
}

// Waits while nobody fetches the news: regions are grown faster than they can be looked at.
void SilhouetteSearch::report(const std::vector<std::int32_t>& nodes) {
    constexpr std::size_t most_waiting = 50'000;
    for (;;) {
        {
            const Lock lock(mutex_);
            if (!has_threads || news_.regions.size() < most_waiting || share_->stop)
                return news_.regions.push_back(nodes);
        }
        sleep_for(Seconds(0.001));
    }
}

void SilhouetteSearch::examine(std::vector<std::vector<std::int32_t>> regions, int threads) {
    stop();
    list_ = std::move(regions);
    next_ = 0;
    launch(threads, std::make_unique<GrowthShare>(), [this](TilingTest& test) {
        for (auto k = next_++; k < list_.size() && !share_->stop; k = next_++) examine_one(test, list_[k]);
    });
}

void SilhouetteSearch::examine_one(TilingTest& test, const std::vector<std::int32_t>& nodes) {
    if (!is_least_image(nodes)) return;
    auto answer = test.examine(nodes, max_nodes_);
    const Lock lock(mutex_);
    ++news_.examined;
    ++news_.outcomes[static_cast<std::size_t>(answer.outcome)];
    if (answer.outcome == RegionOutcome::open) news_.open.push_back(nodes);
    if (answer.outcome != RegionOutcome::tiled) return;
    news_.tiled.push_back(nodes);
    news_.tilings.push_back(std::move(answer.tiling));
}

bool SilhouetteSearch::is_least_image(const std::vector<std::int32_t>& nodes) const {
    if (symmetries_.empty()) return true;
    auto sorted = nodes, image = nodes;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& symmetry : symmetries_) {
        std::transform(nodes.begin(), nodes.end(), image.begin(), [&](std::int32_t n) { return symmetry[n]; });
        std::sort(image.begin(), image.end());
        if (image < sorted) return false;
    }
    return true;
}

SilhouetteNews SilhouetteSearch::news() {
    const bool done = running_ == 0;  // looked at first: what is pushed later is fetched by the next call
    const Lock lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    SilhouetteNews fresh = std::move(news_);
    fresh.grown = share_->nodes;
    fresh.done = done;
    news_ = {};
    news_.outcomes = fresh.outcomes;
    news_.examined = fresh.examined;
    return fresh;
}

}  // namespace tilewright
