"""A race: minimax and alpha-beta search the same position, state by state, at the same speed.

Alpha-beta searches some of the states of minimax, in the same order. So one text describes the whole race. The text has
a letter for each state of minimax, in the order of its search: ``w`` if MAX, the player to move at the root, wins,
``d`` for a draw, and ``l`` for a loss. With an estimate, ``w`` and ``l`` say who stands better. The letter is a capital
if alpha-beta searches the state, too.
"""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from noughts.explain.story.build_story import MOST_CALLS, search_state
from noughts.explain.story.counters import SubtreeSizes
from noughts.explain.story.settings import StorySettings
from noughts.explain.words import naming_of, plural
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.minimax import minimax
from noughts.search.result import SearchLimit
from noughts.search.tree import Node, trace_shared

FORMAT = "noughts-race"
VERSION = 1

_RULE = "Each tile is a state of the tree, in the order of the search. Both searches visit as many states a second."

MOST_STATES = 1_000_000
"""The maximum number of states in a race."""


@dataclass(frozen=True, slots=True)
class Race:
    """A race of minimax and alpha-beta.

    Attributes:
        position: the position that both search.
        states: a letter for each state that minimax searches, in order.
        minimax: the number of states that minimax searches.
        alphabeta: the number of states that alpha-beta searches.
        summary: who is faster, and what both choose, in a sentence.
        legend: what the letters ``w``, ``d`` and ``l`` mean, and what a skipped state is called.
    """

    position: Position
    states: str
    minimax: int
    alphabeta: int
    summary: str
    legend: tuple[str, str, str, str]


def race(position: Position, settings: StorySettings, *, calls: int = MOST_CALLS, states: int = MOST_STATES) -> Race:
    """Run the race.

    Args:
        position: the position to search.
        settings: the order of the moves, the depth and the unit of the scores. The algorithm is ignored.
        calls: the maximum number of different calls of each search.
        states: the maximum number of states.

    Raises:
        SearchLimit: the tree is too large.
        NoughtsError: as for `noughts.tell`.
    """
    settings.check(position)
    state = search_state(position, settings)
    whole, pruned = (SubtreeSizes(trace_shared(search, state, calls=calls)) for search in (minimax, alphabeta))
    if whole.total > states:
        raise SearchLimit(f"the tree has more than {states:,} states")
    scores = [child.score or 0 for child in whole.root.children]
    move = naming_of(position.game).subject(position.game.board, state.moves[scores.index(max(scores))])
    ratio = whole.total / pruned.total
    summary = (
        f"Alpha-beta searches {pruned.total:,} of the {plural(whole.total, 'state')} that minimax searches, "
        f"1 in {ratio:.{0 if ratio >= 10 else 1}f}. Both choose {move}."
    )
    better, mine, other = "stands better" if settings.depth else "wins", position.turn, position.turn.other
    legend = f"{mine} {better}", "draw", f"{other} {better}", "skipped by alpha-beta"
    return Race(position, _letters(whole.root, pruned.root), whole.total, pruned.total, summary, legend)


def to_data(race: Race) -> dict[str, Any]:
    """Convert a race to JSON-compatible data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": race.position.game.name,
        "position": t3en(race.position),
        "searched": {"minimax": race.minimax, "alphabeta": race.alphabeta},
        "states": race.states,
        "rule": _RULE,
        "summary": race.summary,
        "legend": list(race.legend),
    }


def _letters(whole: Node, pruned: Node) -> str:
    """Return a letter for each state (``w``, ``d`` or ``l``; a capital if alpha-beta searches the state)."""
    known: dict[tuple[int, int], str] = {}

    def letters(node: Node, same: Node | None) -> str:
        key = id(node), id(same)
        if key not in known:
            score = node.score or 0
            letter = "w" if score > 0 else "l" if score < 0 else "d"
            searched = same.children if same else []
            below = [letters(*pair) for pair in zip_longest(node.children, searched)]
            known[key] = (letter.upper() if same else letter) + "".join(below)
        return known[key]

    return letters(whole, pruned)
