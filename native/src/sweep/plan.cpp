// The plan of a sweep: tables and the search compiled for as many words as its state has.
#include <memory>
#include <utility>

#include "sweep/sampling.hpp"
#include "sweep/search.hpp"
#include "sweep/sharing.hpp"

namespace tilewright::sweep {
namespace {

template <int W>
class PlanOfWidth final : public SweepPlan {
  public:
    // `memory`: bytes for the tables of fits and each search.
    PlanOfWidth(std::shared_ptr<const Cover> cover, Tables&& tables, std::int64_t memory)
        : cover_(std::move(cover)), tables_(std::move(tables)), fits_(tables_) {
        auto most = Fits::most_bytes(tables_);
        if (most > large_fits || most > memory / 4) {  // they are made at once, and shared by all searches
            auto fits = std::make_shared<Fits>(tables_);
            fits->make_all(tables_, memory);
            most = fits->bytes();
            fits_.keep(std::move(fits));
        }
        cache_ = memory - most - Sweep<W>::bytes(tables_);
        const auto least = static_cast<std::int64_t>(sizeof(State<W>)) << least_cache_bits;
        if (cache_ < least) throw too_little(static_cast<double>(memory - cache_ + least), memory);
    }
    std::unique_ptr<Search> search(const Subproblem& from) const override { return make(from, parts); }
    double expected_nodes(std::size_t kept) const override { return estimate(parts, kept, nullptr); }
    double estimate(double with_parts, std::size_t kept, std::vector<double>* uses) const override {
        return make({}, with_parts)->estimate(kept, uses);
    }
    std::vector<double> uses(std::size_t kept) const override {
        std::vector<double> result(static_cast<std::size_t>(cover_->option_count()), 0);
        estimate(parts, kept, &result);
        return result;
    }

  private:
    static constexpr std::int64_t large_fits = 4 << 20;  // bytes

    std::unique_ptr<Sweep<W>> make(const Subproblem& from, double with_parts) const {
        return std::make_unique<Sweep<W>>(shared_from_this(), cover_, tables_, fits_, from, with_parts, cache_);
    }
    std::shared_ptr<const Cover> cover_;
    Tables tables_;
    mutable FitsStore fits_;
    std::int64_t cache_;  // bytes of a search's dead states, at most
};

template <int W = 1>
std::shared_ptr<SweepPlan> plan_of_width(std::shared_ptr<const Cover> cover, Tables&& tables, std::int64_t memory) {
    if constexpr (W < most_words)
        if (tables.layout.words > W) return plan_of_width<next_width(W)>(std::move(cover), std::move(tables), memory);
    return std::make_shared<PlanOfWidth<W>>(std::move(cover), std::move(tables), memory);
}

}  // namespace

std::shared_ptr<SweepPlan> plan(std::shared_ptr<const Cover> cover, const ItemOptions& covering,
                                const std::vector<std::int32_t>& sequence, std::int64_t memory,
                                const std::vector<double>& priority) {
    Tables tables(*cover, covering, sequence, memory, priority);
    const auto left = memory - tables.bytes();
    return plan_of_width(std::move(cover), std::move(tables), left);
}

}  // namespace tilewright::sweep
