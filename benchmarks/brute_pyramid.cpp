// Counts the ways to fill the pyramid of 55 balls with flat pieces, to check
// the library by: no symmetry, no lattice of the library, no pruning but the
// cell or piece with fewest placements. Balls are points in space, the rows of
// a layer along (1, 1, 0) and (1, -1, 0), each layer (1, 0, 1) from the one
// before; pieces move by the 48 motions of the cube.
//
//   g++ -O2 -std=c++20 -o build/brute_pyramid benchmarks/brute_pyramid.cpp
//   build/brute_pyramid '#../#../###' '####/#...' ...    (a drawing for each
//   piece; prints the number of tilings)
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

using Point = std::array<int, 3>;
using Mask = std::uint64_t;
using Options = std::vector<std::vector<Mask>>; // by piece

static long long total = 0;

static Point moved(const Point &p, const int *axes, int signs) {
  Point image{};
  for (int a = 0; a < 3; ++a)
    image[a] = (signs >> a & 1) ? -p[axes[a]] : p[axes[a]];
  return image;
}

static std::vector<Mask> places(const std::string &drawing,
                                const std::map<Point, int> &balls) {
  std::vector<Point> cells;
  int row = 0, column = 0;
  for (char c : drawing) {
    if (c == '#')
      cells.push_back({row + column, row - column, 0});
    if (c == '/')
      ++row, column = 0;
    else
      ++column;
  }
  std::set<Mask> found;
  int axes[3] = {0, 1, 2};
  do {
    for (int signs = 0; signs < 8; ++signs)
      for (const auto &[ball, number] : balls) {
        Mask mask = 0;
        const Point first = moved(cells[0], axes, signs);
        for (const auto &cell : cells) {
          Point at = moved(cell, axes, signs);
          for (int a = 0; a < 3; ++a)
            at[a] += ball[a] - first[a];
          const auto place = balls.find(at);
          if (place == balls.end()) {
            mask = 0;
            break;
          }
          mask |= Mask{1} << place->second;
        }
        if (mask)
          found.insert(mask);
      }
  } while (std::next_permutation(axes, axes + 3));
  return {found.begin(), found.end()};
}

static void fill(Mask left, unsigned used, const Options &options) {
  if (!left) {
    ++total;
    return;
  }
  const int pieces = static_cast<int>(options.size());
  int count[64] = {}, piece = -1, ball = -1;
  for (int k = 0; k < pieces; ++k) {
    if (used >> k & 1)
      continue;
    for (Mask mask : options[k])
      for (Mask rest = mask; rest; rest &= rest - 1)
        ++count[std::countr_zero(rest)];
    if (piece < 0 || options[k].size() < options[piece].size())
      piece = k;
  }
  for (Mask rest = left; rest; rest &= rest - 1) {
    const int here = std::countr_zero(rest);
    if (ball < 0 || count[here] < count[ball])
      ball = here;
  }
  const auto lay = [&](Mask mask, int k) {
    Options fewer(pieces);
    for (int j = 0; j < pieces; ++j)
      if (j != k && !(used >> j & 1))
        for (Mask other : options[j])
          if (!(other & mask))
            fewer[j].push_back(other);
    fill(left & ~mask, used | 1u << k, fewer);
  };
  if (piece >= 0 && static_cast<int>(options[piece].size()) < count[ball]) {
    for (Mask mask : options[piece])
      lay(mask, piece);
    return;
  }
  for (int k = 0; k < pieces; ++k)
    if (!(used >> k & 1))
      for (Mask mask : options[k])
        if (mask >> ball & 1)
          lay(mask, k);
}

int main(int count, char **words) {
  std::map<Point, int> balls;
  for (int layer = 0; layer < 5; ++layer)
    for (int i = 0; i < 5 - layer; ++i)
      for (int j = 0; j < 5 - layer; ++j) {
        const int number = static_cast<int>(balls.size());
        balls[{i + j + layer, i - j, layer}] = number;
      }
  Options options;
  for (int k = 1; k < count; ++k)
    options.push_back(places(words[k], balls));
  fill((Mask{1} << balls.size()) - 1, 0, options);
  std::printf("%lld\n", total);
}
