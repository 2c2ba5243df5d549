from brain import perfect

KEYS = ["top-L", "top-M", "top-R", "mid-L", "mid-M", "mid-R", "low-L", "low-M", "low-R"]
theBoard = {key: " " for key in KEYS}


def computerMove(board, letter):
    return KEYS[perfect([board[key] for key in KEYS], letter)]
