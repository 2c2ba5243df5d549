"""A complete front-end: play against the computer in the terminal. You learn that a front-end does not have to know the
rules of the game. The position knows the legal moves, the winner and the names of its cells, and it explains why a move
is illegal.

    python examples/my_frontend.py "4,4,3 gravity" hard
"""

import sys
from random import Random

from noughts import IllegalMove, NoughtsError, Opponent, Player, Position, game, player


def picture(position: Position) -> str:
    """Return the board as text, row by row, with the name of each empty cell."""
    board = position.game.board
    text, width = "", max(map(len, board.names)) + 1
    for cell, (column, *_) in enumerate(board.points):
        mark = "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else board.names[cell]
        text += ("" if column else "\n") + mark.rjust(width)
    return text


def play(position: Position, person: Player, computer: Opponent, random: Random) -> str:
    """Play a game to its end, reading one move per line of input, and return a sentence with the result."""
    while not position.is_over:
        if position.turn is person:
            print(picture(position))
            try:
                position = position.play(input("Your move: "))
            except IllegalMove as error:
                print(f"No: {error}.")
        else:
            move = computer.choose(position, random).move
            print(f"{computer.name} plays {position.name(move)}.")
            position = position.play(move)
    print(picture(position))
    winner = position.winner
    return "A draw." if winner is None else "You win!" if winner is person else f"{computer.name} wins."


def main(name: str = "tictactoe", level: str = "medium") -> int:
    """Play the named game at the named level and return the exit status."""
    try:
        print("\n" + play(Position(game(name)), Player.X, player(level), Random()))
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
    except NoughtsError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
