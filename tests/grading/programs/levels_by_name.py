import random

EMPTY = '-'


def print_board(board):
    for row in board:
        print(' '.join(row))
    print()


def check_winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] != EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] != EMPTY:
        return board[1][1]
    return None


def get_empty(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == EMPTY]


def switch(player):
    return 'O' if player == 'X' else 'X'


def minimax(board, player, me, depth, max_depth):
    winner = check_winner(board)
    if winner == me:
        return 20 - depth, None
    if winner is not None:
        return -20 + depth, None
    cells = get_empty(board)
    if not cells or depth == max_depth:
        return 0, None
    best_cell = None
    best = -99 if player == me else 99
    for r, c in cells:
        board[r][c] = player
        s, _ = minimax(board, switch(player), me, depth + 1, max_depth)
        board[r][c] = EMPTY
        if (player == me and s > best) or (player != me and s < best):
            best = s
            best_cell = (r, c)
    return best, best_cell


def easy_move(board, player):
    return random.choice(get_empty(board))


def medium_move(board, player):
    if random.random() < 0.5:
        return easy_move(board, player)
    return hard_move(board, player)


def hard_move(board, player):
    return minimax(board, player, player, 0, 4)[1]


def computer_move(board, player, level):
    print('Making move level "' + level + '"')
    if level == 'easy':
        return easy_move(board, player)
    elif level == 'medium':
        return medium_move(board, player)
    elif level == 'hard':
        return hard_move(board, player)


def user_move(board):
    while True:
        try:
            r, c = map(int, input('Enter the coordinates: ').split())
        except ValueError:
            print('You should enter numbers!')
            continue
        if not (1 <= r <= 3 and 1 <= c <= 3):
            print('Coordinates should be from 1 to 3!')
        elif board[r - 1][c - 1] != EMPTY:
            print('This cell is occupied! Choose another one!')
        else:
            return r - 1, c - 1


def start(x_kind, o_kind):
    board = [[EMPTY] * 3 for _ in range(3)]
    player = 'X'
    while check_winner(board) is None and get_empty(board):
        print_board(board)
        kind = x_kind if player == 'X' else o_kind
        if kind == 'user':
            r, c = user_move(board)
        else:
            r, c = computer_move(board, player, kind)
        board[r][c] = player
        player = switch(player)
    print_board(board)
    w = check_winner(board)
    print(w + ' wins' if w else 'Draw')


while True:
    command = input('Input command: ').split()
    if command == ['exit']:
        break
    if len(command) == 3 and command[0] == 'start':
        start(command[1], command[2])
    else:
        print('Bad parameters!')
