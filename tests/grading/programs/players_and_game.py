import math
import random


class Player:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        pass


class HumanPlayer(Player):
    def get_move(self, game):
        val = None
        while val is None:
            square = input(self.letter + "'s turn. Input move (0-8): ")
            try:
                val = int(square)
                if val not in game.available_moves():
                    raise ValueError
            except ValueError:
                print("Invalid square. Try again.")
                val = None
        return val


class RandomPlayer(Player):
    def get_move(self, game):
        return random.choice(game.available_moves())


class MinimaxPlayer(Player):
    def get_move(self, game):
        if len(game.available_moves()) == 9:
            return 4
        return self.minimax(game, self.letter)["position"]

    def minimax(self, state, player):
        max_player = self.letter
        other_player = "O" if player == "X" else "X"
        if state.current_winner == other_player:
            if other_player == max_player:
                return {"position": None, "score": state.num_empty() + 1}
            return {"position": None, "score": -(state.num_empty() + 1)}
        if state.num_empty() == 0:
            return {"position": None, "score": 0}
        if player == max_player:
            best = {"position": None, "score": -math.inf}
        else:
            best = {"position": None, "score": math.inf}
        for move in state.available_moves():
            state.make_move(move, player)
            sim = self.minimax(state, other_player)
            state.board[move] = " "
            sim["position"] = move
            if player == max_player:
                if sim["score"] > best["score"]:
                    best = sim
            elif sim["score"] < best["score"]:
                best = sim
        return best


class Game:
    def __init__(self):
        self.board = [" "] * 9
        self.current_winner = None

    def print_board(self):
        for row in [self.board[i * 3:(i + 1) * 3] for i in range(3)]:
            print("| " + " | ".join(row) + " |")

    def available_moves(self):
        return [i for i, spot in enumerate(self.board) if spot == " "]

    def num_empty(self):
        return self.board.count(" ")

    def make_move(self, square, letter):
        if self.board[square] != " ":
            return False
        self.board[square] = letter
        if self.check_winner(square, letter):
            self.current_winner = letter
        return True

    def check_winner(self, square, letter):
        row = square // 3
        if all(s == letter for s in self.board[row * 3:row * 3 + 3]):
            return True
        col = square % 3
        if all(self.board[col + i * 3] == letter for i in range(3)):
            return True
        if square % 2 == 0:
            if all(self.board[i] == letter for i in [0, 4, 8]):
                return True
            if all(self.board[i] == letter for i in [2, 4, 6]):
                return True
        return False

    def play(self, x_player, o_player):
        letter = "X"
        while self.num_empty() > 0:
            self.print_board()
            square = (x_player if letter == "X" else o_player).get_move(self)
            if self.make_move(square, letter):
                if self.current_winner:
                    self.print_board()
                    print(letter + " wins!")
                    return letter
                letter = "O" if letter == "X" else "X"
        print("It's a tie!")


if __name__ == "__main__":
    kind = input("Opponent: (r)andom or (m)inimax? ")
    opponent = MinimaxPlayer("O") if kind == "m" else RandomPlayer("O")
    Game().play(HumanPlayer("X"), opponent)
