"""What the tests share: fixtures, and a store of saved results of their own."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from caches import make_cache
from hypothesis import settings
from serving import client, server
from thorough import THOROUGH, is_left_out

__all__ = ["client", "server"]

# Cases that take more than a second, of tests whose other cases are quick.
SLOW_CASES = (
    *(
        f"test_claims[{name}]"
        for name in ("blocking_wythoff(2)", "kotzig_nim(1,2)", "take2plus_split", "turn_up_to(4)")
    ),
    *(f"test_a_window_that_almost_recurs[{kept}]" for kept in (False, True)),
    "test_every_small_board[3-3-impartial_clobber]",
    "test_random_positions[impartial_clobber(4x4)]",
    "test_random_positions[impartial_nogo(3x4)]",
    "test_every_small_board[3-3-impartial_nogo]",
    "test_every_line_has_the_answer_that_it_has_alone",
    "test_a_game_that_is_too_large_is_one_line",
    "test_labels_agree_with_the_solver_of_open_spiel[dots_and_boxes(1x2)]",
    "test_a_search_goes_on_from_its_file",
    "test_no_compiled_package_is_needed",
    "test_no_level_misses_what_it_sees[triangular_kayles]",
    "test_nimber_and_reach[mock_turtles * ruler]",
    "test_published_positions[notakto({n})]",
    "test_tartan_products_are_factored",
    "test_true_ones_are_accepted[0.356]",
    "test_true_ones_are_accepted[0.77]",
    "test_values_and_periods_need_no_compiled_package",
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
    "test_the_argument_of_the_text[CMU slides, Boxing Match: boxing_match(10x20)]",
    *(f"test_claims[{name}]" for name in ("conjunctive", "graph_octal(0.33)", "grim", "moebius", "mogul", "moidores")),
    *(
        f"test_claims[{name}]"
        for name in ("nimble_k(2)", "ordinal", "triangular_kayles", "turning(1+S)", "node_removal")
    ),
    *(f"the_solver_agrees[{name}]" for name in ("graph_octal(0.33)", "impartial_col", "impartial_snort")),
    "test_conformance[corner_cutting]",
    "test_values_by_the_definition[3]",
    "test_what_is_made_is_accepted_and_true[grundys_game(120,20)   ]",
    "test_a_period_whose_theorem_is_not_one_of_ours_is_refused_in_words",
    "test_counts_of_positions_and_trees[3-142-55]",
    "test_degree_eight_and_what_is_too_large",
    "test_each_kind_of_picture[words0-values]",
    "test_equality_by_one_law",
    "test_every_bit_of_an_atlas",
    "test_every_land_below_three_spots",
    "test_garbage_never_breaks_it",
    "test_inverses_roots_and_powers",
    "test_no_two_classes_share_a_name",
    "test_operations_agree_with_those_on_integers[16]",
    "test_operations_agree_with_those_on_integers[32]",
    "test_operations_agree_with_those_on_integers[8]",
    "test_pictures_are_saved_by_their_ending[.png]",
    "test_plain_and_kernel_meet[hexadecimal(0.{2+})]",
    "test_progress_is_reported",
    "test_every_move_has_a_reply_that_wins[sprouts]",
    "test_every_move_has_a_reply_that_wins[triangular_kayles]",
    "test_every_move_has_a_reply_in_sums[nimstring(2x2) + nim(2)]",
    "test_whole_strategies_from_a_proof_search[cram(4x4)]",
    "test_published_nimbers_of_cram",
    "test_published_positions[wythoff({n},{n})]",
    "test_random_plays[12]",
    "test_shapes_broadcast_and_types_widen",
    "test_small_games_against_the_definition",
    "test_sums_are_what_the_whole_tree_of_play_says",
    "test_sums_of_treblecross_equal_a_search_of_the_whole_sum",
    "test_the_field_of_a_byte",
    "test_three_rows_far_out_are_the_same_game",
    "test_what_is_made_is_accepted_and_true[boxing_match(3x3)   moves parts canonical]",
    "test_what_only_some_systems_have_stands_in_one_place",
    "test_who_wins[False-record0]",
    "test_every_kind_has_its_turn_and_the_level_is_kept",
    "test_known_equals_are_proved_and_complete",
    "test_lost_bars_of_three_rows_are_as_many_as_published",
    "test_observations_on_lost_bars",
    "test_random_digraphs",
    "docs/guide.md::guide.md",
    "theory/arithmetic.md::arithmetic.md",
    "theory/certificates.md::certificates.md",
    "theory/laws.md::laws.md",
    "theory/search.md::search.md",
)

# Tests with many cases, of which the first tier runs every third: all rulesets are in `test_claims`.
EVERY_THIRD = (
    "tests/boards/test_edits.py",
    "tests/core/test_ordinal",
    "tests/explain/test_certificates.py",
    "tests/explain/test_conjecture.py",
    "tests/explain/test_explain",
    "tests/explain/test_linear_checks.py::test_one_wrong_value",
    "tests/explain/test_same.py",
    "tests/games/test_coins.py",
    "tests/games/test_takeaway.py::test_dynamic",
    "tests/games/test_takeaway.py::test_huge",
    "tests/kernels/",
    "tests/learn/test_lessons.py",
    "tests/learn/test_puzzles.py",
    "tests/play/test_legal.py",
    "tests/play/test_players.py",
    "tests/render/test_svg.py",
    "tests/render/test_text.py::TestCatalogue",
    "tests/solvers/test_winning_far.py",
    "tests/test_conformance.py::TestHeaps",
    "tests/test_conformance.py::TestNotation",
    "tests/test_conformance.py::TestOutcomes",
    "tests/test_conformance.py::TestValues",
    "tests/test_perft.py",
    "tests/web/test_words_and_pictures.py",
)
FIRST = "tests/web/test_site.py", "tests/web/"  # of them, what waits longest: whoever is idle takes from the end
BY_RULESET = "tests/test_conformance.py"
PACKAGE = Path(__file__).parents[1] / "src"
FEW_EXAMPLES = 25  # that Hypothesis tries in the first tier, of 50 or 100

settings.register_profile("grundy", deadline=None, print_blob=True, max_examples=100 if THOROUGH else 50)
settings.register_profile("first tier", settings.get_profile("grundy"), max_examples=FEW_EXAMPLES)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of tests start a Python of their own
sys.dont_write_bytecode = False  # nor are the tests compiled anew by each worker
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in `nohup pytest &`: programs under test would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["GRUNDY_CACHE"] = str(make_cache(Path(tempfile.mkdtemp(prefix="grundy-tests-"))))
    atexit.register(shutil.rmtree, os.environ["GRUNDY_CACHE"], ignore_errors=True)


def pytest_xdist_auto_num_workers() -> int:
    """Two workers for each processor: some of them mostly wait, for a browser, a server or a process."""
    return 2 * (os.cpu_count() or 1)


class OnlyExamples:
    """Of the package, only files with an example are collected: each worker would load all others for nothing."""

    @staticmethod
    def pytest_ignore_collect(collection_path: Path) -> bool | None:
        is_ours = collection_path.suffix == ".py" and collection_path.is_relative_to(PACKAGE)
        return True if is_ours and ">>>" not in collection_path.read_text(encoding="utf-8") else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(OnlyExamples())
    settings.load_profile("first tier" if config.option.markexpr == "not slow" else "grundy")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The tests are collected, and from then on never looked through for garbage: that takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000)  # of what the tests make there is more than of what programs make
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases, left = Counter[str](), list[pytest.Item]()
    for item in [] if config.option.lf else items:  # of what failed, nothing is left out
        test = item.nodeid.partition("[")[0]
        if is_left_out(item.nodeid, cases[test]):
            left.append(item)
        if (test.startswith(EVERY_THIRD) and cases[test] % 3) or item.nodeid.endswith(SLOW_CASES):
            item.add_marker(pytest.mark.slow)
        cases[test] += 1
    if len(left) < len(items):  # else some of them were asked for by name
        config.hook.pytest_deselected(items=left)
        gone = set(left)
        items[:] = [item for item in items if item not in gone]
    items.sort(key=lambda item: (not uses_browser(item), *(not item.nodeid.startswith(name) for name in FIRST)))
    together = [n for n, item in enumerate(items) if item.nodeid.startswith(BY_RULESET)]
    for n, item in zip(together, sorted(map(items.__getitem__, together), key=ruleset_of), strict=True):
        items[n] = item


def ruleset_of(item: pytest.Item) -> str:
    """The ruleset that a test is about, whose positions one worker then judges for all its tests."""
    if isinstance(item, pytest.Function) and "ruleset" in item.fixturenames:
        return str(item.callspec.params["ruleset"])
    return ""


def uses_browser(item: pytest.Item | None) -> bool:
    """Whether the test stands in a module with a browser: these come first, together, since it is slow to start."""
    return hasattr(getattr(item, "module", None), "browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    yield
    if uses_browser(item) and not uses_browser(nextitem):
        sys.modules["browser"].end_browser()
