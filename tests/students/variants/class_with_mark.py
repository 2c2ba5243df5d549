from brain import perfect


class Computer:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, board):
        return perfect(board, self.letter)
