// Growing regions and examining them on several threads, while someone else looks on and may stop it.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "tilewright/outline_puzzle.hpp"
#include "tilewright/outlines.hpp"

namespace tilewright {

enum class RegionUse : std::uint8_t { skip, report, examine };

struct HuntNews {
    std::vector<std::vector<std::int32_t>> regions;  // reported without examination
    std::vector<std::vector<std::int32_t>> tiled, open;
    std::vector<std::vector<OutlinePiece>> tilings;  // of `tiled`
    std::array<std::int64_t, outline_fates> fates{};  // so far, by OutlineFate
    std::int64_t grown = 0;                           // sets of nodes tried so far
    std::int64_t examined = 0;
    bool done = false;
};

class OutlineHunt {
  public:
    // `twins` are permutations of the nodes by further symmetries of the lattice: of a region and its images only one
    // is examined. `parts` as in OutlinePuzzle. `max_nodes` bounds each search; negative: no bound.
    OutlineHunt(OutlineGraph graph, OutlinePlane plane, std::vector<OutlineKind> kinds, std::vector<OutlineWeight> weights,
                std::vector<std::vector<std::int32_t>> twins, std::int32_t parts, std::int64_t max_nodes);
    ~OutlineHunt();
    // use[area] says what happens to a region of that area; no region is larger. Only the given part of the whole tree,
    // as GrowthShare says.
    void grow(std::vector<RegionUse> use, int threads, std::int64_t part = 0, std::int64_t parts = 1);
    void examine(std::vector<std::vector<std::int32_t>> regions, int threads);
    HuntNews news();  // what happened since the last call; counters are totals
    void stop();      // returns when the threads have ended

  private:
    void launch(int threads, std::unique_ptr<GrowthShare> share, std::function<void(OutlinePuzzle&)> work);
    void report(const std::vector<std::int32_t>& nodes);
    void judge(OutlinePuzzle& puzzle, const std::vector<std::int32_t>& nodes);
    bool is_first_twin(const std::vector<std::int32_t>& nodes) const;

    const OutlineGraph graph_;
    const OutlinePlane plane_;
    const std::vector<OutlineKind> kinds_;
    const std::vector<OutlineWeight> weights_;
    const std::vector<std::vector<std::int32_t>> twins_;
    const std::int32_t parts_;
    const std::int64_t max_nodes_;
    std::unique_ptr<GrowthShare> share_ = std::make_unique<GrowthShare>();
    std::vector<RegionUse> use_;
    std::vector<std::vector<std::int32_t>> list_;
    std::atomic<std::size_t> next_{0};
    std::vector<std::thread> threads_;
    std::atomic<int> running_{0};
    std::mutex mutex_;
    HuntNews news_;  // guarded by mutex_
};

}  // namespace tilewright
