"""What the tests share: fixtures, and a store of saved results of their own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from caches import make_cache
from hypothesis import settings
from serving import client, server

__all__ = ["client", "server"]

# Cases that take more than a second, of tests whose other cases are quick.
SLOW_CASES = (
    "test_a_walk_passes_the_functions_that_it_names[grundy period]",
    "test_canonical_form_changes_no_value[impartial_snort]",
    "test_every_printed_move_can_be_played[sprouts]",
    "test_formulas_are_what_the_rules_say[moebius]",
    "test_every_ruleset_explains_its_example_in_every_format[sprouts]",
    "test_one_form_for_each_position[8]",
    "test_nimbers_and_outcomes[F-4.5.11-e3]",
    "test_p_positions[C-9.6-a]",
    "test_parts_xor_to_the_whole_and_the_solver_agrees[brussels_sprouts]",
    "test_parts_xor_to_the_whole_and_the_solver_agrees[sprouts]",
    "test_parts_xor_to_the_whole_and_the_solver_agrees[triangular_kayles]",
    "test_published_periods[0.354-1180-10061916]",
    "test_published_periods[0.376-4-2268248]",
    "test_reach[sprouts]",
    "test_the_argument_of_the_text[CMU slides, Boxing Match: boxing_match(10x20)]",
    "test_theorem_and_disguise[lasker_nim]",
    "test_values_by_the_definition[3]",
    "test_what_is_made_is_accepted_and_true[grundys_game(120,20)   ]",
    "docs/guide.md::guide.md",
    "theory/laws.md::laws.md",
    "theory/search.md::search.md",
)

settings.register_profile("grundy", deadline=None, print_blob=True)
settings.load_profile("grundy")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of tests start a Python of their own
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["GRUNDY_CACHE"] = str(make_cache(Path(tempfile.mkdtemp(prefix="grundy-tests-"))))
    atexit.register(shutil.rmtree, os.environ["GRUNDY_CACHE"], ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.endswith(SLOW_CASES):
            item.add_marker(pytest.mark.slow)
