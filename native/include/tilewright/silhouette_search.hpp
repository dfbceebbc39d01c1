// Growing regions and examining them on several threads, while someone else looks on and may stop it.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "tilewright/silhouette_growth.hpp"
#include "tilewright/threads.hpp"
#include "tilewright/tiling_test.hpp"

namespace tilewright {

enum class RegionUse : std::uint8_t { skip, report, examine };

struct SilhouetteNews {
    std::vector<std::vector<std::int32_t>> regions;  // reported without examination
    std::vector<std::vector<std::int32_t>> tiled, open;
    std::vector<std::vector<PlacedPiece>> tilings;         // of `tiled`
    std::array<std::int64_t, region_outcomes> outcomes{};  // so far, by RegionOutcome
    std::int64_t grown = 0;                                // sets of nodes tried so far
    std::int64_t examined = 0;
    bool done = false;
};

class SilhouetteSearch {
  public:
    // `symmetries` are permutations of the nodes by further symmetries of the lattice: of a region and its images only one
    // is examined. `parts` as in TilingTest. `max_nodes` bounds each search; negative: no bound.
    SilhouetteSearch(SilhouetteGraph graph, SilhouettePlane plane, std::vector<SilhouettePiece> pieces,
                     std::vector<WeightBound> weights, std::vector<std::vector<std::int32_t>> symmetries,
                     std::int32_t parts, std::int64_t max_nodes);
    ~SilhouetteSearch();
    // use[area] says what happens to a region of that area; no region is larger. Only the given part of the whole tree,
    // as GrowthShare says.
    void grow(std::vector<RegionUse> use, int threads, std::int64_t part = 0, std::int64_t parts = 1);
    void examine(std::vector<std::vector<std::int32_t>> regions, int threads);
    // What happened since the last call; counters are totals. Throws what a thread threw.
    SilhouetteNews news();
    void stop();  // returns when the threads have ended

  private:
    // When no thread is at work.
    void launch(int threads, std::unique_ptr<GrowthShare> share, std::function<void(TilingTest&)> work);
    void take_part(const std::function<void(TilingTest&)>& work);
    void report(const std::vector<std::int32_t>& nodes);
    void examine_one(TilingTest& test, const std::vector<std::int32_t>& nodes);
    bool is_least_image(const std::vector<std::int32_t>& nodes) const;

    const SilhouetteGraph graph_;
    const SilhouettePlane plane_;
    const std::vector<SilhouettePiece> pieces_;
    const std::vector<WeightBound> weights_;
    const std::vector<std::vector<std::int32_t>> symmetries_;
    const std::int32_t parts_;
    const std::int64_t max_nodes_;
    std::unique_ptr<GrowthShare> share_ = std::make_unique<GrowthShare>();
    std::vector<RegionUse> use_;
    std::vector<std::vector<std::int32_t>> list_;
    std::atomic<std::size_t> next_{0};
    std::vector<Thread> threads_;
    std::atomic<int> running_{0};
    Mutex mutex_;
    SilhouetteNews news_;       // guarded by mutex_
    std::exception_ptr error_;  // likewise
};

}  // namespace tilewright
