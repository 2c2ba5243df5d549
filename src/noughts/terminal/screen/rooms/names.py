"""The names of the rooms."""

ROOMS = {
    "play": ("p", "Play"),
    "analyse": ("a", "Analyse"),
    "puzzles": ("z", "Puzzles"),
    "games": ("g", "Games"),
    "settings": ("s", "Settings"),
}
"""The rooms, each with its key and its title."""
