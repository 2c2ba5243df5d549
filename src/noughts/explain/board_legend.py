"""The legend that explains the labels on a board's cells, shared by the web page and the notebook."""


def legend(number: str = "", losing: str = "", estimate: str = "", *, partly: bool = False) -> str:
    """Explain the labels on the board, with one sentence for each argument that is not empty.

    Args:
        number: a distance beside a win or loss, such as ``in 3``.
        losing: a count of replies, such as ``5 of O's 6 replies lose``.
        estimate: an estimate in quotation marks, as it is shown.
        partly: whether some moves have no estimate.
    """
    sentences = []
    if number:
        sentences.append(f"“{number}” counts the moves of both players to the end.")
    if losing:
        sentences.append(f"“{losing}” counts the opponent's replies to that move that lose the game.")
    if estimate:
        sentences.append(
            f"{estimate} is an estimate between −1 (lost) and +1 (won) for the player to move, because this game is "
            f"too long to search to its end.{' Only the most promising moves have one.' * partly}"
        )
    return " ".join(sentences)
