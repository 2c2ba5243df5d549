"""Interpret the endings of the files that a class handed in, and make file names safe to display."""

import os

from noughts.grading.user_code.loading import FILES
from noughts.render.names import clean_name

ARCHIVES = (".zip", ".tar.gz", ".tar.xz", ".tar", ".tgz", ".7z", ".rar", ".gz")
"""The endings of archives. noughts unpacks the first kind."""

LANGUAGES = {
    **dict.fromkeys([".java", ".class", ".jar"], "Java"),
    **dict.fromkeys([".js", ".mjs", ".jsx"], "JavaScript"),
    **dict.fromkeys([".ts", ".tsx"], "TypeScript"),
    **dict.fromkeys([".cpp", ".cc", ".cxx", ".hpp"], "C++"),
    **dict.fromkeys([".c", ".h"], "C"),
    **{".cs": "C#", ".go": "Go", ".rs": "Rust", ".kt": "Kotlin", ".rb": "Ruby", ".php": "PHP", ".swift": "Swift"},
    **{".hs": "Haskell", ".lua": "Lua", ".scala": "Scala", ".pl": "Perl", ".r": "R", ".jl": "Julia", ".dart": "Dart"},
}
"""The programming languages of files, by their endings."""

TEACHERS = (".csv", ".tsv", ".toml", ".html", ".htm", ".json", ".md", ".results", ".xlsx", ".ods", ".log")
"""The endings of files that a teacher may keep in the folder of a class, such as rosters and reports."""

OTHERS = (*LANGUAGES, ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".png", ".jpg", ".jpeg", ".heic", ".gif", ".pyc")
"""The endings of other files that students hand in."""

LONGEST_NAME = 100
"""The longest name of a student or file to show, in code points."""


def stem(name: str) -> str:
    """Return the name of a submission without its ending."""
    endings = (*FILES, *ARCHIVES, *(f"{ending}.txt" for ending in FILES), *OTHERS, *TEACHERS)
    ending = next((ending for ending in endings if name.lower().endswith(ending)), "")
    return name[: len(name) - len(ending)]


def readable(name: str) -> str:
    """Return a file name with surrogates replaced. A name that is not UTF-8 is read as Latin-1, as in old ZIP files."""
    data = os.fsencode(name)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def shown(file: str) -> str:
    """Return a path in the form for tables: on one line, with shortened names, and without control characters."""
    names = readable(file).split("/")
    return "/".join(clean_name(stem(name), "unnamed", LONGEST_NAME) + name[len(stem(name)) :] for name in names)
