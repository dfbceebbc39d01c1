// Layers on disk: small memory, counts laid down in the middle and taken up again, files that are refused.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

#include "boards.hpp"
#include "tilewright/frontier.hpp"

using namespace tilewright;
namespace fs = std::filesystem;

namespace {

int failures = 0;

void expect(bool good, const char* what) {
    if (!good) ++failures, std::fprintf(stderr, "failed: %s\n", what);
}

const fs::path directory = fs::temp_directory_path() / ("tilewright-scratch-" + std::to_string(std::random_device{}()));
const fs::path layer = directory / "layer";

std::shared_ptr<Cover> board(int rows, int columns) {
    return std::make_shared<Cover>(boards::cover({rows, columns}, boards::polyominoes(4), true, false));
}

FrontierOptions on_disk(std::int64_t memory, int threads) {
    FrontierOptions options;
    options.memory = memory, options.threads = threads, options.scratch = directory.string();
    return options;
}

std::uint64_t finish(Frontier& frontier) {
    while (frontier.run(100'000) == Frontier::Outcome::running) {}
    return frontier.run(-1) == Frontier::Outcome::exhausted ? frontier.value()[0] : 0;
}

void counts_what_does_not_fit() {
    for (int threads : {1, 2, 3}) {
        auto frontier = make_frontier(board(10, 10), on_disk((3 + threads) << 20, threads));
        expect(finish(*frontier) == 72713560548906621u, "tetrominoes 10x10 on disk");
        expect(frontier->progress().peak_memory < (4 + threads) << 20, "memory held beside the disk");
        expect(frontier->progress().on_disk >= 1 << 18, "a block or more on disk");
    }
    expect(fs::is_empty(directory), "scratch files have no names");
}

// Each time it is laid down after a little more work, in the middle of a step as a rule.
void goes_on_where_it_was(std::uint64_t modulus) {
    auto options = on_disk(7 << 20, 2);
    options.checkpoint = layer.string(), options.label = "tetrominoes", options.checkpoint_seconds = 0;
    options.modulus = modulus, options.bounded = modulus != 0;
    double before = 0;
    for (std::int64_t work = 300'000;; work += 300'000) {
        auto frontier = make_frontier(board(10, 10), options);
        expect(frontier->progress().fraction >= before, "no step is done again");
        before = frontier->progress().fraction;
        const auto outcome = frontier->run(work);
        expect(outcome == Frontier::Outcome::running || outcome == Frontier::Outcome::exhausted, "nothing fails");
        if (outcome == Frontier::Outcome::running) continue;
        expect(frontier->value()[0] == (modulus ? 72713560548906621u % modulus : 72713560548906621u), "resumed");
        break;
    }
    expect(fs::exists(layer), "a layer is kept");
}

bool refused(const FrontierOptions& options) {
    try {
        make_frontier(board(10, 10), options);
    } catch (const std::runtime_error&) {
        return true;
    }
    return false;
}

// Another label; a file cut anywhere; one with any byte changed; one that goes on too long.
void refuses_strange_files() {
    auto options = on_disk(64 << 20, 1);
    options.checkpoint = layer.string(), options.label = "tetrominoes", options.checkpoint_seconds = 0;
    auto frontier = make_frontier(board(10, 10), options);
    frontier->run(2'000);
    frontier.reset();
    expect(!refused(options), "its own file");
    std::ifstream in(layer, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    const auto with = [&](const std::string& text) {
        std::ofstream(layer, std::ios::binary) << text;
        return refused(options);
    };
    for (std::size_t cut = 0; cut < whole.size(); cut += 1 + whole.size() / 200)
        expect(with(whole.substr(0, cut)), "a file cut short");
    for (std::size_t at = 0; at < whole.size(); at += at < 300 ? 1 : 1 + whole.size() / 200) {
        auto text = whole;
        text[at] = static_cast<char>(text[at] ^ 0x41);
        expect(with(text), "a byte changed");
    }
    expect(with(whole + "x"), "a byte too many");
    expect(!with(whole), "its own file again");
    options.label = "pentominoes";
    expect(refused(options), "another count's file");
}

void says_what_fails() {
    auto options = on_disk(3 << 20, 2);
    options.scratch = (directory / "nowhere").string();
    auto frontier = make_frontier(board(10, 10), options);
    expect(frontier->run(-1) == Frontier::Outcome::scratch_failed, "no directory");
    expect(frontier->failure().find("nowhere") != std::string::npos, "its name");
    expect(frontier->run(-1) == Frontier::Outcome::scratch_failed, "no directory, asked again");
}

}  // namespace

int main() {
    fs::create_directories(directory);
    counts_what_does_not_fit();
    goes_on_where_it_was(0);
    fs::remove(layer);
    goes_on_where_it_was(1'000'003);
    fs::remove(layer);
    refuses_strange_files();
    says_what_fails();
    fs::remove_all(directory);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
