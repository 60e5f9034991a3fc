"""One proof by several processes: the same answer, kept in the store, whatever happens to a worker."""

import json
import os
import signal
from pathlib import Path
from typing import NoReturn

import pytest
from caches import make_cache
from click.testing import CliRunner
from thorough import share

from grundy import parse
from grundy.cli.solve import solve
from grundy.cluster import proofs
from grundy.cluster.proofs import prove_apart
from grundy.cluster.workers import WorkerCluster
from grundy.core.budget import Budget
from grundy.solvers.proof import store
from grundy.solvers.proof.expansion import expansion_of
from grundy.solvers.proof.prover import Prover

pytestmark = pytest.mark.slow

FEW = 40  # nodes from the facts in the store to the answer; without them more than a hundred


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of each test's own, nothing shipped, and a driver that leaves everything to its workers."""
    monkeypatch.setenv("GRUNDY_CACHE", str(make_cache(tmp_path)))
    monkeypatch.setattr(store, "SHIPPED_PROOFS", tmp_path / "none.sqlite")
    monkeypatch.setattr(proofs, "DRIVER_SECONDS", 0.0)


def nodes_of(expression: str) -> tuple[bool, int]:
    """Whether a game is lost by what is in the store, and the number of positions that were expanded for it."""
    (summand,) = parse(expression).summands
    prover = Prover(expansion_of(summand.ruleset))
    prover.normal.load_saved()
    lost = prover.normal.is_lost(prover.parts(summand.position), 0, Budget())
    return lost, prover.normal.nodes


@pytest.mark.parametrize(
    ("expression", "outcome"), share([("sprouts(5)", "N"), ("sprouts(6)", "P"), ("cram(4x5)", "N")], 2)
)
def test_the_proof_is_in_the_store(expression: str, outcome: str) -> None:
    with WorkerCluster(count=2) as workers:
        prove_apart(parse(expression), workers, Budget())
    lost, nodes = nodes_of(expression)
    assert lost == (outcome == "P")
    assert nodes <= FEW


def test_what_one_kernel_decides_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers would do the same; of a sum each takes a part."""
    workers = WorkerCluster(count=2)  # which is not started
    monkeypatch.setattr(workers, "run", refuse)
    prove_apart(parse("cram(4x5)"), workers, Budget())
    assert nodes_of("cram(4x5)") == (False, 0)
    for shared in ("cram(4x5) + cram(3x6)", "sprouts(5)"):
        with pytest.raises(AssertionError, match="handed out"):
            prove_apart(parse(shared), workers, Budget())


def refuse(*asked: object) -> NoReturn:
    raise AssertionError("handed out")


def test_a_worker_may_die() -> None:
    with WorkerCluster(count=2) as workers:
        distributed = workers.client
        pids = list(distributed.run(os.getpid).values())  # type: ignore[attr-defined]

        def kill_one(spent: int) -> None:
            if len(pids) == 2:  # the first time: both have their first task
                os.kill(pids.pop(), signal.SIGKILL)

        prove_apart(parse("sprouts(6)"), workers, Budget(report=kill_one))
    assert len(pids) == 1
    lost, nodes = nodes_of("sprouts(6)")
    assert lost
    assert nodes <= FEW


def test_the_command_answers_from_what_was_found() -> None:
    result = CliRunner().invoke(
        solve, ["sprouts(6)", "--workers", "2", "--moves", "none", "--json"], standalone_mode=False
    )
    assert result.return_value == 0
    assert json.loads(result.output)["outcome"] == "P"


@pytest.mark.parametrize("option", ["--misere", "--fresh"])
def test_what_workers_cannot_do(option: str) -> None:
    result = CliRunner().invoke(solve, ["sprouts(6)", "--workers", "2", option])
    assert result.exit_code == 2
    assert "--workers" in result.output


def test_a_table_needs_no_workers() -> None:
    with WorkerCluster(count=1) as workers:
        prove_apart(parse("kayles(5)"), workers, Budget())
        prove_apart(parse("kayles(5) + cram(2x2)"), workers, Budget())
