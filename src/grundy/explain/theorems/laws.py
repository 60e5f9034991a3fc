"""Laws of single heaps: a formula in words, and the same formula with the numbers of one heap.

At least half, at most half, the divisor games and the exercises: Ferguson 2014, 3.3 to 4.5. Lasker's nim: Lasker 1931.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch

from grundy.boards.heaps import HeapGame, Heaps
from grundy.core.ordinals import Nimber
from grundy.explain.page import worth
from grundy.explain.prose import Size, Step, Text, text
from grundy.games.divisors import Aliquot, DimPlus, twos
from grundy.games.exercises import EvenIfNotAll, EvenOrSingleton, Mod3Take, Take1mod3Split, Take2plusSplit
from grundy.games.half import AtLeastHalf, AtMostHalf
from grundy.games.impatient import ImpatientSubtraction
from grundy.games.lasker import LaskerNim
from grundy.games.nim import Nim
from grundy.games.rims import Rims
from grundy.games.subtraction import Subtraction

__all__ = ["Law", "law"]

Worked = tuple[Text, Nimber]  # the computation in words, and its result


@dataclass(frozen=True)
class Law:
    """A formula for the nimber of a heap: in words, worked out for one heap, and why it is true."""

    words: Text
    of: Callable[[int], Worked]
    proof: Text


def literal(words: str, of: Callable[[int], Worked], proof: str) -> Law:
    """A law whose words have no fields."""
    return Law(text(words), of, text(proof))


def computed(words: str, equation: str, value: int) -> Worked:
    """A result with its equation, after some words."""
    return text(words, Step(equation)), value


@singledispatch
def law(rules: HeapGame) -> Law | None:
    """The law of a ruleset, where it has one."""
    return None


@law.register
def _(rules: Nim) -> Law:
    heaps = rules.board.kind == Heaps.kind
    words = "A heap of n has the nimber n." if heaps else "A coin on square n is a heap of n stones, worth n."
    proof = "From n every smaller number can be left, and nothing else, so the mex is n."
    return literal(words, lambda n: (text("{}", Size(n)), n), proof)


@law.register
def _(rules: Rims) -> Law:
    proof = (
        "A loop with nothing inside takes dots as in nim. A loop that leaves a dots inside and b outside leaves a + b "
        "< n, and a ⊕ b is at most a + b, so n itself is never reached."
    )
    words = "A region with n dots has the nimber n: it is a heap of nim."
    return literal(words, lambda n: (text("{}", Size(n)), n), proof)


@law.register
def _(rules: AtLeastHalf) -> Law:
    def of(n: int) -> Worked:
        k = n.bit_length()
        return text("{}, and {} is greater", Step(f"{n} = {n:b}₂"), Step(f"2^{k} = {1 << k}")) if n else text(
            "empty"
        ), k

    proof = "What is left has at least one binary digit less, and every smaller number of digits can be left."
    return literal("The nimber of n is the number of its binary digits, the least k with 2^k > n.", of, proof)


@law.register
def _(rules: AtMostHalf) -> Law:
    def of(n: int) -> Worked:
        power = (n + 1) & -(n + 1)
        k = (n + 1) // power >> 1
        return computed("{}", f"{n} + 1 = {power} * (2*{k} + 1)", k)

    proof = (
        "Between half of n + 1 and n + 1 lies exactly one number 2^j (2m + 1) for each m < k, one more than a heap "
        "that can be left; for m = k it is n + 1 itself."
    )
    return literal("Write n + 1 as a power of 2 times an odd number 2k + 1: the nimber is k.", of, proof)


@law.register
def _(rules: DimPlus) -> Law:
    proof = (
        "Taking a divisor with fewer factors 2 than n leaves exactly as many factors 2 as the divisor has; "
        "any other divisor leaves more of them than n has, or nothing."
    )
    return literal("The nimber is the number of factors 2 of the heap, plus 1.", lambda n: factors(n, 1), proof)


@law.register
def _(rules: Aliquot) -> Law:
    proof = (
        "Taking a divisor with fewer factors 2 than n leaves exactly as many factors 2 as the divisor has; "
        "any other divisor leaves more of them than n has."
    )
    return literal("The nimber is the number of factors 2 of the heap.", lambda n: factors(n, 0), proof)


def factors(n: int, plus: int) -> Worked:
    """The factors 2 of a heap, and the nimber that is so many plus this."""
    if not n:
        return text("empty"), 0
    product = Step(f"{n} = 2^{twos(n)} * {n >> twos(n)}")
    more = text(", and {}", Step(f"{twos(n)} + 1 = {twos(n) + 1}")) if plus else text("")
    return text("{}{}", product, more), twos(n) + plus


@law.register
def _(rules: LaskerNim) -> Law:
    def of(n: int) -> Worked:
        shift = (n % 4 == 3) - (n % 4 == 0 and n > 0)
        change = {0: "so it keeps its size", 1: "so one more", -1: "so one less"}[shift]
        return text("{}, {}", Step(f"{n} mod 4 = {n % 4}"), change), n + shift

    proof = (
        "Splitting 4k + 3 into 1 and 4k + 2 gives 4k + 3 itself, so the nimber moves up to 4k + 4; "
        "4k + 4 finds 4k + 4 reached already and 4k + 3 free."
    )
    words = "A heap of n is worth n, but n + 1 where n leaves 3 modulo 4, and n - 1 where it leaves 0."
    return literal(words, of, proof)


@law.register
def _(rules: EvenIfNotAll) -> Law:
    def of(n: int) -> Worked:
        if n % 2:
            return computed("odd: {}", f"({n} + 1)/2 = {(n + 1) // 2}", (n + 1) // 2)
        return computed("even: {}", f"{n}/2 - 1 = {n // 2 - 1}", n // 2 - 1) if n else (text("empty"), 0)

    proof = "An odd heap can become every smaller odd one or nothing, an even heap every smaller even one but nothing."
    return literal("g(2k - 1) = k and g(2k) = k - 1.", of, proof)


@law.register
def _(rules: EvenOrSingleton) -> Law:
    def of(n: int) -> Worked:
        if n in (1, 3):
            return text("the exception: 1 and 3 exchange their values"), n // 2 ^ 1
        return computed("{}", f"⌊{n}/2⌋ = {n // 2}", n // 2)

    proof = (
        "Even heaps are nim in pairs of stones. An odd heap can become every smaller odd one, and the odd ones begin "
        "with 1, 0, 2 for the heaps 1, 3, 5."
    )
    words = "The nimber is half the heap, rounded down, but 1 for a heap of one and 0 for a heap of three."
    return literal(words, of, proof)


@law.register
def _(rules: Mod3Take) -> Law:
    def of(n: int) -> Worked:
        third, rest = divmod(n, 3)
        value = third + rest - 1
        equations = Step(f"{n} = 3*{third} + {rest}"), Step(f"{third} + {rest} - 1 = {value}")
        return (text("{}, and {}", *equations), value) if n else (text("empty"), 0)

    proof = "Only heaps of the same remainder are reached, and nothing at all from remainder 2: three copies of nim."
    return literal("Write n = 3k + r: the nimber is k + r - 1.", of, proof)


@law.register
def _(rules: Take2plusSplit) -> Law:
    def of(n: int) -> Worked:
        return (text("the lone chip"), 1) if n == 1 else computed("{}", f"⌊2*{n}/3⌋ = {2 * n // 3}", 2 * n // 3)

    proof = "Since a ⊕ b is at most a + b, no option has this value; each smaller value is that of one heap."
    return literal("The nimber is two thirds of the heap, rounded down, but 1 for a heap of one.", of, proof)


@law.register
def _(rules: Take1mod3Split) -> Law:
    def of(n: int) -> Worked:
        fours, value = n // 4, 2 * (n // 4) + n % 2
        equations = Step(f"{n} = 4*{fours} + {n % 4}"), Step(f"2*{fours} + {n % 2} = {value}")
        return text("{}, and {}", *equations), value

    proof = "Since a ⊕ b is at most a + b, no option has this value; each smaller value is reached."
    return literal("Two for every four stones, and one more if the heap is odd.", of, proof)


@law.register
def _(rules: Subtraction) -> Law | None:
    m = len(rules.take)
    if rules.take != tuple(range(1, m + 1)):
        return None

    def of(n: int) -> Worked:
        return computed("{}", f"{n} = {m + 1}*{n // (m + 1)} + {n % (m + 1)}", n % (m + 1))

    size, more = Size(m), Step(f"{m} + 1 = {m + 1}")
    words = text("When 1 to {} may be taken, the nimber is the remainder modulo {}.", size, more)
    proof = "From a remainder r the remainders 0 to r - 1 can be left by taking 1 to r; r itself would need a whole {}."
    return Law(words, of, text(proof, more))


@law.register
def _(rules: ImpatientSubtraction) -> Law | None:
    patient = Subtraction(*rules.take)

    def of(n: int) -> Worked:
        if not n:
            return text("empty"), 0
        before = patient(n - 1).nimber
        assert isinstance(before, int)
        known = patient(n - 1), worth(patient(n - 1), before), Step(f"{before} + 1 = {before + 1}")
        return text("{} has {}, and {}", *known), before + 1

    if rules.theorem((1,)) is None:
        return None
    proof = "Taking everything is the option 0. The other options are those of n - 1, each with its value raised by 1."
    return literal("Where the whole heap may be taken too, g(n) is one more than g(n - 1) without that.", of, proof)
