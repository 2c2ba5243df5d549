"""The state of the Explore page as a frozen value, with a position and the settings for exploring its game tree."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import comb, prod
from typing import Literal, Self, TypeAlias, cast
from urllib.parse import parse_qsl, urlencode

from noughts.explain.scores import Unit
from noughts.explain.story.build_story import MOST_CALLS
from noughts.explain.story.playouts import MOST_PLAYOUTS
from noughts.explain.story.settings import FORMS_OF, StorySettings
from noughts.explain.story.story import DEFAULT_NUMBERING, DEFAULT_ORDER, Algorithm, Numbering, Order
from noughts.explain.words import join_or
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game
from noughts.rules.notation import position as read_position
from noughts.rules.notation import t3en
from noughts.rules.position import Position
from noughts.web.model.fields import game_field, position_field, whole_number
from noughts.web.model.page_games import MOST_CELLS, page_game
from noughts.web.model.study import MOST_URL, Study
from noughts.web.model.study import read as read_study
from noughts.web.model.task import EngineTask

Way: TypeAlias = Literal["steps", "mcts", "moves", "race"]
"""How to explore a tree: by the ``steps`` of a search, by the playouts of ``mcts``, by ``moves``, or as a ``race``."""

TreeAlgorithm: TypeAlias = Literal[Algorithm, "mcts", "moves", "race"]
"""An algorithm that is explained step by step, or another way to explore a tree."""

_OTHER_WAYS: tuple[Way, ...] = ("mcts", "moves", "race")
_USUAL_PLAYOUTS = 100

FIRST = "o_x/x2_/x2o x"
"""The default position, which the lessons also use."""

_MOST_EMPTY = 30  # with more empty cells, every search to the end of the game is too long to explain
_MOST_LINES = 3_000_000  # lines of play; a search to a depth has fewer different calls
_MOST_OFFERED = 20_000  # lines of play
_DEPTHS = range(1, 7)  # the depths that are offered if a search to the end is too long
_MOST_CALLED_CELLS = 1_000_000  # calls of a search, multiplied by the cells of the board
_MOST_SEED = 2**64
_MOST_DEPTH = 1_000
_LONGEST = 2_000  # characters of a field other than the game
_GROWTH = ((16, 3), (64, 2))  # (moves, depth): the usual depth for at most so many moves
_FIRST_STATES = 400  # positions of the first atlas: three plies on a 3 × 3 board

_GAME_FIELDS = ("game", "custom", "of")
_FIELDS = {  # the fields of the URL and their settings
    "algorithm": "algorithm",
    "form": "form",
    "order": "order",
    "seed": "seed",
    "scores": "unit",
    "number": "numbering",
    "depth": "depth",
}


@dataclass(frozen=True)
class Exploration:
    """The position on the Explore page, and the settings for exploring its game tree.

    Attributes:
        position: the root.
        settings: the search, and how to explain it.
        way: how the tree is explored.
        playouts: the number of playouts of Monte Carlo tree search.
        study: the game that leads to the position, and the place in it. None if the position was set up.
    """

    position: Position
    settings: StorySettings
    way: Way = "steps"
    playouts: int = _USUAL_PLAYOUTS
    study: Study | None = None

    @classmethod
    def of(cls, study: Study) -> Self:
        """Return the default exploration of a study's position."""
        return cls(study.position, StorySettings(unit="ten"), study=study if study.record.moves else None)

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Self:
        """Parse an exploration from the fields of a URL.

        The field ``of`` of a form names the game that the form was made for. If another game has been chosen since, the
        position in the form is ignored. Settings of the form that belong to another algorithm are ignored, too.

        The field ``from`` has the fields of the game on Analyse. It is ignored if it leads to another position.

        Raises:
            NoughtsError: a field is invalid.
        """
        texts = {name: value.strip() for name, value in fields.items() if value.strip()}
        for name, value in texts.items():
            if len(value) > (most := MOST_URL if name == "from" else _LONGEST):
                raise NoughtsError(f"{name[:20]!r} has {len(value):,} characters: expected at most {most:,}")
        named, of = game_field(texts), texts.get("of")
        game = page_game(named or "tictactoe")
        text = position_field(fields) or ("" if named else FIRST)
        text = "" if of and page_game(of) != game else text
        algorithm = texts.get("algorithm", "minimax")
        way: Way = next((way for way in _OTHER_WAYS if way == algorithm), "steps")
        if way == "steps" and algorithm not in FORMS_OF:
            expected = join_or((*FORMS_OF, *_OTHER_WAYS))
            raise NoughtsError(f"unknown algorithm {algorithm[:20]!r}: expected {expected}")
        settings = StorySettings(
            cast(Algorithm, algorithm if way == "steps" else "minimax"),
            texts.get("form"),
            cast(Order, texts.get("order", DEFAULT_ORDER)),
            whole_number("seed", texts.get("seed", "0"), _MOST_SEED),
            cast(Unit, texts.get("scores", "ten")),
            cast(Numbering, texts.get("number", DEFAULT_NUMBERING)),
            whole_number("depth", texts["depth"], _MOST_DEPTH, least=1) if "depth" in texts else None,
        )
        position = read_position(text, game) if text else Position(game)
        playouts = whole_number("playouts", texts.get("playouts", str(_USUAL_PLAYOUTS)), MOST_PLAYOUTS, least=1)
        study = _study_at(position, fields.get("from", ""))
        exploration = cls(position, settings, way, playouts, study)
        return exploration.fitting if of else exploration

    @classmethod
    def read_valid(cls, fields: Mapping[str, str]) -> Self:
        """Parse only the valid fields of a URL, for a page that reports the invalid fields.

        An invalid position is replaced by ``was``, the position that was explored before.
        """
        valid: dict[str, str] = {}
        for name in (*_GAME_FIELDS, *_FIELDS, "playouts", "was", "position", "start", "from"):
            if name in fields:
                field = "position" if name == "was" else name
                with suppress(NoughtsError):
                    cls.read({**valid, field: fields[name]})
                    valid[field] = fields[name]
        return cls.read(valid).fitting

    @property
    def fitting(self) -> Self:
        """The same exploration, without settings that its algorithm or its order of moves does not use."""
        settings = self.settings
        fitting = replace(
            settings,
            algorithm=settings.algorithm if self.way == "steps" else "minimax",
            form=settings.form if settings.form in self.forms else None,
            depth=None if self.way in ("moves", "mcts") else settings.depth,
            seed=settings.seed if settings.order == "random" or self.way == "mcts" else 0,
        )
        playouts = self.playouts if self.way == "mcts" else _USUAL_PLAYOUTS
        return replace(self, settings=fitting, playouts=playouts)

    def explored(self, way: Way) -> Self:
        """Return the same tree, explored in another way."""
        return replace(self, way=way).fitting

    def check(self) -> None:
        """Check that the search can be explained.

        Raises:
            NoughtsError: the game is over, or a setting is unknown or belongs to another algorithm.
        """
        self.settings.check(self.position)

    @property
    def algorithm(self) -> TreeAlgorithm:
        """The search algorithm, or another way to explore the tree, such as ``moves``."""
        return self.settings.algorithm if self.way == "steps" else self.way

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of pseudocode for the algorithm, the default first."""
        return FORMS_OF[self.settings.algorithm] if self.way == "steps" else ()

    @property
    def usual_depth(self) -> int:
        """The default depth on a board that is too large for a search to the end of the game."""
        moves = len(self.position.moves)
        return next((depth for most, depth in _GROWTH if moves <= most), 1)

    def expect_few_steps(self) -> None:
        """Check that the search is not obviously too long to explain.

        Raises:
            NoughtsError: the board is too large.
        """
        if self.way in ("moves", "mcts"):
            return
        depth = self.settings.depth
        if depth:
            is_too_large = self._lines(depth) > _MOST_LINES
        else:
            is_too_large = self.position.empty.bit_count() > _MOST_EMPTY or self._too_many_positions()
        if is_too_large:
            raise too_large(depth)

    def _too_many_positions(self) -> bool:
        """Return whether a search of the whole tree would certainly visit too many different positions."""
        empty = self.position.empty.bit_count()
        if self.algorithm not in ("minimax", "negamax", "race") or len(self.position.moves) < empty:
            return False
        most = sum(comb(empty, stones) * comb(stones, stones // 2) for stones in range(empty + 1))
        return most > 2 * most_calls(self.game)

    @property
    def to_depth(self) -> Self:
        """The same exploration, with its search limited to the usual depth for this board."""
        return self.at_depth(self.usual_depth)

    def at_depth(self, depth: int) -> Self:
        """Return the same exploration with a search to this depth."""
        return replace(self, settings=replace(self.settings, depth=depth)).fitting

    @property
    def depths(self) -> tuple[int, ...]:
        """Depths to offer if a search to the end of the game is too long."""
        most = min(_MOST_OFFERED, most_calls(self.game))
        return tuple(depth for depth in _DEPTHS if depth == 1 or self._lines(depth) <= most)

    def _lines(self, depth: int) -> int:
        """Estimate the number of lines of play with this many moves."""
        moves, empty = len(self.position.moves), self.position.empty.bit_count()
        return prod(min(moves, empty - ply) for ply in range(min(depth, empty)))

    @property
    def fields(self) -> dict[str, str]:
        """The fields of the exploration's URL, without default values."""
        fields = {"game": self.position.game.name, "position": t3en(self.position)}
        if fields == {"game": "3,3,3", "position": FIRST}:
            fields = {}
        elif fields["game"] == "3,3,3":
            del fields["game"]
        chosen, usual = {**asdict(self.settings), "algorithm": self.algorithm}, asdict(StorySettings())
        for name, setting in _FIELDS.items():
            if chosen[setting] != usual[setting]:
                fields[name] = str(chosen[setting])
        if self.playouts != _USUAL_PLAYOUTS:
            fields["playouts"] = str(self.playouts)
        if self.study:
            fields["from"] = urlencode(self.study.query(), safe=",/()")
        return fields

    def play(self, text: str) -> Self:
        """Return the same settings after a move on the cell with this number.

        Raises:
            NoughtsError: the text is not a number, or the move is not legal.
        """
        cell = whole_number("cell", text, MOST_CELLS)
        study = self.study.play(cell) if self.study else None
        return replace(self, position=self.position.play(cell), study=study)

    @property
    def task(self) -> EngineTask:
        """The engine task that returns the steps of the search, or the first plies of the tree."""
        if self.way == "moves":
            return self.branch(self.position)
        if self.way == "mcts":
            return {**self._task("playouts", self.position), "playouts": self.playouts}
        chosen = {name: value for name, value in asdict(self.settings).items() if value is not None}
        return cast(EngineTask, {**self._task("race" if self.way == "race" else "trace", self.position), **chosen})

    def branch(self, position: Position) -> EngineTask:
        """Return the engine task that opens the next few plies of the tree after a position."""
        states = max(_FIRST_STATES, len(position.moves) + 1)
        return {**self._task("atlas", position), "max": self.position.turn.value, "states": states}

    def branch_at(self, fields: Mapping[str, str]) -> EngineTask:
        """Return the engine task that opens the tree after the position in the fields ``board`` and ``turn``."""
        text = f"{fields.get('board', '')[:_LONGEST]} {fields.get('turn', '')[:5]}"
        position = read_position(text, self.game)
        self.check()
        return self.branch(position)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    def _task(self, do: Literal["trace", "atlas", "race", "playouts"], position: Position) -> EngineTask:
        return {
            "do": do,
            "game": self.game.name,
            "position": t3en(position),
            "order": self.settings.order,
            "seed": self.settings.seed,
            "unit": self.settings.unit,
        }


def _study_at(position: Position, fields: str) -> Study | None:
    """Return the study in these URL fields if it shows the position, or else None."""
    try:
        study = read_study(dict(parse_qsl(fields)))
    except (NoughtsError, ValueError):
        return None
    return study if fields and study.position == position else None


def most_calls(game: Game) -> int:
    """Return how many different calls an explained search may make. On larger boards, each call takes longer."""
    return min(MOST_CALLS, _MOST_CALLED_CELLS // len(game.board))


def too_large(depth: int | None) -> NoughtsError:
    """Return the error for a search that is too long to explain."""
    less = "use a smaller depth" if depth else "set a depth"
    return NoughtsError(
        f"the tree is too large to explain every step: open it move by move, {less}, or explain a later position"
    )
