"""Make the pictures of the README and the docs; a test keeps them up to date. Run: python docs/pictures/make.py"""

from pathlib import Path

from noughts import analyse, position
from noughts.render.svg import board_svg

HERE = Path(__file__).parent


def pictures() -> dict[str, str]:
    """Return each picture by its file's name."""
    middle = position("o_x/x2_/x2o x")
    opening = position("3_/_x_/2_o x")
    return {
        "analysed.svg": board_svg(middle, analysis=analyse(middle), caption="X to move"),
        "opening.svg": board_svg(opening, last=8, analysis=analyse(opening), caption="X to move"),
        "won.svg": board_svg(middle.play("b2"), last=4, caption="X wins"),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture + "\n", encoding="utf-8")
