"""The tasks that an engine runs for pages and the API. Tasks and answers are dictionaries.

Each task has the fields ``do``, ``game``, and ``position`` as text:

- ``choose``: the move of a computer player; ``level``, ``seed``
- ``analyse``: the value of each move
- ``steps``: the value of each move, as `noughts.solver.solve.GameSolver.steps` proves it, with intermediate results.
  For a page, ``known`` is the answer to ``analyse`` or None: the results then contain what it proves, and estimates
- ``review``: the mistakes in a game; ``start`` instead of a position, ``moves``, ``ended``
- ``trace``: each step of a search, for the explorer; ``algorithm``, ``form``, ``order``, ``seed``, ``unit``,
  ``numbering``, ``depth``, ``states``, and ``shape``: see `noughts.web.analysis.tree_answers`
- ``atlas``: positions with their scores, for the explorer when a tree has too many steps; ``plies``, ``states``,
  ``unit``, ``order``, ``seed``, ``shape``, and ``max``, the player whose scores are shown
- ``race``: minimax and alpha-beta, state by state; ``order``, ``seed``, ``unit``, ``depth``, ``shape``
- ``playouts``: Monte Carlo tree search, playout by playout; ``playouts``, their number, ``seed``, ``shape``
- ``judge``: the verdict on a move in a puzzle; ``puzzle`` instead of a position, ``moves`` with one move
- ``paper``: sheets of exercises to print; ``paper``, the fields of `noughts.web.model.paper.Paper`, and no position

If ``columns`` is true, the sentences of ``analyse``, ``review`` and ``judge`` name moves by columns, where discs fall.
``seconds`` is a time limit. When it expires, a task ends with its latest result if it has one.

Only the server sends tasks, and it has checked their fields.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from math import inf
from random import Random
from typing import Literal

from noughts.explain.evaluation_json import evaluation_json, read_evaluation
from noughts.explain.naming import CELLS, COLUMNS, Naming
from noughts.explain.reasons.best_line import best_line
from noughts.explain.reasons.kinds import Reason
from noughts.explain.reasons.reasons import reasons
from noughts.explain.reasons.sentences import hint
from noughts.explain.review.review import review
from noughts.explain.review.summary import heading, known_words, legend, remarks, summary
from noughts.explain.scores import worth_words
from noughts.explain.words import losing_words
from noughts.players.registry import is_user_code, player
from noughts.players.searches import SEARCHES
from noughts.puzzles import Puzzle, judge
from noughts.render.history import values_of
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.notation import position as read_position
from noughts.rules.position import Position
from noughts.rules.record import Record, result_text
from noughts.search.result import Deadline
from noughts.solver.analyse import analyse
from noughts.solver.evaluation import Evaluation, MoveEvaluation
from noughts.solver.limit import Budget, Limit
from noughts.solver.policy import interactive_nodes
from noughts.solver.solve import GameSolver
from noughts.solver.solver import Solver
from noughts.web.analysis import tree_answers
from noughts.web.analysis.printing import printed
from noughts.web.model.errors import Exhausted
from noughts.web.model.page_games import page_game
from noughts.web.model.paper import Paper
from noughts.web.model.task import AnalysisAnswer, EngineAnswer, EngineTask

SEARCH_SHARE = 0.6
"""The share of a task's time limit that its search may take. The rest is for the explanations after the search."""

_MOVE_SECONDS = 2.0  # seconds in which a level moves, even on a slow machine
_MOVE_SHARE = 0.8  # the share of this time after which a level chooses a move at once

_STEP_PAUSE = 0.1  # seconds between two intermediate results
_QUICK_NODES = 300  # for quick estimates
_QUIET_PAUSE = 0.5  # seconds until a result is shown again with the new number of nodes


class Tasks:
    """Runs tasks one after another, and keeps the solvers of recent games with their tables.

    Args:
        games: the number of solvers.
        entries: the limit of all their tables together, as `Solver.entries` counts them.
        stopped: returns whether the current task should end early.
        show: receives the intermediate results of a task ``steps``, from another thread.
    """

    def __init__(
        self,
        *,
        games: int = 4,
        entries: int = 2_000_000,
        stopped: Deadline = lambda: False,
        show: Callable[[EngineAnswer], None] = lambda step: None,
    ) -> None:
        self._games, self._entries, self._stopped, self._show = games, entries, stopped, show
        self._solvers: OrderedDict[str, Solver] = OrderedDict()
        self._end = inf  # of the current search
        self._tasks: dict[str, Callable[[EngineTask], EngineAnswer]] = {
            "choose": self._choose,
            "analyse": self._analyse,
            "steps": self._steps,
            "review": self._review,
            "trace": lambda task: tree_answers.trace(task, _position(task)),
            "atlas": self._atlas,
            "race": lambda task: tree_answers.race(task, _position(task)),
            "playouts": lambda task: tree_answers.playouts(task, _position(task)),
            "judge": self._judge,
            "paper": self._paper,
        }

    def __call__(self, task: EngineTask) -> EngineAnswer:
        """Run a task, and return its answer.

        Raises:
            Exhausted: the process ran out of memory.
            NoughtsError: the task cannot be done; the message says why.
        """
        self._end = time.monotonic() + SEARCH_SHARE * task.get("seconds", inf)
        try:
            return self._tasks[task["do"]](task)
        except MemoryError:
            self._solvers.clear()
            tree_answers.recorded_search.cache_clear()
            raise Exhausted("this takes more memory than an engine has: choose a smaller board") from None
        finally:
            self._forget()

    def _solver(self, game: Game) -> Solver:
        """Return the solver of a game, with the tables of earlier tasks."""
        solver = self._solvers.pop(game.name, None) or Solver(game)
        self._solvers[game.name] = solver
        return solver

    def _forget(self) -> None:
        """Drop the least recently used solvers until the others are within the limits."""
        while len(self._solvers) > self._games or sum(s.entries for s in self._solvers.values()) > self._entries:
            self._solvers.popitem(last=False)

    @property
    def _left(self) -> float | None:
        """The seconds that are left for the current search."""
        return None if self._end == inf else max(0.0, self._end - time.monotonic())

    def _deadline(self) -> bool:
        """Return whether the current search should end."""
        return time.monotonic() > self._end or self._stopped()

    def _choose(self, task: EngineTask) -> EngineAnswer:
        position, level = _position(task), task["level"]
        if is_user_code(level):
            raise NoughtsError("players from files are not allowed here: name a level or a search")
        if position.is_over:
            raise NoughtsError("the game is over: there is no move to choose")
        solver, seconds = self._solver(position.game), min(_MOVE_SECONDS, task.get("seconds", inf))
        last = time.monotonic() + _MOVE_SHARE * seconds
        limit = Limit(seconds=SEARCH_SHARE * seconds, stop=lambda: time.monotonic() > last)
        if level.partition(":")[0].strip().lower() in SEARCHES:  # reject a search that takes too long
            limit = Limit(seconds=self._left)
        opponent = player(level, solver=solver, limit=limit)
        choice = opponent.choose(position, Random(task.get("seed", 0)))
        return {"move": choice.move, "visited": choice.visited, "score": choice.score, "exact": choice.exact}

    def _analyse(self, task: EngineTask) -> EngineAnswer:
        position = _position(task)
        solver = self._solver(position.game)
        analysis = analyse(position, Limit("interactive", self._left, self._stopped), solver=solver)
        if position.is_over:
            found, sentence = tuple[Reason, ...](), f"The game is over: {result_text(position)}."
        else:
            move = analysis.best[0].move
            limit = Limit(interactive_nodes(position), stop=self._deadline)
            found = reasons(position, move, solver, analysis=analysis, limit=limit)
            sentence = f"{position.turn} to move: {worth_words(analysis)}."
        answer = page_json(analysis, found)
        line = best_line(analysis, solver, stop=self._deadline)
        return answer | {
            "sentence": sentence,
            "hint": hint(analysis, found, _naming(task)),
            "line": [position.name(move) for move in line],
        }

    def _steps(self, task: EngineTask) -> EngineAnswer:
        position, began, last = _position(task), time.monotonic(), 0.0
        newest: Evaluation | None = None
        shown: Evaluation | None = None

        def stop() -> bool:
            """Show new results if they are due, and return whether the search should end.

            The time budget calls this function every few milliseconds in another thread, even while the search finds
            nothing.
            """
            nonlocal shown, last
            now = time.monotonic()
            if newest and now >= last + (_QUIET_PAUSE if newest is shown else _STEP_PAUSE):
                shown, last = newest, now
                known = replace(newest, nodes=max(newest.nodes, budget.nodes))
                self._show(data(known) | {"seconds": round(now - began, 6)})
            return self._deadline()

        def data(known: Evaluation) -> EngineAnswer:
            return page_json(known) if first else evaluation_json(known)

        first = self._first(position, task["known"]) if "known" in task else None
        solver, budget = self._solver(position.game), Budget(Limit(stop=stop))
        if first and not (solver.kernel or solver.general):  # nothing can be proved, so the page shows the estimates
            return data(first) | {"seconds": round(time.monotonic() - began, 6)}
        for step in GameSolver(position.game, shared=solver).steps(position, budget, all_moves=True):
            newest = step.combined(first) if first else step
        assert newest
        answer = data(replace(newest, ended="the time limit" if budget.stopped else newest.ended))
        return answer | {"seconds": round(time.monotonic() - began, 6)}

    def _first(self, position: Position, known: AnalysisAnswer | None) -> Evaluation:
        """Return the known analysis of a position, or else quick estimates of its moves."""
        if known:
            return read_evaluation(position, known)
        limit = Limit(0, stop=self._deadline)
        return analyse(position, limit, solver=self._solver(position.game), estimate_nodes=_QUICK_NODES)

    def _atlas(self, task: EngineTask) -> EngineAnswer:
        position = _position(task)
        return tree_answers.atlas(task, position, self._solver(position.game))

    def _judge(self, task: EngineTask) -> EngineAnswer:
        puzzle = Puzzle.from_data(task["puzzle"])
        solver = self._solver(puzzle.position.game)
        verdict = judge(puzzle, task["moves"][0], solver=solver, naming=_naming(task))
        return {"words": verdict.words, "line": list(verdict.line)}

    def _paper(self, task: EngineTask) -> EngineAnswer:
        return asdict(printed(Paper.read(task["paper"]), self._solver(page_game(task["game"]))))

    def _review(self, task: EngineTask) -> EngineAnswer:
        record = Record(_position(task, "start"), tuple(task["moves"]), ended=task.get("ended", ""))
        solver = self._solver(record.start.game)
        reviewed = review(record, Limit(stop=self._deadline), solver=solver, naming=_naming(task))
        answer = reviewed.to_data()
        for fields, move in zip(answer["moves"], reviewed.moves, strict=True):
            fields["cell"] = move.played.move
            fields["words"] = known_words(move.after, move.position)
            fields["wordsBefore"] = known_words(move.before, move.position)
            fields["good"] = move.good
            fields["remarks"] = list(remarks(reviewed, move))
        return answer | {
            "heading": heading(reviewed),
            "legend": legend(reviewed),
            "summary": list(summary(reviewed)),
            "values": values_of(reviewed),
        }


def _position(task: EngineTask, name: Literal["position", "start"] = "position") -> Position:
    return read_position(task[name], page_game(task["game"]))


def _naming(task: EngineTask) -> Naming:
    return COLUMNS if task.get("columns") else CELLS


def page_json(known: Evaluation, found: Sequence[Reason] = ()) -> EngineAnswer:
    """Convert an evaluation to JSON data with the fields that a page shows."""
    answer, best = evaluation_json(known, found), _best(known)
    for fields, move in zip(answer["moves"], known.moves, strict=True):
        fields["cell"] = move.move
        fields["best"] = move in best
        fields["words"] = worth_words(move)
        fields["losingWords"] = losing_words(move)
    return answer


def _best(known: Evaluation) -> list[MoveEvaluation]:
    """Return the best move of a position and all moves that are equally good.

    Estimates decide only between draws. While the search may still find a slower loss, no losing move counts as best.
    """

    def quality(move: MoveEvaluation) -> tuple[object, ...]:
        return move.score, move.value, move.losing or 0, move.score == 0 and move.estimate

    best = known.moves[0] if known.moves else None
    if not best or best.score is None or (best.value == -1 and not known.exact):
        return []
    return [move for move in known.moves if quality(move) == quality(best)]
