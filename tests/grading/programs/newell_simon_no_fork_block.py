winning_lines = [[1,2,3],[4,5,6],[7,8,9],[1,4,7],[2,5,8],[3,6,9],[1,5,9],[3,5,7]]

def is_free(board, spot):
    return board[spot] == ' '

def find_two(board, letter):
    for line in winning_lines:
        letters = [board[i] for i in line]
        if letters.count(letter) == 2 and letters.count(' ') == 1:
            return line[letters.index(' ')]
    return 0

def find_fork(board, letter):
    for spot in range(1, 10):
        if is_free(board, spot):
            board[spot] = letter
            count = 0
            for line in winning_lines:
                letters = [board[i] for i in line]
                if letters.count(letter) == 2 and letters.count(' ') == 1:
                    count += 1
            board[spot] = ' '
            if count > 1:
                return spot
    return 0

def get_computer_move(board, letter):
    other = 'X' if letter == 'O' else 'O'
    # 1. win  2. block  3. fork
    spot = find_two(board, letter) or find_two(board, other) or find_fork(board, letter)
    if spot:
        return spot
    # 4. center
    if is_free(board, 5):
        return 5
    # 5. opposite corner
    for a, b in [(1, 9), (3, 7), (7, 3), (9, 1)]:
        if board[a] == other and is_free(board, b):
            return b
    # 6. corner 7. side
    for spot in [1, 3, 7, 9, 2, 4, 6, 8]:
        if is_free(board, spot):
            return spot
