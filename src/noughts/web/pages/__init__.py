"""The web pages, as plain Starlette routes that work without JavaScript."""

from noughts.web.pages import static_files
from noughts.web.pages.analyse import analyse, embed, live_values, mistakes
from noughts.web.pages.grade import grade
from noughts.web.pages.learn import explore, learn, paper
from noughts.web.pages.play import game_in_link, game_list, play, seats
from noughts.web.pages.puzzles import puzzles

routes = [
    *game_in_link.routes,  # before the route of games by their ids
    *play.routes,
    *seats.routes,
    *puzzles.routes,
    *analyse.routes,
    *live_values.routes,
    *mistakes.routes,
    *embed.routes,
    *explore.routes,
    *game_list.routes,
    *learn.routes,
    *paper.routes,
    *grade.routes,
    *static_files.routes,
]
"""All routes of pages and static files."""

__all__ = ["routes"]
