"""Print the steps of an explained search, each with a sentence, a line of pseudocode, and the variables."""

from noughts.explain.story.story import Event, Story, StoryNode
from noughts.render.characters import in_ascii
from noughts.render.tree.text import ending, kept, searched_words
from noughts.rules.board import Cell
from noughts.rules.errors import short_repr
from noughts.terminal.prompt.screen import Screen

_HELP = "press Enter for the next step, or type b to go back, a step number, or q to quit"


def pseudocode(story: Story, running: int | None = None) -> str:
    """Return the pseudocode of a search, with line numbers and with a sign before the current line."""
    lines = enumerate(story.form.text, 1)
    return "\n".join(f"{'>' if line == running else ' '}{line:>3}  {text}" for line, text in lines)


def listing(story: Story) -> str:
    """Return all steps of a search, one on each line: the number, the line of pseudocode, and the sentence."""
    digits = len(str(len(story.events)))
    lines = []
    for step, event in enumerate(story.events, 1):
        indent = "  " * story.node(event.node).depth
        lines.append(f"{step:>{digits}}. line {event.line:>2}  {indent}{event.text}")
    return "\n".join(lines)


def walk(story: Story, screen: Screen) -> None:
    """Show one step at a time, forwards and backwards, until the reader quits or passes the last step."""
    step = 0
    while True:
        _show(story, step, screen)
        try:
            prompt = f"Step {step + 1} of {len(story.events)} (Enter next, b back, q quit): "
            word = screen.read(prompt).strip().lower()
        except EOFError:
            screen.end_line()
            return
        if word in ("q", "quit", "exit"):
            return
        if word in ("b", "back"):
            if step == 0:
                screen.say("This is the first step.")
            step = max(step - 1, 0)
        elif word in ("", "n", "next"):
            if step == len(story.events) - 1:
                _say(screen, ending(story))
                return
            step += 1
        elif word.isdecimal() and 1 <= int(word[:9]) <= len(story.events):
            step = int(word) - 1
        else:
            screen.say(f"Unknown command {short_repr(word, 20)}: {_HELP}.")


def _show(story: Story, step: int, screen: Screen) -> None:
    event = story.events[step]
    node = story.node(event.node)
    screen.say()
    _say(screen, event.text)
    screen.say()
    screen.board(node.position, _last(story, node))
    screen.say()
    _say(screen, pseudocode(story, event.line))
    screen.say()
    for name, value in _variables(story, step, event, node):
        _say(screen, f"  {name:<11}  {value}")


def _variables(story: Story, step: int, event: Event, node: StoryNode) -> list[tuple[str, str]]:
    """Return the variables of the current call of the search, and of the calls that are waiting for it."""
    latest: dict[int, Event] = {done.node: done for done in story.events[: step + 1]}
    calls = [node]
    while calls[-1].parent is not None:
        calls.append(story.node(calls[-1].parent))
    turn = "the game is over" if node.position.is_over else f"{node.position.turn} to move"
    variables = [("state", f"{node.id}, {turn}"), *event.variables]
    if len(calls) > 1:
        variables.append(
            ("waiting", "; ".join(f"{call.id} {kept(latest[call.id])}".strip() for call in reversed(calls[1:])))
        )
    variables.append(("searched", searched_words(story, event.searched).removeprefix("searched ")))
    return [(name, value) for name, value in variables if value]


def _last(story: Story, node: StoryNode) -> Cell | None:
    return None if node.parent is None else story.position.game.board.cell(node.move)


def _say(screen: Screen, text: str) -> None:
    screen.say(in_ascii(text) if screen.plain else text)
