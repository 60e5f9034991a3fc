"""A program of a user, for mypy: it knows every game, and says what is wrong in `mistakes`.

A line that must be refused is marked `type: ignore`, and mypy --strict refuses a mark that nothing needs.
"""

from fractions import Fraction

import numpy as np

from grundy import (
    DawsonsKayles,
    Game,
    MooreNim,
    Octal,
    bounded_nim,
    chomp,
    cram,
    dawsons_kayles,
    fibonacci_nim,
    generalised_wythoff,
    grundys_game,
    hackenbush,
    impartial_col,
    kayles,
    lasker_nim,
    mock_turtles,
    moore_nim,
    nim,
    nimble,
    octal,
    omega,
    ruler,
    silver_dollar,
    solve,
    sprouts,
    st_wythoff,
    staircase_nim,
    subtraction,
    welter,
    wythoff,
)


def questions() -> list[Game]:
    """Thirty games, each made from values as people have them."""
    rules: Octal = octal("0.137")
    schema: MooreNim = moore_nim(2)
    row: DawsonsKayles = dawsons_kayles
    heaps: list[int] = [3, 5, 7]
    return [
        *(nim(*heaps), nim(heaps), nim(np.array(heaps)), nim(omega, 3), kayles(13), rules(18), octal(0.77)(5)),
        *(schema(1, 2, 3), row(18), DawsonsKayles(3)(18), bounded_nim(3)(5, 6), subtraction((1, 3, 4))(100)),
        *(subtraction("odd")(9), fibonacci_nim(43), generalised_wythoff(2)(5, 7), st_wythoff(2, 1)(3, 4)),
        *(wythoff((3, 5)), chomp(3, 2, 1), cram("3x4"), cram(["__x", "___"]), grundys_game(8), lasker_nim(3, 4)),
        *(hackenbush([(0, 1), (1, 2)]), impartial_col("path 4"), mock_turtles("THT"), (mock_turtles * ruler)("TH/HT")),
        *(nimble(1, 3), silver_dollar(0, 3), sprouts(3), staircase_nim(1, 4, 5), welter(1, 3, 6)),
    ]


def answers(game: Game) -> tuple[str, list[str]]:
    outcome: str = game.outcome
    return outcome, [str(move.to) for move in solve(game).winning_moves]


def mistakes() -> None:
    """What is refused before it runs."""
    nim(2.5)  # type: ignore[arg-type]
    kayles(None)  # type: ignore[arg-type]
    wythoff(3, Fraction(1, 2))  # type: ignore[arg-type]
    moore_nim("2")  # type: ignore[arg-type]
    moore_nim(2, 3)  # type: ignore[call-arg]
    st_wythoff(2)  # type: ignore[call-arg]
    bounded_nim(k=3, j=1)  # type: ignore[call-arg]
    DawsonsKayles([3])  # type: ignore[arg-type]
    octal(["0.77"])  # type: ignore[arg-type]
    print(nim(3) + 4)  # type: ignore[operator]
    print(kayles * nim)  # type: ignore[operator]
    print(kayles(13).nimbr)  # type: ignore[attr-defined]
    solve("nim(3)", True)  # type: ignore[call-arg]
