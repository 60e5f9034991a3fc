"""Citations have their year, the list by ruleset is written from them, and general theorems stand in the documents."""

import re

import pytest
from book import DOCS

from grundy.catalog import entries

PAGE = " ".join((DOCS / "theory" / "theorems.md").read_text(encoding="utf-8").split())
METHODS = ("theorem", "disguise", "verdict", "reach")
GENERAL = ("Zermelo 1913", "Bouton 1902", "Sprague 1935, Grundy 1939", "Smith 1966", "Conway 1976", "Plambeck 2005")


def citations() -> dict[str, str]:
    """What the rulesets cite, each with a ruleset that does."""
    kinds = {name: entry.schema or type(entry.ruleset) for name, entry in entries().items()}
    methods = ((name, getattr(kind, method)) for name, kind in kinds.items() for method in METHODS)
    return {method.source: name for name, method in methods if hasattr(method, "source")}


@pytest.mark.parametrize("citation", sorted(citations()))
def test_a_cited_theorem_has_its_year(citation: str) -> None:
    """Whoever is named is named with a year; an argument may stand without a name, such as a symmetric strategy."""
    assert re.search(r"\b1[5-9]\d\d\b|\b20\d\d\b", citation) or citation == citation.lower()


def test_the_theorems_by_ruleset_are_written_from_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    import catalogue  # type: ignore[import-not-found]

    rows = "\n".join(catalogue.theorems(list(entries().values())))
    for citation, name in citations().items():
        by = re.escape(catalogue.escape(citation))
        assert re.search(rf"^\| \[{name}\]\({name}.md\) \| [A-Z].*\. \| {by} \|", rows, re.MULTILINE), citation


@pytest.mark.parametrize("theorem", GENERAL)
def test_a_general_theorem_is_told(theorem: str) -> None:
    assert theorem in PAGE


def test_the_theorems_of_periods_are_told() -> None:
    from grundy.solvers.value_sequence import THEOREMS

    for theorem in THEOREMS.values():
        (year,) = re.findall(r"\d{4}", theorem)
        assert year in PAGE
