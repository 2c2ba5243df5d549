"""What the words and numbers on the cells of a board mean: one wording for the page and the notebook."""


def legend(number: str = "", losing: str = "", estimate: str = "", *, partly: bool = False) -> str:
    """Return what is there to explain, in a sentence each; every example is one that stands on the board.

    Args:
        number: a number beside a win or loss, such as ``in 3``.
        losing: a count of replies, such as ``5 of 6 replies lose``.
        estimate: an estimate, in quotation marks, as it is written.
        partly: whether there are moves without one.
    """
    said = []
    if number:
        said.append(f"“{number}” counts single moves from this board to the end of the game.")
    if losing:
        said.append(f"“{losing}” counts the answers to that move that lose the game for the opponent.")
    if estimate:
        said.append(
            f"{estimate} is an estimate between −1 (lost) and +1 (won) for who is to move: this game is too long to "
            f"search to its end.{' Only the most promising moves have one.' * partly}"
        )
    return " ".join(said)
