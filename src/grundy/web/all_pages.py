"""Every page of the app: what is listed here is served, and is part of a folder of static files."""

from grundy.web import atlas, for_class, lab, lessons, pages, puzzles, setup, strategy

PAGES = (
    *atlas.routes,
    *for_class.routes,
    *lab.routes,
    *lessons.routes,
    *pages.routes,
    *puzzles.routes,
    *setup.routes,
    *strategy.routes,
)
