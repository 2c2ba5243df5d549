class TicTacToe:
    def __init__(self):
        self.board = [" "] * 9

    def available(self, board):
        return [i for i, x in enumerate(board) if x == " "]

    def first_free(self, board):
        return self.available(board)[0]

    def is_winner(self, board, letter):
        w = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        return any(all(board[i] == letter for i in t) for t in w)


def first_free_cell(board):
    """a helper for the tests"""
    return board.index(" ")


def minmax(board, player):
    game = TicTacToe()
    best = {"position": None, "score": -100}
    for cell in game.available(board):
        board[cell] = player
        sim_score = minmax(board, other_player)
        board[cell] = " "
        sim_score["position"] = cell
        if sim_score["score"] > best["score"]:
            best = sim_score
    return best["position"]


def best_move(board, player):
    return minmax(list(board), player)
