"""What the workers of the web app do for lessons: a page with its boards and tasks, and the judgement of an answer."""

from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from grundy.core.game import Game, Move, distinct_moves
from grundy.expressions import parse
from grundy.learn.judging import AnswerError, Judgement
from grundy.learn.lessons import Lesson, lessons, read_fields, task_kind
from grundy.learn.markdown import markdown_html, span_html
from grundy.learn.table_tasks import MarkCellsTask, MarkTask, TableTask
from grundy.learn.tasks import CalculationTask, ColumnTask, PositionTask, Task, only
from grundy.render.scenes.compose import move_words, playing_board, sentence
from grundy.web.html import render
from grundy.web.limits import PAGE_MOVES
from grundy.web.live_board import listed_moves, live_board, touched_moves
from grundy.web.match_state import MatchState
from grundy.web.page_tasks import own_scripts
from grundy.web.workers.tasks import TextAnswer

LISTED_CHARACTERS = 8_000  # of positions that the moves of one board lead to; any other may be typed
READ_CHARACTERS = 40  # of an expression that helps in a sentence beside its picture
NIM_SIGNS = str.maketrans({"+": "⊕", "*": "⊗"})
Json = dict[str, Any]


class Answered(NamedTuple):
    """The answer to a task: its number from 1, and the texts of the fields."""

    task: int
    texts: tuple[str, ...]


def lesson_page(name: str, root: str, answered: Answered | None, seconds: float) -> TextAnswer:
    """The page of a lesson, on which at most one task is answered."""
    lesson = lessons()[name]
    blocks = LessonBlocks(lesson, root, answered)
    body = markdown_html(lesson.text, blocks.draw, root)
    names = list(lessons())
    at = names.index(name)
    before, after = (lessons()[names[n]] if 0 <= n < len(names) else None for n in (at - 1, at + 1))
    page = render("lesson.html", root, lesson=lesson, body=Markup(body), number=at + 1, before=before, after=after)
    return TextAnswer(page, True)


class LessonBlocks:
    """The fenced blocks of a lesson as HTML, in the order of the text."""

    def __init__(self, lesson: Lesson, root: str, answered: Answered | None) -> None:
        self.lesson, self.root, self.answered, self.done, self.boards = lesson, root, answered, 0, 0

    def draw(self, first: str, lines: list[str]) -> str:
        if task_kind(first):
            self.done += 1
            return self.draw_task(self.done, self.lesson.tasks[self.done - 1])
        if first == "board":
            self.boards += 1
            fields = read_fields(lines)
            state = MatchState(only(fields, "game"), only(fields, "misere", "no") == "yes", root=self.root)
            return render(
                "lesson_board.html", self.root, say=only(fields, "say", ""), number=self.boards, **match_board(state)
            )
        return render("lesson_code.html", self.root, lines=lines)

    def draw_task(self, number: int, task: Task) -> str:
        texts = self.answered.texts if self.answered and self.answered.task == number else ()
        address = f"{self.root}/learn/{self.lesson.name}"
        return render(
            "lesson_task.html",
            self.root,
            task=task,
            ask=Markup(span_html(task.ask, self.root)),
            number=number,
            address=address,
            name=f"{self.lesson.name}/{number}",
            texts=texts,
            verdict=judge(task, texts, self.root) if texts else None,
            **form_content(task, f"{address}?task={number}&answer="),
        )


def judge(task: Task, texts: tuple[str, ...], root: str) -> Json:
    """What a page says of an answer, with the position that settles it."""
    try:
        judged = task.judge(texts)
    except AnswerError as error:
        return {"kind": "unread", "words": f"Not understood: {error}."}
    kind = "right" if judged.is_right else "wrong"
    return {"kind": kind, "words": shorten(judged), **shown_position(judged, task, root)}


def shorten(judged: Judgement) -> str:
    """The words of a judgement; where the name of the position is long, it is the one in the picture."""
    name = str(judged.position) if judged.position else ""
    return judged.words.replace(name, "the position below") if len(name) > READ_CHARACTERS else judged.words


def shown_position(judged: Judgement, task: Task, root: str) -> Json:
    if judged.is_right or judged.position is None:
        return {}
    state = MatchState(str(judged.position), getattr(task, "misere", False), root=root)
    return {"picture": Markup(picture(judged.position)), "play": state.url}


def picture(game: Game) -> str:
    return playing_board(game, (), lambda move: "")[0]


def form_content(task: Task, answer: str) -> Json:
    """What the form of a task needs beside the task itself: its board or picture, or its table."""
    match task:
        case ColumnTask():
            return {}
        case PositionTask() if task.form == "board":
            return answer_board(task.game, answer)
        case PositionTask():
            return {"picture": Markup(picture(task.game)), "position": task.text}
        case MarkCellsTask() | TableTask():
            return {"grid": task.cells}
        case MarkTask():
            return {"pictures": {name: Markup(picture(task.game(name))) for name in task.names}}
        case CalculationTask():
            return {"formula": Markup(span_html(task.text.translate(NIM_SIGNS)))}
    return {}


def answer_board(game: Game, answer: str) -> Json:
    """A board on which every move is an answer."""
    return touched_board(game, lambda move: answer + quote(str(move.to), safe="(),"))


def match_board(state: MatchState) -> Json:
    """A board on which every move begins a match against the computer."""
    game = parse(state.game)
    rules = [summand.ruleset for summand in game.summands]
    return touched_board(game, lambda move: state.after(move).url) | {
        "url": state.url,
        "rules": " ".join(dict.fromkeys(one.full_rules for one in rules)),
        "scripts": own_scripts(game, state.root),
    }


def touched_board(game: Game, link: Any) -> Json:
    every = listed_moves(game)
    moves: list[Move] = distinct_moves(iter(every))[: min(PAGE_MOVES, LISTED_CHARACTERS // len(str(game)))]
    labels = move_words(game, moves, (), ())
    shown = {
        move.key: {"label": label, "sentence": sentence(move, label), "url": link(move), "to": str(move.to)}
        for move, label in zip(moves, labels, strict=True)
    }
    return live_board(game, touched_moves(every, shown), shown, link)
