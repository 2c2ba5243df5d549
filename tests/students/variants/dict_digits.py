from brain import first


def bot_move(board, mark):
    return "123456789"[first([board[k] for k in "123456789"], mark)]
