#include "mnk/mnk.hpp"

#include <mutex>
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
          table_(bytes, key_bits),
          reductions_(reductions),
          bytes_(bytes),
          key_bits_(key_bits) {}

    int size() const override { return grid_.cells; }

    Verdict solve_maker_breaker(Cells maker, Cells breaker, bool maker_to_move, Control& control,
                                int threads) override {
        const MakerPosition<Bits> state{lines_.open_lines(to_bits<Bits>(breaker)), empty(maker, breaker)};
        if (lines_.has_complete_line(state.lines, state.empty))
            return {true, true, {}, 0};  // the search expects an unfinished game
        return run(control, threads, [&](NodeCounter& counter) {
            MakerBreaker<K, Bits> search(grid_, hash_, table_, counter, reductions_);
            return maker_to_move ? search.maker(state) : search.breaker(state);
        });
    }

    Verdict solve_strong_game(Cells attacker, Cells defender, bool attacker_to_move, Control& control,
                              int threads) override {
        const StrongPosition<Bits> position{
            {lines_.open_lines(to_bits<Bits>(defender)), lines_.open_lines(to_bits<Bits>(attacker))},
            empty(attacker, defender)};
        const bool won = lines_.has_complete_line(position.lines[0], position.empty),
                   lost = lines_.has_complete_line(position.lines[1], position.empty);
        if (won || lost) return {true, won, {}, 0};  // the search expects an unfinished game
        prepare_strong_game();
        return run(control, threads, [&](NodeCounter& counter) {
            StrongGame<K, Bits> search(grid_, hash_, table_, *strong_hash_, *strong_table_, counter, reductions_);
            return attacker_to_move ? search.attack(position) : search.defend(position);
        });
    }

    bool write_proof(Cells attacker, Cells defender, bool attacker_to_move, bool maker_breaker, bool won,
                     Control& control, std::function<void(const std::uint8_t*, std::size_t)> write) override {
        StrongPosition<Bits> position{
            {lines_.open_lines(to_bits<Bits>(defender)), lines_.open_lines(to_bits<Bits>(attacker))},
            empty(attacker, defender)};
        if (maker_breaker) position.lines[1] = {};
        prepare_strong_game();
        NodeCounter counter(control);
        MakerBreaker<K, Bits> maker_breaker_solver(grid_, hash_, table_, counter, reductions_);
        StrongGame<K, Bits> strong_solver(grid_, hash_, table_, *strong_hash_, *strong_table_, counter, reductions_);
        ProofWriter writer(std::move(write));
        ProofGenerator<K, Bits> proof(grid_, *strong_hash_, maker_breaker_solver,
                                      maker_breaker && !won ? nullptr : &strong_solver, writer);
        try {
            if (won) attacker_to_move ? proof.win(position) : proof.win_reply(position);
            else attacker_to_move ? proof.hold(position) : proof.hold_reply(position);
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
    // Creates what only the strong game needs.
    void prepare_strong_game() {
        std::call_once(both_sides_, [&] {
            strong_hash_ = std::make_unique<ZobristHash<Bits, 2>>(grid_);
            strong_table_ = std::make_unique<TranspositionTable<Bits>>(bytes_, key_bits_);
        });
    }

    Bits empty(Cells first, Cells second) const {
        Bits board = 0;
        for (int c = 0; c < grid_.cells; ++c) board |= bit<Bits>(c);
        return board & ~to_bits<Bits>(first) & ~to_bits<Bits>(second);
    }

    // Runs a search in several threads that share a table.
    template <class Search>
    Verdict run(Control& control, int threads, Search search) {
        const auto answer = parallel(control, threads, [&](NodeCounter& counter, int) { return search(counter); });
        const std::uint64_t nodes = control.nodes.load();
        return answer ? Verdict{true, answer->won, to_cells(answer->zone), nodes} : Verdict{false, false, {}, nodes};
    }

    const Grid<K, Bits> grid_;
    const Lines<K, Bits> lines_;
    const ZobristHash<Bits> hash_;
    TranspositionTable<Bits> table_;
    const Reductions reductions_;
    const std::size_t bytes_;
    const int key_bits_;
    std::once_flag both_sides_;  // for prepare_strong_game
    std::unique_ptr<ZobristHash<Bits, 2>> strong_hash_;
    std::unique_ptr<TranspositionTable<Bits>> strong_table_;
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
