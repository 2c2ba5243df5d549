"""The pages, as plain Starlette routes. They work without JavaScript."""

from noughts.web.pages import api_docs, static_files
from noughts.web.pages.analyse import live_values, mistakes
from noughts.web.pages.analyse.analyse import analyse
from noughts.web.pages.learn import explore
from noughts.web.pages.learn.learn import learn
from noughts.web.pages.play import game_list, seats
from noughts.web.pages.play.play import play

routes = [
    *play.routes,
    *seats.routes,
    *analyse.routes,
    *live_values.routes,
    *mistakes.routes,
    *explore.routes,
    *game_list.routes,
    *learn.routes,
    *api_docs.routes,
    *static_files.routes,
]
"""All routes of pages and static files."""

__all__ = ["routes"]
