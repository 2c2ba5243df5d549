"""The report on a class: a table for the terminal, and a page to print with a sheet for each student."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from noughts.explain.words import plural
from noughts.grading.fixes import fixes
from noughts.grading.grade import Finding
from noughts.grading.report import IMPORTS_NOUGHTS, finding_marks, finding_words
from noughts.grading.rubric import GRADES, Entry, Grade, Rubric
from noughts.render.board.svg import board_svg
from noughts.render.table import table
from noughts.rules.notation import t3en

WORDS: dict[Grade, str] = {
    "flawless": "flawless",
    "slow": "wins late or loses early",
    "value": "gives a win or a draw away",
    "illegal": "returns no legal move",
    "crash": "crashes",
    "time-out": "is too slow",
    "not-graded": "not graded",
}
"""Each grade in words."""

_KEY = (
    "A position is kept if the program’s move gives no win or draw away, and lost otherwise. A crash, an illegal move "
    "or a time-out loses it, too. The boards show the simplest mistake of each program, with its move in grey."
)
_MOST_LEFT_OUT = 8  # statements on a student's sheet

_STYLE = """\
@page{size:A4;margin:14mm 14mm 16mm}
*{box-sizing:border-box}
body{font:10.5pt/1.45 system-ui,sans-serif;color:#111;background:#fff;max-width:182mm;margin:8mm auto;padding:0 4mm}
h1{font-size:17pt;margin:0 0 2mm}h2{font-size:13pt;margin:6mm 0 2mm}p{margin:0 0 2.5mm}
table{border-collapse:collapse;width:100%;font-size:9pt}
th{text-align:left;border-bottom:1.5px solid #555;padding:1mm 2mm 1mm 0;vertical-align:bottom}
td{border-bottom:1px solid #ccc;padding:1mm 2mm 1mm 0;vertical-align:top}
th.n,td.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap}
tr{break-inside:avoid}thead{display:table-header-group}
td svg{display:block}td:first-child{min-width:34mm;overflow-wrap:anywhere}td:nth-child(2){min-width:34mm}
a{color:inherit}
.grade::before{content:"■ ";color:#767676}
.flawless::before{content:"▲ ";color:#1f6fb2}
.value::before,.illegal::before,.crash::before,.time-out::before{content:"▼ ";color:#b8560b}
.not-graded::before{content:"? ";color:#767676}
.sheet{break-before:page}
.verdict{border:1px solid #777;padding:3mm 4mm;margin:0 0 4mm}.verdict p:last-child{margin:0}
.facts{width:auto;margin:0 0 3mm}.facts td{padding-right:6mm}
.case{display:flex;gap:6mm;align-items:flex-start;break-inside:avoid;margin:0 0 3mm}.case p{margin:0 0 1mm}
.case svg{flex:none;width:27mm;height:auto}.case div{flex:1}.case h3{font-size:11pt;margin:0 0 1mm}
.case .n-name{font-size:21px}.case .n-mark{font-size:24px;transform:translate(-3px,7px)}
.points{float:right;font-size:13pt;font-weight:600;border:1.5px solid #111;padding:1mm 3mm}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
ul{margin:0 0 3mm;padding-left:5mm}li{margin:0 0 1mm}
footer{margin-top:5mm;color:#555;font-size:9pt}
@media print{body{margin:0;max-width:none;padding:0}}
@media screen{.sheet{border-top:1px dashed #777;margin-top:12mm;padding-top:6mm}}"""


def class_text(entries: Sequence[Entry], rubric: Rubric | None = None) -> str:
    """Return a table with a line for each student, and the number of students with each result."""
    head = ["student", "function", "result", "kept", "wins missed", "seconds"] + ["points"] * (rubric is not None)
    rows = [head]
    for entry in entries:
        graded = entry.grade != "not-graded"
        rows.append(
            [
                entry.student,
                entry.function,
                WORDS[entry.grade] + " *" * bool(entry.mistakes) + " †" * entry.imports_noughts,
                f"{entry.kept:,} of {entry.asked:,}" if graded else "",
                f"{entry.wins_missed:,} of {entry.wins_in_one:,}" if graded else "",
                f"{entry.seconds:.1f}" if graded else "",
                *([str(rubric.of(entry))] if rubric else []),
            ]
        )
    lines = [table(rows, "<")]
    if any(entry.mistakes for entry in entries):
        lines += ["", "* once a mistake in the form of its answers is corrected:"]
        lines += [f"  {entry.student}: {'; '.join(entry.mistakes)}." for entry in entries if entry.mistakes]
    if importing := [entry.student for entry in entries if entry.imports_noughts]:
        lines += ["", f"† {IMPORTS_NOUGHTS}", *(f"  {student}" for student in importing)]
    if failed := [entry for entry in entries if entry.grade == "not-graded"]:
        lines += [
            "",
            "Not graded:",
            *(f"  {entry.student}: {_sentence(_first_line(entry.summary))}" for entry in failed),
        ]
    return "\n".join([*lines, "", _counts(entries)])


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _sentence(text: str) -> str:
    """Return a reason as a sentence. It keeps its first letter if it begins with a file or a function."""
    first = text.split(" ")[0]
    text = text if not first.isalpha() else text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def class_html(
    entries: Sequence[Entry],
    *,
    title: str,
    rubric: Rubric | None = None,
    absent: Sequence[str] = (),
    note: str = "",
    date: str = "",
) -> str:
    """Return the report as a self-contained page to print: an overview, and a sheet for each student to hand back.

    Args:
        entries: the results.
        title: the name of the class.
        rubric: the points for the results.
        absent: the students who handed in nothing.
        note: a sentence on how the programs were graded.
        date: the date to print.
    """
    missing = f"<p>Nothing handed in: {escape(', '.join(absent))}.</p>" if absent else ""
    counted = any(entry.nodes is not None for entry in entries)
    numbers = ["Positions kept", "Positions lost", "Wins in one missed", *["Nodes per move"] * counted, "Time"]
    head = "<th>Student</th><th>Result</th>" + "".join(f'<th class="n">{words}</th>' for words in numbers)
    head += "<th>Mistake</th>" + ('<th class="n">Points</th>' if rubric else "")
    rows = "".join(_row(number, entry, rubric, counted) for number, entry in enumerate(entries, 1))
    sheets = "".join(_sheet(number, entry, rubric, date) for number, entry in enumerate(entries, 1))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Class report: {escape(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">'
        f"<style>\n{_STYLE}\n</style></head>\n<body>\n<h1>Class report: {escape(title)}</h1>"
        f"<p>{escape(_counts(entries))} {escape(note)}</p>{missing}"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><footer>{_KEY}</footer>"
        f"<footer>{f'{escape(date)}. ' if date else ''}The programs were not compared with each other.</footer>\n"
        f"{sheets}</body></html>\n"
    )


def _row(number: int, entry: Entry, rubric: Rubric | None, counted: bool) -> str:
    student = f'<a href="#s{number}">{escape(entry.student)}</a><br><code>{escape(entry.function)}</code>'
    points = f'<td class="n">{rubric.of(entry)}</td>' if rubric else ""
    if entry.grade == "not-graded":
        why = escape(_first_line(entry.summary))
        return f'<tr><td>{student}</td><td colspan="{6 + counted}">{_grade(entry)}: {why}</td>{points}</tr>'
    nodes = ["" if entry.nodes is None else f"{entry.nodes:,.0f}"] * counted
    numbers = [f"{entry.kept:,}", f"{entry.lost:,}", f"{entry.wins_missed:,}", *nodes, f"{entry.seconds:.1f} s"]
    named = [*map(escape, entry.mistakes), *["it imports noughts"] * entry.imports_noughts]
    cells = [
        f"<td>{student}</td>",
        f"<td>{'<br>'.join([_grade(entry), *named])}</td>",
        *(f'<td class="n">{text}</td>' for text in numbers),
        f"<td>{_board(entry.examples[0], 62, small=True) if entry.examples else ''}</td>",
    ]
    return f"<tr>{''.join(cells)}{points}</tr>"


def _sheet(number: int, entry: Entry, rubric: Rubric | None, date: str) -> str:
    """Return the page for a student: the result, the simplest mistakes, and how to fix them."""
    points = f'<div class="points">{rubric.of(entry)} of {rubric.most}</div>' if rubric else ""
    first, *more = entry.summary.split("\n")
    summary = f"<p>{escape(_sentence(first))}</p>"
    if more:
        summary += f"<ul>{''.join(f'<li><code>{escape(line)}</code></li>' for line in more)}</ul>"
    parts = [f'<section class="sheet" id="s{number}">{points}<h1>{escape(entry.student)}</h1>']
    parts.append(f"<p>{escape(entry.file)}{f', {escape(date)}' if date else ''}</p>")
    parts.append(f'<div class="verdict"><p>{_grade(entry)}</p>{summary}</div>')
    if entry.words:
        parts.append(f"<p>Called as <code>{escape(entry.words)}</code>.</p>")
    if entry.grade != "not-graded":
        parts.append(_facts(entry))
    if advice := fixes(entry):
        parts.append(f"<h2>How to improve it</h2><ul>{''.join(f'<li>{escape(text)}</li>' for text in advice)}</ul>")
    if entry.examples:
        parts.append("<h2>Where it goes wrong</h2>")
        parts += [_case(finding, entry.faults.get(finding.kind, 0)) for finding in entry.examples]
    if entry.left_out:
        shown = [f"<li><code>{escape(line)}</code></li>" for line in entry.left_out[:_MOST_LEFT_OUT]]
        rest = len(entry.left_out) - len(shown)
        shown += [f"<li>and {plural(rest, 'more statement')}</li>"] * bool(rest)
        parts.append(f"<h2>Statements that were left out</h2><ul>{''.join(shown)}</ul>")
    return "".join([*parts, "</section>\n"])


def _facts(entry: Entry) -> str:
    asked = f"{entry.asked:,}" + (f" (a sample of {entry.sampled_from:,})" if entry.sampled_from else "")
    rows = [
        ("positions in which it was asked", asked),
        ("… in which it kept the value", f"{entry.kept:,}"),
        ("wins in one move that it took", f"{entry.wins_in_one - entry.wins_missed:,} of {entry.wins_in_one:,}"),
        *[("nodes per move, by its own count", f"{entry.nodes or 0:,.0f}")] * (entry.nodes is not None),
        ("time for all answers", f"{entry.seconds:.1f} s"),
    ]
    lines = "".join(f'<tr><td>{label}</td><td class="n">{text}</td></tr>' for label, text in rows)
    return f'<table class="facts">{lines}</table>'


def _case(finding: Finding, count: int) -> str:
    """Return the board of a mistake, with the answer, a better move and the reason."""
    position = finding.position
    empty = plural(position.empty.bit_count(), "empty cell")
    words = "".join(f"<p>{escape(sentence)}</p>" for sentence in finding_words(finding))
    answer = "? its answer, " if finding.move is not None else ""
    return (
        f'<div class="case">{_board(finding, 160)}<div><h3>{_KIND[finding.kind]}: {plural(count, "position")}</h3>'
        f"<p>The simplest: {position.turn} to move, {empty} ({answer}! best), <code>{t3en(position)}</code></p>"
        f"{words}</div></div>"
    )


_KIND = {
    "time-out": "No answer in time",
    "crash": "Crash",
    "illegal": "No legal move",
    "value": "A win or a draw given away",
    "slow win": "A win later than possible",
    "quick loss": "A loss sooner than necessary",
}


def _board(finding: Finding, size: int, *, small: bool = False) -> str:
    """Return the board of a mistake, with a grey cell for the answer. A small board has no letters."""
    fill = dict.fromkeys(finding.best, "win") | ({} if finding.move is None else {finding.move: "loss"})
    return board_svg(
        finding.position,
        marks={} if small else finding_marks(finding),
        fill=fill,
        coordinates=not small,
        size=size,
        theme="print",
    )


def _grade(entry: Entry) -> str:
    words = WORDS[entry.grade]
    return f'<span class="grade {entry.grade}">{words[0].upper()}{words[1:]}</span>'


def _counts(entries: Sequence[Entry]) -> str:
    """Return a phrase such as ``40 students: flawless 12, crashes 3.``"""
    number = Counter(entry.grade for entry in entries)
    found = ", ".join(f"{WORDS[grade]} {number[grade]}" for grade in GRADES if number[grade])
    return f"{plural(len(entries), 'student')}: {found}." if entries else "No results yet."
