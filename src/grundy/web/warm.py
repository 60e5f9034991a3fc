"""Everything that workers use, loaded once in the process that they are forked from: a new worker is ready at once."""

from grundy.catalog import entries
from grundy.explain import account
from grundy.web import answers, lab_tasks, tasks

__all__ = ["account", "answers", "games", "lab_tasks", "tasks"]

games = len(entries())  # the catalogue loads every game
