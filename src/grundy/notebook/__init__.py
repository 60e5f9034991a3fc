"""A board in a notebook: the page of a game in the output of a cell, with the same drawing and the same coach.

It needs the extra `notebook`. The web app runs in the kernel, without a server: its pages go to the notebook, and what
a person touches comes back.
"""

from grundy.errors import GrundyError

try:
    from grundy.notebook.board import NotebookBoard, play
except ModuleNotFoundError as error:
    raise GrundyError("a board in a notebook needs anywidget: pip install 'grundy[notebook]'") from error

__all__ = ["NotebookBoard", "play"]
