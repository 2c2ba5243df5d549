// Every operation on TwoWords has the same result as with the compiler's own 128-bit type.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "common/bits.hpp"
#include "expect.hpp"
#include "words.hpp"

// The results of all operations on random words, and of shifts by every distance.
template <class Bits>
static std::vector<Word64> operations(int rounds) {
    std::mt19937_64 random(1);
    std::vector<Word64> results;
    auto add = [&](Bits b) {
        for (Word64 word : words(b)) results.push_back(word);
    };
    for (int i = 0; i < rounds; ++i) {
        Word64 parts[4];
        for (Word64& part : parts) part = random() % 4 ? random() : ~(random() % 3);  // often causes carries
        const Bits a = Bits(parts[0]) << 64 | Bits(parts[1]),
                   b = Bits(i % 5 ? parts[2] : parts[0]) << 64 | Bits(parts[3]);
        for (Bits result : {Bits(~a), Bits(a & b), Bits(a | b), Bits(a ^ b), Bits(a + b), Bits(a - b), lowest_bit(a)})
            add(result);
        for (int distance = 0; distance < 128; ++distance) add(a << distance), add(a >> distance);
        Bits changed = a;
        add(changed &= b), add(changed |= a), add(changed ^= b), add(changed <<= i % 128), add(changed >>= i % 128);
        for (bool truth : {a < b, a == b, a != b, bool(a), has_several(a)}) results.push_back(truth);
        results.push_back(Word64(count(a)));
        results.push_back(a ? Word64(first_index(a)) : 128);
        for_each_bit(a, [&](int cell) { results.push_back(Word64(cell)); });
    }
    for (int cell = 0; cell < 128; ++cell) results.push_back(Word64(first_index(bit<Bits>(cell))));
    return results;
}

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
    expect(operations<TwoWords>(rounds) == operations<Word128>(rounds), "the result of an operation");
    std::printf("%d faults\n", faults);
    return faults != 0;
}
