"""Find the openings of Nimstring that come with the package, by `python tools/make_openings.py`.

The file has a line for every position of 4 x 4 boxes with at most two lines drawn, one of each form, that is one part:
its nimber, or that this is not 0 where to find it took too long. The whole takes ten minutes on one core; with more
lines drawn the search answers within seconds.
"""

from collections.abc import Iterator

from grundy.core.budget import Budget
from grundy.errors import NotDecided
from grundy.games.nimstring.board import Dots, DotsOrCoins, bits_of, boxes, full
from grundy.games.nimstring.rules import nimstring
from grundy.games.nimstring.search import NOT_ZERO, OPENINGS, NimstringExpansion, WordKey
from grundy.solvers.saved import write_digests

SIZE = 4
MOST_DRAWN = 2
NIMBER_POSITIONS = 100_000  # of the budget for the nimber of one position that is not 0


def list_openings(expansion: NimstringExpansion) -> Iterator[WordKey]:
    """The positions of one part with at most MOST_DRAWN lines drawn, one of each form, those with few lines first."""
    level, seen = [full(SIZE, SIZE)], set[tuple[int, ...]]()
    for _ in range(MOST_DRAWN + 1):
        keys = []
        for left in level:
            key = WordKey(SIZE, SIZE, (), left)
            store = expansion.load_store(key)
            parts, lone = store.parts(key.words)
            word, more, _, weight = store.rows[parts[0]].tolist()
            if len(parts) == 1 and not lone and weight == left.bit_count() and (word, more) not in seen:
                seen.add((word, more))
                keys.append(key)
        yield from keys
        after = sorted({key.left & ~(1 << bit) for key in keys for bit in bits_of(key.left)})
        sides = boxes(SIZE, SIZE).values()
        level = [left for left in after if all((side & left).bit_count() > 1 for side in sides)]


def find_nimber(expansion: NimstringExpansion, key: WordKey) -> int | None:
    """The nimber, or None where it is not 0 and takes too long."""
    if expansion.is_key_lost(key, 0, Budget()):
        return 0
    budget = Budget(positions=NIMBER_POSITIONS)
    try:
        return next(nimber for nimber in range(1, 64) if expansion.is_key_lost(key, nimber, budget))
    except NotDecided:
        return None


def main() -> None:
    expansion = NimstringExpansion(nimstring)
    expansion.fresh = True
    lines = []
    for key in reversed(list(list_openings(expansion))):  # the nimber of one rests on those with more lines
        nimber = find_nimber(expansion, key)
        text = DotsOrCoins().show(Dots(SIZE, SIZE, key.left))
        lines.append(f"{text}: {NOT_ZERO if nimber is None else nimber}")
        print(lines[-1], flush=True)
    OPENINGS.write_text("\n".join(reversed(lines)) + "\n", encoding="utf-8")
    write_digests()


if __name__ == "__main__":
    main()
