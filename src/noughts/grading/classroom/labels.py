"""The names that Moodle and Canvas give to files when a teacher downloads all submissions of an assignment."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

System: TypeAlias = Literal["moodle", "canvas"]
"""A learning management system."""


class Label(NamedTuple):
    """The information in the name of a downloaded file or folder.

    Attributes:
        system: the system that gave the name.
        student: the student, as the system writes the name. Canvas leaves out spaces.
        number: the number of the student or, in Moodle, of the submission. An empty string if the name has none.
        late: whether it was handed in late.
        file: the name of the student's own file. An empty string for a folder.
        attachment: the number of the file in Canvas, or an empty string.
    """

    system: System
    student: str
    number: str
    late: bool = False
    file: str = ""
    attachment: str = ""

    @property
    def owner(self) -> tuple[str, str]:
        """A key that identifies the student: it is the same for all files of one student."""
        return self.system, self.number or self.student.casefold()


_MOODLE = re.compile(r"(.+?)(?:_(\d+))?_assignsubmission_(?:file|onlinetext)(?:_(.*))?", re.DOTALL)
_CANVAS = re.compile(
    r"(?P<student>[^\W_]\w*?)(?P<late>_late)?_(?P<number>\d+|anon_\w+?)_"
    r"(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<text>(?:text|link)\.html))",
    re.DOTALL | re.IGNORECASE,
)
_AGAIN = re.compile(r"-\d+(?=\.\w+$)")  # Canvas numbers the files that are handed in again


def labels(names: Iterable[str]) -> dict[str, Label]:
    """Return the labels in the names of files and folders, keyed by name. Names without a label are left out.

    Any name with two numbers could be from Canvas, such as ``lab_3_2_ada.py``. But in Canvas, a number belongs to one
    student or file.
    """
    found = {name: label for name in names if (label := _label(name))}
    canvas = [label for label in found.values() if label.system == "canvas"]
    files = Counter(label.attachment for label in canvas if label.attachment)
    students, numbers = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for label in canvas:
        students[label.number].add(label.student)
        numbers[label.student].add(label.number)
    alone = len(canvas) > 1 and len(students) == 1
    if alone or max(files.values(), default=1) > 1 or any(len(one) > 1 for one in students.values()):
        return {name: label for name, label in found.items() if label.system != "canvas"}
    return found


def _label(name: str) -> Label | None:
    if match := _MOODLE.fullmatch(name):
        student, number, file = match.groups(default="")
        return Label("moodle", " ".join(student.replace("_", " ").split()), number, file=file)
    if match := _CANVAS.fullmatch(name):
        file = _AGAIN.sub("", match["file"] or match["text"])
        return Label("canvas", match["student"], match["number"], bool(match["late"]), file, match["attachment"] or "")
    return None
