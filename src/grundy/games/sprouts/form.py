"""Positions of Sprouts: drawings, and the canonical form of the lands that they consist of.

A drawing is a list of regions, a region a list of boundaries, a boundary the cyclic word of the spots
along it. A spot is `0` with three lives, `1` with two, `2` with one life that occurs once, or a letter with one life
that occurs twice; spots without lives are left out. Letters are any integers from LETTER on.

A position is a tuple of lands in canonical form, as Lemoine and Viennot (2010) call parts that have no letter in common
and so add. In a land, a letter that occurs twice in one boundary is written as 2 + the way along the boundary to where
it occurs again, which neither turning nor renaming changes; a letter between two regions is CAPITAL + its number. Each
region may be reflected by itself (Applegate, Jacobson and Sleator 1991; Lemoine and Viennot 2010).

The functions of `kernel` do the work, for the rules as plain Python (`kernel/plain.py`), for the proof search compiled.
"""

LETTER, CAPITAL = 3, 1 << 20
Word = tuple[int, ...]
Land = tuple[tuple[Word, ...], ...]  # regions of boundaries
Position = tuple[Land, ...]
Raw = list[list[list[int]]]


def canonical(drawing: Raw) -> Position:
    from grundy.games.sprouts.kernel import plain

    return plain.canonical(drawing)


def unfold(land: Land) -> Raw:
    """The land as a drawing, with a letter of its own for each pair."""
    fresh, capitals = LETTER, dict[int, int]()
    regions: Raw = []
    for region in land:
        regions.append([])
        for word in region:
            spots = list(word)
            for place, spot in enumerate(word):
                if spot >= CAPITAL:
                    fresh += spot not in capitals
                    spots[place] = capitals.setdefault(spot, fresh - 1)
                elif spot >= LETTER and (partner := (place + spot - 2) % len(word)) > place:
                    spots[place] = spots[partner] = fresh
                    fresh += 1
            regions[-1].append(spots)
    return regions
