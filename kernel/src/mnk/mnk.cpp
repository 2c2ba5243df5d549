#include "mnk/mnk.hpp"

#include <mutex>
#include <stdexcept>
#include <vector>

#include "common/parallel.hpp"
#include "mnk/proof.hpp"

namespace noughts {
namespace {

template <class Bits>
Bits word(Cells cells) {
    if constexpr (sizeof(Bits) > 8) return Bits(cells.high) << 64 | cells.low;
    else return cells.low;
}

template <class Bits>
Cells cells(Bits b) {
    if constexpr (sizeof(Bits) > 8) return {std::uint64_t(b), std::uint64_t(b >> 64)};
    else return {b, 0};
}

template <int K, class Bits>
class MnkOf final : public Mnk {
  public:
    MnkOf(int columns, int rows, int length, std::size_t bytes, int key_bits, Options options)
        : grid_(columns, rows, length),
          lines_(grid_),
          hash_(grid_),
          table_(bytes, key_bits),
          options_(options),
          bytes_(bytes),
          key_bits_(key_bits) {}

    int size() const override { return grid_.cells; }

    Verdict weak(Cells maker, Cells breaker, bool maker_to_move, Control& control, int threads) override {
        const State<Bits> state{lines_.untouched(word<Bits>(breaker)), empty(maker, breaker)};
        if (lines_.owned(state.lines, state.empty))
            return {true, true, {}, 0};  // over, which the search does not expect
        return searched(control, threads, [&](Counter& counter) {
            Weak<K, Bits> search(grid_, hash_, table_, counter, options_);
            return maker_to_move ? search.maker(state) : search.breaker(state);
        });
    }

    Verdict strong(Cells attacker, Cells defender, bool attacker_to_move, Control& control, int threads) override {
        const typename Strong<K, Bits>::Battle battle{
            {lines_.untouched(word<Bits>(defender)), lines_.untouched(word<Bits>(attacker))},
            empty(attacker, defender)};
        const bool won = lines_.owned(battle.lines[0], battle.empty),
                   lost = lines_.owned(battle.lines[1], battle.empty);
        if (won || lost) return {true, won, {}, 0};  // over, which the search does not expect
        prepare();
        return searched(control, threads, [&](Counter& counter) {
            Strong<K, Bits> search(grid_, hash_, table_, *battle_hash_, *battle_table_, counter, options_);
            return attacker_to_move ? search.attack(battle) : search.defend(battle);
        });
    }

    bool prove(Cells attacker, Cells defender, bool attacker_to_move, bool alone, bool won, Control& control,
               std::function<void(const std::uint8_t*, std::size_t)> write) override {
        typename Strong<K, Bits>::Battle battle{
            {lines_.untouched(word<Bits>(defender)), lines_.untouched(word<Bits>(attacker))},
            empty(attacker, defender)};
        if (alone) battle.lines[1] = {};
        prepare();
        Counter counter(control);
        Weak<K, Bits> weak(grid_, hash_, table_, counter, options_);
        Strong<K, Bits> strong(grid_, hash_, table_, *battle_hash_, *battle_table_, counter, options_);
        Bytes bytes(std::move(write));
        Proof<K, Bits> proof(grid_, *battle_hash_, weak, alone && !won ? nullptr : &strong, bytes);
        try {
            if (won) attacker_to_move ? proof.win(battle) : proof.win_reply(battle);
            else attacker_to_move ? proof.hold(battle) : proof.hold_reply(battle);
        } catch (const Stopped&) {
            return false;
        }
        bytes.flush();
        return true;
    }

    std::vector<std::vector<int>> symmetries() const override {
        std::vector<std::vector<int>> all;
        for (const Symmetry& symmetry : grid_.symmetries) all.push_back(symmetry.cell);
        return all;
    }

  private:
    // What the game of both sides needs is made when it is first asked for.
    void prepare() {
        std::call_once(both_sides_, [&] {
            battle_hash_ = std::make_unique<Hash<Bits, 2>>(grid_);
            battle_table_ = std::make_unique<Table<Bits>>(bytes_, key_bits_);
        });
    }

    Bits empty(Cells first, Cells second) const {
        Bits board = 0;
        for (int c = 0; c < grid_.cells; ++c) board |= bit<Bits>(c);
        return board & ~word<Bits>(first) & ~word<Bits>(second);
    }

    // Several threads with one table, each at what no other is at.
    template <class Search>
    Verdict searched(Control& control, int threads, Search search) {
        const auto answer = together(control, threads, [&](Counter& counter, int) { return search(counter); });
        const std::uint64_t nodes = control.nodes.load();
        return answer ? Verdict{true, answer->won, cells(answer->zone), nodes} : Verdict{false, false, {}, nodes};
    }

    const Grid<K, Bits> grid_;
    const Lines<K, Bits> lines_;
    const Hash<Bits> hash_;
    Table<Bits> table_;
    const Options options_;
    const std::size_t bytes_;
    const int key_bits_;
    std::once_flag both_sides_;  // what the game of both sides needs is made when it is first asked for
    std::unique_ptr<Hash<Bits, 2>> battle_hash_;
    std::unique_ptr<Table<Bits>> battle_table_;
};

template <class Bits, class... Arguments>
std::unique_ptr<Mnk> of_length(int length, Arguments... arguments) {
    switch (length) {  // the lengths that people play are compiled for speed
        case 3: return std::make_unique<MnkOf<3, Bits>>(arguments...);
        case 4: return std::make_unique<MnkOf<4, Bits>>(arguments...);
        case 5: return std::make_unique<MnkOf<5, Bits>>(arguments...);
        case 6: return std::make_unique<MnkOf<6, Bits>>(arguments...);
        default: return std::make_unique<MnkOf<0, Bits>>(arguments...);
    }
}

}  // namespace

std::unique_ptr<Mnk> make_mnk(int columns, int rows, int length, std::size_t bytes, int key_bits, Options options) {
    if (columns < 1 || rows < 1 || length < 1 || columns > MOST_CELLS || rows > MOST_CELLS ||
        columns * rows > MOST_CELLS)
        throw std::invalid_argument("the kernel solves boards of 1 to 128 cells");
    if (columns * rows <= 64) return of_length<Word64>(length, columns, rows, length, bytes, key_bits, options);
    return of_length<Word128>(length, columns, rows, length, bytes, key_bits, options);
}

}  // namespace noughts
