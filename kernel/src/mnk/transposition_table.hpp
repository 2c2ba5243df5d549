// A transposition table that threads share without locks.
//
// An entry has a key of 64 bits, the answer, the number of nodes that it took, and its relevance zone. As long as there
// is no answer, the search can store a number in place of the zone. The stored key is the xor of the key with the rest
// of the entry. If another thread overwrites half of an entry, the key no longer matches, and the entry is not found
// (Hyatt and Mann, A lock-less transposition table implementation for parallel search, ICGA Journal 2002). A bucket has
// two entries, and a new entry replaces the one with fewer nodes.
#pragma once

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "common/bits.hpp"
#include "common/mix.hpp"

namespace noughts {

template <class Bits>
class TranspositionTable {
  public:
    struct Hit {
        bool open;  // whether there is no answer yet, but only a number
        bool won;
        Bits zone;  // or the number, in the low 64 bits
    };

    // With key_bits < 64, different positions share keys. Tests use this to show that they would notice wrong answers.
    explicit TranspositionTable(std::size_t bytes, int key_bits = 64)
        : key_mask_(key_bits >= 64 ? ~0ull : (1ull << key_bits) - 1) {
        std::size_t count = 1;
        while (count * 2 * sizeof(Bucket) <= bytes) count *= 2;
        bucket_mask_ = count - 1;
        const std::size_t size = count * sizeof(Bucket);
        std::size_t room = size + PAGE;
        memory_.reset(std::calloc(room, 1));  // the system provides zeroed pages when they are first touched
        if (!memory_) throw std::bad_alloc();
        void* begin = memory_.get();
        buckets_ = static_cast<Bucket*>(std::align(PAGE, size, begin, room));
        is_written_ = std::vector<std::atomic<bool>>(size / PAGE + 1);
    }

    bool find(std::uint64_t key, Hit& hit) const {
        const std::uint64_t check = key & key_mask_, home = mix(key) & bucket_mask_;
        if (!is_written_[home / PER_PAGE].load(std::memory_order_relaxed)) return false;
        for (const Entry& entry : buckets_[home].entry) {
            Snapshot snapshot;
            if (read(entry, snapshot) != check) continue;
            hit.won = snapshot.data & WON;
            hit.open = snapshot.data & OPEN;
            hit.zone = snapshot.zone();
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, bool won, std::uint64_t cost, Bits zone) {
        put(key, cost << 2 | (won ? WON : LOST), zone);
    }

    void store_open(std::uint64_t key, std::uint64_t cost, std::uint64_t number) { put(key, cost << 2 | OPEN, number); }

    // Marks a move as being searched by this thread. Other threads search other moves first, and later find the result
    // in the table (ABDADA: Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 1996).
    class SearchMark {
      public:
        SearchMark(TranspositionTable& table, std::uint64_t task) : slot_(table.slot(task)), task_(task) {
            slot_.store(task, std::memory_order_relaxed);
        }
        ~SearchMark() {
            if (slot_.load(std::memory_order_relaxed) == task_) slot_.store(0, std::memory_order_relaxed);
        }
        SearchMark(const SearchMark&) = delete;

      private:
        std::atomic<std::uint64_t>& slot_;
        const std::uint64_t task_;
    };

    bool is_marked(std::uint64_t task) { return slot(task).load(std::memory_order_relaxed) == task; }

  private:
    static constexpr int WORDS = sizeof(Bits) / 8;
    static constexpr std::uint64_t LOST = 0, WON = 1, OPEN = 2;
    using Atomic = std::atomic<std::uint64_t>;
    static_assert(Atomic::is_always_lock_free);

    struct Entry {
        Atomic check, data, zone[WORDS];
    };
    struct alignas(64) Bucket {  // a cache line
        Entry entry[2];
    };
    struct Snapshot {
        std::uint64_t data, words[WORDS];
        Bits zone() const {
            if constexpr (WORDS == 1) return words[0];
            else return Bits(words[1]) << 64 | words[0];
        }
    };
    struct FreeMemory {
        void operator()(void* memory) const { std::free(memory); }
    };

    void put(std::uint64_t key, std::uint64_t data, Bits zone) {
        const std::uint64_t check = key & key_mask_, home = mix(key) & bucket_mask_;
        std::atomic<bool>& is_written = is_written_[home / PER_PAGE];
        if (!is_written.load(std::memory_order_relaxed)) {
            write(buckets_[home].entry[0], check, data, zone);
            return is_written.store(true, std::memory_order_relaxed);
        }
        Entry* place = nullptr;
        std::uint64_t least = ~0ull;
        for (Entry& entry : buckets_[home].entry) {
            Snapshot snapshot;
            if (read(entry, snapshot) == check) return write(entry, check, data, zone);
            if (snapshot.data >> 2 < least) least = snapshot.data >> 2, place = &entry;
        }
        write(*place, check, data, zone);
    }

    // Reads an entry and returns its key. The key is wrong if another thread has overwritten part of the entry.
    static std::uint64_t read(const Entry& entry, Snapshot& snapshot) {
        snapshot.data = entry.data.load(std::memory_order_relaxed);
        std::uint64_t key = entry.check.load(std::memory_order_relaxed) ^ snapshot.data;
        for (int i = 0; i < WORDS; ++i) {
            snapshot.words[i] = entry.zone[i].load(std::memory_order_relaxed);
            key ^= mix(snapshot.words[i] + i);
        }
        return key;
    }

    static void write(Entry& entry, std::uint64_t check, std::uint64_t data, Bits zone) {
        entry.data.store(data, std::memory_order_relaxed);
        check ^= data;
        for (int i = 0; i < WORDS; ++i) {
            const std::uint64_t word = std::uint64_t(zone);
            if constexpr (WORDS > 1) zone >>= 64;
            entry.zone[i].store(word, std::memory_order_relaxed);
            check ^= mix(word + i);
        }
        entry.check.store(check, std::memory_order_relaxed);
    }

    std::atomic<std::uint64_t>& slot(std::uint64_t task) { return work_[task % MARKS]; }

    static constexpr int MARKS = 4096;
    std::array<std::atomic<std::uint64_t>, MARKS> work_{};
    // The table reads only pages that it has written. To read another page is slow, and so is the first write after
    // that: the system replaces the page, and interrupts all threads.
    static constexpr std::size_t PAGE = 4096, PER_PAGE = PAGE / sizeof(Bucket);
    std::vector<std::atomic<bool>> is_written_;
    std::uint64_t key_mask_, bucket_mask_;
    std::unique_ptr<void, FreeMemory> memory_;
    Bucket* buckets_;
};

}  // namespace noughts
