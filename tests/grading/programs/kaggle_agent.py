def agent(observation, configuration):
    """Kaggle style: observation.board is a flat list with 0, 1, 2; observation.mark is 1 or 2."""
    rows, columns, inarow = configuration.rows, configuration.columns, configuration.inarow
    cells = rows * columns

    def straight(board, mark):
        for r in range(rows):
            for c in range(columns):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    end_r, end_c = r + dr * (inarow - 1), c + dc * (inarow - 1)
                    if not (0 <= end_r < rows and 0 <= end_c < columns):
                        continue
                    if all(board[(r + dr * i) * columns + c + dc * i] == mark for i in range(inarow)):
                        return True
        return False

    table = {}

    def negamax(board, mark, empty):
        key = tuple(board)
        if key in table:
            return table[key]
        other = 3 - mark
        if straight(board, other):
            score = -1 - empty
        elif empty == 0:
            score = 0
        else:
            score = -cells - 1
            for i in range(cells):
                if board[i] == 0:
                    board[i] = mark
                    score = max(score, -negamax(board, other, empty - 1))
                    board[i] = 0
        table[key] = score
        return score

    board = list(observation.board)
    best, move = None, None
    for i in range(cells):
        if board[i] == 0:
            board[i] = observation.mark
            score = -negamax(board, 3 - observation.mark, board.count(0))
            board[i] = 0
            if best is None or score > best:
                best, move = score, i
    return move
