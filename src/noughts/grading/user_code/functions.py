"""Find the function that chooses moves in a user's file, judging by the functions' names, calls and answers.

The function that is meant is never replaced by a helper that works: if ``best_move`` crashes, this is the result.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from noughts.grading.user_code.calls import UnknownParameters
from noughts.grading.user_code.detection import Budget
from noughts.grading.user_code.failures import NotGradable
from noughts.grading.user_code.loading import WEAK, Loaded, missing
from noughts.grading.user_code.player import UserPlayer
from noughts.grading.user_code.probes import probes
from noughts.grading.user_code.source import Source
from noughts.rules.errors import NoughtsError
from noughts.rules.game import Game

_BEST = (
    r"best|optimal|perfect|mejor|beste?[rsn]?|meilleure?|melhor|miglior[ei]?|najlepsz[aey]|en_?iyi|zui_?jia|zui_?hao"
)
_MOVE = (
    r"move|action|play|choice|cell|spot|position|square|zug|feld|jugada|movimiento|coup|jogada|movimento|mossa|ruch|hamle"
    r"|qi|luozi|zou_?fa|chaal|drag|zet|tah"
)
_COMPUTER = (
    r"ai|computer|comp|cpu|pc|bot|agent|machine|engine|ordenador|computadora|maquina|ordinateur|machine|computador|computatore"
    r"|komputera?|bilgisayar[iı]n|bilgisayar|dian_?nao|ia|ki|rechner"
)
_FIND = (
    r"find|get|choose|select|make|calculate|compute|determine|pick|decide|search|suche|finde|waehle|berechne|elige|elegir|"
    r"buscar|encontrar|calcular|choisir|trouver|calculer|escolher|scegli|trova|wybierz|znajdz|bul|sec|hesapla|xuan_?ze|next"
)
_PLAY = (
    r"plays?|joue[rz]?|juega|jugar|joga|jogar|gioca|giocare|spielt?|spiele|zagraj|gra|oyna[rt]?|speelt?|thinks?|denkt?"
)
_CHOOSES = (  # patterns for the names of functions that choose moves, most likely first
    rf"(({_FIND})_?)?(the_?)?({_BEST})_?(next_?)?({_MOVE})s?|({_MOVE})_?({_BEST})|minimax_?(move|play)|best|perfect|optimal",
    rf"(({_FIND}|do|play)_?)?(the_?)?(next_?)?({_COMPUTER}|bestmove|minimax)s?_?(player_?)?"
    rf"(turn|choice|{_MOVE})s?|({_MOVE}|turn)_?(de_?la_?|del_?|der_?|de_?|do_?|da_?|of_?)?({_COMPUTER})|({_COMPUTER})|({_PLAY})_?({_COMPUTER})|({_COMPUTER})_?({_PLAY})",
    rf"(({_FIND})_?)(a_?|the_?)?(next_?)?({_MOVE})|choose|decide|elegir|next_?({_MOVE})|{_MOVE}|act|strategy|policy",
    r".*(minimax|mini_max|negamax|alpha_?beta|search|solve|mcts|monte_?carlo).*",
)
_STRONG = re.compile(r"hard|perfect|unbeat|expert|impossible|genius|schwer|unschlag|dif[ií]cil|difficile|trudn|zor")
_SEARCHES = 3  # the number of the last pattern, which matches functions that may only search
_OTHER = re.compile(
    r".*(human|user|print|draw|display|show|render|check|winner|won|evaluat|score|utility|value|heuristic|terminal|main|"
    r"test|input|valid|apply|undo|available|empty|possible|legal|free|full|switch|reset|init|count|other|opponent).*"
    r"|(is|has|do|make|set|play|run|start|get)_.*|__.*"
)
_CALLED_SO = 2  # the number of patterns for names that say that a function returns a move
_SMALL_SHARE = 0.3  # the share of the budget for a function whose name says nothing
_MOST_TRIED = 30
_MOST_REHEARSED = 5  # the most functions for which the program's own game is played to find their call


@dataclass
class _Search:
    """The search for the function that chooses moves in a user's file, with the functions tried so far.

    Attributes:
        working: the functions that choose moves.
        errors: the other functions, with the reasons.
    """

    loaded: Loaded
    game: Game
    marks: str | None
    budget: Budget = field(default_factory=Budget)
    working: dict[str, UserPlayer] = field(default_factory=dict)
    errors: dict[str, NoughtsError] = field(default_factory=dict)

    def works(self, name: str, share: float = 1.0) -> bool:
        """Return whether a function chooses moves. Trying the function may take a given share of the remaining
        budget.
        """
        if name not in self.working and name not in self.errors:
            try:
                player = UserPlayer.named(self.loaded, name, self.marks)
                player.budget = self.budget.part(share)
                player.rehearses = not is_helper(name) and len(self.errors) < _MOST_REHEARSED
                player.call(self.game)
                self.working[name] = player
            except NoughtsError as error:
                self.errors[name] = error
        return name in self.working

    def is_unfit(self, name: str) -> bool:
        """Return whether a function's error shows that it is not meant to choose moves.

        A function with a name such as ``best_move`` is meant to choose moves, even if it returns scores.
        """
        error = self.errors.get(name)
        reason = getattr(error, "reason", "")
        is_other = reason in ("scores", "yields") and _rank(name) >= _CALLED_SO
        return isinstance(error, UnknownParameters) or is_other or reason == "input"

    def prints(self, name: str) -> bool:
        """Return whether a function prints its move, which may mean that the function only shows the board."""
        return "printed" in self.working[name].call(self.game).reading


def chosen_player(loaded: Loaded, game: Game, marks: str | None = None) -> UserPlayer:
    """Find the function in a file that chooses moves, and return it as a player.

    Raises:
        NoughtsError: no function chooses moves, or several functions choose moves. The message says why, or lists them,
            one line each.
    """
    probes(game)  # computes and caches the probes before the budget begins
    search = _Search(loaded, game, marks)
    meant, asking = likely_names(loaded), askers(loaded)
    for number, tier in enumerate(_tiers(loaded)):
        is_named, is_search = number < len(_CHOOSES), number == _SEARCHES
        above = [name for name in _callers(loaded, tier) if _chooses(loaded, name, is_search)] if is_named else []
        working, failed = list[str](), list[str]()
        for name in _outer_first(loaded, [*above, *(name for name in tier if name not in above)]):
            if is_named and calling(loaded, name) & set(working):
                continue  # this function is a part of a working function
            if failed and is_search and name not in above:
                break  # a function that calls the search is the intended one
            if search.works(name, share=1.0 if is_named else _SMALL_SHARE):
                working.append(name)
            elif not (search.is_unfit(name) or name in asking) and (name in meant or (name in above and is_search)):
                failed.append(name)
            if working and not is_named and not calling(loaded, working[0]) & set(tier) - set(search.errors):
                break  # this function calls any helpers that also work
        if working and not is_named and (slow := _slow_callers(search, working[0])):
            raise search.errors[slow[0]]
        unfit = [name for name in meant if name in search.errors]
        if working and unfit and number > len(_CHOOSES) and not any(set(working) & calling(loaded, n) for n in unfit):
            break  # the working functions are helpers that have nothing to do with the intended function
        if working:
            return _the_one(search, working)
        if failed:
            raise search.errors[failed[0]]
        if len(search.errors) > _MOST_TRIED:
            break
    raise _nothing(search, asking)


def _chooses(loaded: Loaded, name: str, calls_search: bool) -> bool:
    """Return whether a caller of a likely function may be the function that chooses moves. A function that asks for
    input does not count.
    """
    if name in _direct_askers(loaded):
        return False
    return _rank(name) < _SEARCHES or (calls_search and not (is_helper(name) or _is_recursive(loaded, name)))


def _slow_callers(search: _Search, name: str) -> list[str]:
    """Return the functions that call a working function and that may have failed only for lack of time."""
    errors = {caller: search.errors.get(caller) for caller in calling(search.loaded, name)}
    return [caller for caller, error in errors.items() if getattr(error, "reason", "") in ("endless", "too-slow")]


def _outer_first(loaded: Loaded, names: Sequence[str]) -> list[str]:
    """Sort the functions so that each function comes before the functions that it calls."""
    return sorted(names, key=lambda name: len(calling(loaded, name) & set(names)))


def _the_one(search: _Search, working: Sequence[str]) -> UserPlayer:
    """Return the only working function that returns its move and that no other working function calls.

    Raises:
        NotGradable: there are several.
    """
    loaded = search.loaded
    chosen = top_names(loaded, working)
    chosen = [name for name in chosen if not search.prints(name)] or chosen
    chosen = [name for name in chosen if _STRONG.search(name.lower())] or chosen
    if len(chosen) == 1:
        player = search.working[chosen[0]]
        failed = [search.errors[name] for name in likely_names(loaded) if name in search.errors]
        player.skipped = tuple(str(error) for error in failed if not isinstance(error, UnknownParameters))
        return player
    file = loaded.source.path.name
    lines = [f"\n  {file}:{name}   called as {search.working[name].words(search.game)}" for name in chosen]
    raise NotGradable(
        f"{len(chosen)} functions in {file} choose moves, {', '.join(chosen)}: name one of them after a colon"
        f"{''.join(lines)}",
        "several",
    )


def _nothing(search: _Search, asking: set[str]) -> NoughtsError:
    """Return the error to show for a file in which no function chooses moves: the error of the most likely function."""
    loaded, errors = search.loaded, search.errors
    meant = likely_names(loaded)
    for name in loaded.functions:
        if name in asking and name not in errors and not is_helper(name) and _rank(name) < _SEARCHES:
            errors[name] = NotGradable(f"{name}() asks for input: remove input() and return a move instead", "input")
            meant = [name, *meant] if _rank(name) < _CALLED_SO else [*meant, name]
    fit = [name for name, error in errors.items() if not isinstance(error, UnknownParameters)]
    unfit = [name for name in fit if search.is_unfit(name) and not re.match("is_|has_", _short(name))]
    scoring = sorted(unfit, key=lambda name: "score" not in str(errors[name]))
    choosing = top_names(loaded, [name for name in fit if not (is_helper(name) or name in asking)])
    likely = [name for name in meant if name in errors and not isinstance(errors[name], UnknownParameters)]
    unknown = [name for name in meant if isinstance(errors.get(name), UnknownParameters)]
    first = [
        *likely,
        *(name for name in unknown if _rank(name) < _CALLED_SO),
        *(choosing if len(choosing) == 1 else []),
        *scoring,
        *unknown,
        *(list(errors) if len(errors) == 1 else []),
    ]
    if not first:
        return missing(loaded, "")
    error = errors[first[0]]
    others = [name for name in meant if name != first[0] and not (is_helper(name) or name in asking or name in unknown)]
    if isinstance(error, NotGradable) and error.reason == "scores" and others:
        return NotGradable(f"{error} Perhaps {' or '.join(others)}", "scores")
    return error


def _tiers(loaded: Loaded) -> list[list[str]]:
    """Return the names of a file's functions in groups, beginning with the functions most likely to choose moves.

    The groups have the numbers of the patterns in `_CHOOSES`, then come other functions, helpers and weak players.
    """
    everything, asking = list(loaded.functions), askers(loaded)
    weak = [name for name in everything if WEAK.fullmatch(name.lower())]
    names = [name for name in everything if name not in weak and name not in asking]
    ranks = {
        name: _SEARCHES if _rank(name) == len(_CHOOSES) and _is_recursive(loaded, name) else _rank(name)
        for name in names
    }
    tiers = [[name for name in names if ranks[name] == number] for number in range(len(_CHOOSES))]
    rest = [name for name in names if ranks[name] == len(_CHOOSES)]
    tiers.append([name for name in rest if not _OTHER.fullmatch(_short(name))])
    tiers.append([name for name in rest if _OTHER.fullmatch(_short(name))])
    return [*tiers, [name for name in weak if name not in asking]]


def _rank(name: str) -> int:
    """Return the number of the first pattern in `_CHOOSES` that matches a function's name."""
    short = _short(name)
    return next((number for number, pattern in enumerate(_CHOOSES) if re.fullmatch(pattern, short)), len(_CHOOSES))


def likely_names(loaded: Loaded) -> list[str]:
    """Return the functions whose names say that they choose moves, except those that ask for input."""
    asking = askers(loaded)
    names = [n for n in loaded.functions if not (n in asking or WEAK.fullmatch(n.lower())) and _rank(n) < len(_CHOOSES)]
    return sorted(names, key=_rank)


def askers(loaded: Loaded) -> set[str]:
    """Return the functions that call `input` or `raw_input`, directly or through other functions."""
    return calling(loaded, "input") | calling(loaded, "raw_input")


def is_helper(name: str) -> bool:
    """Return whether a function's name says that it does not choose good moves."""
    return bool(_OTHER.fullmatch(_short(name)) or WEAK.fullmatch(name.lower()))


def _callers(loaded: Loaded, names: Sequence[str]) -> list[str]:
    """Return all other functions that call one of the given functions, directly or not."""
    return sorted({caller for name in names for caller in calling(loaded, name)} - set(names))


def _direct_askers(loaded: Loaded) -> set[str]:
    """Return the functions whose own code asks for input."""
    return {name for name, called in _direct_calls(loaded.source).items() if called & {"input", "raw_input"}}


def _is_recursive(loaded: Loaded, name: str) -> bool:
    """Return whether a function calls itself."""
    return name.rpartition(".")[2] in _direct_calls(loaded.source).get(name, set())


def calling(loaded: Loaded, name: str) -> set[str]:
    """Return the other functions of a file that call a function, directly or through other functions."""
    direct = _direct_calls(loaded.source)
    found, new = set[str](), {name.rpartition(".")[2]}
    while new:
        new = {caller for caller, called in direct.items() if called & new} - found
        found |= new
        new = {caller.rpartition(".")[2] for caller in new}
    return {caller for caller in loaded.functions if caller in found and caller != name}


def top_names(loaded: Loaded, names: Sequence[str]) -> list[str]:
    """Return the functions that no other given function calls, or all given functions if they call each other."""
    return [name for name in names if not calling(loaded, name) & set(names)] or list(names)


def _short(name: str) -> str:
    """Return a function's name without its class and in snake case: ``best_move`` for ``Player.bestMove``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(".")[2]).lower().strip("_")


@lru_cache(maxsize=4)
def _direct_calls(source: Source) -> dict[str, set[str]]:
    """Return the names that each function of a file uses, apart from the function's own variables."""
    used: dict[str, set[str]] = {}
    for owner in ast.walk(source.tree):
        prefix = f"{owner.name}." if isinstance(owner, ast.ClassDef) else ""
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                parts = list(ast.walk(node))
                names = [part for part in parts if isinstance(part, ast.Name)]
                own = {part.arg for part in parts if isinstance(part, ast.arg)}
                own |= {part.id for part in names if isinstance(part.ctx, ast.Store)}
                found = {part.id for part in names} - own
                called = {part.func for part in parts if isinstance(part, ast.Call)}
                attributes = [part for part in parts if isinstance(part, ast.Attribute)]
                found |= {part.attr for part in attributes if part.attr != node.name or part in called}
                used.setdefault(prefix + node.name, set()).update(found)
    return used
