"""The pages, as plain Starlette routes. They work without JavaScript."""

from noughts.web.pages import api_docs, static_files
from noughts.web.pages.analyse import analyse, live_values, mistakes
from noughts.web.pages.grade import grade
from noughts.web.pages.learn import explore, learn
from noughts.web.pages.play import game_list, play, seats

routes = [
    *play.routes,
    *seats.routes,
    *analyse.routes,
    *live_values.routes,
    *mistakes.routes,
    *explore.routes,
    *game_list.routes,
    *learn.routes,
    *grade.routes,
    *api_docs.routes,
    *static_files.routes,
]
"""All routes of pages and static files."""

__all__ = ["routes"]
