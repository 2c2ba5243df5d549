// The general solver: one interface for any game in which players take cells, for every board size and number of lines.
#pragma once

#include <memory>
#include <vector>

#include "common/control.hpp"
#include "general/alphabeta.hpp"
#include "general/rules.hpp"

namespace noughts {

// A position from the point of view of the player to move. `first_to_move` tells whether that is the first player.
struct GeneralPosition {
    Cells mine, theirs;
    bool first_to_move = true;
};

// Proved bounds of a score. It is exact if they are equal.
struct ScoreBounds {
    int cell;  // the move, or -1 for the position itself
    int low, high;
};

class General {
  public:
    virtual ~General() = default;
    // Returns the score, or bounds if the search is stopped or runs out of budget. With `value_only`, the search ends
    // as soon as the winner, or a draw, is known: both bounds are then positive, both negative, or both 0.
    virtual ScoreBounds score(const GeneralPosition& position, Control& control, bool value_only, int threads) = 0;
    // Returns the scores of all legal moves for the player to move, in the order of the cells; none if the game is
    // over.
    virtual std::vector<ScoreBounds> scores(const GeneralPosition& position, Control& control, bool value_only,
                                            int threads) = 0;
    // Returns the result of one fail-soft alpha-beta search with this window. Throws Stopped.
    virtual int search_window(const GeneralPosition& position, int alpha, int beta, Control& control) = 0;
    // Whether no two positions share a key of the table.
    virtual bool exact_keys() const = 0;
};

// Throws std::invalid_argument if the rules are invalid or the board does not have 1 to MAX_CELLS cells.
std::unique_ptr<General> make_general(const Rules& rules, std::size_t bytes, int key_bits = BoundsTable::CHECK_BITS,
                                      Shortcuts shortcuts = {});

}  // namespace noughts
