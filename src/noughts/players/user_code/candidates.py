"""Find the function that chooses moves among the functions of a user's file, by their names and their calls."""

import ast
import re

from noughts.players.user_code.loading import Loaded

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
    short = {name: re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(".")[2]).lower().strip("_") for name in names}
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
    """Return the functions whose names say that they choose moves."""
    short = {name: name.rpartition(".")[2].lower() for name in loaded.functions}
    return [name for name in short if any(re.fullmatch(pattern, short[name]) for pattern in _CHOOSES[:-1])]


def top_names(loaded: Loaded, names: list[str]) -> list[str]:
    """Return the functions that no other of the given functions calls, or all of them if they call each other."""
    calls: dict[str, set[str]] = {}
    for node in ast.walk(loaded.source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            used |= {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
            calls.setdefault(node.name, set()).update(used - {node.name})
    short = {name: name.rpartition(".")[2] for name in names}
    top = [
        name
        for name in names
        if not any(short[name] in calls.get(short[other], ()) for other in names if short[other] != short[name])
    ]
    return top or names
