"""Find the function that chooses moves among the functions of a user's file, by their names and their calls."""

import ast
import re
from collections.abc import Sequence
from functools import lru_cache

from noughts.grading.user_code.loading import Loaded
from noughts.grading.user_code.source import Source

_CHOOSES = (  # patterns for the names of functions that choose moves, most likely first
    r"((find|get|choose|select|make|calculate|compute|determine|pick|decide|search)_?)?(the_?)?"
    r"(best|optimal|perfect)_?(next_?)?(move|action|play|choice|cell|spot|position)",
    r"((find|get|choose|select|make|calculate|compute|determine|pick|decide|do|play)_?)?(the_?)?(next_?)?"
    r"(ai|computer|comp|cpu|bot|agent|machine|bestmove|minimax|engine)s?_?(player_?)?(move|turn|play|action|choice)s?",
    r"((find|get|choose|select|calculate|compute|determine|pick|decide)_?)(a_?|the_?)?(next_?)?"
    r"(move|action|play|cell|spot)|choose|decide|next_move|move|play|action|act|strategy|policy|agent|ai|bot",
    r".*(minimax|mini_max|negamax|alpha_?beta|search|solve).*",
)
_OTHER = re.compile(
    r".*(human|user|print|draw|display|show|render|check|winner|won|evaluat|score|utility|value|heuristic|terminal|main|"
    r"test|input|valid|apply|undo|available|empty|possible|legal|free|full|switch|reset|init|count|other|opponent).*"
    r"|(is|has|do|make|set|play|run|start|get)_.*|__.*"
)
_WEAK = re.compile(r".*(random|human|dumb|easy|stupid|manual).*")  # also in the name of a class


def ranked_names(loaded: Loaded) -> list[list[str]]:
    """Return the names of a file's functions in groups, those that are most likely to choose moves first."""
    everything = list(loaded.functions)
    weak = [name for name in everything if _WEAK.fullmatch(name.lower())]
    names = [name for name in everything if name not in weak]
    short = {name: _short(name) for name in names}
    tiers = [[name for name in names if re.fullmatch(pattern, short[name])] for pattern in _CHOOSES]
    known = {name for tier in tiers for name in tier}
    rest = [name for name in names if name not in known]
    tiers.append([name for name in rest if not _OTHER.fullmatch(short[name])])
    tiers.append([name for name in rest if _OTHER.fullmatch(short[name])])
    tiers.append(weak)
    seen: set[str] = set()
    groups = [[name for name in tier if not (name in seen or seen.add(name))] for tier in tiers]  # type: ignore[func-returns-value]
    return [group for group in groups if group]


def likely_names(loaded: Loaded) -> list[str]:
    """Return the functions whose names say that they choose moves, except those that ask for input."""
    asking = askers(loaded)
    return [
        name
        for name in loaded.functions
        if not (name in asking or _WEAK.fullmatch(name.lower()))
        and any(re.fullmatch(pattern, _short(name)) for pattern in _CHOOSES[:-1])
    ]


def askers(loaded: Loaded) -> set[str]:
    """Return the functions that ask for input, also in Python 2."""
    return calls(loaded, "input") | calls(loaded, "raw_input")


def is_helper(name: str) -> bool:
    """Return whether a function's name says that it does something else than to choose good moves."""
    return bool(_OTHER.fullmatch(_short(name)) or _WEAK.fullmatch(name.lower()))


def makes_moves(name: str) -> bool:
    """Return whether a function, by its name, may as well make a move that it is given."""
    return _short(name) in ("move", "play", "act", "action")


def calls(loaded: Loaded, name: str) -> set[str]:
    """Return the functions of a file that call a function, directly or through other functions, except itself."""
    direct = _direct_calls(loaded.source)
    found, new = set[str](), {name.rpartition(".")[2]}
    while new:
        new = {caller for caller, called in direct.items() if called & new} - found
        found |= new
    return {caller for caller in loaded.functions if caller.rpartition(".")[2] in found and caller != name}


def top_names(loaded: Loaded, names: Sequence[str]) -> list[str]:
    """Return the functions that no other of the given functions calls, or all of them if they call each other."""
    return [name for name in names if not calls(loaded, name) & set(names)] or list(names)


def _short(name: str) -> str:
    """Return ``best_move`` for ``Player.bestMove``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(".")[2]).lower().strip("_")


@lru_cache(maxsize=4)
def _direct_calls(source: Source) -> dict[str, set[str]]:
    """Return the names that each function of a file uses, apart from its own variables."""
    used: dict[str, set[str]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = list(ast.walk(node))
            names = [part for part in parts if isinstance(part, ast.Name)]
            own = {part.arg for part in parts if isinstance(part, ast.arg)}
            own |= {part.id for part in names if isinstance(part.ctx, ast.Store)}
            found = {part.id for part in names} - own
            found |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
            used.setdefault(node.name, set()).update(found)
    return used
