from brain import perfect


class Player:
    def best_move(self, board, mark):
        return divmod(perfect(sum(board, []), mark), 3)
