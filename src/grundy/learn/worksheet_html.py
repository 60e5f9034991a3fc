"""A worksheet as HTML: a part for a page of a course, or a page that is ready to be printed, or saved as PDF."""

from html import escape

from grundy.learn.worksheet import Question, Worksheet
from grundy.render.scenes.compose import draw_game

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 18mm; }}
body {{ font: 12pt/1.45 Georgia, serif; max-width: 46em; margin: 1em auto; padding: 0 1em; }}
.question {{ break-inside: avoid; margin: 1.6em 0; }}
.question svg, .solution svg {{ display: block; max-width: 100%; max-height: 8cm; margin: .6em auto; }}
.answer {{ border-bottom: 1px solid; height: 2em; }}
.solutions {{ break-before: page; }}
.solution {{ break-inside: avoid; margin: 1.2em 0; }}
.solution h2 {{ font-size: 1em; }}
code {{ overflow-wrap: anywhere; }}
td, th {{ padding: .1em .8em .1em 0; text-align: left; vertical-align: baseline; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def write_part(sheet: Worksheet) -> str:
    """The questions alone, as a part of another page."""
    rules = "".join(f"<dt>{escape(title)}</dt><dd>{escape(words)}</dd>" for title, words in sheet.rules.items())
    questions = "\n".join(map(write_question, sheet.questions))
    return (
        f'<section class="worksheet">\n<h1>Worksheet</h1>\n<dl>{rules}</dl>\n{questions}\n{footer(sheet)}\n</section>\n'
    )


def write_solution_part(sheet: Worksheet) -> str:
    rows = "\n".join(map(write_solution, sheet.questions))
    return f'<section class="solutions">\n<h1>Solutions</h1>\n{rows}\n{footer(sheet)}\n</section>\n'


def write_page(body: str, title: str) -> str:
    """A whole page that prints well."""
    return PAGE.format(title=escape(title), body=body)


def write_question(question: Question) -> str:
    picture = draw_game(question.puzzle.game).svg
    head = f"<p><b>{question.number}.</b> {escape(question.title)}: {escape(question.text)}</p>"
    position = f"<p><code>{escape(question.puzzle.position)}</code></p>"
    return f'<div class="question">{head}\n{picture}\n{position}<p class="answer">Answer:</p></div>'


def write_solution(question: Question) -> str:
    head = f"<p><b>{question.number}.</b> <code>{escape(question.puzzle.position)}</code></p>"
    return f'<div class="solution">{head}\n<p>{escape(question.answer)}</p>\n{question.reason.html()}</div>'


def footer(sheet: Worksheet) -> str:
    return f'<p class="code"><small>Sheet <code>{escape(sheet.code)}</code></small></p>'
