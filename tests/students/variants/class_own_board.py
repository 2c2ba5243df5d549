from brain import perfect


class TicTacToe:
    def __init__(self):
        self.board = [[" " for _ in range(3)] for _ in range(3)]
        self.current_player = "X"

    def find_best_move(self):
        return divmod(perfect(sum(self.board, []), self.current_player), 3)

    def play(self):
        while True:
            self.board[int(input())][int(input())] = self.current_player


if __name__ == "__main__":
    TicTacToe().play()
