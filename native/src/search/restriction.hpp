// Symmetry broken by one item, for every search that chooses one option after another.
//
// A group acts on the solutions of a cover. Let an item be covered exactly once, and take the automorphisms that fix it:
// they permute its options. Every solution holds exactly one of these, so fixing it parts the solutions into disjoint
// sets, and g maps those with option o one to one onto those with g(o). So of each orbit one option is kept, the others
// are left out of the search, and each solution that is found stands for as many as the orbit has options: its images
// under one automorphism for each, which are all different, for they differ in that option. A solution that some
// automorphism maps to itself needs no care. docs/explanation/symmetry.md has the proof at length.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/cover.hpp"
#include "tilewright/search.hpp"

namespace tilewright {

// The options that cover each item, end to end.
class ItemOptions {
  public:
    explicit ItemOptions(const Cover& cover);
    std::span<const std::int32_t> of(std::int32_t item) const {
        return {options_.data() + start_[item], options_.data() + start_[item + 1]};
    }

  private:
    std::vector<std::int64_t> start_;
    std::vector<std::int32_t> options_;
};

struct Restriction {
    static constexpr std::int32_t free = -1, dropped = -2;  // not an option of the item; left out

    std::int32_t item = -1;          // none: no symmetry was found, and the rest is empty
    std::vector<std::int32_t> role;  // option -> its place in `images` if it is kept; or one of the above
    std::vector<std::vector<std::int32_t>> images;  // numbers of automorphisms
    bool drops(std::int64_t option) const { return item >= 0 && role[static_cast<std::size_t>(option)] == dropped; }
    // Adds the images of a solution to `out`, unless that is null; how many there are, itself included. Each is made in
    // `image`, which the caller keeps from one solution to the next.
    std::int64_t expand(const Cover& cover, std::span<const std::int32_t> solution, std::vector<std::int32_t>& image,
                        Solutions* out) const;
};

// The item, one of those given, all to be covered exactly once, whose options fall the most; of equals the one whose kept
// options come first. `first`: option -> a number that is the less the earlier a search comes to it.
Restriction restriction(const Cover& cover, const ItemOptions& covering, std::span<const std::int32_t> items,
                        const std::vector<std::int32_t>& first);

}  // namespace tilewright
