// Counts and graphs of solutions by merging states.
#include "tilewright/frontier.hpp"

#include "tilewright/graph.hpp"
#include "wasm.hpp"

namespace tilewright::wasm {
namespace {

double write(const Frontier::Progress& progress) {
    const double numbers[] = {static_cast<double>(progress.states),      progress.fraction,
                              static_cast<double>(progress.memory),      static_cast<double>(progress.peak_states),
                              static_cast<double>(progress.peak_memory), static_cast<double>(progress.memory_wanted),
                              static_cast<double>(progress.key_bytes),   static_cast<double>(progress.number_bytes)};
    return Writer().array(numbers, 8), 0;
}

}  // namespace

TILEWRIGHT_EXPORT(tw_frontier)(double cover, double memory, double symmetry, double prune, double reversed,
                               double run_states, double modulus_high, double modulus_low, double bounded) {
    const auto modulus =  // a double holds 53 bits
        static_cast<std::uint64_t>(integer(modulus_high)) << 32 | static_cast<std::uint64_t>(integer(modulus_low));
    FrontierOptions options;
    options.memory = integer(memory);
    options.symmetry = symmetry != 0;
    options.prune = prune != 0;
    options.reversed = reversed != 0;
    options.run_states = integer(run_states);
    options.modulus = modulus;
    options.bounded = bounded != 0;
    return handle(make_frontier(shared_cover(cover), options).release());
}

TILEWRIGHT_EXPORT(tw_frontier_run)(double frontier, double work) {
    return static_cast<double>(object<Frontier>(frontier).run(integer(work)));
}

TILEWRIGHT_EXPORT(tw_frontier_value)(double frontier) { return Writer().array(object<Frontier>(frontier).value()), 0; }

TILEWRIGHT_EXPORT(tw_frontier_bound)(double frontier) { return object<Frontier>(frontier).bound(); }

TILEWRIGHT_EXPORT(tw_frontier_progress)(double frontier) { return write(object<Frontier>(frontier).progress()); }

TILEWRIGHT_EXPORT(tw_frontier_cpu)(double frontier) { return Writer().array(object<Frontier>(frontier).cpu()), 0; }

TILEWRIGHT_EXPORT(tw_frontier_free)(double frontier) { return destroy<Frontier>(frontier), 0; }

TILEWRIGHT_EXPORT(tw_graph)(double cover, double memory) {
    return handle(make_graph(shared_cover(cover), integer(memory)).release());
}

TILEWRIGHT_EXPORT(tw_graph_run)(double graph, double work) {
    return static_cast<double>(object<GraphBuilder>(graph).run(integer(work)));
}

TILEWRIGHT_EXPORT(tw_graph_progress)(double graph) { return write(object<GraphBuilder>(graph).progress()); }

TILEWRIGHT_EXPORT(tw_graph_take)(double graph) {
    const auto taken = std::exchange(object<GraphBuilder>(graph).graph, {});
    return Writer().array(taken.edge_start).array(taken.target).array(taken.option), 0;
}

TILEWRIGHT_EXPORT(tw_graph_free)(double graph) { return destroy<GraphBuilder>(graph), 0; }

}  // namespace tilewright::wasm
