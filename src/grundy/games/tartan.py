"""Famous tartan products of coin-turning games (Berlekamp, Conway and Guy 1982, chapter 14).

Any two rulesets on a row of coins multiply: `mock_turtles * ruler`. The product of Twins with itself is Turning
Corners, whose nimbers are the nim-products themselves (Lenstra 1977).
"""

from grundy.games.coin_turning import ruler, twins

rugs = (ruler * ruler).named(
    "rugs",
    "Turn all coins of a rectangle, the southeast one from heads to tails.",
    "Berlekamp, Conway and Guy 1982",
    "HTTHT/TTHTT/THTTH/TTTTH",
    famous=True,
)
turning_corners = (twins * twins).named(
    "turning_corners",
    "Turn the four corners of a rectangle, the southeast one from heads to tails.",
    "Lenstra 1977",
    "TTTTT/TTTHT/TTTTT/TTHTT/TTTTH",
)
