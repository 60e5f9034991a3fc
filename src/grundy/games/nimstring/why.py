"""Why a position of Nimstring or Dots-and-Boxes is won: coins to take, chains, loops and the long chain rule."""

from collections.abc import Iterator, Sequence

from grundy.core.game import Game
from grundy.core.nimbers import LOONY
from grundy.core.ruleset import Outcome
from grundy.explain.page import Page
from grundy.explain.structure import Block
from grundy.games.nimstring.board import Dots, Strings, bits_of, boxes, count_lines, strings_of
from grundy.games.nimstring.chains import Chain, chains, count_takeable, strings_at, take_without_choice
from grundy.games.nimstring.rules import DotsAndBoxes, Nimstring

BOOK = "Berlekamp, Conway and Guy 1982, ch. 16"


def explain_nimstring(rules: Nimstring, parts: Sequence[Strings], page: Page) -> Iterator[Block]:
    for part in parts[:3]:
        game = page.at(rules, part)
        rest = take_without_choice(strings_of(part))
        if rest is None:
            yield page.say(
                "{} is {}: a coin can be taken, and then there is a choice. Take all that can be taken and move on; or "
                "take all but the last two (four in a loop) and leave these to the opponent, who must take them and "
                "move: the double-cross. If the rest is won for the player to move, do the one, otherwise the other: "
                "so the player to move wins, whatever stands beside it.",
                game,
                page.claim(game, LOONY),
            )
        elif len(rest) < len(strings_of(part)):
            left = page.at(rules, keep(part, rest))
            value = page.value(left)
            claims = [] if value is None else [page.claim(game, value), page.claim(left, value)]
            yield page.say(
                "In {} coins are taken without a choice, and who takes them moves on in {}: both are worth the same.",
                game,
                left,
                claims=claims,
            )
        else:
            yield from tell_chains(rules, part, page)
            yield from page.reason(rules, part)
    yield page.source(BOOK)


def keep(position: Strings, numbers: Sequence[int]) -> Strings:
    """Some of the strings of a position."""
    if isinstance(position, Dots):
        bits = list(bits_of(position.left))
        return position._replace(left=sum(1 << bits[number] for number in numbers))
    return tuple(position[number] for number in numbers)


def tell_chains(rules: Nimstring | DotsAndBoxes, position: Strings, page: Page) -> Iterator[Block]:
    """The long chains and loops, where no coin can be taken."""
    edges = strings_of(position)
    if any(len(numbers) == 1 for numbers in strings_at(edges, set(range(len(edges)))).values()):
        return
    long = [chain for chain in chains(edges) if chain.is_long]
    if long:
        game = page.at(rules, position)
        words = [
            page.text("a {} of {}", "loop" if one.is_loop else "chain", page.fact("coins", name(one), len(one.coins)))
            for one in long[: page.most_rows]
        ]
        yield page.say(
            "In {} there {} {}. Whoever begins a chain of three or more, or a loop of four or more, makes a loony "
            "move: the opponent takes all but two of a chain, four of a loop, gives these away by a double-cross, and "
            "has the other player begin the next one.",
            game,
            "is" if len(long) == 1 else "are",
            page.series(words),
        )


def name(chain: Chain) -> str:
    return "-".join(chain.coins)


def explain_boxes(rules: DotsAndBoxes, parts: Sequence[Strings], page: Page) -> Iterator[Block]:
    position = parts[0]
    game = page.at(rules, position)
    margin = page.solver.margin(game, page.inquiry)
    claims = [page.result(game, outcome_of(margin))]
    if margin:
        words = "From here on the player to move gets {} {} {} than the other, if both play their best."
        number, noun = page.fact("margin", str(game), abs(margin)), "box" if abs(margin) == 1 else "boxes"
        yield page.say(words, number, noun, "more" if margin > 0 else "fewer", claims=claims)
    else:
        yield page.say("From here on both get as many boxes, if both play their best.", claims=claims)
    yield from tell_captures(position, game, page)
    yield from tell_chains(rules, position, page)
    if isinstance(position, Dots) and not count_takeable(strings_of(position)):
        yield from long_chain_rule(position, page)
    yield page.source("search; the double-cross and the long chain rule, Berlekamp 2000")


def tell_captures(position: Strings, game: Game, page: Page) -> Iterator[Block]:
    """What can be taken at once, and whether there is a choice."""
    edges = strings_of(position)
    count = count_takeable(edges)
    if not count:
        return
    words = "{} can be taken at once, one after the other." if count > 1 else "{} can be taken at once."
    taken = page.text("{} {}", page.fact("boxes to take", str(game), count), "box" if count == 1 else "boxes")
    choice = (
        " There is a choice: take them all and move on; or take all but two (four where a loop was begun) and draw the "
        "line that leaves these to the opponent, who takes them by one line and must move next: the double-cross. It "
        "costs two boxes, or four, and is worth it where the rest is better for who does not begin it."
    )
    yield page.say(words + (choice if take_without_choice(edges) is None else ""), taken)


def outcome_of(margin: int) -> Outcome:
    return "N" if margin > 0 else "P" if margin < 0 else "D"


def long_chain_rule(position: Dots, page: Page) -> Iterator[Block]:
    """How many long chains the player to move should aim for, on a board where few lines are drawn."""
    rows, columns, left = position
    if any(not sides & left for sides in boxes(rows, columns).values()):
        return
    dots, drawn = (rows + 1) * (columns + 1), count_lines(rows, columns) - left.bit_count()
    odd = (dots + drawn) % 2
    yield page.say(
        "The long chain rule: who has to begin the first long chain mostly loses. With {} dots and {} of the lines "
        "drawn, that is the opponent if in the end the number of long chains, loops not counted, is {}: so the player "
        "to move plays for that. Each double-cross, a line that completes two boxes, changes whose turn it is. Who has "
        "control takes all but two boxes of each chain and all but four of each loop, gives these away to make the "
        "opponent begin the next one, and takes all of the last.",
        page.fact("dots", f"{rows}x{columns}", dots),
        page.fact("lines drawn", DotsAndBoxes.board.show(position), drawn),
        "even" if odd == 0 else "odd",
    )
