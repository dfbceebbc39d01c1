// Which options of a block fit a state: tables indexed by chunks of the state, made when a block is first looked at.
//
// A table holds for each value of its chunk the options of the block that it leaves possible; the AND of a block's tables
// is what fits. Small searches see few blocks, and are over before all tables would be made. What one search has made the
// next ones of its plan begin with.
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sweep/tables.hpp"
#include "tilewright/threads.hpp"

namespace tilewright::sweep {

struct Chunk {
    const std::uint64_t* table;
    std::uint32_t mask;
    std::uint8_t word, shift;
};

class Fits {
  public:
    explicit Fits(const Tables& tables) : blocks(tables.blocks) {}
    // One that goes on from here, with the tables that are there, and leaves this as it is.
    std::shared_ptr<Fits> continued() const;

    void make(const Tables& tables, std::size_t block);
    // PlanTooLarge when more than so many bytes would be taken.
    void make_all(const Tables& tables, std::int64_t memory);
    std::size_t made() const { return made_blocks_; }
    std::int64_t bytes() const;
    // As many bytes as those of all blocks take, or more.
    static std::int64_t most_bytes(const Tables& tables);

    std::vector<Block> blocks;
    std::vector<Chunk> chunks;

  private:
    // What a table depends on: all options, the bits that are due, and of each bit the options that it clashes with.
    using Content = std::vector<std::uint64_t>;
    struct Hash {
        std::size_t operator()(const Content& content) const;
    };
    const std::uint64_t* table(const Content& content);
    std::uint64_t* room(std::size_t entries);

    std::vector<std::shared_ptr<std::uint64_t[]>> slabs_;  // of tables, which stay where they are
    std::uint64_t* next_ = nullptr;                        // in the newest slab
    std::size_t left_ = 0, entries_ = 0;                   // there; in all slabs
    std::size_t made_blocks_ = 0;
    std::unordered_map<Content, const std::uint64_t*, Hash> made_;
    std::vector<std::uint64_t> clashing_, relevant_;  // of each bit the options that it clashes with; the bits of any
    Content content_;
};

// The tables of all searches of a plan: those of the search that made the most.
class FitsStore {
  public:
    explicit FitsStore(const Tables& tables) : most_(std::make_shared<const Fits>(tables)) {}
    std::shared_ptr<const Fits> take() const {
        const Lock lock(mutex_);
        return most_;
    }
    void keep(std::shared_ptr<const Fits> fits) {
        const Lock lock(mutex_);
        if (fits->made() > most_->made()) most_.swap(fits);
    }

  private:
    mutable Mutex mutex_;
    std::shared_ptr<const Fits> most_;
};

}  // namespace tilewright::sweep
