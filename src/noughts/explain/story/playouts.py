"""A Monte Carlo tree search, playout by playout: the states that the search adds to its tree, and their results.

A playout has up to four steps, as in the pseudocode: it selects a state, adds a new state to the tree, plays a random
game from there, and backs the result up to the root.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from noughts.explain.scores import signed
from noughts.explain.story.documents import head_data
from noughts.explain.story.pseudocode import Form
from noughts.explain.story.settings import StorySettings
from noughts.explain.words import join_and, move_words, naming_of, plural
from noughts.rules.board import Move, cells_in
from noughts.rules.errors import NoughtsError, whole_number
from noughts.rules.notation import cell_string
from noughts.rules.position import Position
from noughts.search.mcts import Simulation, simulations_of

FORMAT = "noughts-playouts"
VERSION = 1

MOST_PLAYOUTS = 1_000
"""The maximum number of playouts in a story."""

_CODE = (  # pairs of a step and the line of pseudocode that it runs
    ("", "def mcts(state):"),
    ("", "    root = Node(state)"),
    ("", "    repeat:"),
    ("", "        node = root"),
    ("select", "        while every move of node is tried: node = its child with the greatest bound"),
    ("expand", "        if node is not over: node = a new child, after a move not yet tried"),
    ("play", "        result = the end of a random game from node"),
    ("back", "        for each node on the path: visits += 1; total += result"),
    ("choose", "    return the move with the best mean: total / (visits + 1)"),
)
_FORM = Form("mcts", "Monte Carlo tree search", tuple(f"{step}|{text}" for step, text in _CODE))
_LINES = {step: line for line, (step, _) in enumerate(_CODE, 1) if step}

Step: TypeAlias = Literal["select", "expand", "play", "back", "choose"]


@dataclass(slots=True)
class PlayoutNode:
    """A state in the tree of the search.

    Attributes:
        id: its number, in the order in which the states are added. The root is 1.
        parent: the parent's number, or None at the root.
        move: the name of the move that leads to this state. It is empty at the root.
        position: the position.
        depth: plies below the root.
        children: its children by their moves.
        visits: the number of playouts through it.
        total: the sum of their results: +1 for a win of MAX, the player to move at the root, and −1 for a loss.
    """

    id: int
    parent: "PlayoutNode | None"
    move: str
    position: Position
    depth: int
    children: dict[Move, "PlayoutNode"]
    visits: int = 0
    total: int = 0

    @property
    def score(self) -> float:
        """The mean result for MAX. The mean of few playouts is pulled towards 0."""
        return self.total / (self.visits + 1)

    @property
    def path(self) -> "list[PlayoutNode]":
        """The states from the root to this state."""
        path, node = [self], self.parent
        while node:
            path.append(node)
            node = node.parent
        return path[::-1]


@dataclass(frozen=True, slots=True)
class PlayoutStep:
    """One step of the search.

    Attributes:
        kind: what happens.
        node: the number of the state where it happens.
        playouts: the number of playouts that are complete after the step.
        text: the step in a sentence.
    """

    kind: Step
    node: int
    playouts: int
    text: str


@dataclass(frozen=True, slots=True)
class Playouts:
    """A Monte Carlo tree search, playout by playout.

    Attributes:
        position: the position that was searched.
        seed: the seed of the random numbers.
        nodes: the states, by their numbers.
        steps: the steps, in order.
        results: for each playout, the last state of its path in the tree, and its result for MAX.
        chosen: the number of the state that the root chooses.
    """

    position: Position
    seed: int
    nodes: tuple[PlayoutNode, ...]
    steps: tuple[PlayoutStep, ...]
    results: tuple[tuple[int, int], ...]
    chosen: int


def playouts(position: Position, *, count: int = 100, seed: int = 0) -> Playouts:
    """Search a position with `noughts.mcts`, and return the story of the search.

    Args:
        position: the position to search.
        count: the number of playouts.
        seed: the seed of the random numbers.

    Raises:
        NoughtsError: the game is over, or the number of playouts is not from 1 to `MOST_PLAYOUTS`.
    """
    StorySettings(unit="one").check(position)
    if whole_number(count, "the number of playouts", 1) > MOST_PLAYOUTS:
        raise NoughtsError(f"the number of playouts is {count:,}: expected at most {MOST_PLAYOUTS:,}")
    root = PlayoutNode(1, None, "", position, 0, {})
    nodes, steps, results = [root], list[PlayoutStep](), list[tuple[int, int]]()
    for number, simulation in enumerate(simulations_of(position, count, Random(seed)), 1):
        node = _follow(root, simulation, nodes)
        steps += _tell(node, simulation, number)
        results.append((node.id, simulation.result))
    tried = [root.children[move] for move in position.moves if move in root.children]
    best = max(tried, key=lambda child: child.score)  # the first of the best moves, as in a search result
    steps.append(PlayoutStep("choose", 1, count, _describe_choice(best, count)))
    return Playouts(position, seed, tuple(nodes), tuple(steps), tuple(results), best.id)


def _follow(root: PlayoutNode, simulation: Simulation, nodes: list[PlayoutNode]) -> PlayoutNode:
    """Count a simulation in all states on its path, add the new state (if any), and return the last state."""
    node = root
    for move in simulation.moves:
        if move not in node.children:
            name = node.position.game.board.names[move]
            child = PlayoutNode(len(nodes) + 1, node, name, node.position.play(move), node.depth + 1, {})
            node.children[move] = child
            nodes.append(child)
        node = node.children[move]
    for up in node.path:
        up.visits += 1
        up.total += simulation.result
    return node


def _tell(node: PlayoutNode, simulation: Simulation, number: int) -> Iterator[PlayoutStep]:
    """Yield the steps of a playout that `_follow` has counted. Playouts are numbered from 1."""
    above = node.parent if simulation.is_new and node.parent else node
    moves = [move_words(up.position.game, up.move) for up in above.path[1:]]
    way = f"follows the greatest upper confidence bounds: {', '.join(moves)}." if moves else "stays at the start."
    untried = len(above.position.moves) - len(above.children) + simulation.is_new
    rest = f" {plural(untried, 'move')} there {'has' if untried == 1 else 'have'} not been tried." if untried else ""
    yield PlayoutStep("select", above.id, number - 1, f"Playout {number} {way}{rest}")
    if simulation.is_new:
        text = f"It tries {_subject(node)}: state {node.id:,} is new in the tree."
        yield PlayoutStep("expand", node.id, number - 1, text)
    winner = simulation.end.outcome.winner
    ends = f"{winner} wins" if winner else "a draw"
    text = f"A random game from there ends after {plural(simulation.plies, 'move')}: {ends}."
    yield PlayoutStep("play", node.id, number - 1, text if simulation.plies else f"The game is over there: {ends}.")
    path = [f"{up.id:,}" for up in node.path]
    counted = f"{'States' if len(path) > 1 else 'State'} {join_and(path)} {'count' if len(path) > 1 else 'counts'}"
    text = f"{counted} one more visit, with {signed(simulation.result)} for {node.path[0].position.turn}."
    yield PlayoutStep("back", node.id, number, text)


def _describe_choice(best: PlayoutNode, count: int) -> str:
    move = _subject(best)
    return (
        f"After {plural(count, 'playout')}, {move} has the best mean: {signed(round(best.score, 2))} in "
        f"{plural(best.visits, 'visit')}. Choose {move} (state {best.id:,})."
    )


def _subject(node: PlayoutNode) -> str:
    board = node.position.game.board
    return naming_of(node.position.game).subject(board, board.cell(node.move))


def to_data(story: Playouts) -> dict[str, Any]:
    """Convert a story to JSON-compatible data for the explorer."""
    return {
        **head_data(FORMAT, VERSION, story.position, _FORM),
        "algorithm": "mcts",
        "seed": story.seed,
        "playouts": len(story.results),
        "nodes": [_node_data(node) for node in story.nodes],
        "steps": [
            {"node": step.node, "line": _LINES[step.kind], "playouts": step.playouts, "text": step.text}
            for step in story.steps
        ],
        "results": [list(result) for result in story.results],
        "chosen": story.chosen,
    }


def _node_data(node: PlayoutNode) -> dict[str, Any]:
    outcome = node.position.outcome
    return {
        "id": node.id,
        "parent": node.parent.id if node.parent else None,
        "move": node.move,
        "board": cell_string(node.position),
        "turn": node.position.turn.value,
        "depth": node.depth,
        "over": outcome is not None,
        "line": list(cells_in(outcome.line)) if outcome and outcome.line else [],
    }
