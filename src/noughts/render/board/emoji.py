"""A board as emoji, for messages: one line of text per row."""

from noughts.explain.words import discs_fall
from noughts.render.board.layers import layers
from noughts.rules.marks import EMOJI
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position


def emoji_board(position: Position | str) -> str:
    """Return a board as ❌, ⭕ and ⬜ or, if discs fall, as 🔴, 🟡 and ⚪. Layers are separated by empty lines."""
    position = read_position(position)
    x, o, empty = EMOJI["columns" if discs_fall(position.game) else "flat"]
    drawn = [
        "\n".join(
            "".join(x if position.x >> cell & 1 else o if position.o >> cell & 1 else empty for cell in row)
            for row in layer.rows
        )
        for layer in layers(position.game.board)
    ]
    return "\n\n".join(drawn)
