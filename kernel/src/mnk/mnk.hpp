// A solver of m,n,k games behind one face, whatever the length of a line and the size of the board.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/control.hpp"

namespace noughts {

// A set of up to 128 cells, in two words.
struct Cells {
    std::uint64_t low = 0, high = 0;
};

struct Verdict {
    bool decided;  // false: stopped, or out of budget
    bool won;      // by Maker, or by the attacker
    Cells zone;    // the empty cells that the proof depends on
    std::uint64_t nodes;
};

constexpr int MOST_CELLS = 128;

class Mnk {
  public:
    virtual ~Mnk() = default;
    virtual int size() const = 0;  // cells on the board
    // Does Maker get a line? The cells of both must be on the board, and apart.
    virtual Verdict weak(Cells maker, Cells breaker, bool maker_to_move, Control& control, int threads) = 0;
    // Does the attacker complete a line before the defender completes one?
    virtual Verdict strong(Cells attacker, Cells defender, bool attacker_to_move, Control& control, int threads) = 0;
    // Writes the proof of a verdict, as proof.hpp describes it, and says whether it came to its end. `alone`: the
    // defender's lines do not count, as in the weak game.
    virtual bool prove(Cells attacker, Cells defender, bool attacker_to_move, bool alone, bool won, Control& control,
                       std::function<void(const std::uint8_t*, std::size_t)> write) = 0;
    // The symmetries that a proof uses: where each takes every cell.
    virtual std::vector<std::vector<int>> symmetries() const = 0;
};

// Throws std::invalid_argument when the board has more than MOST_CELLS cells.
std::unique_ptr<Mnk> make_mnk(int columns, int rows, int length, std::size_t bytes, int key_bits, Options options);

}  // namespace noughts
