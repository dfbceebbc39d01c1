// Colouring arguments found by linear algebra. Weights on the cells show that bricks do not fill a box (de Bruijn, Filling
// boxes with bricks, 1969; Klarner); they are homomorphisms of the abelian group that cells generate and options, as
// relations, make smaller (Conway and Lagarias, Tiling with polyominoes and combinatorial group theory, 1990, go on to the
// group that does not commute). So they are the solutions of a linear system, and nothing has to be guessed.
//
// Elimination over the integers modulo 2520 = 8 * 9 * 5 * 7, which all the moduli divide.
//
// The unknowns are the weights. Taken in order, the weight of an item that is the last of some option follows from that
// option; the others are parameters. So every weight is a linear form in few parameters (on a board: about those of the
// first columns), and every further option is one equation between parameters. The equations are then solved modulo
// each prime power: the solutions are spanned by a list of generators, which each equation that does not hold shortens.
//
// Mostly there is none, and a few of the options of each item show that: what satisfies all equations satisfies these. So
// they are imposed one by one, until nothing is left, and all options are only looked at where something is. An invariant
// modulo 2 is one modulo 8 when it is multiplied by 4, so the largest power of each prime tells for all.
#include "tilewright/invariant.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>

namespace tilewright {
namespace {

constexpr std::int32_t all_moduli = 2520;
constexpr std::size_t few_options = 12;   // of those that end at an item
using Form = std::vector<std::uint16_t>;  // coefficients of the parameters

struct Equations {
    std::vector<Form> weight;  // of each item
    std::vector<Form> zero;    // forms that must vanish, each once
    Form total;
};

class Eliminator {
  public:
    explicit Eliminator(const Cover& cover) : cover_(cover) {
        rank_items();
        group_options();
    }

    // The weights and the total, without equations. Takes its work from `work`; false when that would be too much.
    bool weigh(std::int64_t& work) {
        work -= static_cast<std::int64_t>(parameters_) * (entries(1) + cover_.item_count());
        if (work < 0) return false;
        result_.weight.assign(cover_.item_count(), Form(parameters_, 0));
        std::size_t parameter = 0;
        for (auto i : sequence_) {
            if (defining_[i] < 0) {
                result_.weight[i][parameter++] = 1;
            } else {
                add(defining_[i]);  // with weight[i] still 0: the others
                for (std::size_t k = 0; k < parameters_; ++k)
                    result_.weight[i][k] = static_cast<std::uint16_t>((all_moduli - form_[k]) % all_moduli);
            }
        }
        add_total();
        return true;
    }

    // The equations of all options. Takes its work from `work`; false when that would be too much.
    bool equate(std::int64_t& work) {
        work -= static_cast<std::int64_t>(parameters_) * entries(std::numeric_limits<std::size_t>::max());
        if (work < 0) return false;
        std::set<Form> zero;
        for (auto i : sequence_)
            for (auto o : ending_[i])
                if (is_equation(i, o)) zero.insert(form_);
        result_.zero.assign(zero.begin(), zero.end());
        return true;
    }

    // Gives `impose` the equations of a few options of each item, until it returns false.
    template <class Impose>
    void equate_few(std::int64_t& work, Impose impose) {
        for (std::size_t k = 0; k < few_options; ++k)
            for (auto i : sequence_) {
                const auto& options = ending_[i];
                const auto taken = std::min(few_options, options.size());
                if (k >= taken || !is_equation(i, options[k * options.size() / taken])) continue;
                work -= static_cast<std::int64_t>(parameters_);
                if (work < 0 || !impose(form_)) return;
            }
    }

    const Equations& result() const { return result_; }

  private:
    // Whether an option that ends at an item says more than what its weight is; `form_` then has what.
    bool is_equation(std::int32_t item, std::int32_t option) {
        if (option == defining_[item]) return false;
        add(option);
        return std::any_of(form_.begin(), form_.end(), [](auto c) { return c != 0; });
    }

    // Of so many options of each item, about.
    std::int64_t entries(std::size_t most) const {
        if (cover_.option_count() == 0) return 0;
        std::int64_t taken = 0;
        for (const auto& options : ending_) taken += static_cast<std::int64_t>(std::min(most, options.size()));
        return taken * static_cast<std::int64_t>(cover_.option_items.size()) / cover_.option_count();
    }

    // Only items with an exact demand may have weight: those outside the order (pieces) first, then the board.
    void rank_items() {
        std::vector<char> ordered(cover_.item_count(), 0);
        for (auto i : cover_.order) ordered[i] = 1;
        auto exact = [&](auto i) { return cover_.lo[i] == cover_.hi[i] && cover_.lo[i] > 0; };
        for (std::int32_t i = 0; i < cover_.item_count(); ++i)
            if (!ordered[i] && exact(i)) sequence_.push_back(i);
        for (auto i : cover_.order)
            if (exact(i)) sequence_.push_back(i);
        rank_.assign(cover_.item_count(), -1);
        for (std::size_t r = 0; r < sequence_.size(); ++r) rank_[sequence_[r]] = static_cast<std::int32_t>(r);
    }

    void group_options() {
        ending_.resize(cover_.item_count());
        defining_.assign(cover_.item_count(), -1);
        for (std::int32_t o = 0; o < cover_.option_count(); ++o) {
            std::int32_t last = -1;
            bool possible = true, once = false;
            for (auto p = cover_.begin(o), next = p; p != cover_.end(o); p = next) {
                while (next != cover_.end(o) && *next == *p) ++next;
                possible = possible && next - p <= cover_.hi[*p];
                if (rank_[*p] >= 0 && (last < 0 || rank_[*p] > rank_[last])) last = *p, once = next - p == 1;
            }
            if (!possible || last < 0) continue;
            ending_[last].push_back(o);
            if (defining_[last] < 0 && once) defining_[last] = o;
        }
        parameters_ = static_cast<std::size_t>(
            std::count_if(sequence_.begin(), sequence_.end(), [&](auto i) { return defining_[i] < 0; }));
    }

    // The weights of an option's items, added into `form_`.
    void add(std::int32_t option) {
        wide_.assign(parameters_, 0);
        for (auto p = cover_.begin(option); p != cover_.end(option); ++p)
            if (rank_[*p] >= 0)
                for (std::size_t k = 0; k < parameters_; ++k) wide_[k] += result_.weight[*p][k];
        reduce(form_);
    }

    void add_total() {
        wide_.assign(parameters_, 0);
        for (auto i : sequence_)
            for (std::size_t k = 0; k < parameters_; ++k)
                wide_[k] += static_cast<std::uint64_t>(cover_.lo[i] % all_moduli) * result_.weight[i][k];
        reduce(result_.total);
    }

    void reduce(Form& form) const {
        form.resize(parameters_);
        for (std::size_t k = 0; k < parameters_; ++k) form[k] = static_cast<std::uint16_t>(wide_[k] % all_moduli);
    }

    const Cover& cover_;
    std::vector<std::int32_t> sequence_, rank_, defining_;
    std::vector<std::vector<std::int32_t>> ending_;  // item -> the options of which it is the last
    std::size_t parameters_ = 0;
    Equations result_;
    Form form_;                        // the last sum
    std::vector<std::uint64_t> wide_;  // the same before it is reduced: an option may have millions of entries
};

struct Modulus {
    std::int32_t p, q;  // q is a power of the prime p
};

// The solutions of the equations modulo q = p^e, as generators of a module over the integers modulo q.
class Solver {
  public:
    Solver(const Equations& equations, Modulus modulus, std::int64_t& work)
        : equations_(&equations), p_(modulus.p), q_(modulus.q), work_(&work) {
        const auto d = equations.total.size();
        generators_.assign(d, std::vector<std::int32_t>(d, 0));
        for (std::size_t k = 0; k < d; ++k) generators_[k][k] = 1;
    }

    // Whether some solution of all equations gives the board another total than 0.
    bool run() {
        for (const auto& form : equations_->zero) {
            if (*work_ < 0 || !promising()) return false;
            impose(form);
        }
        return promising();
    }
    // Whether some solution of those imposed so far does.
    bool promising() const {
        *work_ -= static_cast<std::int64_t>(generators_.size());  // most often the first tells
        return std::any_of(generators_.begin(), generators_.end(),
                           [&](const auto& g) { return value(g, equations_->total) != 0; });
    }
    void impose(const Form& form) {
        *work_ -= static_cast<std::int64_t>(generators_.size() * form.size());
        std::vector<std::int32_t> values;
        std::size_t pivot = generators_.size();
        for (std::size_t g = 0; g < generators_.size(); ++g) {
            values.push_back(value(generators_[g], form));
            if (values[g] && (pivot == generators_.size() || p_part(values[g]) < p_part(values[pivot]))) pivot = g;
        }
        if (pivot == generators_.size()) return;
        const auto part = p_part(values[pivot]);
        const auto unit = inverse(values[pivot] / part % q_);
        auto& by = generators_[pivot];
        for (std::size_t g = 0; g < generators_.size(); ++g) {
            if (g == pivot || values[g] == 0) continue;
            const auto factor = q_ - values[g] / part * unit % q_;
            for (std::size_t k = 0; k < by.size(); ++k) generators_[g][k] = (generators_[g][k] + factor * by[k]) % q_;
            *work_ -= static_cast<std::int64_t>(by.size());
        }
        if (part == 1) {
            generators_.erase(generators_.begin() + static_cast<std::ptrdiff_t>(pivot));
        } else {
            for (auto& c : by) c = c * (q_ / part) % q_;
        }
    }
    std::int32_t prime() const { return p_; }
    const std::vector<std::vector<std::int32_t>>& generators() const { return generators_; }
    std::int32_t value(const std::vector<std::int32_t>& generator, const Form& form) const {
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < form.size(); ++k) sum += static_cast<std::int64_t>(generator[k]) * form[k];
        return static_cast<std::int32_t>(sum % q_);
    }

  private:
    std::int32_t p_part(std::int32_t value) const {
        std::int32_t part = 1;
        while (value % (part * p_) == 0) part *= p_;
        return part;
    }
    std::int32_t inverse(std::int32_t unit) const {
        for (std::int32_t x = 1; x < q_; ++x)
            if (unit * x % q_ == 1) return x;
        return 0;
    }

    const Equations* equations_;
    std::int32_t p_, q_;
    std::int64_t* work_;
    std::vector<std::vector<std::int32_t>> generators_;
};

// Of the weights that the generators span, those that look best: few different ones, small, mostly not zero.
class Chooser {
  public:
    struct Candidate {
        std::int64_t colors, size;  // different weights on the board, and the sum of the weights' distances from 0
        Invariant invariant;
    };

    Chooser(const Cover& cover, const Equations& equations, const Solver& solver, std::int32_t q)
        : cover_(cover), q_(q), sums_(cover.order.size(), 0) {
        for (const auto& generator : solver.generators()) {
            auto& row = rows_.emplace_back();
            for (const auto& form : equations.weight) row.push_back(solver.value(generator, form));
            auto& on_board = on_board_.emplace_back();
            for (auto i : cover.order) on_board.push_back(static_cast<std::uint8_t>(row[i]));
            totals_.push_back(solver.value(generator, equations.total));
        }
        factors_.assign(rows_.size(), 0);
    }

    Candidate best() {
        const auto lead = static_cast<std::size_t>(
            std::find_if(totals_.begin(), totals_.end(), [](auto t) { return t != 0; }) - totals_.begin());
        add(lead);
        consider();
        while (factors_[lead] != 0) add(lead);
        // All combinations of as many generators as are soon looked at, the others left out.
        const double most = std::max(64.0, soon / static_cast<double>(std::max<std::size_t>(1, cover_.lo.size())));
        std::vector<std::size_t> varied{lead};
        double count = q_;
        for (std::size_t g = 0; g < rows_.size() && count * q_ <= most; ++g)
            if (g != lead) varied.push_back(g), count *= q_;
        for (bool more = true; more;) {
            more = false;
            for (auto g : varied) {
                add(g);
                if (factors_[g] != 0) {
                    more = true;
                    break;
                }
            }
            if (more) consider();
        }
        return std::move(best_);
    }

  private:
    static constexpr double soon = 4e6;  // weights: some milliseconds

    // A generator once more; the q-th time it is gone.
    void add(std::size_t g) {
        factors_[g] = (factors_[g] + 1) % q_;
        total_ = (total_ + totals_[g]) % q_;
        const auto q = static_cast<std::uint8_t>(q_);
        for (std::size_t k = 0; k < sums_.size(); ++k) {
            const auto sum = static_cast<std::uint8_t>(sums_[k] + on_board_[g][k]);
            sums_[k] = static_cast<std::uint8_t>(sum < q ? sum : sum - q);
        }
    }

    void consider() {
        if (total_ == 0) return;
        std::uint32_t seen = 0;
        std::int64_t size = 0;
        for (const auto w : sums_) {
            seen |= 1U << w;
            size += std::min<std::int32_t>(w, q_ - w);
        }
        const std::int64_t colors = std::popcount(seen);
        if (!best_.invariant.weights.empty() && std::pair(colors, size) >= std::pair(best_.colors, best_.size)) return;
        std::vector<std::int32_t> weights(cover_.lo.size(), 0);
        for (std::size_t g = 0; g < rows_.size(); ++g)
            for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = (weights[i] + factors_[g] * rows_[g][i]) % q_;
        best_ = {colors, size, {q_, std::move(weights), total_}};
    }

    const Cover& cover_;
    std::int32_t q_;
    std::vector<std::vector<std::int32_t>> rows_;      // generator x item
    std::vector<std::vector<std::uint8_t>> on_board_;  // the same of the items of the board alone, in their order
    std::vector<std::int32_t> totals_;
    std::vector<std::int32_t> factors_;  // how often each generator is in the weights at hand
    std::vector<std::uint8_t> sums_;     // these, on the board
    std::int32_t total_ = 0;
    Candidate best_{};
};

}  // namespace

namespace {

// Whether a few of the equations leave something modulo a power of each prime; `moduli` are then what is left.
bool is_left(Eliminator& eliminator, std::vector<Modulus>& moduli, std::int64_t& work) {
    std::vector<Solver> largest;
    for (const Modulus modulus : {Modulus{2, 8}, {3, 9}, {5, 5}, {7, 7}})
        largest.emplace_back(eliminator.result(), modulus, work);
    const auto is_dead = [](const Solver& solver) { return !solver.promising(); };
    std::erase_if(largest, is_dead);
    eliminator.equate_few(work, [&](const Form& form) {
        for (auto& solver : largest) solver.impose(form);
        std::erase_if(largest, is_dead);
        return !largest.empty();
    });
    std::erase_if(moduli, [&](const Modulus& modulus) {
        return std::none_of(largest.begin(), largest.end(),
                            [&](const Solver& each) { return each.prime() == modulus.p; });
    });
    return !moduli.empty() && work >= 0;
}

// Imposes one weight on the whole board; whether something is left.
bool is_left_of_one_color(const Cover& cover, const Equations& equations, Solver& solver) {
    for (auto i : cover.order) {
        const auto &one = equations.weight[i], &other = equations.weight[cover.order.front()];
        Form difference(one.size());
        for (std::size_t k = 0; k < one.size(); ++k)
            difference[k] = static_cast<std::uint16_t>((one[k] + all_moduli - other[k]) % all_moduli);
        solver.impose(difference);
    }
    return solver.promising();
}

}  // namespace

std::optional<Invariant> find_invariant(const Cover& cover, std::int64_t work) {
    Eliminator eliminator(cover);
    std::vector<Modulus> moduli{{2, 2}, {3, 3}, {2, 4}, {5, 5}, {7, 7}, {2, 8}, {3, 9}};
    if (!eliminator.weigh(work) || !is_left(eliminator, moduli, work) || !eliminator.equate(work)) return std::nullopt;
    std::optional<Chooser::Candidate> best;
    for (const auto& modulus : moduli) {
        Solver solver(eliminator.result(), modulus, work);
        if (!solver.run()) continue;
        // Fewer than two colors are one, which can be asked for.
        const auto least = best ? best->colors : all_moduli;
        if (least < 2 || (least == 2 && !is_left_of_one_color(cover, eliminator.result(), solver))) continue;
        auto candidate = Chooser(cover, eliminator.result(), solver, modulus.q).best();
        if (!best || candidate.colors < best->colors) best = std::move(candidate);
    }
    if (!best) return std::nullopt;
    return std::move(best->invariant);
}

}  // namespace tilewright
