import random

board = [' '] * 10      # index 0 is not used
level = 1
player = 'X'
computer = 'O'

def draw():
    print()
    print(' ' + board[7] + ' | ' + board[8] + ' | ' + board[9])
    print('-----------')
    print(' ' + board[4] + ' | ' + board[5] + ' | ' + board[6])
    print('-----------')
    print(' ' + board[1] + ' | ' + board[2] + ' | ' + board[3])
    print()

def choose_level():
    global level
    print("1 - easy")
    print("2 - hard")
    level = int(input("Choose level: "))

def is_winner(le):
    return ((board[7] == le and board[8] == le and board[9] == le) or
            (board[4] == le and board[5] == le and board[6] == le) or
            (board[1] == le and board[2] == le and board[3] == le) or
            (board[7] == le and board[4] == le and board[1] == le) or
            (board[8] == le and board[5] == le and board[2] == le) or
            (board[9] == le and board[6] == le and board[3] == le) or
            (board[7] == le and board[5] == le and board[3] == le) or
            (board[9] == le and board[5] == le and board[1] == le))

def free_spaces():
    return [i for i in range(1, 10) if board[i] == ' ']

def search(turn, depth):
    if is_winner(computer):
        return 50 - depth, None
    if is_winner(player):
        return depth - 50, None
    if free_spaces() == []:
        return 0, None
    best = None
    best_i = None
    for i in free_spaces():
        board[i] = turn
        if turn == computer:
            val = search(player, depth + 1)[0]
            if best is None or val > best:
                best = val
                best_i = i
        else:
            val = search(computer, depth + 1)[0]
            if best is None or val < best:
                best = val
                best_i = i
        board[i] = ' '
    return best, best_i

def computer_move():
    if level == 1:
        return random.choice(free_spaces())
    else:
        value, i = search(computer, 0)
        return i

def player_move():
    move = 0
    while move not in free_spaces():
        move = int(input('What is your next move? (1-9) '))
    return move

def play():
    global board
    board = [' '] * 10
    choose_level()
    turn = 'player'
    while True:
        draw()
        if turn == 'player':
            board[player_move()] = player
            if is_winner(player):
                draw()
                print('Hooray! You have won the game!')
                break
            turn = 'computer'
        else:
            board[computer_move()] = computer
            if is_winner(computer):
                draw()
                print('The computer has beaten you! You lose.')
                break
            turn = 'player'
        if free_spaces() == []:
            draw()
            print('The game is a tie!')
            break

while True:
    play()
    if input('Play again? (y/n) ') != 'y':
        break
