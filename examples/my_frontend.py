"""A whole front-end: a game against the computer in the terminal. You learn that it needs no rule of the game: the
position says what is legal, who has won and what its cells are called, and a wrong move comes with its reason.

    python examples/my_frontend.py "4,4,3 gravity" hard
"""

import sys
from random import Random

from noughts import IllegalMove, NoughtsError, Opponent, Player, Position, game, player


def picture(position: Position) -> str:
    """Return the board row by row, with the name of every empty cell."""
    board = position.game.board
    text, width = "", max(map(len, board.names)) + 1
    for cell, (column, *_) in enumerate(board.points):
        mark = "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else board.names[cell]
        text += ("" if column else "\n") + mark.rjust(width)
    return text


def play(position: Position, person: Player, computer: Opponent, random: Random) -> str:
    """Play a game to its end, a line of input a move, and return how it ended."""
    while not position.is_over:
        if position.turn is person:
            print(picture(position))
            try:
                position = position.play(input("Your move: "))
            except IllegalMove as error:
                print(f"No: {error}.")
        else:
            move = computer.choose(position, random).move
            print(f"{computer.name} plays {position.game.board.names[move]}.")
            position = position.play(move)
    print(picture(position))
    assert position.outcome
    winner = position.outcome.winner
    return "A draw." if winner is None else "You have won!" if winner is person else f"{computer.name} has won."


def main(name: str = "tictactoe", level: str = "medium") -> int:
    """Play the game and the level named, and return the exit status."""
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
