// The optional reductions of the k-in-a-row solvers.
#pragma once

namespace noughts {

// Which exact reductions the search uses. Every choice gives the same answers; tests switch them off one by one.
struct Reductions {
    bool domination = true;  // drop dominated lines and moves
    bool twins = true;       // pair off two cells that lie on exactly the same lines
    bool pairing = true;     // stop at positions that a pairing strategy draws
    bool zones = true;       // skip moves that the relevance zone of an earlier proof refutes
    bool table = true;       // use a transposition table
};

}  // namespace noughts
