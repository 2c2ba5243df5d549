#include "mnk/mnk.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "common/parallel.hpp"
#include "mnk/proof.hpp"

namespace noughts {
namespace {

template <int K, class Bits>
class MnkSolver final : public Mnk {
  public:
    MnkSolver(int columns, int rows, int length, std::size_t bytes, int key_bits, Reductions reductions)
        : grid_(columns, rows, length),
          lines_(grid_),
          hash_(grid_),
          strong_hash_(grid_),
          table_(bytes, key_bits),
          strong_table_(bytes, key_bits),
          reductions_(reductions) {}

    int size() const override { return grid_.cells; }

    Verdict solve_maker_breaker(Cells maker, Cells breaker, bool maker_to_move, Control& control,
                                int threads) override {
        return solve(without_defence(position(maker, breaker)), maker_to_move, control, threads);
    }

    Verdict solve_strong_game(Cells attacker, Cells defender, bool attacker_to_move, Control& control,
                              int threads) override {
        return solve(position(attacker, defender), attacker_to_move, control, threads);
    }

    bool write_proof(Cells attacker, Cells defender, bool attacker_to_move, bool maker_breaker, bool won,
                     Control& control, std::function<void(const std::uint8_t*, std::size_t)> write) override {
        StrongPosition<Bits> start = position(attacker, defender);
        if (maker_breaker) start = without_defence(start);
        NodeCounter counter(control);
        StrongGame<K, Bits> search(grid_, hash_, table_, strong_hash_, strong_table_, counter, reductions_);
        ProofWriter writer(std::move(write));
        ProofGenerator<K, Bits> proof(grid_, strong_hash_, search, writer);
        try {
            if (won) attacker_to_move ? proof.win(start) : proof.win_reply(start);
            else attacker_to_move ? proof.hold(start) : proof.hold_reply(start);
        } catch (const Stopped&) {
            return false;
        }
        writer.flush();
        return true;
    }

    std::vector<std::vector<int>> symmetries() const override {
        std::vector<std::vector<int>> all;
        for (const Symmetry& symmetry : grid_.symmetries) all.push_back(symmetry.cell);
        return all;
    }

  private:
    StrongPosition<Bits> position(Cells attacker, Cells defender) const {
        return {{lines_.open_lines(to_bits<Bits>(defender)), lines_.open_lines(to_bits<Bits>(attacker))},
                empty(attacker, defender)};
    }

    // The Maker-Breaker game is the strong game in which the defender has no lines.
    static StrongPosition<Bits> without_defence(StrongPosition<Bits> s) {
        s.lines[1] = {};
        return s;
    }

    Bits empty(Cells first, Cells second) const {
        Bits board = 0;
        for (int c = 0; c < grid_.cells; ++c) board |= bit<Bits>(c);
        return board & ~to_bits<Bits>(first) & ~to_bits<Bits>(second);
    }

    // Searches in several threads that share the tables.
    Verdict solve(const StrongPosition<Bits>& start, bool attacker_to_move, Control& control, int threads) {
        const bool won = lines_.has_complete_line(start.lines[0], start.empty),
                   lost = lines_.has_complete_line(start.lines[1], start.empty);
        if (won || lost) return {true, won, {}, 0};  // the search expects an unfinished game
        // Often all threads search the same leaf, so each gets only its share of the nodes.
        const std::uint64_t leaf_nodes = std::max<std::uint64_t>(StrongGame<K, Bits>::LEAF_NODES / threads, 10000);
        const auto answer = parallel(control, threads, [&](NodeCounter& counter, int) {
            StrongGame<K, Bits> search(grid_, hash_, table_, strong_hash_, strong_table_, counter, reductions_,
                                       leaf_nodes);
            return attacker_to_move ? search.attack(start) : search.defend(start);
        });
        const std::uint64_t nodes = control.nodes.load();
        return answer ? Verdict{true, answer->won, to_cells(answer->zone), nodes} : Verdict{false, false, {}, nodes};
    }

    const Grid<K, Bits> grid_;
    const Lines<K, Bits> lines_;
    const ZobristHash<Bits> hash_;
    const ZobristHash<Bits, 2> strong_hash_;
    TranspositionTable<Bits> table_, strong_table_;
    const Reductions reductions_;
};

template <class Bits, class... Arguments>
std::unique_ptr<Mnk> make_for_length(int length, Arguments... arguments) {
    switch (length) {  // common lengths are compile-time constants, for speed
        case 3: return std::make_unique<MnkSolver<3, Bits>>(arguments...);
        case 4: return std::make_unique<MnkSolver<4, Bits>>(arguments...);
        case 5: return std::make_unique<MnkSolver<5, Bits>>(arguments...);
        case 6: return std::make_unique<MnkSolver<6, Bits>>(arguments...);
        default: return std::make_unique<MnkSolver<0, Bits>>(arguments...);
    }
}

}  // namespace

std::unique_ptr<Mnk> make_mnk(int columns, int rows, int length, std::size_t bytes, int key_bits,
                              Reductions reductions) {
    if (columns < 1 || rows < 1 || length < 1 || columns > MAX_CELLS || rows > MAX_CELLS || columns * rows > MAX_CELLS)
        throw std::invalid_argument("the kernel solves boards of 1 to 128 cells");
    if (columns * rows <= 64)
        return make_for_length<Word64>(length, columns, rows, length, bytes, key_bits, reductions);
    return make_for_length<Word128>(length, columns, rows, length, bytes, key_bits, reductions);
}

}  // namespace noughts
