"""Laws of single heaps: a formula in words, and the same formula with the numbers of one heap.

At least half, at most half, the divisor games and the exercises: Ferguson 2014, 3.3 to 4.5. Lasker's nim: Lasker 1931.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch

from grundy.boards.heaps import HeapGame, Heaps
from grundy.core.ordinals import Nimber
from grundy.explain.structure import short
from grundy.games.divisors import Aliquot, DimPlus, twos
from grundy.games.exercises import EvenIfNotAll, EvenOrSingleton, Mod3Take, Take1mod3Split, Take2plusSplit
from grundy.games.half import AtLeastHalf, AtMostHalf
from grundy.games.impatient import ImpatientSubtraction
from grundy.games.lasker import LaskerNim
from grundy.games.nim import Nim
from grundy.games.rims import Rims
from grundy.games.subtraction import Subtraction

__all__ = ["Law", "law"]

Worked = tuple[str, Nimber]  # the computation in words, and its result


@dataclass(frozen=True)
class Law:
    """A formula for the nimber of a heap: in words, worked out for one heap, and why it is true."""

    words: str
    of: Callable[[int], Worked]
    proof: str


@singledispatch
def law(rules: HeapGame) -> Law | None:
    """The law of a ruleset, where it has one."""
    return None


@law.register
def _(rules: Nim) -> Law:
    heaps = rules.board.kind == Heaps.kind
    words = "A heap of n has the nimber n." if heaps else "A coin on square n is a heap of n stones, worth n."
    return Law(words, lambda n: (short(n), n), "From n every smaller number can be left, and nothing else.")


@law.register
def _(rules: Rims) -> Law:
    proof = (
        "A loop with nothing inside takes dots as in nim. A loop that leaves a dots inside and b outside leaves a + b "
        "< n, "
        "and a ⊕ b is at most a + b, so n itself is never reached."
    )
    return Law("A region with n dots has the nimber n: it is a heap of nim.", lambda n: (short(n), n), proof)


@law.register
def _(rules: AtLeastHalf) -> Law:
    def of(n: int) -> Worked:
        return f"{short(f'{n:b}' if n else '')} has {n.bit_length()} digits", n.bit_length()

    proof = "What is left has at least one binary digit less, and every smaller number of digits can be left."
    return Law("The nimber of n is the number of its binary digits, the least k with 2^k > n.", of, proof)


@law.register
def _(rules: AtMostHalf) -> Law:
    def of(n: int) -> Worked:
        power = (n + 1) & -(n + 1)
        k = (n + 1) // power >> 1
        return f"{short(n + 1)} = {short(power)} * (2*{short(k)} + 1)", k

    proof = (
        "Between half of n + 1 and n + 1 lies exactly one number 2^j (2m + 1) for each m < k, one more than a heap "
        "that "
        "can be left; for m = k it is n + 1 itself."
    )
    return Law("Write n + 1 as a power of 2 times an odd number 2k + 1: the nimber is k.", of, proof)


@law.register
def _(rules: DimPlus) -> Law:
    proof = (
        "Taking a divisor with fewer factors 2 than n leaves exactly as many factors 2 as the divisor has; "
        "any other divisor leaves more of them than n has, or nothing."
    )
    return Law("The nimber is the number of factors 2 of the heap, plus 1.", lambda n: factors(n, 1), proof)


@law.register
def _(rules: Aliquot) -> Law:
    proof = (
        "Taking a divisor with fewer factors 2 than n leaves exactly as many factors 2 as the divisor has; "
        "any other divisor leaves more of them than n has."
    )
    return Law("The nimber is the number of factors 2 of the heap.", lambda n: factors(n, 0), proof)


def factors(n: int, plus: int) -> Worked:
    """The factors 2 of a heap, and the nimber that is so many plus this."""
    if not n:
        return "empty", 0
    more = f", and {twos(n)} + {plus} = {twos(n) + plus}" if plus else ""
    return f"{short(n)} = 2^{twos(n)} * {short(n >> twos(n))}{more}", twos(n) + plus


@law.register
def _(rules: LaskerNim) -> Law:
    def of(n: int) -> Worked:
        shift = (n % 4 == 3) - (n % 4 == 0 and n > 0)
        change = {0: "itself", 1: "so one more", -1: "so one less"}[shift]
        return f"{short(n)} leaves {n % 4} modulo 4, {change}", n + shift

    proof = (
        "Splitting 4k + 3 into 1 and 4k + 2 gives 4k + 3 itself, so the nimber moves up to 4k + 4; "
        "4k + 4 finds 4k + 4 reached already and 4k + 3 free."
    )
    return Law("A heap of n is worth n, but n + 1 where n leaves 3 modulo 4, and n - 1 where it leaves 0.", of, proof)


@law.register
def _(rules: EvenIfNotAll) -> Law:
    def of(n: int) -> Worked:
        if n % 2:
            return f"{short(n)} is odd: ({short(n)} + 1)/2", (n + 1) // 2
        return f"{short(n)} is even: {short(n)}/2 - 1" if n else "empty", max(0, n // 2 - 1)

    proof = "An odd heap can become every smaller odd one or nothing, an even heap every smaller even one but nothing."
    return Law("g(2k - 1) = k and g(2k) = k - 1.", of, proof)


@law.register
def _(rules: EvenOrSingleton) -> Law:
    def of(n: int) -> Worked:
        special = " (1 and 3 are exchanged)" if n in (1, 3) else ""
        return f"half of {short(n)}, rounded down{special}", n // 2 ^ (n in (1, 3))

    return Law(
        "The nimber is half the heap, rounded down, but 1 for a heap of one and 0 for a heap of three.",
        of,
        "Even heaps are nim in pairs of stones. An odd heap can become every smaller odd one, and the odd ones "
        "begin with 1, 0, 2 for the heaps 1, 3, 5.",
    )


@law.register
def _(rules: Mod3Take) -> Law:
    def of(n: int) -> Worked:
        third, rest = divmod(n, 3)
        return f"{short(n)} = 3*{short(third)} + {rest}: {short(third)} + {rest} - 1" if n else "empty", max(
            0, third + rest - 1
        )

    proof = "Only heaps of the same remainder are reached, and nothing at all from remainder 2: three copies of nim."
    return Law("Write n = 3k + r: the nimber is k + r - 1.", of, proof)


@law.register
def _(rules: Take2plusSplit) -> Law:
    def of(n: int) -> Worked:
        return ("the lone chip", 1) if n == 1 else (f"2*{short(n)}/3, rounded down", 2 * n // 3)

    proof = "From (a xor b) <= a + b it follows that no option has this value; each smaller value is that of one heap."
    return Law("The nimber is two thirds of the heap, rounded down, but 1 for a heap of one.", of, proof)


@law.register
def _(rules: Take1mod3Split) -> Law:
    def of(n: int) -> Worked:
        return f"{short(n)} = 4*{short(n // 4)} + {n % 4}: 2*{short(n // 4)} + {n % 2}", 2 * (n // 4) + n % 2

    proof = "From (a xor b) <= a + b it follows that no option has this value; each smaller value is reached."
    return Law("Two for every four stones, and one more if the heap is odd.", of, proof)


@law.register
def _(rules: Subtraction) -> Law | None:
    m = len(rules.take)
    if rules.take != tuple(range(1, m + 1)):
        return None
    proof = f"From a remainder r the remainders 0 to r - 1 can be left by taking 1 to r; r itself would need {m + 1}."
    words = f"When 1 to {m} may be taken, the nimber is the remainder modulo {m} + 1 = {m + 1}."
    return Law(words, lambda n: (f"{short(n)} = {m + 1}*{short(n // (m + 1))} + {n % (m + 1)}", n % (m + 1)), proof)


@law.register
def _(rules: ImpatientSubtraction) -> Law | None:
    patient = Subtraction(*rules.take)

    def of(n: int) -> Worked:
        before = patient(n - 1).nimber if n else -1
        assert isinstance(before, int)
        return (f"g({short(n - 1)}) = {before} in `{patient}`, plus 1" if n else "empty"), before + 1

    if rules.theorem((1,)) is None:
        return None
    proof = "Taking everything is the option 0. The other options are those of n - 1, each with its value raised by 1."
    return Law("Where the whole heap may be taken too, g(n) is one more than g(n - 1) without that.", of, proof)
