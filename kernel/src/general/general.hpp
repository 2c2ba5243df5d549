// A solver of any game of taking cells behind one face, whatever the size of the board and the number of lines.
#pragma once

#include <memory>
#include <vector>

#include "common/control.hpp"
#include "general/alphabeta.hpp"
#include "general/rules.hpp"

namespace noughts {

// A position as the player to move sees it; `first_to_move` says which of the two that is.
struct Placed {
    Cells mine, theirs;
    bool first_to_move = true;
};

// What is known of a score: between two bounds, which are the same when it is decided.
struct Scored {
    int cell;  // the move; -1 for the position itself
    int low, high;
};

class General {
  public:
    virtual ~General() = default;
    // The score; when the search is stopped or out of budget, bounds. With `value_only` it is decided as soon as it is
    // known who wins, if anybody: the bounds are then on the same side of 0, or both 0.
    virtual Scored score(const Placed& placed, Control& control, bool value_only, int threads) = 0;
    // The same of every legal move, in the order of the cells, as the player to move sees it; none when the game is
    // over.
    virtual std::vector<Scored> scores(const Placed& placed, Control& control, bool value_only, int threads) = 0;
    // A score by one search with this window, under the contract of alpha-beta. Throws Stopped.
    virtual int within(const Placed& placed, int alpha, int beta, Control& control) = 0;
    // No two positions share a key of the table.
    virtual bool exact_keys() const = 0;
};

// Throws std::invalid_argument when the rules are not those of a game of 1 to MOST_CELLS cells.
std::unique_ptr<General> make_general(const Rules& rules, std::size_t bytes, int key_bits = BoundsTable::REST,
                                      Shortcuts shortcuts = {});

}  // namespace noughts
