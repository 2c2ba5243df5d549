// The solver of m,n,k games: one interface for every line length and board size.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/cells.hpp"
#include "common/control.hpp"
#include "mnk/reductions.hpp"

namespace noughts {

struct Verdict {
    bool decided;  // false if the search was stopped or ran out of budget
    bool won;      // whether Maker or the attacker wins
    Cells zone;    // the empty cells that the proof depends on
    std::uint64_t nodes;
};

class Mnk {
  public:
    virtual ~Mnk() = default;
    virtual int size() const = 0;  // the number of cells
    // Finds out whether Maker completes a line. The two sets must be disjoint and on the board.
    virtual Verdict solve_maker_breaker(Cells maker, Cells breaker, bool maker_to_move, Control& control,
                                        int threads) = 0;
    // Finds out whether the attacker completes a line before the defender does.
    virtual Verdict solve_strong_game(Cells attacker, Cells defender, bool attacker_to_move, Control& control,
                                      int threads) = 0;
    // Writes the proof of a verdict in the format of docs/proof-format.md. Returns false if it was stopped. With
    // `maker_breaker`, the defender's lines do not count.
    virtual bool write_proof(Cells attacker, Cells defender, bool attacker_to_move, bool maker_breaker, bool won,
                             Control& control, std::function<void(const std::uint8_t*, std::size_t)> write) = 0;
    // The symmetries of the board, which proofs refer to by number: each lists the image of every cell.
    virtual std::vector<std::vector<int>> symmetries() const = 0;
};

// Throws std::invalid_argument if the board does not have 1 to MAX_CELLS cells.
std::unique_ptr<Mnk> make_mnk(int columns, int rows, int length, std::size_t bytes, int key_bits,
                              Reductions reductions);

}  // namespace noughts
