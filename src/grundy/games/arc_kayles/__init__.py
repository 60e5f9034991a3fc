"""Arc Kayles: choose an edge of a graph; both its ends are removed with all their edges."""

from grundy.games.arc_kayles.rules import ArcKayles, arc_kayles

__all__ = ["ArcKayles", "arc_kayles"]
