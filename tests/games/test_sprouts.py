"""Sprouts from the rules up: an oracle that draws, published counts and outcomes, notation, moves in words.

The oracle knows drawings only: regions as lists of walks, a walk as the cyclic list of the vertices at its corners,
dead ones included. It neither simplifies nor compares up to symmetry.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product

import pytest
from answers import ANSWERS
from click.testing import CliRunner

from grundy import parse
from grundy.cli.play import play
from grundy.core.game import Game
from grundy.errors import GrundyError
from grundy.games.sprouts.form import LETTER, Land, Position, Raw, canonical, unfold
from grundy.games.sprouts.rules import sprouts
from grundy.solvers import search

Walk = tuple[int, ...]
Drawing = tuple[tuple[int, ...], tuple[tuple[Walk, ...], ...]]  # the degrees of the vertices; the regions


def spots(number: int) -> Drawing:
    return (0,) * number, (tuple((vertex,) for vertex in range(number)),)


def around(walk: Walk, corner: int, lone: bool) -> Walk:
    """The walk from a corner back to it."""
    return walk if lone else walk[corner:] + walk[: corner + 1]


def curves(drawing: Drawing) -> Iterator[Drawing]:
    """Every drawing with one more curve."""
    degrees, regions = drawing
    new = len(degrees)
    for number, region in enumerate(regions):
        others = regions[:number] + regions[number + 1 :]
        corners = [(w, c) for w, walk in enumerate(region) for c, v in enumerate(walk) if degrees[v] < 3]
        for (a, i), (b, j) in [*combinations(corners, 2), *((corner, corner) for corner in corners)]:
            one, two, loop = region[a][i], region[b][j], (a, i) == (b, j)
            if degrees[one] > 1 if loop else one == two:
                continue
            after = list(degrees)
            after[one] += 1
            after[two] += 1
            rest = [walk for w, walk in enumerate(region) if w not in (a, b)]
            if a != b:
                parts = [around(region[w], c, degrees[v] == 0) for w, c, v in ((a, i, one), (b, j, two))]
                joined = (*parts[0], new, *parts[1], new)
                yield (*after, 2), (*others, (joined, *rest))
                continue
            inner = (one, new) if loop else (*region[a][i : j + 1], new)
            back = around(region[a], i, degrees[one] == 0) if loop else region[a][j:] + region[a][: i + 1]
            for sides in product((True, False), repeat=len(rest)):
                inside = [walk for walk, side in zip(rest, sides, strict=True) if side]
                outside = [walk for walk, side in zip(rest, sides, strict=True) if not side]
                yield (*after, 2), (*others, (inner, *inside), ((*back, new), *outside))


def position(drawing: Drawing) -> Position:
    """The drawing in our notation: a vertex of degree 2 has two corners, and so is a letter."""
    degrees, regions = drawing
    sign = [degree if degree < 2 else LETTER + vertex for vertex, degree in enumerate(degrees)]
    return canonical([[[sign[v] for v in walk if degrees[v] < 3] for walk in region] for region in regions])


@cache
def tree(place: Position) -> int:
    """A number for the tree of moves: the same exactly for equal trees."""
    return TREES.setdefault(frozenset(map(tree, sprouts.moves(place))), len(TREES))


TREES: dict[frozenset[int], int] = {}


@cache
def drawn_tree(drawing: Drawing) -> int:
    """The same straight from the drawings."""
    return TREES.setdefault(frozenset(map(drawn_tree, set(curves(drawing)))), len(TREES))


@pytest.mark.parametrize("number", [1, 2])
def test_the_tree_of_all_drawings(number: int) -> None:
    assert drawn_tree(spots(number)) == tree(position(spots(number)))


@pytest.mark.slow
def test_moves_and_simplification_on_drawings() -> None:
    """Four drawings of each position below 3 spots have the options, up to equal trees, of their position."""
    todo, met = [spots(3)], Counter[Position]()
    for drawing in todo:
        place, options = position(drawing), set(curves(drawing))
        assert set(map(tree, sprouts.moves(place))) == {tree(position(option)) for option in options}
        for option in options:
            if met[position(option)] < 4:
                met[position(option)] += 1
                todo.append(option)
    assert len(met) == 141


def otherwise(land: Land, chance: random.Random) -> Raw:
    """The land as another person would write it: other letters, first spots, orders and orientations."""
    regions = unfold(land)
    letters = sorted({spot for region in regions for word in region for spot in word if spot >= LETTER})
    names = dict(zip(letters, chance.sample(letters, len(letters)), strict=True))
    for region in regions:
        step = chance.choice((1, -1))
        for place, word in enumerate(region):
            start = chance.randrange(len(word))
            region[place] = [names.get(spot, spot) for spot in (word[start:] + word[:start])[::step]]
        chance.shuffle(region)
    chance.shuffle(regions)
    return regions


@pytest.mark.parametrize("number", [2, 3, 5, 8])
def test_one_form_for_each_position(number: int) -> None:
    chance = random.Random(number)
    for _ in range(8):
        place = sprouts.board.line(number)
        while place:
            for land in place:
                assert canonical(otherwise(land, chance)) == (land,)
            place = chance.choice([*islice(sprouts.moves(place), 40)])


@pytest.mark.parametrize(("number", "positions", "trees"), [(1, 3, 3), (2, 17, 10), (3, 142, 55)])
def test_counts_of_positions_and_trees(number: int, positions: int, trees: int) -> None:
    """Trees are OEIS A164951."""
    start = sprouts.board.line(number)
    found, todo = {start}, [start]
    for place in todo:
        new = set(sprouts.moves(place)) - found
        found |= new
        todo += new
    assert len(found) == parse(f"sprouts({number})").count_positions() == positions
    assert len(set(map(tree, found))) == trees


@pytest.mark.parametrize("number", [1, 2, 3])
def test_values_by_the_definition(number: int) -> None:
    game, table = parse(f"sprouts({number})"), ANSWERS["S-sprouts-table"]["expected"]
    shortest, longest = ANSWERS["M-sprouts-length"]["expected"][str(number)]
    assert (shortest, longest) == (2 * number, 3 * number - 1)
    assert (search.shortest(game), search.height(game)) == (shortest, longest)
    assert search.nimber(game) == (0, 0, 1)[number - 1]
    for misere, record in enumerate((table["normal"], table["misere"])):
        assert (search.outcome(game, bool(misere)) == "N") == (record[number - 1] == "W")


@pytest.mark.parametrize("number", [1, 2])
def test_outcomes_by_drawings(number: int) -> None:
    def wins(drawing: Drawing, misere: bool) -> bool:
        options = set(curves(drawing))
        return any(not wins(option, misere) for option in options) if options else misere

    game = parse(f"sprouts({number})")
    for misere in (False, True):
        assert (search.outcome(game, misere) == "N") == wins(spots(number), misere)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0", "0"),
        ("0.", "1"),
        ("0.0.0.", "3"),
        ("0*1000.", "1000"),
        ("1.", "22."),
        ("2.", "0"),
        ("AB.}AB.}]22.}]!", "22.; AB./AB."),
        ("CB./0.BC.", "0.AB./AB."),
        ("1b2b.0.", "0.1a2a."),
        ("0 * 2 . A'B . / B A' .", "0*2.AB./AB."),
    ],
)
def test_notation(text: str, shown: str) -> None:
    game = parse(f"sprouts({text})")
    assert str(game) == f"sprouts({shown})"
    assert parse(str(game)) == game


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected a number of spots"),
        ("5x", "expected spots"),
        ("x", "expected '.' behind a boundary"),
        ("0A.", "alone in its boundary"),
        ("A.", "A is met 1 times"),
        ("a./a.0.", "small letters are met twice in one boundary"),
        ("A.A.", "two boundaries of one region"),
        ("AB.*2", "expected"),
        ("aa*2.", "without letters"),
        ("1'.", "behind a letter only"),
        (".", "expected spots"),
        ("/0.", "at least one boundary"),
        ("10^6", "write fewer"),
    ],
)
def test_what_does_not_read(text: str, fault: str) -> None:
    with pytest.raises(GrundyError, match=fault):
        parse(f"sprouts({text})")


def test_every_move_has_its_own_words() -> None:
    todo = [parse("sprouts(3)"), parse("sprouts(0.AB./1AB.; 0*2.)")]
    for game in todo[:40]:
        moves = game.moves()
        assert len({move.label for move in moves}) == len({move.handle for move in moves}) == len(moves)
        todo += [move.to for move in moves if len(todo) < 40]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2", {"join spot 1 with spot 2", "loop at spot 1 around no spot"}),
        ("22.", {"join spot 1 with spot 2 around no spot"}),
        ("22.; 22.", {"in region 1 join spot 1 with spot 2 around no spot"}),
    ],
)
def test_words(text: str, words: set[str]) -> None:
    assert {move.label for move in parse(f"sprouts({text})").moves()} == words


def test_many_spots() -> None:
    game = parse("sprouts(5000)")
    first = next(game.each_move())
    assert str(first.to) == "sprouts(0*4998.1a1a.)"
    assert first.label == "join spot 1 with spot 2"


def test_more_letters_than_the_alphabet_has() -> None:
    pairs = [f"{letter}{mark}" for mark in ("", "'", "''") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    text = "".join(f"0.{one}{two}." for one, two in zip(pairs[::2], pairs[1::2], strict=True))
    text += "".join(f"/0.{one}{two}." for one, two in zip(pairs[::2], pairs[1::2], strict=True))
    game = parse(f"sprouts({text})")
    assert parse(str(game)) == game
    assert str(game).count("'") == 26 * 2 + 26 * 2 * 2


def test_a_match_in_the_terminal() -> None:
    done = CliRunner().invoke(play, ["sprouts(2)"], input="join spot 1 with spot 2\nquit\n")
    assert "loop at spot 1 around no spot" in done.output
    assert "The computer's move: " in done.output


def test_a_sum_with_another_game() -> None:
    game = parse("sprouts(3) + nim(1)")
    assert game.nimber == 0
    assert Game.of(sprouts, sprouts.board.line(2)).misere.outcome == "P"
