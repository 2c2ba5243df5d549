# bit i set <=> stone on square i
MASKS = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
FULL = 0b111111111


def is_win(bits):
    return any(bits & m == m for m in MASKS)


def negamax(me, you, alpha, beta):
    if is_win(you):
        return -10 + (me | you).bit_count()
    free = FULL & ~(me | you)
    if not free:
        return 0
    while free:
        bit = free & -free
        free ^= bit
        score = -negamax(you, me | bit, -beta, -alpha)
        if score >= beta:
            return score
        alpha = max(alpha, score)
    return alpha


def best_move(me, you):
    free = FULL & ~(me | you)
    best, move = -100, 0
    while free:
        bit = free & -free
        free ^= bit
        score = -negamax(you, me | bit, -100, 100)
        if score > best:
            best, move = score, bit
    return move.bit_length() - 1
