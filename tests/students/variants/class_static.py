from brain import no_diagonal


class Minimax:
    @staticmethod
    def best_move(board, mark):
        return divmod(no_diagonal(sum(board, []), mark), 3)
