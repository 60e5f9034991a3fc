"""What is wrong with the options, turns, blocks, parts and values that a person's own rules give, with the cure."""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf
from operator import index
from typing import Any, SupportsIndex, SupportsInt, TypeGuard

from grundy.boards.coins import CoinGame
from grundy.boards.grid import GridGame, Rectangle
from grundy.boards.heaps import HeapGame
from grundy.core.board import Board
from grundy.core.nimbers import Entailed, Loony
from grundy.core.ordinals import Ordinal
from grundy.core.reader import ellipsis
from grundy.core.ruleset import Ruleset
from grundy.errors import GrundyError

SHOWN_CHARACTERS = 60  # of a position or an option
NO_MOVE = "which is no move; leave that out"
Check = Callable[[Any], tuple[Any, str]]  # an option as the library takes it, and what is wrong with it


def short(value: object) -> str:
    return ellipsis(repr(value), SHOWN_CHARACTERS)


def is_whole(value: object) -> TypeGuard[SupportsIndex]:
    return isinstance(value, SupportsIndex) and not isinstance(value, bool)


def options_check(rules: Any, heap: Any) -> Check:
    """Options of a heap are tuples of smaller heaps; those of numpy are made plain."""
    if not isinstance(heap, int) or not isinstance(rules, HeapGame):
        return lambda option: (option, "" if isinstance(option, tuple) else "which is no tuple of heaps")
    entails, finite = rules.entails(), rules.finite
    above = heap if finite and not entails else inf

    def check(option: Any) -> tuple[Any, str]:
        if type(option) is tuple:
            for part in option:
                if type(part) is not int or not 0 <= part < above:
                    break
            else:
                return option, ""
        return look_closely(option)

    def look_closely(option: Any) -> tuple[Any, str]:
        if fault := fault_of_heaps(option):
            return option, fault
        plain = tuple(map(index, option))
        if min(plain, default=0) < 0 and not entails:
            return plain, "in which a heap is less than nothing; leave out such moves"
        if plain == (heap,) and finite and not entails:
            return plain, "which changes nothing; leave it out, or say finite = False where play may go round"
        if max(plain, default=-1) >= above:
            return plain, f"in which a heap is not less than {heap}; a move must leave less in each heap"
        return plain, ""

    return check


def fault_of_heaps(option: object) -> str:
    """Why something is no tuple of whole numbers."""
    if option is None:
        return NO_MOVE
    if not isinstance(option, tuple):
        heaps = option if isinstance(option, list | set | frozenset) else [option]
        return f"which is no tuple of heaps; write ({''.join(f'{heap},' for heap in heaps)})"
    if all(map(is_whole, option)):
        return ""
    numbers = all(isinstance(heap, SupportsInt) for heap in option)
    cure = f"such as ({''.join(f'{int(heap)},' for heap in option)})" if numbers else "such as (2, 3)"
    if any(isinstance(heap, bool) for heap in option):
        return f"in which a heap is no whole number; write numbers, {cure}"
    return f"in which a heap is no whole number; use // instead of / and whole numbers, {cure}"


def turns_check(rules: Any, coin: Any) -> Check:
    """Turns of a coin are tuples of coins to the left of it."""
    if not isinstance(rules, CoinGame) or not isinstance(coin, int):
        return lambda item: (item, "" if isinstance(item, Iterable) else "where places of coins were expected")
    first = rules.board.first

    def check(others: Any) -> tuple[Any, str]:
        if others is None:
            return others, f"{NO_MOVE}, or yield (), which turns coin {coin} alone"
        if isinstance(others, str) or not isinstance(others, Collection):
            return others, f"which is no tuple of coins; write ({others},)"
        if not all(map(is_whole, others)):
            return others, "in which a coin is no whole number; yield the numbers of the coins, such as (2, 3)"
        coins = tuple(map(index, others))
        if coin in coins:
            return others, f"in which coin {coin} itself stands, which is turned anyway; yield only the others"
        if wrong := [other for other in coins if not first <= other < coin]:
            return others, f"in which {wrong[0]} is no coin to the left of {coin}; coins count from {first}"
        return coins, ""

    return check


def blocks_check(rules: Any, position: Any) -> Check:
    """Blocks are rectangles of free squares on the board."""
    if not isinstance(rules, GridGame):
        return lambda block: (block, "")
    free = rules.board.free

    def check(block: Any) -> tuple[Any, str]:
        if not isinstance(block, tuple) or len(block) != 4 or not all(map(is_whole, block)):
            return block, "which is no rectangle; write Rectangle(top, left, height, width)"
        top, left, height, width = it = Rectangle(*map(index, block))
        rows = [row[left : left + width] for row in position[max(0, top) : max(0, top + height)]]
        inside = min(top, left) >= 0 < min(height, width)
        if not inside or len(rows) != height or any(row != free * width for row in rows):
            return it, "which is not a block of free squares on the board; rows and columns count from 0 here"
        return it, ""

    return check


def moves_check(rules: Any, position: Any) -> Check:
    """Moves lead to positions of the board, other than the one before; what most games do is seen at once."""
    is_known = rows_look(position) if is_rows(position) else edges_look(position)

    def check(option: Any) -> tuple[Any, str]:
        return option, "" if is_known(option) else fault_of_position(rules, position, option)

    return check


def rows_look(position: Sequence[str]) -> Callable[[Any], bool]:
    """Whether an option has rows of the same lengths and no other signs."""
    signs, lengths = set[str]().union(*position), list(map(len, position))

    def is_known(to: Any) -> bool:
        is_like = type(to) is type(position) and is_rows(to) and to != position
        return is_like and signs.issuperset("".join(to)) and list(map(len, to)) == lengths

    return is_known


def edges_look(position: Any) -> Callable[[Any], bool]:
    """Whether an option has some of the edges, each once."""
    is_graph = type(position) is tuple and all(type(edge) is tuple for edge in position)
    edges = set(position) if is_graph else set[Any]()

    def is_known(to: Any) -> bool:
        if not is_graph or type(to) is not tuple or not len(to) < len(position):
            return False
        return all(type(edge) is tuple and edge in edges for edge in to) and len(set(to)) == len(to)

    return is_known


def is_rows(position: object) -> TypeGuard[Sequence[str]]:
    """Whether a position is a text or rows of texts, which can be looked at quickly."""
    return type(position) is str or (type(position) is tuple and all(type(row) is str for row in position))


def fault_of_position(rules: Ruleset[Any], position: object, option: object) -> str:
    """Why an option is no position that one move may reach."""
    if option is None:
        return NO_MOVE
    if fault := fault_of_kind(rules, position, option):
        return fault
    if option == position and rules.finite:
        return "which changes nothing; leave it out, or say finite = False where play may go round"
    if not type(rules.board).__module__.startswith("grundy."):  # a board of the person's own shows what it likes
        return ""
    if fault := fault_of_text(rules.board, option):
        return fault or f"where a position was expected, such as {short(position)}"
    if not is_move(rules.board, position, option):
        return f"which is not of the size of {short(position)}; keep the size"
    return ""


def fault_of_kind(rules: Ruleset[Any], position: object, option: object) -> str:
    """Why something is no position at all."""
    try:
        hash(option)
    except TypeError:
        return "which can change; positions are plain values, such as tuples"
    kind = next((kind for kind in (str, tuple, frozenset) if isinstance(position, kind)), type(position))
    if not isinstance(option, kind):
        return f"where a position was expected, such as {short(position)}"
    has_ordinals = isinstance(option, tuple) and any(isinstance(heap, Ordinal) for heap in option)
    return fault_of_heaps(option) if isinstance(rules, HeapGame) and not has_ordinals else ""


def fault_of_text(board: Board[Any], option: object) -> str:
    """Why a board of ours cannot show the option so that it reads back."""
    try:
        if board.is_writable(option):
            return ""
        text = board.show(option)
    except Exception:  # as the board says that it is none of its positions
        return f"where a position was expected: {board.notation}"
    try:
        again = board.show(board.parse(text))
    except GrundyError as error:
        return f"where a position was expected: {error}"
    cure = "; each edge stands there once" if getattr(board, "repeats", True) is False else ""
    return f"which would be written {short(text)}, and that is read as {short(again)}{cure}"


def is_move(board: Board[Any], position: object, option: object) -> bool:
    """Whether a board of ours can say what has changed."""
    try:
        return bool(board.differ(position, option)) or bool(board.handle(position, option))
    except ValueError:  # rows of unequal lengths
        return False


def parts_check(rules: Any, position: Any) -> Check:
    return lambda part: (part, fault_of_kind(rules, position, part))


def check_representative(rules: Any, position: Any, found: Any) -> tuple[Any, str]:
    return found, fault_of_kind(rules, position, found)


def check_nimber(rules: Any, position: Any, found: Any) -> tuple[Any, str]:
    if found is None or isinstance(found, Loony | Entailed | Ordinal):
        return found, ""
    if not is_whole(found) or index(found) < 0:
        return found, "which is no nimber; return a whole number from 0 on, or None where there is none"
    return index(found), ""


def check_outcome(rules: Any, position: Any, found: Any) -> tuple[Any, str]:
    is_outcome = found is None or (isinstance(found, str) and found in ("N", "P", "D"))
    return found, "" if is_outcome else 'which is no outcome; return "N", "P" or "D", or None where it is not known'


ITEMS: dict[str, Callable[[Any, Any], Check]] = {
    "options": options_check,
    "turns": turns_check,
    "blocks": blocks_check,
    "moves": moves_check,
    "reach": moves_check,
    "parts": parts_check,
}
RESULTS: dict[str, Callable[[Any, Any, Any], tuple[Any, str]]] = {
    "canonical": check_representative,
    "theorem": check_nimber,
    "head": check_nimber,
    "verdict": check_outcome,
    "terminal": check_outcome,
}
