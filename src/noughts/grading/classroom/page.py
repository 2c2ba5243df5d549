"""The report on a class: a page with an overview, and a sheet for each student to print and hand back."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from noughts.explain.words import join_and, plural
from noughts.grading.classroom.entry import Entry
from noughts.grading.classroom.settings import Rubric
from noughts.grading.classroom.table import KIND_WORDS, WORDS, common_faults, counts, first_line, same_texts, sentence
from noughts.grading.fixes import fixes
from noughts.grading.grade import Finding
from noughts.grading.report import GRADES, finding_head, finding_marks, finding_words
from noughts.render.board.svg import board_svg

_KEY = (
    "A position is kept if the program’s move gives no win or draw away, and lost otherwise. A crash, an illegal move "
    "or a time-out loses it, too. The boards show the simplest mistake of each program, with its move in orange on the "
    "screen and in grey on paper."
)
_MOST_LEFT_OUT = 8  # the most statements on a student's sheet
_MOST_FAULTS = 6  # the most faults in the overview

_STYLE = """\
@page{size:A4;margin:14mm 14mm 16mm}
:root{color-scheme:light dark;--ink:#1d1b19;--paper:#fff;--soft:#5f5a52;--line:#d5d2cc;--strong:#847f75;--band:#f5f4f0;
--good:#1f6fb2;--bad:#b8560b;--bar:#c9c5bd}
*{box-sizing:border-box}
body{font:10.5pt/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:225mm;
margin:8mm auto;padding:0 6mm}
h1{font-size:17pt;line-height:1.2;margin:0 0 2mm}h2{font-size:13pt;margin:6mm 0 2mm;break-after:avoid}
p{margin:0 0 2.5mm}
table{border-collapse:collapse;width:100%;font-size:9.5pt}
th{text-align:left;border-bottom:1.5px solid var(--strong);padding:1mm 3mm 1mm 0;vertical-align:bottom}
td{border-bottom:1px solid var(--line);padding:1.2mm 3mm 1.2mm 0;vertical-align:top}
th:last-child,td:last-child{padding-right:0}
th.n,td.n{text-align:right;font-variant-numeric:tabular-nums}
tr{break-inside:avoid}thead{display:table-header-group}
td svg{display:block}tbody th{min-width:27mm;overflow-wrap:anywhere;font-weight:400;border-bottom:1px solid var(--line);
padding:1.2mm 3mm 1.2mm 0;vertical-align:top}.sortable td:nth-child(2){min-width:36mm}
small{display:block;color:var(--soft);font-size:8.5pt}
th button{all:unset;cursor:pointer;font-weight:inherit}
th button::after{content:"↕";margin-left:.4em;color:var(--soft);font-weight:400}
th[aria-sort=ascending] button::after{content:"↑";color:inherit}
th[aria-sort=descending] button::after{content:"↓";color:inherit}
th button:focus-visible,a:focus-visible,textarea:focus-visible{outline:2px solid var(--good);outline-offset:2px}
a{color:inherit;text-underline-offset:.15em}
.grade::before{content:"■ ";color:var(--soft)}
.flawless::before{content:"▲ ";color:var(--good)}
.value::before,.illegal::before,.crash::before,.time-out::before{content:"▼ ";color:var(--bad)}
.not-graded::before,.not-handed-in::before{content:"? ";color:var(--soft)}
.faults{margin:0 0 2mm}.faults td:nth-child(2){width:24mm}.faults td:nth-child(3){width:100%}
.faults i{display:block;height:3mm;margin-top:1mm;background:var(--bar)}
.sheet{break-before:page}.sheet:first-child{break-before:auto}
.verdict{border:1px solid var(--strong);border-radius:1mm;background:var(--band);padding:3mm 4mm;margin:0 0 4mm}
.verdict p:last-child{margin:0}.verdict .grade{font-weight:600}
.facts{width:auto;margin:0 0 3mm}.facts td{padding-right:6mm}
.case{display:flex;gap:6mm;align-items:flex-start;break-inside:avoid;margin:0 0 4mm}.case p{margin:0 0 1mm}
.case svg{flex:none;width:30mm;height:auto}.case div{flex:1}
h3 small{font-weight:400}
h3{font-size:11pt;margin:3mm 0 2mm;break-after:avoid}.case h4{font-size:10.5pt;margin:0 0 1mm}
.case .n-name{font-size:21px}.case .n-mark{font-size:24px;transform:translate(-3px,7px)}
.points{float:right;font-size:13pt;font-weight:600;border:1.5px solid currentColor;border-radius:1mm;
padding:1mm 3mm;margin:0 0 2mm 4mm}
code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}
ul{margin:0 0 3mm;padding-left:5mm}li{margin:0 0 1mm}
.comment{break-inside:avoid;margin-top:6mm}.comment label{display:block;font-size:13pt;font-weight:700;margin:0 0 2mm}
.comment textarea{display:block;width:100%;min-height:30mm;field-sizing:content;font:inherit;color:inherit;
background:transparent;border:1px solid var(--strong);border-radius:1mm;padding:2mm 3mm;resize:vertical}
footer{margin-top:5mm;color:var(--soft);font-size:9pt}
@media screen{.sheet{border-top:1px dashed var(--strong);margin-top:12mm;padding-top:6mm}
.sheet:first-child{border:0;margin:0;padding:0}.wide{overflow-x:auto}}
@media screen and (max-width:40em){.case{flex-direction:column}}
@media (prefers-color-scheme:dark){:root{--ink:#f4f1ea;--paper:#211f1d;--soft:#b0aaa1;--line:#413d39;--strong:#85807a;
--band:#2a2724;--good:#8cc8fb;--bad:#ffb185;--bar:#5c5751}}
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--soft:#444;--line:#ccc;--strong:#777;--band:#fff;
--good:#1f6fb2;--bad:#b8560b;--bar:#bbb}
body{margin:0;max-width:none;padding:0}table{font-size:9pt}.comment textarea{resize:none}
th button::after,.screen{display:none}*{print-color-adjust:exact}}"""

_SORT = """\
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.dataset.sort) return;
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const value = (row) => row.dataset[`v${column}`];
      const order = (one, other) =>
        head.dataset.sort === "number" ? one - other : one.localeCompare(other, undefined, { numeric: true });
      const rows = [...table.tBodies[0].rows].sort((first, second) => {
        const [one, other] = [value(first), value(second)];
        if (one === undefined || other === undefined) return (one === undefined) - (other === undefined);
        return (up ? 1 : -1) * order(one, other);
      });
      table.tBodies[0].append(...rows);
    });
  });
}"""


def class_html(
    entries: Sequence[Entry], *, title: str, rubric: Rubric | None = None, note: str = "", date: str = ""
) -> str:
    """Return the report as a self-contained page to print: an overview, and a sheet to hand back to each student.

    The table can be sorted in a browser. Without scripts, it stays as it is.

    Args:
        entries: the results.
        title: the name of the class.
        rubric: the points for the results.
        note: a sentence on how the programs were graded.
        date: the date to print.
    """
    counted = any(entry.nodes is not None for entry in entries)
    head = "".join(
        [
            _head("Student", "text"),
            _head("Result", "number"),
            _head("Positions kept", "number"),
            _head("Positions lost", "number"),
            _head("Wins in one move", "number"),
            *[_head("Nodes per move", "number")] * counted,
            _head("Time", "number"),
            "<th>Mistake</th>",
            *[_head("Points", "number")] * (rubric is not None),
        ]
    )
    rows = "".join(_row(number, entry, rubric, counted) for number, entry in enumerate(entries, 1))
    sheets = "".join(
        _sheet(number, entry, rubric, date) for number, entry in enumerate(entries, 1) if entry.grade != "not-handed-in"
    )
    when = f"<p>{escape(date)}</p>" if date else ""
    overview = (
        f"<h1>Class report: {escape(title)}</h1>{when}<p>{escape(counts(entries))} {escape(note)}</p>"
        f'{_common(entries)}{_same(entries)}<h2>Results</h2><div class="wide"><table class="sortable"><thead><tr>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table></div><footer>{_KEY}</footer>"
    )
    return _page(f"Class report: {title}", f"<main>{overview}\n{sheets}</main><script>\n{_SORT}\n</script>")


def student_html(entry: Entry, *, date: str = "") -> str:
    """Return the result of one program as a self-contained page, like a student's sheet in the report on a class."""
    return _page(f"Report: {entry.student}", f"<main>{_sheet(1, entry, None, date)}</main>")


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>\n{_STYLE}\n</style></head>\n<body>\n{body}</body></html>\n"
    )


def _head(words: str, sort: str) -> str:
    numeric = ' class="n"' * (sort == "number" and words != "Result")
    return f'<th scope="col" data-sort="{sort}"{numeric}>{words}</th>'


def _common(entries: Sequence[Entry]) -> str:
    """Return the list of the most common faults in the class, as HTML. Each fault has the names of its students."""
    faults = common_faults(entries)
    if not faults:
        return ""
    most = len(faults[0][1])
    numbers = {id(entry): number for number, entry in enumerate(entries, 1)}
    rows = "".join(
        f'<tr><td class="n">{len(found)}</td><td><i style="width:{20 * len(found) / most:.1f}mm"></i></td>'
        f"<td>{escape(words)}<small>{', '.join(_link(numbers[id(entry)], entry) for entry in found)}</small></td></tr>"
        for words, found in faults[:_MOST_FAULTS]
    )
    rest = len(faults) - _MOST_FAULTS
    more = f"<p>And {plural(rest, 'more fault')}, on the sheets of the students.</p>" if rest > 0 else ""
    return f'<h2>The most common faults</h2><table class="faults"><tbody>{rows}</tbody></table>{more}'


def _same(entries: Sequence[Entry]) -> str:
    """Return the list of the students whose programs have the same text, as HTML."""
    groups = same_texts(entries)
    if not groups:
        return ""
    names = [escape(join_and([entry.student for entry in group])) for group in groups]
    return f"<h2>Programs with the same text</h2><p>Apart from names, comments and layout:</p>{_list(names)}"


def _link(number: int, entry: Entry) -> str:
    name = f"<bdi>{_breakable(entry.student)}</bdi>"
    return name if entry.grade == "not-handed-in" else f'<a href="#s{number}">{name}</a>'


def _row(number: int, entry: Entry, rubric: Rubric | None, counted: bool) -> str:
    """Return a student's row in the overview, as HTML. Each cell also holds the value by which its column is sorted."""
    student = f'<th scope="row">{_link(number, entry)}{_function(entry)}'
    notes = [*map(escape, entry.mistakes), *["it imports noughts"] * entry.imports_noughts]
    notes += ["handed in late"] * entry.late
    if entry.grade == "not-graded":
        notes.append(escape(sentence(first_line(entry.summary))))
    result = _grade(entry) + "".join(map(_small, notes))
    numbers: list[tuple[float | None, str]] = [
        (entry.kept, f"{entry.kept:,}"),
        (entry.lost, f"{entry.lost:,}"),
        (entry.wins_missed if entry.wins_in_one else None, entry.wins),
        *[(entry.nodes, "" if entry.nodes is None else f"{entry.nodes:,.0f}")] * counted,
        (entry.seconds, f"{entry.seconds:.1f} s"),
    ]
    cells = f"<td>{result}</td>" + "".join(f'<td class="n">{words}</td>' for _, words in numbers)
    cells += f"<td>{_board(entry.examples[0], 62, small=True) if entry.examples else ''}</td>"
    values: list[object] = [entry.student, GRADES.index(entry.grade) + 1, *(value for value, _ in numbers)]
    if not entry.is_graded:
        cells = f'<td colspan="{len(numbers) + 2}">{result}</td>'
        values[2:] = [None] * len(numbers)
    points = f'<td class="n">{rubric.words(entry) or "–"}</td>' if rubric else ""
    values += [None, rubric.of(entry) if rubric else None]
    keys = "".join(
        f' data-v{column}="{escape(str(value))}"' for column, value in enumerate(values) if value is not None
    )
    return f"<tr{keys}>{student}</th>{cells}{points}</tr>"


def _small(words: str) -> str:
    return f"<small>{words}</small>"


def _function(entry: Entry) -> str:
    return _small(f"<code>{_breakable(entry.function)}</code>") if entry.function else ""


def _breakable(name: str) -> str:
    """Return a name as HTML that can break across lines after a dot or an underscore."""
    return escape(name).replace(".", ".<wbr>").replace("_", "_<wbr>")


def _sheet(number: int, entry: Entry, rubric: Rubric | None, date: str) -> str:
    """Return a student's sheet as HTML. The sheet shows the result, the simplest mistakes, their causes, and how to fix
    them.
    """
    points = ""
    if rubric and (words := rubric.words(entry)):
        points = f'<div class="points">{words} of {rubric.most}</div>'
    first, *more = entry.summary.split("\n")
    summary = f"<p>{escape(sentence(first))}</p>"
    if more:
        summary += _list(f"<code>{escape(line)}</code>" for line in more)
    about = ", ".join(filter(None, [entry.file, "handed in late" * entry.late, date]))
    parts = [f'<section class="sheet" id="s{number}">{points}<h1><bdi>{escape(entry.student)}</bdi></h1>']
    parts.append(f"<p>{escape(about)}</p>")
    parts.append(f'<div class="verdict"><p>{_grade(entry)}</p>{summary}</div>')
    if entry.words:
        parts.append(f"<p>Called as <code>{escape(entry.words)}</code>.</p>")
    if entry.is_graded:
        parts.append(_facts(entry))
    if advice := fixes(entry):
        parts.append(f"<h2>How to improve it</h2>{_list(map(escape, advice))}")
    if entry.examples:
        parts += ["<h2>Where it goes wrong</h2>", *_cases(entry)]
    if entry.left_out:
        shown = [f"<code>{escape(line)}</code>" for line in entry.left_out[:_MOST_LEFT_OUT]]
        rest = len(entry.left_out) - len(shown)
        shown += [f"and {plural(rest, 'more statement')}"] * bool(rest)
        parts.append(f"<h2>Statements that were left out</h2>{_list(shown)}")
    parts.append(
        f'<div class="comment"><label for="c{number}">Comment</label><textarea id="c{number}"></textarea>'
        '<small class="screen">Type here before you print, or write on the paper. The text is not saved.</small></div>'
    )
    return "".join([*parts, "</section>\n"])


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _facts(entry: Entry) -> str:
    asked = f"{entry.asked:,}" + f" (a sample of {entry.population})" * bool(entry.population)
    rows = [
        ("positions in which it was asked", asked),
        ("… in which it kept the value", f"{entry.kept:,}"),
        ("wins in one move", entry.wins),
        *[("nodes per move, by its own count", f"{entry.nodes or 0:,.0f}")] * (entry.nodes is not None),
        ("time for all answers", f"{entry.seconds:.1f} s"),
    ]
    lines = "".join(f'<tr><td>{label}</td><td class="n">{text}</td></tr>' for label, text in rows)
    return f'<table class="facts"><tbody>{lines}</tbody></table>'


def _cases(entry: Entry) -> Iterator[str]:
    """Yield the boards of the simplest mistakes: two for each cause, and one for each kind that no cause explains."""
    for cause in entry.causes:
        head = cause.sentence if cause.is_known else "Mistakes without a known cause"
        yield f"<h3>{escape(head)}<small>{plural(cause.explains, 'mistake')}</small></h3>"
        yield from map(_case, cause.examples)
    kinds = {kind for cause in entry.causes for kind in cause.kinds}
    yield from (
        _case(finding, entry.faults.get(finding.kind)) for finding in entry.examples if finding.kind not in kinds
    )


def _case(finding: Finding, count: int | None = None) -> str:
    """Return the board of a mistake as HTML, with the answer, a better move, and the reason why it is better."""
    words = "".join(f"<p>{escape(words)}</p>" for words in finding_words(finding))
    number = f": {plural(count, 'position')}" if count else ""
    return (
        f'<div class="case">{_board(finding, 160)}<div><h4>{KIND_WORDS[finding.kind]}{number}</h4>'
        f"<p>{finding_head(finding)}</p>{words}</div></div>"
    )


def _board(finding: Finding, size: int, *, small: bool = False) -> str:
    """Return the board of a mistake as SVG, with the answer and the best moves coloured. A small board has no
    coordinates.
    """
    fill = dict.fromkeys(finding.best, "win") | ({} if finding.move is None else {finding.move: "loss"})
    return board_svg(
        finding.position, marks={} if small else finding_marks(finding), fill=fill, coordinates=not small, size=size
    )


def _grade(entry: Entry) -> str:
    words = WORDS[entry.grade]
    return f'<span class="grade {entry.grade}">{words[0].upper()}{words[1:]}</span>'
