// A table of bounds of scores that threads share without locks.
//
// A key of w bits is first permuted by a bijection of the w-bit numbers. Its lowest bits select the bucket. The entry
// stores the others, so two keys are never confused. An entry is a single word, which is read and written permuted
// once:
//
//      | rest of the key: 44 | low + 128: 8 | high + 128: 8 | effort: 4 |
//
// A bucket is a cache line of eight entries. A new entry replaces the one with the least effort. The table starts
// small, because first access to memory is slow, and grows between searches.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "common/bits.hpp"

namespace noughts {

// A bijection of the numbers of this many bits.
inline std::uint64_t permute(std::uint64_t x, int bits) {
    const std::uint64_t mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;
    const int shift = bits / 2 + 1;
    x = (x ^ x >> shift) * 0x9e3779b97f4a7c15u & mask;
    x = (x ^ x >> shift) * 0xbf58476d1ce4e5b9u & mask;
    return x ^ x >> shift;
}

struct Bounds {
    int low, high;
};

class BoundsTable {
  public:
    static constexpr int CHECK_BITS = 44;

    // The table takes at least the memory that keys of this width need: 64 megabytes for 64 bits. With key_bits < 44,
    // different positions share keys. Tests use this to show that they would notice wrong scores.
    BoundsTable(std::size_t bytes, int width, int key_bits = CHECK_BITS)
        : width_(width), check_mask_(key_bits >= CHECK_BITS ? ~0ull : (1ull << key_bits) - 1) {
        const int least = std::max(0, width - CHECK_BITS), enough = std::max(0, width - 3);
        max_bits_ = least;
        while (max_bits_ < enough && (2 * sizeof(Bucket) << max_bits_) <= bytes) ++max_bits_;
        if (key_bits < CHECK_BITS) bits_ = max_bits_;  // shortened keys cannot be moved to a larger table
        else bits_ = std::min(max_bits_, std::max(INITIAL_BITS, least));
        memory_ = allocate(bits_, buckets_);
    }

    bool find(std::uint64_t key, Bounds& bounds) const {
        const std::uint64_t permuted = permute(key, width_), check = permuted >> bits_ & check_mask_;
        for (const Entry& entry : bucket(permuted).entry) {
            const std::uint64_t data = entry.load(std::memory_order_relaxed);
            if (data >> 20 != check || !(data & 15)) continue;
            bounds = {int(data >> 12 & 255) - 128, int(data >> 4 & 255) - 128};
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, Bounds bounds, std::uint64_t nodes) {
        std::uint64_t effort = 1;
        while (effort < 15 && nodes >> (2 * effort - 1)) ++effort;
        insert(permute(key, width_), std::uint64_t(bounds.low + 128) << 8 | std::uint64_t(bounds.high + 128), effort);
    }

    // Whether the table should grow.
    bool is_full() const {
        return bits_ < max_bits_ && used_.load(std::memory_order_relaxed) > std::uint64_t(4) << bits_;
    }

    // Makes the table up to eight times as large. No other thread may use it meanwhile. If the search is to stop,
    // leaves the table unchanged.
    void grow(const std::atomic<bool>& stop) {
        const int old_bits = bits_, new_bits = std::min(bits_ + 3, max_bits_);
        Bucket *const old = buckets_, *fresh;
        Memory old_memory = allocate(new_bits, fresh);  // may throw, and then nothing has changed
        memory_.swap(old_memory);
        buckets_ = fresh;
        bits_ = new_bits;
        used_ = 0;
        for (std::uint64_t b = 0; b < 1ull << old_bits; ++b) {
            if (b % 1024 == 0 && stop.load(std::memory_order_relaxed)) {
                bits_ = old_bits;
                buckets_ = old;
                memory_ = std::move(old_memory);
                used_ = std::uint64_t(8) << old_bits;  // still full
                return;
            }
            for (const Entry& entry : old[b].entry)
                if (const std::uint64_t data = entry.load(std::memory_order_relaxed))
                    insert(data >> 20 << old_bits | b, data >> 4 & 0xffff, data & 15);
        }
    }

  private:
    using Entry = std::atomic<std::uint64_t>;
    static_assert(Entry::is_always_lock_free);
    struct alignas(64) Bucket {
        Entry entry[8];
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    using Memory = std::unique_ptr<void, Free>;

    static constexpr int INITIAL_BITS = 10;
    static constexpr std::size_t HUGE_PAGE = std::size_t(2) << 20;

    // Allocates zeroed memory and sets `buckets` to its first bucket. With huge pages, where the system has them, most
    // searches take a quarter less time: nearly every access goes to a different page.
    static Memory allocate(int bits, Bucket*& buckets) {
        const std::size_t size = sizeof(Bucket) << bits, alignment = std::min(size, HUGE_PAGE);
        std::size_t room = size + alignment;
        Memory memory(std::calloc(room, 1));
        if (!memory) throw std::bad_alloc();
        void* begin = memory.get();
        buckets = static_cast<Bucket*>(std::align(alignment, size, begin, room));
#ifdef MADV_HUGEPAGE
        if (size >= HUGE_PAGE) madvise(buckets, size, MADV_HUGEPAGE);  // if it is refused, the table is only slower
#endif
        return memory;
    }

    Bucket& bucket(std::uint64_t permuted) const { return buckets_[permuted & ((1ull << bits_) - 1)]; }

    void insert(std::uint64_t permuted, std::uint64_t bounds, std::uint64_t effort) {
        const std::uint64_t check = permuted >> bits_ & check_mask_;
        Entry* place = nullptr;
        std::uint64_t least = 16;
        for (Entry& entry : bucket(permuted).entry) {
            const std::uint64_t data = entry.load(std::memory_order_relaxed), held = data & 15;
            if (held && data >> 20 == check) {
                place = &entry;
                least = held;
                effort = std::max(effort, held);
                break;
            }
            if (held < least) least = held, place = &entry;
        }
        if (!least) used_.fetch_add(1, std::memory_order_relaxed);
        place->store(check << 20 | bounds << 4 | effort, std::memory_order_relaxed);
    }

    int width_, bits_ = 0, max_bits_ = 0;
    std::uint64_t check_mask_;
    std::atomic<std::uint64_t> used_{0};
    Memory memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace noughts
