"""Values where there is no numpy, as in a browser: they read, print and draw themselves as the array does."""

import subprocess
import sys

import grundy
from grundy.render.plain_values import PlainValues

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from grundy import grundys_game, kayles, mock_turtles
values = kayles.values(24)
print(values, values[2:5], values.reshape(2, 12)[1], values.tolist()[23], values[3])
print(repr(mock_turtles.values(6)), grundys_game.values(200)[199], "<svg" in values._repr_svg_())
"""


def test_they_are_what_the_array_is() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    array = grundy.kayles.values(24)
    whole = str(array).replace("\n", "")
    assert first == f"{whole} {array[2:5]} {array.reshape(2, 12)[1]} {array.tolist()[23]} {array[3]}"
    expected = grundy.mock_turtles.values(6).tolist(), grundy.grundys_game.values(200)[199]
    assert second == f"array({expected[0]}) {expected[1]} True"


def test_pictures_are_those_of_the_array() -> None:
    array = grundy.kayles.values(40)
    plain = PlainValues(array.tolist(), 0)
    assert plain.plot().svg == array.plot().svg
    assert plain.histogram().svg == array.histogram().svg
    assert plain[3:]._repr_svg_() is None
