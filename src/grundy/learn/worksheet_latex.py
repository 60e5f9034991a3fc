r"""A worksheet as a LaTeX document, which needs `geometry` and `tikz` alone; its solutions stand on other pages."""

from collections.abc import Iterator

from grundy.core.latex import code, escape
from grundy.learn.worksheet import Question, Worksheet
from grundy.render.scenes.compose import draw_game

HEAD = r"""\documentclass[11pt,a4paper]{article}
\usepackage[margin=22mm]{geometry}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\sloppy
\begin{document}
"""
FOOT = "\n\\end{document}\n"
LINE_BP = 450.0  # the width of the text in big points
PICTURE_SCALE, MOST_HEIGHT_BP = 0.8, 230.0


def write_sheet(sheet: Worksheet) -> str:
    """The questions with their pictures, a line for each answer."""
    rules = [rf"\item[{escape(title)}] {escape(words)}" for title, words in sheet.rules.items()]
    head = [
        r"{\Large\bfseries Worksheet}\hfill Name: \rule{6cm}{0.4pt}",
        r"\begin{description}",
        *rules,
        r"\end{description}",
    ]
    return HEAD + "\n".join([*head, *map(write_question, sheet.questions), footer(sheet)]) + FOOT


def write_solutions(sheet: Worksheet) -> str:
    head = r"{\Large\bfseries Solutions}"
    return HEAD + "\n\n".join([head, *solutions(sheet), footer(sheet)]) + FOOT


def write_both(sheet: Worksheet) -> str:
    """The sheet, and behind it the solutions."""
    rest = "\n\n".join([r"\newpage", r"{\Large\bfseries Solutions}", *solutions(sheet)])
    return write_sheet(sheet).removesuffix(FOOT) + f"\n{rest}{FOOT}"


def solutions(sheet: Worksheet) -> Iterator[str]:
    for question in sheet.questions:
        number = rf"\bigskip\textbf{{{question.number}.}} {code(question.puzzle.position)}"
        yield f"{number}\n\n{escape(question.answer)}\n\n{question.reason.latex()}"


def footer(sheet: Worksheet) -> str:
    return rf"\vfill{{\footnotesize Sheet {code(sheet.code)}}}"


def write_question(question: Question) -> str:
    """The question, its picture and a line for the answer, on one page."""
    title = rf"\textbf{{{question.number}.}} {escape(question.title)}: {escape(question.text)}"
    lines = [
        r"\begin{minipage}{\linewidth}",
        f"{title}\\hfill {code(question.puzzle.position)}",
        r"\begin{center}",
        picture(question),
        r"\end{center}",
        r"Answer: \rule{0.6\linewidth}{0.4pt}",
        r"\end{minipage}\bigskip",
        "",
    ]
    return "\n".join(lines)


def picture(question: Question) -> str:
    drawn = draw_game(question.puzzle.game)
    scale = min(PICTURE_SCALE, LINE_BP / drawn.width, MOST_HEIGHT_BP / drawn.height)
    return f"\\scalebox{{{scale:.3f}}}{{%\n{drawn.tikz().rstrip()}%\n}}"
