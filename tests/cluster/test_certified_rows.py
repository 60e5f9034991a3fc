"""Rows of the shipped atlas that say proved make certificates, which the checker accepts."""

from pathlib import Path
from random import Random

import pytest
from thorough import THOROUGH

from grundy.cluster.atlas import SHIPPED_ATLAS, read
from grundy.core.budget import Budget
from grundy.explain.certificates import make
from grundy.explain.checker import verify
from grundy.expressions import parse_ruleset

pytestmark = pytest.mark.slow

ROWS = 60 if THOROUGH else 3  # of each kind
SHORT = "proved = 1 and preperiod < 500 and period < 500"
SECONDS = 60.0  # in which every row must do it


@pytest.mark.parametrize("kind", ["saltus = 0 and ruleset like 'o%'", "saltus = 0 and ruleset like 'h%'", "saltus > 0"])
def test_rows_that_say_proved_make_certificates(kind: str, tmp_path: Path) -> None:
    rows = read(SHIPPED_ATLAS, f"{kind} and {'proved = 1' if THOROUGH else SHORT}", ("ruleset", "period")).rows
    for row in Random(6).sample(rows, ROWS):
        path = tmp_path / "row.cert"
        make.certify_values(parse_ruleset(str(row["ruleset"])), None, path, Budget(seconds=SECONDS))
        verify(path)
