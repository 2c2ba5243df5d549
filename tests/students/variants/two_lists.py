from brain import greedy, turn_of


def next_move(x_moves, o_moves):
    cells = ["X" if cell in x_moves else "O" if cell in o_moves else " " for cell in range(1, 10)]
    assert len(x_moves + o_moves) + cells.count(" ") == 9
    return greedy(cells, turn_of(cells)) + 1
