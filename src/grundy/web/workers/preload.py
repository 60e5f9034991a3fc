"""Everything that workers use, loaded once in the process that they are forked from: a new worker is ready at once."""

import gc

from grundy.web.gallery import rulesets
from grundy.web.html import compile_templates
from grundy.web.match_state import MatchState
from grundy.web.page_tasks import game_page

rulesets()  # the catalogue loads every game
compile_templates()
game_page(MatchState("nim(1)", coach=3, values=True), "", 1.0)  # runs the imports inside functions
gc.freeze()  # what was made here is shared by all workers for as long as nobody touches it
