// A second count of MacMahon's 24 triangles of four colors in the hexagon of side 2, one color all around.
//   usage: macmahon_triangles     prints the number of tilings with the border of a given color
// Written apart from the package and unlike it: no cover, no options, no search for tiles. The hexagon is cut along its
// widest line. Of its upper half, 12 triangles, every coloring of the 13 edges inside is listed in which no tile stands
// twice, for each of the 256 colorings of the four edges on the cut; the lower half is the upper one turned by 180
// degrees, so that its cut reads backwards. Two halves make a tiling when the tiles of one are those that the other leaves.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int colors = 4, border = 0, cut_edges = 4, all_cuts = 256;
constexpr std::uint32_t all_tiles = (1u << 24) - 1;

int tile_of[colors][colors][colors];  // by the colors clockwise, from any edge

int number_tiles() {
    int tiles = 0;
    for (int a = 0; a < colors; ++a)
        for (int b = 0; b < colors; ++b)
            for (int c = 0; c < colors; ++c)
                if (std::array{a, b, c} <= std::array{b, c, a} && std::array{a, b, c} <= std::array{c, a, b})
                    tile_of[a][b][c] = tile_of[b][c][a] = tile_of[c][a][b] = tiles++;
    return tiles;
}

// Triangles from left to right. `up` stands on its edge, 7 in the lower row and 5 in the upper one; a row begins and ends
// with such a triangle, so its outer sides are at the border.
struct Half {
    std::array<int, cut_edges> cut;
    std::array<int, 3> between{};  // edges between the two rows
    std::vector<std::uint32_t> sets;

    void lower(int column, int left, std::uint32_t used) {
        const bool up = column % 2 == 0, last = column == 6;
        for (int right = 0; right < colors; ++right) {
            if (last && right != border) continue;
            if (up) {
                if (const auto next = with(used, tile_of[right][cut[column / 2]][left]))
                    last ? upper(0, border, next) : lower(column + 1, right, next);
                continue;
            }
            for (int top = 0; top < colors; ++top) {
                between[column / 2] = top;
                if (const auto next = with(used, tile_of[top][right][left])) lower(column + 1, right, next);
            }
        }
    }

    void upper(int column, int left, std::uint32_t used) {
        const bool up = column % 2 == 0, last = column == 4;
        for (int right = 0; right < colors; ++right) {
            if (last && right != border) continue;
            const auto next = with(used, up ? tile_of[right][between[column / 2]][left] : tile_of[border][right][left]);
            if (!next) continue;
            if (last) sets.push_back(next);
            else upper(column + 1, right, next);
        }
    }

    // The tiles with one more; none when it stood there already.
    static std::uint32_t with(std::uint32_t used, int tile) { return used >> tile & 1 ? 0 : used | 1u << tile; }
};

std::vector<std::uint32_t> sets_above(int cut) {
    Half half{{cut & 3, cut >> 2 & 3, cut >> 4 & 3, cut >> 6 & 3}, {}, {}};
    half.lower(0, border, 0);
    std::sort(half.sets.begin(), half.sets.end());
    return half.sets;
}

int backwards(int cut) { return (cut & 3) << 6 | (cut >> 2 & 3) << 4 | (cut >> 4 & 3) << 2 | cut >> 6; }

// Pairs of a set above and one below that has all other tiles; both lists ascend, so complements descend.
std::uint64_t pairs(const std::vector<std::uint32_t>& above, const std::vector<std::uint32_t>& below) {
    std::uint64_t found = 0;
    auto other = below.rbegin();
    for (auto set = above.begin(); set != above.end();) {
        const auto next = std::upper_bound(set, above.end(), *set);
        const auto wanted = all_tiles ^ *set;
        while (other != below.rend() && *other > wanted) ++other;
        std::uint64_t same = 0;
        for (; other != below.rend() && *other == wanted; ++other) ++same;
        found += same * static_cast<std::uint64_t>(next - set);
        set = next;
    }
    return found;
}

int main() {
    if (number_tiles() != 24) return 1;
    std::uint64_t found = 0, halves = 0;
    for (int cut = 0; cut < all_cuts; ++cut) {
        if (backwards(cut) < cut) continue;
        const auto above = sets_above(cut);
        const bool same = backwards(cut) == cut;
        found += (same ? 1 : 2) * pairs(above, same ? above : sets_above(backwards(cut)));
        halves += above.size();
    }
    std::printf("%llu\n%llu halves listed\n", static_cast<unsigned long long>(found), static_cast<unsigned long long>(halves));
}
