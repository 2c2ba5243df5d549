"""Text for spreadsheets, which run a cell as a formula if it begins with certain characters."""

_FORMULA = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠")  # spreadsheets convert full-width characters


def safe(value: object) -> object:
    """Keep a spreadsheet from reading text as a formula."""
    if isinstance(value, bool):
        value = "yes" * value
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if not isinstance(value, str):
        return value
    value = value.replace("\n", " ").replace("\r", " ")
    return f"'{value}" if value.startswith(_FORMULA) else value
