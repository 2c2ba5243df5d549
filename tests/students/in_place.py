"""Makes its move on the board and returns nothing. The board is a list of ten, as in a well-known book."""

from lines import LINES


def make_move(board, letter, move):
    board[move] = letter


def is_winner(bo, le):
    return any(bo[a + 1] == bo[b + 1] == bo[c + 1] == le for a, b, c in LINES)


def get_computer_move(board, computer_letter):
    player_letter = "O" if computer_letter == "X" else "X"
    for letter in (computer_letter, player_letter):
        for i in range(1, 10):
            copy = list(board)
            if copy[i] == " ":
                make_move(copy, letter, i)
                if is_winner(copy, letter):
                    return i
    return next(i for i in (1, 3, 7, 9, 5, 2, 4, 6, 8) if board[i] == " ")


def computer_turn(board, computer_letter):
    make_move(board, computer_letter, get_computer_move(board, computer_letter))
