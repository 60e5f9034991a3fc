"""The lost positions of circular nim that are known, by the numbers of heaps and of heaps in a run.

Four heaps and k = 2: opposite heaps are equal. Five heaps: a + b = c + d for (a, b, c, d, b) with the largest heap a,
if k = 2, and with a = 0, if k = 3. Six heaps and k = 3: a + b = d + e and b + c = e + f; if k = 4 also
a xor c xor e = 0, with the least heap a. Eight heaps and k = 6: (0, x, a, b, e, c, d, x) with a + b = c + d = x and e
the lesser of x and a + d (Dufour and Heubach 2013).
"""

from grundy.boards.heaps import Position


def is_lost_5_2(heaps: Position) -> bool:
    a, b, c, d, e = heaps
    return a == max(heaps) and b == e and a + b == c + d


def is_lost_5_3(heaps: Position) -> bool:
    a, b, c, d, e = heaps
    return a == 0 and b == e == c + d


def is_lost_6_3(heaps: Position) -> bool:
    a, b, c, d, e, f = heaps
    return a + b == d + e and b + c == e + f


def is_lost_6_4(heaps: Position) -> bool:
    return is_lost_6_3(heaps) and heaps[0] == min(heaps) and heaps[0] ^ heaps[2] ^ heaps[4] == 0


def is_lost_8_6(heaps: Position) -> bool:
    zero, x, a, b, e, c, d, y = heaps
    return zero == 0 and x == y == a + b == c + d and e == min(x, a + d)


LOST = {
    (4, 2): lambda heaps: heaps[:2] == heaps[2:],
    (5, 2): is_lost_5_2,
    (5, 3): is_lost_5_3,
    (6, 3): is_lost_6_3,
    (6, 4): is_lost_6_4,
    (8, 6): is_lost_8_6,
}
