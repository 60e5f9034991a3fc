"""Everything that workers use, loaded once in the process that they are forked from: a new worker is ready at once."""

import gc

from grundy.web import answers, lab_tasks
from grundy.web.gallery import rulesets
from grundy.web.paper import warmed
from grundy.web.state import State
from grundy.web.tasks import sheet

__all__ = ["answers", "first", "games", "lab_tasks", "templates"]

games = len(rulesets())  # the catalogue loads every game
templates = warmed()
first = sheet(State("nim(1)", coach=3, values=True), "", 1.0)  # a page loads what is loaded when it is needed
gc.freeze()  # what was made here is shared by all workers for as long as nobody touches it
