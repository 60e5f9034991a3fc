"""Whether tests try all that they could (GRUNDY_THOROUGH=1, as `.ci/run` asks for at its end), or a share of it.

Without it the suite should take no longer than a person waits for.

`python tests/thorough.py` prints the files in which something is left out otherwise.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool(os.environ.get("GRUNDY_THOROUGH"))
# Tests with many cases that take long together, of which the suite runs one of so many. What compares answers with the
# definition on every small position is not among them.
ONE_CASE_OF = {
    "tests/cli/test_schemas.py::test_answers": 2,
    "tests/explain/test_conjecture.py::test_what_is_called_proved": 4,
    "tests/explain/test_explain_claims.py::": 3,
    "tests/explain/test_explain_numbers.py::test_every_number": 3,
    "tests/explain/test_checker_mutations.py::": 3,
    "tests/explain/test_linear_checks.py::test_one_wrong_value": 2,
    "tests/explain/test_same.py::": 2,
    "tests/games/test_sprouts_pictures.py::test_nothing_crosses": 3,
    "tests/games/test_sums.py::": 2,
    "tests/kernels/test_heaps.py::test_sparse_kernels": 3,
    "tests/kernels/test_heaps.py::test_words": 3,
    "tests/kernels/test_heaps_far.py::": 3,
    "tests/kernels/test_heaps_partitions.py::": 3,
    "tests/kernels/test_heaps_period.py::": 3,
    "tests/learn/test_lessons.py::test_every_task": 3,
    "tests/play/test_players.py::test_no_level": 3,
    "tests/play/test_random_positions.py::": 3,
    "tests/solvers/test_closed_proofs.py::": 2,
    "tests/solvers/test_compiled_options.py::": 3,
    "tests/solvers/test_large_thresholds.py::": 3,
    "tests/solvers/test_misere_play.py::test_orders": 3,
    "tests/solvers/test_proof.py::": 3,
    "tests/web/test_api.py::test_a_whole_game": 3,
    "tests/web/test_large_games.py::test_a_large_game": 3,
    "tests/web/test_never_loses.py::": 3,
    "tests/web/test_pages.py::test_every_ruleset_has_a_page_with_values": 3,
}
# Long tests of what shorter ones of the suite touch too.
LEFT_OUT = (
    "tests/cli/test_warm.py::test_nothing_is_compiled_after_warm",
    "tests/cluster/test_killed_sweeps.py::test_three_deaths_of_a_worker_and_one_of_the_driver",
    "tests/cluster/test_proofs.py::test_a_worker_may_die",
    "tests/cluster/test_proofs.py::test_the_command_answers_from_what_was_found",
    "tests/docs/test_book.py::test_the_commands_of_the_readme_work[grundy site",
    "tests/explain/test_checker_memory.py::",
    "tests/explain/test_window_certificates.py::test_a_window_that_almost_recurs",
    "tests/solvers/test_large_positions.py::test_time_and_memory",
    "tests/solvers/test_misere_quotients.py::test_another_program_finds_the_same",
    "tests/solvers/test_proof_saved.py::test_the_shipped_store_is_made_of_closed_proofs",
    "tests/solvers/test_sequence_recording.py::test_twenty_deaths_out_of_core",
    "tests/solvers/test_store_faults.py::test_false_rows_make_no_certificate",
    "tests/solvers/test_windows.py::test_long_periods_agree_to_the_end",
    "tests/web/test_site.py::test_a_new_version_takes_over_without_mixing",
    "tests/web/test_site_notebooks.py::test_a_notebook_runs_and_asks_nobody_else",
    "tests/web/test_whole_games.py::test_dots_and_boxes_against_the_perfect_player",
)


def share(items: Sequence[T], one_of: int) -> Sequence[T]:
    """All items, or one of so many, spread over them."""
    return items if THOROUGH else items[::one_of]


def is_left_out(test: str, number: int) -> bool:
    """Whether the suite leaves out this case of a test, counted from 0."""
    few = any(test.startswith(name) and number % each for name, each in ONE_CASE_OF.items())
    return not THOROUGH and (few or test.startswith(LEFT_OUT))


if __name__ == "__main__":
    here = Path(__file__).parent
    users = (path for path in here.rglob("test_*.py") if "\nfrom thorough import" in path.read_text(encoding="utf-8"))
    own = {path.relative_to(here.parent).as_posix() for path in users}
    print(*sorted(own | {name.partition("::")[0] for name in (*ONE_CASE_OF, *LEFT_OUT)}), sep="\n")
