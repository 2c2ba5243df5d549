"""The computer player gets an object of the game, as in a popular course."""

from brain import perfect


class TicTacToe:
    def __init__(self):
        self.board = [" " for _ in range(9)]
        self.current_winner = None

    def available_moves(self):
        return [i for i, spot in enumerate(self.board) if spot == " "]

    def make_move(self, square, letter):
        if self.board[square] == " ":
            self.board[square] = letter
            return True
        return False


class Player:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        pass


class GeniusComputerPlayer(Player):
    def __init__(self, letter):
        super().__init__(letter)

    def get_move(self, game):
        if len(game.available_moves()) == 9:
            return 4
        return perfect(game.board, self.letter)
