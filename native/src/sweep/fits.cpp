// The tables of fits, block by block.
#include "sweep/fits.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "tilewright/wide.hpp"

namespace tilewright::sweep {
namespace {

constexpr int chunk_bits = 8;
constexpr std::size_t least_slab = 2048, most_slab = 1 << 15;  // entries

std::uint64_t ones(int count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

// How many chunks of at most so many bits hold all these bits.
int chunks_of(std::uint64_t bits, int size) {
    int count = 0;
    for (; bits; ++count) bits &= ~(ones(size) << std::countr_zero(bits));
    return count;
}

// The size of chunks that makes them few, and small when they are no more for it.
int chunk_size(std::uint64_t bits) {
    const int fewest = chunks_of(bits, chunk_bits);
    int size = chunk_bits;
    while (size > 1 && chunks_of(bits, size - 1) == fewest) --size;
    return size;
}

}  // namespace

std::size_t Fits::Hash::operator()(const Content& content) const {
    std::uint64_t hash = content.size();
    for (auto word : content) hash = spread(hash ^ word ^ (word >> 32));
    return hash ^ (hash >> 32);
}

std::shared_ptr<Fits> Fits::continued() const {
    auto other = std::make_shared<Fits>(*this);
    other->left_ = 0;  // the newest slab is for this one to fill
    return other;
}

std::uint64_t* Fits::room(std::size_t entries) {
    if (left_ < entries) {
        left_ = std::clamp(entries_, least_slab, most_slab);
        entries_ += left_;
        slabs_.emplace_back(new std::uint64_t[left_]);
        next_ = slabs_.back().get();
    }
    left_ -= entries;
    return std::exchange(next_, next_ + entries);
}

// A table. Most of a board looks the same, so that many blocks share tables; few tables stay in the cache.
const std::uint64_t* Fits::table(const Content& content) {
    const auto [place, is_new] = made_.try_emplace(content, nullptr);
    if (!is_new) return place->second;
    const auto all = content[0], due = content[1];
    const auto size = std::size_t{1} << (content.size() - 2);
    const auto table = room(size);
    table[0] = all;
    for (std::size_t bit = 0; bit + 2 < content.size(); ++bit)
        for (std::size_t x = 0; x < std::size_t{1} << bit; ++x)
            table[x + (std::size_t{1} << bit)] = table[x] & ~content[bit + 2];
    if (due)
        for (std::size_t x = 0; x < size; ++x)
            if (due & ~x) table[x] = 0;
    return place->second = table;
}

void Fits::make(const Tables& tables, std::size_t number) {
    auto& block = blocks[number];
    const auto words = tables.layout.words;
    const auto bit = tables.bit[number];
    const auto* due = &tables.due[static_cast<std::size_t>(bit) * words];
    clashing_.assign(64 * static_cast<std::size_t>(words), 0), relevant_.assign(due, due + words);
    for (auto own = block.option; own != tables.end(number); ++own)
        for (std::int32_t w = 0; w < words; ++w) {
            const auto clash = tables.clash[own * words + w];
            relevant_[w] |= clash;
            for (auto bits = clash; bits; bits &= bits - 1)
                clashing_[w * 64 + std::countr_zero(bits)] |= std::uint64_t{1} << (own - block.option);
        }
    relevant_[bit / 64] &= ~(std::uint64_t{1} << (bit % 64));  // known to be free
    block.chunk = static_cast<std::int32_t>(chunks.size());
    for (std::int32_t w = 0; w < words; ++w) {
        auto relevant = relevant_[w];
        const int size = chunk_size(relevant);
        while (relevant) {
            const int shift = std::countr_zero(relevant);
            const int count = std::min(size, 64 - std::countl_zero(relevant) - shift);
            relevant &= ~(ones(count) << shift);
            const auto first = clashing_.begin() + w * 64 + shift;
            content_.assign({block.all, due[w] >> shift & ones(count)});
            content_.insert(content_.end(), first, first + count);
            chunks.push_back({table(content_), static_cast<std::uint32_t>(ones(count)), static_cast<std::uint8_t>(w),
                              static_cast<std::uint8_t>(shift)});
        }
    }
    block.last = static_cast<std::int32_t>(chunks.size());
    ++made_blocks_;
}

void Fits::make_all(const Tables& tables, std::int64_t memory) {
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (blocks[block].chunk < 0) make(tables, block);
        if (const auto used = bytes(); used > memory)
            throw too_little(
                static_cast<double>(used * static_cast<std::int64_t>(blocks.size())) / static_cast<double>(block + 1),
                memory);
    }
}

std::int64_t Fits::bytes() const {
    return static_cast<std::int64_t>(entries_ * sizeof(std::uint64_t) + chunks.size() * sizeof(Chunk) +
                                     blocks.size() * sizeof(Block));
}

std::int64_t Fits::most_bytes(const Tables& tables) {
    constexpr std::int64_t bytes_a_chunk = (sizeof(std::uint64_t) << chunk_bits) + sizeof(Chunk);
    const auto words = tables.layout.words;
    std::int64_t chunks = 0;
    for (std::size_t block = 0; block < tables.blocks.size(); ++block)
        for (std::int32_t w = 0; w < words; ++w) {
            auto relevant = tables.due[static_cast<std::size_t>(tables.bit[block]) * words + w];
            for (auto own = tables.blocks[block].option; own != tables.end(block); ++own)
                relevant |= tables.clash[own * words + w];
            chunks += chunks_of(relevant, chunk_bits);
        }
    return chunks * bytes_a_chunk + static_cast<std::int64_t>(most_slab * sizeof(std::uint64_t)) +
           static_cast<std::int64_t>(tables.blocks.size() * sizeof(Block));
}

}  // namespace tilewright::sweep
