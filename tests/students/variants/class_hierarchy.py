"""Several players, which ask an object of the game for its moves. It knows its winner only after a move."""

import random

from brain import LINES


class Player:
    def __init__(self, mark):
        self.mark = mark

    def choose(self, game):
        raise NotImplementedError


class HumanPlayer(Player):
    def choose(self, game):
        return int(input(f"{self.mark}: "))


class RandomPlayer(Player):
    def choose(self, game):
        return random.choice(game.moves())


class SmartPlayer(Player):
    def __init__(self, mark):
        super().__init__(mark)
        self.known = {}

    def choose(self, game):
        return self.search(game, self.mark)[1]

    def search(self, game, mark):
        key = "".join(game.squares)
        if key not in self.known:
            self.known[key] = self.look(game, mark)
        return self.known[key]

    def look(self, game, mark):
        if game.winner:
            score = 1 + len(game.moves())
            return (score if game.winner == self.mark else -score), None
        if not game.moves():
            return 0, None
        found = []
        for cell in game.moves():
            game.play(cell, mark)
            found.append((self.search(game, "O" if mark == "X" else "X")[0], cell))
            game.undo(cell)
        pick = max if mark == self.mark else min
        return pick(found, key=lambda pair: pair[0])


class Game:
    def __init__(self):
        self.squares = [" "] * 9
        self.winner = None

    def moves(self):
        return [cell for cell in range(9) if self.squares[cell] == " "]

    def play(self, cell, mark):
        self.squares[cell] = mark
        if any(all(self.squares[i] == mark for i in line) for line in LINES):
            self.winner = mark

    def undo(self, cell):
        self.squares[cell] = " "
        self.winner = None


def main():
    game, players = Game(), {"X": SmartPlayer("X"), "O": HumanPlayer("O")}
    while game.moves() and not game.winner:
        for mark, player in players.items():
            game.play(player.choose(game), mark)


if __name__ == "__main__":
    main()
