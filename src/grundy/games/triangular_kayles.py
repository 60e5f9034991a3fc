"""Triangular Kayles: pins in a triangle, the octal game 0.77 on its graph."""

from grundy.games.graph_octal import GraphOctal

triangular_kayles = GraphOctal("0.77").named(
    "triangular_kayles",
    "Knock down one pin of a triangle, or two that stand side by side.",
    "after Dudeney 1908",
    "triangle 3",
    title="triangular Kayles",
)
