"""What an engine process can be asked: a task as plain data goes in, the answer comes out.

Every task names what to ``do``, the ``game``, and a ``position`` as text:

- ``choose``: the move that a computer player makes; ``level``, ``seed``
- ``analyse``: what every move is worth; ``nodes``, ``unit``
- ``why``: why a move would be good or bad; ``cell``
- ``review``: a game gone through move by move; ``start`` instead of a position, ``moves``, ``names``
- ``trace``: the steps of a search, for the explorer; ``algorithm``, ``form``, ``order``, ``order_seed``, ``unit``,
  ``number``, ``depth``, ``states``, and ``as``: see `noughts.apps.web.engines.tree_answers`
- ``atlas``: positions with their scores, for the explorer where the steps are too many; ``plies``, ``states``,
  ``unit``, ``order``, ``order_seed``, ``as``, and ``max``, the side whose scores are shown

With ``seconds`` a task is given that much time: where it can, it ends earlier with what is known by then.
"""

from collections import OrderedDict
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias, cast

from noughts.apps.answers import analysis_json
from noughts.apps.web.engines import tree_answers as tellings
from noughts.apps.web.engines.task import MOST_SEED, Task
from noughts.apps.web.model.errors import Exhausted
from noughts.explain.kinds import Reason
from noughts.explain.reasons import reasons
from noughts.explain.review import Review, review
from noughts.explain.scores import check_unit, value_words
from noughts.explain.sentences import hint, why
from noughts.explain.summary import LEGEND, describe_move, heading, known_words, summary
from noughts.explain.words import losing_words
from noughts.players.registry import is_user_code, player
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game, Player
from noughts.rules.record import Record, result_text
from noughts.search.evaluate import open_lines
from noughts.search.result import Deadline
from noughts.solver.analysis import analyse, distance, everyday_nodes
from noughts.solver.solver import Solver

Answer: TypeAlias = dict[str, Any]

_MOST_NODES = 4_000_000


class Tasks:
    """Does tasks, one at a time, and keeps what was learnt of the games from one to the next.

    Args:
        games: of how many games at most.
        entries: how much at most is kept of all of them together, in `Solver.entries`.
        stopped: says that nobody needs the answer any more; then a task ends with what is known, as it does in time.
    """

    def __init__(self, *, games: int = 8, entries: int = 2_000_000, stopped: Deadline | None = None) -> None:
        self._games, self._entries, self._stopped = games, entries, stopped
        self._solvers: OrderedDict[str, Solver] = OrderedDict()
        self._known: dict[str, Callable[[Task], Answer]] = {
            "choose": self._choose,
            "analyse": self._analyse,
            "why": self._why,
            "review": self._review,
            "trace": tellings.trace,
            "atlas": self._atlas,
        }

    def __call__(self, task: object) -> Answer:
        """Return the answer to a task.

        Raises:
            NoughtsError: it cannot be done; the sentence says what was expected.
        """
        do = self._known.get(str(task.get("do"))) if isinstance(task, dict) else None
        if do is None:
            raise NoughtsError(f"a task is an object whose field do says what to do: {', '.join(self._known)}")
        try:
            return do(Task(cast(dict[str, object], task), self._stopped))
        except MemoryError:
            self._solvers.clear()
            raise Exhausted("this takes more memory than an engine has: take a smaller board") from None
        finally:
            self._forget()

    def _solver(self, game: Game) -> Solver:
        """Return the solver of a game, with what it has learnt."""
        solver = self._solvers.pop(game.name, None) or Solver(game)
        self._solvers[game.name] = solver
        return solver

    def _forget(self) -> None:
        """Forget the games that were asked about longest ago, while too much is known."""
        while len(self._solvers) > self._games or sum(s.entries for s in self._solvers.values()) > self._entries:
            self._solvers.popitem(last=False)

    def _choose(self, task: Task) -> Answer:
        position, level = task.position(), task.text("level", "perfect")
        if is_user_code(level):
            raise NoughtsError("a player in a file cannot play here: name a level or a search")
        if position.is_over:
            raise NoughtsError("the game is over: there is no move to choose")
        opponent = player(level, solver=self._solver(position.game))
        choice = opponent.choose(position, Random(task.number("seed", 0, most=MOST_SEED)))
        return {"move": choice.move, "visited": choice.visited, "score": choice.score, "exact": choice.exact}

    def _analyse(self, task: Task) -> Answer:
        position, unit = task.position(), task.unit()
        check_unit(unit or "noughts", position.empty.bit_count())
        solver, nodes = self._solver(position.game), task.number("nodes", everyday_nodes(position), most=_MOST_NODES)
        found = analyse(position, solver, nodes=nodes, deadline=task.deadline)
        if position.is_over:
            best, sentence = tuple[Reason, ...](), f"The game is over: {result_text(position)}."
        else:
            move = found.best[0].move
            best = reasons(position, move, solver, analysis=found, nodes=nodes, deadline=task.deadline)
            sentence = f"{position.turn} to move: {value_words(found.score, found.distance, exact=found.is_decided)}."
        answer = analysis_json(found, best, unit)
        for told, each in zip(answer["moves"], found.moves, strict=True):
            told["cell"] = each.move
            told["words"] = value_words(each.score, each.distance, exact=each.exact)
            told["losingWords"] = losing_words(each)
        return answer | {"nodes": found.visited, "sentence": sentence, "hint": hint(found, best)}

    def _why(self, task: Task) -> Answer:
        position = task.position()
        cell, solver, nodes = task.cell(position), self._solver(position.game), everyday_nodes(position)
        found = analyse(position, solver, nodes=nodes, deadline=task.deadline)
        told = reasons(position, cell, solver, analysis=found, nodes=nodes, deadline=task.deadline)
        return {"cell": cell, "move": position.game.board.names[cell], "sentence": why(found, cell, told)}

    def _review(self, task: Task) -> Answer:
        record = Record(task.position("start"), task.moves(), task.names())
        found = review(record, self._solver(record.start.game), deadline=task.deadline)
        answer = found.to_data()
        for told, move in zip(answer["moves"], found.moves, strict=True):
            told["cell"] = move.played.move
            told["words"] = known_words(move.after, move.position)
            told["wordsBefore"] = known_words(move.before, move.position)
            told["story"] = describe_move(found, move)
        sentences = {"heading": heading(found), "legend": LEGEND, "summary": list(summary(found))}
        return answer | sentences | {"values": _values(found)}

    def _atlas(self, task: Task) -> Answer:
        return tellings.atlas(task, self._solver(task.position().game))


def _values(found: Review) -> list[tuple[float, int | None, bool]]:
    """Return what each position is worth, seen by X, as `noughts.render.history` takes it; guessed where not known."""
    positions, moves = found.record.positions, found.moves
    scores = [move.before for move in moves]
    scores.append(-after if moves and (after := moves[-1].after) is not None else None)
    values: list[tuple[float, int | None, bool]] = []
    for position, score in zip(positions, scores, strict=True):
        seen = 1 if position.turn is Player.X else -1
        known = position.score if position.is_over else score
        if known is None:
            values.append((seen * open_lines(position), None, False))
        else:
            values.append((seen * known, distance(known, position.empty.bit_count()), True))
    return values
