"""A review in words: what decided the game, and how well each side played."""

from noughts.explain.review import MoveReview, Review
from noughts.explain.scores import value_words
from noughts.explain.words import both, game_words, plural
from noughts.rules.game import Player
from noughts.rules.position import Position, Score
from noughts.rules.record import result_text
from noughts.solver.analysis import distance

LEGEND = "Values are for the player who made the move; the number counts the moves to the end, this one included."
"""What the values beside the moves of a review mean."""

_LOST = ("?", "??")
_NOBODY = "Nobody gave anything away."


def heading(review: Review) -> str:
    """Return which game was played, how it ended, and between whom, in a sentence or two."""
    record = review.record
    head = f"{game_words(record.start.game)}: {result_text(record.position)}, {plural(len(record.moves), 'move')}."
    return " ".join(filter(None, [head, who_played(record.names)]))


def who_played(names: tuple[str, str]) -> str:
    """Return who had which side, in a sentence; nothing where neither X nor O has a name."""
    told = [f"{name} is {player}" for player, name in zip(Player, names, strict=True) if name]
    return f"{', '.join(told)}." if told else ""


def summary(review: Review) -> tuple[str, ...]:
    """Return what decided a game, and how well each side played, in sentences."""
    if not review.moves:
        return ("There are no moves to review.",)
    told = [_decided(review), _accuracy(review)]
    if unknown := _numbers(review.unknown):
        told.append(f"{unknown} could not be judged: the game is too long to be searched to its end from there.")
    return tuple(filter(None, told))


def story(review: Review, move: MoveReview) -> str:
    """Return what was wrong with a move, what would have been better, and what the opponent made of it."""
    told = [move.made.text]
    deeds = {"blocks", "blocks-fork", "threatens"}
    if move.better and not move.before and {reason.kind for reason in move.better.reasons} & deeds:
        told.append(f"Better: {move.better.text}")
    told.append(chance(review, move))
    return "\n".join(filter(None, told))


def chance(review: Review, move: MoveReview) -> str:
    """Say whether the opponent used what a move gave away; nothing where it gave nothing, or that is not known."""
    if move.punished is None:
        return ""
    reply = review.moves[move.number]
    made = f"{reply.number}. {reply.name} {reply.mark}".rstrip()
    if not move.punished:
        return f"{reply.player} let the chance go: {made}."
    slowly = ", though not in the quickest way" if reply.mark else ""  # ?!
    return f"{reply.player} took the chance{slowly}: {made}."


def known_words(score: Score | None, position: Position, *, shape: bool = True) -> str:
    """Return the value of a position or of a move in it, as in ``▲ win in 3``, or that it is not known."""
    if score is None:
        return "not known"
    return value_words(score, distance(score, position.empty.bit_count()), shape=shape)


def _decided(review: Review) -> str:
    lost = [m for m in review.moves if m.mark in _LOST]
    if not lost:
        if len(review.unknown) == len(review.moves):
            return ""
        return "No mistake was found in the moves that could be judged." if review.unknown else _NOBODY
    last = lost[-1]
    known = all(m.is_judged for m in review.moves[last.number :])
    if not review.record.position.is_over or not known:
        return ""
    if last.before is None:
        return f"What decided the game, as far as is known: move {last.number}, {last.player}'s {last.name}."
    what = "the win" if review.record.position.score == 0 else "the draw" if last.mark == "?" else "the game"
    return f"What decided the game: move {last.number}, where {last.player}'s {last.name} threw away {what}."


def _accuracy(review: Review) -> str:
    sides = {player: review.accuracy(player) for player in dict.fromkeys(m.player for m in review.moves)}
    if not any(side.mattered for side in sides.values()):
        return f"Accuracy: {'no move is known to have mattered' if review.unknown else 'no move mattered'}."
    told = [
        f"{player} {side.kept} of {side.mattered} ({side.share:.0%})"
        if side.share is not None
        else f"{player} had no move that mattered"
        for player, side in sides.items()
    ]
    return f"Accuracy: {', '.join(told)}: how many moves kept the value, where not all moves were worth the same."


def _numbers(numbers: tuple[int, ...]) -> str:
    """Return ``Move 3``, ``Moves 1 to 3 and 5``, or nothing."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = [f"{run[0]} to {run[-1]}" if len(run) > 2 else both(list(map(str, run))) for run in runs]
    return f"Move{'s' * (len(numbers) > 1)} {both(said)}" if said else ""
