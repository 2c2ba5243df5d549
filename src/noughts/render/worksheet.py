"""Worksheets to print: a page of exercises, trees to fill in, and the answers on separate pages."""

from html import escape

from noughts.explain.exercises.worksheet import Worksheet, winner_mark
from noughts.explain.scores import in_unit
from noughts.explain.story.story import Story, number
from noughts.explain.words import advice, game_words, join_or
from noughts.render.board.text import board_text
from noughts.render.paper import (
    PrintedSheets,
    cell_names,
    is_wide,
    made_with,
    paragraphs,
    printed_board,
    printed_page,
    sheet_head,
    table_of_answers,
)
from noughts.render.tree.sheet import tree_sheet_svg
from noughts.rules.position import Position
from noughts.solver.evaluation import Evaluation, MoveEvaluation

_SCALE = 0.95  # the scale of the trees: two of the largest fit on a page
_SCALE_FOR_CHILDREN = 0.9  # the instructions for children are longer


def worksheet_html(*sheets: Worksheet, command: str = "") -> str:
    """Return worksheets as a self-contained HTML page, for printing in greyscale on A4 or Letter paper.

    All sheets come first. After them come the answers, each sheet's on pages of their own. If there are several sheets,
    the answers begin with a table of all results.

    Args:
        sheets: the worksheets, at least one, of one game. Each is headed by its seed.
        command: the command that makes the same worksheets, to show after the answers.
    """
    return printed_page(printed_worksheets(*sheets, command=command))


def printed_worksheets(*sheets: Worksheet, command: str = "") -> PrintedSheets:
    """Return worksheets and their answers as HTML. The arguments are those of `worksheet_html`."""
    first, several = sheets[0], len(sheets) > 1
    title = f"Worksheet: {game_words(first.game)}"
    table = [table_of_answers([(sheet.seed, _results(sheet)) for sheet in sheets])] if several else []
    answers = [_answers(sheet, f"Answers to sheet {sheet.seed}" if several else "Answers") for sheet in sheets]
    return PrintedSheets(
        title,
        is_wide(first.game),
        tuple(_exercises(sheet, title) for sheet in sheets),
        (*table, *answers),
        made_with(command, first.seed, len(sheets)),
    )


def _exercises(sheet: Worksheet, title: str) -> str:
    """Return the pages of a sheet without the answers."""
    parts = [sheet_head(title, sheet.seed, instructions(sheet))]
    if sheet.questions:
        questions = "".join(_question(n, question.position, sheet) for n, question in enumerate(sheet.questions, 1))
        parts.append(f'<h2>Find the best move</h2><div class="items">{questions}</div>')
    if sheet.trees:
        parts += [
            f'<section class="{"part" if sheet.questions else ""}"><h2>Fill in the tree</h2>',
            paragraphs(tree_instructions(sheet)),
            *(_tree_card(n, story, sheet, filled=False) for n, story in enumerate(sheet.trees, _after(sheet))),
            "</section>",
        ]
    return f"<section>{''.join(parts)}</section>"


def _answers(sheet: Worksheet, title: str) -> str:
    """Return the pages with the answers to a sheet."""
    cards = "".join(_answer(n, analysis, sheet) for n, analysis in enumerate(sheet.questions, 1))
    trees = "".join(_tree_card(n, story, sheet, filled=True) for n, story in enumerate(sheet.trees, _after(sheet)))
    cards = f'<div class="items">{cards}</div>' if cards else ""
    return f"<section><h1>{title}</h1>{cards}{trees}</section>"


def _results(sheet: Worksheet) -> list[str]:
    """Return the answers to a worksheet in short form."""
    results = [_answer_words(analysis, sheet, ": ") for analysis in sheet.questions]
    return results + [_tree_words(story, sheet, ": ") for story in sheet.trees]


def _after(sheet: Worksheet) -> int:
    """Return the exercise number of the first tree, which follows the positions."""
    return len(sheet.questions) + 1


def worksheet_text(*sheets: Worksheet) -> str:
    """Return worksheets as plain text: the positions, a form feed after each sheet, and all answers.

    Trees appear only in the HTML page.
    """
    lines = list[str]()
    for sheet in sheets:
        lines += [f"Worksheet: {game_words(sheet.game)}" + (f", sheet {sheet.seed}" if len(sheets) > 1 else "")]
        lines += ["", *instructions(sheet)]
        for n, analysis in enumerate(sheet.questions, 1):
            fields = "  ".join(f"{field}: ______" for field in _fields(sheet))
            lines += ["", f"{n}. {analysis.position.turn} to move. {fields}"]
            lines.append(board_text(analysis.position, style="plain"))
        if sheet.trees:
            trees = f"The {len(sheet.trees)} trees to fill in are" if len(sheet.trees) > 1 else "The tree to fill in is"
            lines += ["", f"{trees} only on the page for printing, which --html FILE writes."]
        lines.append("\f")
    for sheet in sheets:
        lines += [*[""][: sheet is not sheets[0]], f"Answers (seed {sheet.seed})", ""]
        for n, analysis in enumerate(sheet.questions, 1):
            lines.append(f"{n}. {_answer_words(analysis, sheet)}. {advice(analysis)}")
            values = _all_values(analysis, sheet).replace("\N{NO-BREAK SPACE}", " ")
            lines.append(f"   All moves: {values}")
        lines += [f"{n}. {_tree_words(story, sheet)}." for n, story in enumerate(sheet.trees, _after(sheet))]
    return "\n".join(lines) + "\n"


def _fields(sheet: Worksheet) -> tuple[str, str]:
    """Return the fields to fill in for each position."""
    return "Best move", "Who wins" if sheet.unit == "winner" else "Value"


def instructions(sheet: Worksheet) -> tuple[str, ...]:
    """Return the instructions for pupils, as paragraphs."""
    row = f"the player who completes a row {'loses' if sheet.game.misere else 'wins'}"
    row += " (a longer row does not count)" * bool(sheet.game.beyond)
    cells = cell_names(sheet.game.board)
    if sheet.unit == "winner":
        wins = "who wins if neither player makes a mistake after it: X, O, or = for a draw"
        asked = (f"For each position, write down the best move ({cells}) and {wins}.",) if sheet.questions else ()
        return (f"Both players play their best, and {row}.", *asked)
    win, loss = {
        "one": ("+1", "−1"),
        "ten": ("+10", "−10"),
        "depth": ("10 − depth", "depth − 10"),
        "noughts": ("1 plus the number of empty cells", "the negative of that"),
    }[sheet.search_unit]
    task = f" For each position, write down the best move ({cells}) and the value." if sheet.questions else ""
    return (
        f"Both players play their best, and {row}. The player to move is MAX, and the other player is MIN. "
        f"A finished game is worth {win} if MAX has won, {loss} if MAX has lost, and 0 if it is a draw.",
        f"MAX chooses the move with the greatest value, MIN the move with the least.{task}",
    )


def tree_instructions(sheet: Worksheet) -> tuple[str, ...]:
    """Return the instructions for filling in the trees, as paragraphs."""
    thicken = "Thicken the line to the best move."
    if sheet.unit == "winner":
        return (
            "Begin at the bottom. If the game is over, write down who won: X, O, or = for a draw. For every other "
            "board, look at the boxes below it. The player to move chooses the best one for themselves: copy it. "
            f"{thicken}",
        )
    if sheet.algorithm == "minimax":
        return (f"From the bottom up, write the value under each state. {thicken}",)
    return (
        "Search from left to right, as alpha-beta does. At the top, α is −∞ and β is +∞. Every other state takes the "
        "latest α and β from the state above it. A value that comes back to MAX and is greater than α is the new α. A "
        "value that comes back to MIN and is less than β is the new β. Write it into the next box.",
        "As soon as α ≥ β, strike out the lines to the moves that are left: they are cut off. The thick box is for the "
        "value: the greatest (MAX) or the least (MIN) that came back. Write ≤ before it if MIN cut off a move, or ≥ if "
        f"MAX did. {thicken}",
    )


def _tree_card(n: int, story: Story, sheet: Worksheet, *, filled: bool) -> str:
    """Return a tree with its number and, if it is filled in, its answer."""
    turn = story.position.turn
    head = f"<p><b>{n}.</b> {turn} {'is to move' if sheet.unit == 'winner' else 'is MAX and to move'}."
    if filled:
        head += f" {_tree_words(story, sheet)}."
        head += f" {story.searched} of {len(story.nodes)} states are searched." if story.windowed else ""
    winners = sheet.unit == "winner"
    picture = tree_sheet_svg(
        story,
        filled=filled,
        winners=winners,
        scale=_SCALE_FOR_CHILDREN if winners else _SCALE,
        theme="print",
        styled=False,
    )
    return f'<div class="tree">{head}</p>{picture}</div>'


def _tree_words(story: Story, sheet: Worksheet, between: str = ", value ") -> str:
    """Return the answer to a tree, such as ``b2, value +10``, or ``b2: X`` if the unit is the winner."""
    root = story.node(1)
    assert root.score is not None
    children = map(story.node, root.children)
    best = [child.move for child in children if (child.score, child.bound) == (root.score, "=")]
    if sheet.unit == "winner":
        return f"{join_or(best)}: {winner_mark(root.score, story.position.turn)}"
    return f"{join_or(best)}{between}{number(root.score)}"


def _question(n: int, position: Position, sheet: Worksheet) -> str:
    fill = "".join(f'<span class="fill">{field}</span>' for field in _fields(sheet))
    return f'<div class="item"><b>{n}.</b> {position.turn} to move{printed_board(position)}{fill}</div>'


def _answer(n: int, analysis: Evaluation, sheet: Worksheet) -> str:
    picture = printed_board(analysis.position, [move.move for move in _best(analysis, sheet)])
    return (
        f'<div class="item"><b>{n}.</b> {_answer_words(analysis, sheet)}{picture}'
        f"<p>{escape(advice(analysis))}</p><p>All moves: {_all_values(analysis, sheet)}</p></div>"
    )


def _answer_words(analysis: Evaluation, sheet: Worksheet, between: str = ", value ") -> str:
    """Return the answer to a position, such as ``b2, value +10``, or ``b2: X`` if the unit is the winner."""
    best = _best(analysis, sheet)
    separator = ": " if sheet.unit == "winner" else between
    return f"{join_or([move.name for move in best])}{separator}{_value(best[0], analysis, sheet)}"


def _best(analysis: Evaluation, sheet: Worksheet) -> list[MoveEvaluation]:
    """Return the moves that have the highest score in the worksheet's unit.

    Some units do not distinguish early wins from late wins.
    """
    value = _value(analysis.moves[0], analysis, sheet)
    moves = sorted(analysis.moves, key=lambda move: move.move)
    return [move for move in moves if _value(move, analysis, sheet) == value]


def _all_values(analysis: Evaluation, sheet: Worksheet) -> str:
    return ", ".join(
        f"{move.name}\N{NO-BREAK SPACE}{_value(move, analysis, sheet)}"
        for move in sorted(analysis.moves, key=lambda move: move.move)
    )


def _value(move: MoveEvaluation, analysis: Evaluation, sheet: Worksheet) -> str:
    if sheet.unit == "winner":
        return winner_mark(move.result, analysis.position.turn)
    return in_unit(analysis.scores[move.move], move.distance, sheet.search_unit)
