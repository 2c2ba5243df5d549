import math
import random


class TicTacToe:
    def __init__(self):
        self.board = [" "] * 9
        self.current_winner = None

    def available_moves(self):
        return [i for i, spot in enumerate(self.board) if spot == " "]

    def num_empty_squares(self):
        return self.board.count(" ")

    def make_move(self, square, letter):
        if self.board[square] != " ":
            return False
        self.board[square] = letter
        if self.check(square, letter):
            self.current_winner = letter
        return True

    def check(self, square, letter):
        row, column = square // 3, square % 3
        if all(s == letter for s in self.board[3 * row : 3 * row + 3]):
            return True
        if all(s == letter for s in self.board[column::3]):
            return True
        # only even squares are on diagonals
        if square % 2 == 0:
            return all(self.board[i] == letter for i in (0, 4, 8)) or all(self.board[i] == letter for i in (2, 4, 6))
        return False


class Player:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        pass


class HumanPlayer(Player):
    def get_move(self, game):
        return int(input(self.letter + "'s turn. Move (0-8): "))


class SmartComputer(Player):
    def get_move(self, game):
        if len(game.available_moves()) == 9:
            return random.choice(game.available_moves())
        return self.minimax(game, self.letter, -math.inf, math.inf)["position"]

    def minimax(self, state, player, alpha, beta):
        me = self.letter
        other = "O" if player == "X" else "X"
        if state.current_winner == other:
            sign = 1 if other == me else -1
            return {"position": None, "score": sign * (state.num_empty_squares() + 1)}
        if state.num_empty_squares() == 0:
            return {"position": None, "score": 0}
        best = {"position": None, "score": -math.inf if player == me else math.inf}
        for move in state.available_moves():
            state.make_move(move, player)
            score = self.minimax(state, other, alpha, beta)["score"]
            state.board[move] = " "
            state.current_winner = None
            if player == me:
                if score > best["score"]:
                    best = {"position": move, "score": score}
                alpha = max(alpha, score)
            else:
                if score < best["score"]:
                    best = {"position": move, "score": score}
                beta = min(beta, score)
            if alpha >= beta:
                break
        return best


def play(game, x_player, o_player):
    letter = "X"
    while game.available_moves():
        game.make_move((x_player if letter == "X" else o_player).get_move(game), letter)
        if game.current_winner:
            return letter
        letter = "O" if letter == "X" else "X"
    return None


if __name__ == "__main__":
    print(play(TicTacToe(), HumanPlayer("X"), SmartComputer("O")))
