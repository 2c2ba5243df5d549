# index = 3 * column + row  (I learned programming in Fortran)
import itertools


def cell(board, index):
    return board[index % 3][index // 3]


def set_cell(board, index, mark):
    board[index % 3][index // 3] = mark


def three(board, mark):
    rows = any(all(cell(board, 3 * c + r) == mark for c in range(3)) for r in range(3))
    columns = any(all(cell(board, 3 * c + r) == mark for r in range(3)) for c in range(3))
    return rows or columns or all(cell(board, i) == mark for i in (0, 4, 8)) or all(cell(board, i) == mark for i in (2, 4, 6))


store = {}


def search(board, me, you):
    key = tuple(itertools.chain(*board)), me
    if key in store:
        return store[key]
    free = [i for i in range(9) if cell(board, i) == 0]
    if three(board, you):
        result = -1 - len(free)
    else:
        result = 0 if not free else -99
        for i in free:
            set_cell(board, i, me)
            result = max(result, -search(board, you, me))
            set_cell(board, i, 0)
    store[key] = result
    return result


def get_index(board, me):
    you = 3 - me
    best, index = -99, None
    for i in range(9):
        if cell(board, i) == 0:
            set_cell(board, i, me)
            s = -search(board, you, me)
            set_cell(board, i, 0)
            if s > best:
                best, index = s, i
    return index
