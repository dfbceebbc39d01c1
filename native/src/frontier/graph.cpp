#include "tilewright/graph.hpp"

#include <stdexcept>

#include "frontier/masks.hpp"
#include "frontier/plan.hpp"
#include "frontier/table.hpp"

namespace tilewright {
namespace {

struct Edge {
    std::int32_t option, step;  // of the target
    std::uint32_t place;        // of the target within its step
};

template <class Key>
class Builder final : public GraphBuilder {
  public:
    Builder(std::shared_ptr<const Cover> cover, FrontierPlan plan, std::int64_t memory)
        : cover_(std::move(cover)),
          plan_(std::move(plan)),
          memory_limit_(memory),
          masks_(plan_),
          holes_(*cover_, plan_),
          tables_(plan_.steps.size() + 1),
          starts_(plan_.steps.size() + 1) {
        for (const auto& step : plan_.steps) steps_.push_back(masks_.step(step));
        if (!plan_.impossible)
            enter(masks_.initial(), 0, -1);
        else
            done_ = true;
        edges_.clear();  // nothing leads to the first state
    }

    Frontier::Outcome run(std::int64_t work) override {
        while (!done_ && step_ < steps_.size()) {
            auto& table = tables_[step_];
            if (place_ == 1) holes_.at(static_cast<std::int32_t>(step_));
            for (; place_ <= table.used; ++place_) {
                if (work-- == 0) return Frontier::Outcome::running;
                starts_[step_].push_back(static_cast<std::int64_t>(edges_.size()));
                expand(table.keys[place_]);
            }
            if (memory() > memory_limit_) return Frontier::Outcome::out_of_memory;
            held_ += table.bytes();
            seen_.states += static_cast<std::int64_t>(table.used);
            counts_.push_back(static_cast<std::int64_t>(table.used));
            held_ -= table.bytes();
            table = Table<Key>{};
            place_ = 1;
            ++step_;
        }
        if (!done_) finish();
        done_ = true;
        return Frontier::Outcome::exhausted;
    }

    Frontier::Progress progress() const override {
        auto now = seen_;
        now.fraction = done_ || steps_.empty() ? 1 : static_cast<double>(step_) / static_cast<double>(steps_.size());
        now.memory = now.peak_memory = memory();
        return now;
    }

  private:
    std::int64_t memory() const {
        return held_ + static_cast<std::int64_t>(edges_.capacity() * sizeof(Edge)) + seen_.states * 8;
    }

    void expand(const Key& key) {
        const auto& step = steps_[step_];
        if (step.sweeps && holes_.dead(key)) return;
        const auto at = static_cast<std::int32_t>(step_);
        if (!step.sweeps) follow(key, at, nullptr);
        for (const auto& move : step.moves) follow(key, at, &move);
    }

    void follow(Key key, std::int32_t at, const MoveMask<Key>* move) {
        if (masks_.apply(key, steps_[at], move)) enter(key, at + 1, move ? move->option : -1);
    }

    // Where an item is covered already nothing is decided: the state is entered at the next item that is not.
    void enter(Key key, std::int32_t at, std::int32_t option) {
        while (at < static_cast<std::int32_t>(steps_.size()) && steps_[at].sweeps && (low_word(key) & 1))
            if (!masks_.apply(key, steps_[at++], nullptr)) return;
        auto& table = tables_[at];
        const auto before = table.bytes();
        if (table.places.empty()) table.start(32, {.words = 0});
        table.make_room(1);
        edges_.push_back({option, at, table.place_of(key)});
        held_ += table.bytes() - before;
    }

    // Numbers the states that lead to the end, first to last, and their edges to such states.
    void finish() {
        counts_.push_back(static_cast<std::int64_t>(tables_.back().used));
        starts_.back().assign(static_cast<std::size_t>(counts_.back()), static_cast<std::int64_t>(edges_.size()));
        std::vector<std::vector<std::int64_t>> number(counts_.size());
        for (std::size_t s = 0; s < counts_.size(); ++s) number[s].assign(static_cast<std::size_t>(counts_[s]), -1);
        number.back().assign(static_cast<std::size_t>(counts_.back()), 0);
        for (auto s = counts_.size() - 1; s > 0;)
            each_edge(--s, [&](std::size_t state, const Edge& edge) {
                if (number[edge.step][edge.place - 1] >= 0) number[s][state] = 0;
            });
        std::int64_t next = 0;
        for (auto& row : number)
            for (auto& n : row)
                if (n >= 0) n = next++;
        for (std::size_t s = 0; s + 1 < counts_.size(); ++s) {
            std::size_t open = static_cast<std::size_t>(counts_[s]);
            each_edge(s, [&](std::size_t state, const Edge& edge) {
                const auto to = number[edge.step][edge.place - 1];
                if (state != open && open < number[s].size() && number[s][open] >= 0) close();
                open = state;
                if (to >= 0) graph.target.push_back(to), graph.option.push_back(edge.option);
            });
            if (open < number[s].size() && number[s][open] >= 0) close();
        }
        if (counts_.back()) close();
    }

    void close() { graph.edge_start.push_back(static_cast<std::int64_t>(graph.target.size())); }

    template <class F>
    void each_edge(std::size_t step, F&& f) const {
        for (std::size_t state = 0; state < starts_[step].size(); ++state) {
            const auto from = starts_[step][state];
            const auto to = state + 1 < starts_[step].size() ? starts_[step][state + 1] : next_start(step);
            for (auto e = from; e < to; ++e) f(state, edges_[static_cast<std::size_t>(e)]);
        }
    }
    std::int64_t next_start(std::size_t step) const {
        for (++step; step < starts_.size(); ++step)
            if (!starts_[step].empty()) return starts_[step].front();
        return static_cast<std::int64_t>(edges_.size());
    }

    std::shared_ptr<const Cover> cover_;
    FrontierPlan plan_;
    std::int64_t memory_limit_;
    Masks<Key> masks_;
    HoleTest<Key> holes_;
    std::vector<StepMask<Key>> steps_;
    std::vector<Table<Key>> tables_;                 // states entered, by step
    std::vector<std::vector<std::int64_t>> starts_;  // where each state's edges start
    std::vector<std::int64_t> counts_;
    std::vector<Edge> edges_;
    std::int64_t held_ = 0;
    std::size_t step_ = 0, place_ = 1;
    bool done_ = false;
    Frontier::Progress seen_;
};

}  // namespace

std::unique_ptr<GraphBuilder> make_graph(std::shared_ptr<const Cover> cover, std::int64_t memory) {
    if (auto why = frontier_refusal(*cover); !why.empty()) throw std::invalid_argument(why);
    auto plan = plan_frontier(*cover, false, false);
    if (plan.bits <= 64) return std::make_unique<Builder<Word>>(std::move(cover), std::move(plan), memory);
    if (plan.bits <= 128) return std::make_unique<Builder<Pair>>(std::move(cover), std::move(plan), memory);
    if (plan.bits <= 256) return std::make_unique<Builder<Wide<4>>>(std::move(cover), std::move(plan), memory);
    return std::make_unique<Builder<Wide<8>>>(std::move(cover), std::move(plan), memory);
}

}  // namespace tilewright
