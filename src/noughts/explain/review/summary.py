"""Say in sentences what decided a game, and how accurately each side played."""

from noughts.explain.review.review import GAVE_AWAY, MoveReview, Review
from noughts.explain.scores import WORDS, value_words
from noughts.explain.words import game_words, join_and, plural
from noughts.rules.game import Player
from noughts.rules.position import Position, Score
from noughts.rules.record import result_text
from noughts.rules.tactics import sign
from noughts.solver.evaluation import distance

NUMBER_LEGEND = "The number counts the moves to the end, including this one."
"""The explanation of the number beside the value of a move."""

_YOU, _COMPUTER = "you are", "the computer is"
_NO_MISTAKE = "Nobody gave anything away."


def heading(review: Review) -> str:
    """Say which game was played, how it ended and who played, in one or two sentences."""
    record = review.record
    outcome = f"{game_words(record.start.game)}: {result_text(record)}, {plural(len(record.moves), 'move')}."
    return " ".join(filter(None, [outcome, who_played(record.names)]))


def who_played(names: tuple[str, str]) -> str:
    """Say who played which side: ``You are X; the computer is O.``

    Args:
        names: the names of X and O. An unnamed player is left out. The result is empty if neither has a name.
    """
    clauses = [_plays(name, player) for player, name in zip(Player, names, strict=True) if name]
    text = "; ".join(clauses)
    if text.startswith((_YOU, _COMPUTER)):
        text = text[0].upper() + text[1:]
    return f"{text}." if text else ""


def summary(review: Review) -> tuple[str, ...]:
    """Say what decided a game and how accurately each side played."""
    if not review.moves:
        return ("There are no moves to review.",)
    sentences = [_decided(review), _accuracy(review)]
    if numbers := _move_numbers(review.unknown):
        sentences.append(f"{numbers} could not be judged because the game was too long to search to the end.")
    return tuple(filter(None, sentences))


def legend(review: Review) -> str:
    """Explain the values beside the moves of a review, including the numbers if there are any."""
    whose = "Values are for the player who made the move."
    return f"{whose} {NUMBER_LEGEND}" if any(move.after or move.before for move in review.moves) else whose


def describe_move(review: Review, move: MoveReview) -> str:
    """Say what was wrong with a move, which move was better, and whether the opponent punished it, each on its own
    line.
    """
    return "\n".join(filter(None, [move.played.text, *remarks(review, move)]))


def remarks(review: Review, move: MoveReview) -> tuple[str, ...]:
    """Say whether the opponent punished a move. Name the better move if the move's explanation does not."""
    lines, actions = list[str](), {"blocks", "blocks-fork", "threatens"}
    if move.better and not move.before and {reason.kind for reason in move.better.reasons} & actions:
        lines.append(f"Better: {move.better.words.continued}")
    if move.mark in GAVE_AWAY and move.before is not None and not move.played.text:
        lines.append(_better_in_short(review, move, move.before))
    return tuple(filter(None, [*lines, describe_chance(review, move)]))


def _better_in_short(review: Review, move: MoveReview, before: Score) -> str:
    if not move.better:
        return "It is not known which move was better."
    better = review.naming.subject(move.position.game.board, move.better.move)
    return f"Better: {better} keeps the {WORDS[sign(before)]}."


def describe_chance(review: Review, move: MoveReview) -> str:
    """Say whether the opponent took advantage of a mistake.

    Returns an empty string if the move was not a mistake, or if the answer is unknown.
    """
    if move.punished is None:
        return ""
    reply = review.moves[move.number]
    played = f"{reply.number}. {_name(review, reply)} {reply.mark}".rstrip()
    if not move.punished:
        return f"{reply.player} missed the chance: {played}."
    slowly = ", but not in the quickest way" if reply.mark else ""  # the reply has the mark ?!
    return f"{reply.player} took the chance{slowly}: {played}."


def known_words(score: Score | None, position: Position, *, shape: bool = True) -> str:
    """Describe the value of a position, or of a move in it, as in ``▲ win in 3`` or ``unknown``."""
    if score is None:
        return "unknown"
    return value_words(score, distance(score, position.empty.bit_count()), shape=shape)


def _name(review: Review, move: MoveReview) -> str:
    return review.naming.move(move.position.game.board, move.played.move)


def _plays(name: str, player: Player) -> str:
    """Say which side someone plays, as in ``you are X``, ``the computer is X``, ``Ada is X``."""
    if name == "You":
        return f"{_YOU} {player}"
    return f"{_COMPUTER} {player}" if name == "Computer" else f"{name} is {player}"


def _decided(review: Review) -> str:
    """Say which move decided the game.

    Returns an empty string if this is unknown or the game is unfinished.
    """
    mistakes = [m for m in review.moves if m.mark in GAVE_AWAY]
    if not mistakes:
        if len(review.unknown) == len(review.moves):
            return ""
        return "No mistake was found in the moves that could be judged." if review.unknown else _NO_MISTAKE
    last = mistakes[-1]
    known = all(m.is_judged for m in review.moves[last.number :])
    if not review.record.position.is_over or not known:
        return ""
    if last.before is None:
        return f"What decided the game, as far as is known: move {last.number}, {last.player}'s {_name(review, last)}."
    lost = "the win" if review.record.position.score == 0 else "the draw" if last.mark == "?" else "the game"
    return f"What decided the game: move {last.number}, where {last.player}'s {_name(review, last)} threw away {lost}."


def _accuracy(review: Review) -> str:
    """For each side, say how many of the moves that mattered kept the value."""
    sides = {player: review.accuracy(player) for player in dict.fromkeys(m.player for m in review.moves)}
    if not any(side.mattered for side in sides.values()):
        return f"Accuracy: {'no move is known to have mattered' if review.unknown else 'no move mattered'}."
    counts = [
        f"{player} {side.kept} of {side.mattered} ({side.share:.0%})"
        if side.share is not None
        else f"{player} had no move that mattered"
        for player, side in sides.items()
    ]
    return f"Accuracy: {', '.join(counts)}. It counts the moves that kept the value, where the choice mattered."


def _move_numbers(numbers: tuple[int, ...]) -> str:
    """List move numbers, as in ``Move 3`` or ``Moves 1 to 3 and 5``. Return an empty string for an empty list."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [f"{run[0]} to {run[-1]}" if len(run) > 2 else join_and(list(map(str, run))) for run in runs]
    return f"Move{'s' * (len(numbers) > 1)} {join_and(parts)}" if parts else ""
