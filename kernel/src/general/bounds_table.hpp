// Between what bounds scores have been proved to lie, kept in a table that threads share without locks.
//
// A key of w bits is first mixed by a bijection of the numbers of w bits. Its lowest bits are the bucket; the others
// are kept, so that two keys are never taken for each other. An entry is one word, read and written at once:
//
//      | rest of the key: 44 | low + 128: 8 | high + 128: 8 | effort: 4 |
//
// A bucket is a line of the processor's cache, eight entries; a new one takes the place of that with the least effort.
// The table begins small, as touching memory for the first time is slow, and is made larger between searches.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "common/bits.hpp"

namespace noughts {

// A bijection of the numbers of so many bits.
inline std::uint64_t shuffle(std::uint64_t x, int bits) {
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
    static constexpr int REST = 44;

    // Takes at least the room that keys of this width need: 64 megabytes for 64 bits. key_bits < 44 makes keys collide
    // on purpose, for tests that must then fail.
    BoundsTable(std::size_t bytes, int width, int key_bits = REST)
        : width_(width), rest_mask_(key_bits >= REST ? ~0ull : (1ull << key_bits) - 1) {
        const int least = std::max(0, width - REST), enough = std::max(0, width - 3);
        most_bits_ = least;
        while (most_bits_ < enough && (2 * sizeof(Bucket) << most_bits_) <= bytes) ++most_bits_;
        if (key_bits < REST) bits_ = most_bits_;  // keys that are cut short cannot be moved
        else bits_ = std::min(most_bits_, std::max(FIRST_BITS, least));
        memory_ = fresh(bits_, buckets_);
    }

    bool find(std::uint64_t key, Bounds& found) const {
        const std::uint64_t at = shuffle(key, width_), rest = at >> bits_ & rest_mask_;
        for (const Entry& entry : bucket(at).entry) {
            const std::uint64_t data = entry.load(std::memory_order_relaxed);
            if (data >> 20 != rest || !(data & 15)) continue;
            found = {int(data >> 12 & 255) - 128, int(data >> 4 & 255) - 128};
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, Bounds bounds, std::uint64_t nodes) {
        std::uint64_t effort = 1;
        while (effort < 15 && nodes >> (2 * effort - 1)) ++effort;
        put(shuffle(key, width_), std::uint64_t(bounds.low + 128) << 8 | std::uint64_t(bounds.high + 128), effort);
    }

    // Whether it is time to grow.
    bool crowded() const {
        return bits_ < most_bits_ && used_.load(std::memory_order_relaxed) > std::uint64_t(4) << bits_;
    }

    // Makes it eight times as large, if there is room. Nobody else may use it meanwhile. Told to stop, it stays as it
    // was.
    void grow(const std::atomic<bool>& stop) {
        const int old_bits = bits_;
        Bucket* const old = buckets_;
        Memory old_memory = std::move(memory_);
        bits_ = std::min(bits_ + 3, most_bits_);
        memory_ = fresh(bits_, buckets_);
        used_ = 0;
        for (std::uint64_t b = 0; b < 1ull << old_bits; ++b) {
            if (b % 1024 == 0 && stop.load(std::memory_order_relaxed)) {
                bits_ = old_bits;
                buckets_ = old;
                memory_ = std::move(old_memory);
                used_ = std::uint64_t(8) << old_bits;  // crowded as before
                return;
            }
            for (const Entry& entry : old[b].entry)
                if (const std::uint64_t data = entry.load(std::memory_order_relaxed))
                    put(data >> 20 << old_bits | b, data >> 4 & 0xffff, data & 15);
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

    static constexpr int FIRST_BITS = 10;

    // Memory of zeros, with its first bucket.
    static Memory fresh(int bits, Bucket*& buckets) {
        std::size_t room = (sizeof(Bucket) << bits) + alignof(Bucket);
        Memory memory(std::calloc(room, 1));
        if (!memory) throw std::bad_alloc();
        void* begin = memory.get();
        buckets = static_cast<Bucket*>(std::align(alignof(Bucket), sizeof(Bucket) << bits, begin, room));
        return memory;
    }

    Bucket& bucket(std::uint64_t at) const { return buckets_[at & ((1ull << bits_) - 1)]; }

    void put(std::uint64_t at, std::uint64_t bounds, std::uint64_t effort) {
        const std::uint64_t rest = at >> bits_ & rest_mask_;
        Entry* place = nullptr;
        std::uint64_t least = 16;
        for (Entry& entry : bucket(at).entry) {
            const std::uint64_t data = entry.load(std::memory_order_relaxed), held = data & 15;
            if (held && data >> 20 == rest) {
                place = &entry;
                least = held;
                effort = std::max(effort, held);
                break;
            }
            if (held < least) least = held, place = &entry;
        }
        if (!least) used_.fetch_add(1, std::memory_order_relaxed);
        place->store(rest << 20 | bounds << 4 | effort, std::memory_order_relaxed);
    }

    int width_, bits_ = 0, most_bits_ = 0;
    std::uint64_t rest_mask_;
    std::atomic<std::uint64_t> used_{0};
    Memory memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace noughts
