# the score of a move is the score of the board after it - for the other player
wins = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
cache = {}

def score(a, b):
    """a is to move"""
    if (a, b) not in cache:
        if any(b & w == w for w in wins):
            s = -1
        else:
            s = max([-score(b, a | 1 << i) for i in range(9) if not (a | b) & 1 << i], default=0)
        cache[a, b] = s
    return cache[a, b]

def to_bits(board, mark):
    return sum(1 << i for i, m in enumerate(board) if m == mark)

def best_cell(board, mark):
    other = "O" if mark == "X" else "X"
    a, b = to_bits(board, mark), to_bits(board, other)
    free = [i for i in range(9) if board[i] == " "]
    return max(free, key=lambda i: score(b, a | 1 << i))
