// What has been proved, kept in a table that threads share without locks.
//
// An entry is a key of 64 bits, the answer with what it cost, and the cells that the proof depends on. It is stored
// with its key xored by the rest of it, so that an entry half written by another thread does not fit its key and is
// not found (Hyatt and Mann, A lock-less transposition table implementation for parallel search, ICGA Journal 2002).
// A bucket has two entries; a new one takes the place of the cheaper.
#pragma once

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "common/bits.hpp"

namespace noughts {

// Mixes all bits of a number into all of its bits (the finaliser of SplitMix64).
inline std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

template <class Bits>
class Table {
  public:
    struct Found {
        int answer;
        Bits zone;
    };

    // key_bits < 64 makes keys collide on purpose, for tests that must then fail.
    explicit Table(std::size_t bytes, int key_bits = 64) : key_mask_(key_bits >= 64 ? ~0ull : (1ull << key_bits) - 1) {
        while (buckets_ * 2 * sizeof(Bucket) <= bytes) buckets_ *= 2;
        // Memory of zeros that the system hands out page by page, when it is first touched.
        memory_.reset(static_cast<Bucket*>(std::calloc(buckets_, sizeof(Bucket))));
        if (!memory_) throw std::bad_alloc();
    }

    bool find(std::uint64_t key, Found& found) const {
        const std::uint64_t check = key & key_mask_;
        for (const Entry& entry : bucket(key).entry) {
            Plain plain;
            if (read(entry, plain) != check) continue;
            found.answer = int(plain.data & 1);
            found.zone = plain.zone();
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, int answer, std::uint64_t cost, Bits zone) {
        const std::uint64_t check = key & key_mask_;
        Bucket& home = bucket(key);
        Entry* cheaper = nullptr;
        std::uint64_t least = ~0ull;
        for (Entry& entry : home.entry) {
            Plain plain;
            const std::uint64_t held = read(entry, plain);
            if (held == check) return write(entry, check, cost << 1 | answer, zone);
            const std::uint64_t price = plain.data >> 1;
            if (price < least) least = price, cheaper = &entry;
        }
        write(*cheaper, check, cost << 1 | answer, zone);
    }

    // What a thread searches while this lives: others who come there turn to something else first, and find what
    // became of it in the table (ABDADA: Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 1996).
    class Work {
      public:
        Work(Table& table, std::uint64_t task) : slot_(table.slot(task)), task_(task) {
            slot_.store(task, std::memory_order_relaxed);
        }
        ~Work() {
            if (slot_.load(std::memory_order_relaxed) == task_) slot_.store(0, std::memory_order_relaxed);
        }
        Work(const Work&) = delete;

      private:
        std::atomic<std::uint64_t>& slot_;
        const std::uint64_t task_;
    };

    bool worked_on(std::uint64_t task) { return slot(task).load(std::memory_order_relaxed) == task; }

  private:
    static constexpr int WORDS = sizeof(Bits) / 8;
    using Atomic = std::atomic<std::uint64_t>;
    static_assert(Atomic::is_always_lock_free);

    struct Entry {
        Atomic check, data, zone[WORDS];
    };
    struct Bucket {
        Entry entry[2];
    };
    struct Plain {
        std::uint64_t data, words[WORDS];
        Bits zone() const {
            if constexpr (WORDS == 1) return words[0];
            else return Bits(words[1]) << 64 | words[0];
        }
    };
    struct Free {
        void operator()(Bucket* memory) const { std::free(memory); }
    };

    // The key of an entry, as far as its parts belong together.
    static std::uint64_t read(const Entry& entry, Plain& plain) {
        plain.data = entry.data.load(std::memory_order_relaxed);
        std::uint64_t key = entry.check.load(std::memory_order_relaxed) ^ plain.data;
        for (int i = 0; i < WORDS; ++i) {
            plain.words[i] = entry.zone[i].load(std::memory_order_relaxed);
            key ^= mix(plain.words[i] + i);
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

    std::atomic<std::uint64_t>& slot(std::uint64_t task) { return work_[task % WORKS]; }

    Bucket& bucket(std::uint64_t key) const { return memory_.get()[mix(key) & (buckets_ - 1)]; }

    static constexpr int WORKS = 4096;
    std::array<std::atomic<std::uint64_t>, WORKS> work_{};
    std::size_t buckets_ = 1;
    std::uint64_t key_mask_;
    std::unique_ptr<Bucket, Free> memory_;
};

}  // namespace noughts
