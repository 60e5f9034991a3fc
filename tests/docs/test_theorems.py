"""Each theorem that an answer may rest on stands in the documents, with its source and year."""

import re

import pytest
from book import DOCS

from grundy.catalog import entries
from grundy.core.ruleset import Ruleset

PAGE = " ".join((DOCS / "theory" / "theorems.md").read_text(encoding="utf-8").split())
METHODS = ("theorem", "verdict", "reach", "disguise")


def citations() -> list[str]:
    """What the rulesets cite."""
    kinds = {entry.schema or type(entry.ruleset) for entry in entries().values()}
    found = {
        source
        for kind in kinds
        for base in kind.__mro__
        if issubclass(base, Ruleset)
        for name in METHODS
        if (source := getattr(vars(base).get(name), "source", ""))
    }
    return sorted(found)


@pytest.mark.parametrize("citation", citations())
def test_a_cited_theorem_is_told(citation: str) -> None:
    dated = re.findall(r"([A-Z][a-z]+)[^;(]*? (\d{4})", citation)
    for name, year in dated:
        assert re.search(rf"{name}[^.]*?{year}", PAGE), citation
    if not dated:
        assert citation in PAGE or citation.split()[-2] in PAGE


def test_the_theorems_of_periods_are_told() -> None:
    from grundy.solvers.table import THEOREMS

    for theorem in THEOREMS.values():
        (year,) = re.findall(r"\d{4}", theorem)
        assert year in PAGE
