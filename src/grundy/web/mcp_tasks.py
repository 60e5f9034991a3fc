"""What the tools of `grundy mcp` answer, computed by workers: objects of the command line, with method and proof."""

import base64
import binascii
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grundy.core.budget import Budget
from grundy.errors import GrundyError
from grundy.solvers.inquiry import RETROGRADE
from grundy.solvers.solution import solve as solve_game
from grundy.web import api_tasks
from grundy.web.limits import CERTIFICATE_BYTES, CostlyError
from grundy.web.parsing import read_game, read_ruleset

BINARY = "base64:"  # how a certificate that is not text begins
QUOTIENTS = "canonical forms and misère quotients (Plambeck and Siegel 2008)"
MOVE_FIELDS = ("game", "play", "outcome", "winning_moves", "winning_count", "complete", "method")
Json = dict[str, Any]


def winning_moves(game: str, misere: bool, most: int, budget: Budget) -> Json:
    answer = api_tasks.analyse(game, misere, "winning", most, budget)
    return {field: answer[field] for field in MOVE_FIELDS}


def explain(game: str, misere: bool, full: bool, budget: Budget) -> Json:
    """The explanation as Markdown, with what it states of positions."""
    from grundy.explain import account

    found = account.explain(read_game(game), misere, full, budget)
    about = found.json()
    method = solve_game(read_game(game), misere=misere, moves="none", budget=budget).method
    kept = {field: about[field] for field in ("game", "play", "outcome", "nimber", "move", "claims")}
    return kept | {"text": found.markdown(), "method": method}


def values(ruleset: str, to: int, start: int, budget: Budget) -> Json:
    table, start = api_tasks.value_table(ruleset, to, start, budget)
    return api_tasks.values_as_json(table, to, start) | {"method": table.method}


def misere(ruleset: str, to: int, budget: Budget) -> Json:
    return api_tasks.misere(ruleset, to, budget) | {"method": QUOTIENTS}


def graph(text: str, misere: bool, budget: Budget) -> Json:
    return api_tasks.graph(text, misere, False, budget) | {"method": str(RETROGRADE)}


def verify(certificate: str, budget: Budget) -> Json:
    """The verdict of the checker, which trusts the rules alone."""
    from grundy.explain import checker

    with TemporaryDirectory(prefix="grundy-mcp-") as folder:
        path = Path(folder) / "certificate"
        path.write_bytes(certificate_bytes(certificate))
        try:
            found = checker.verify(path, budget)
        except GrundyError as error:
            raise GrundyError(str(error).replace(str(path), "the certificate")) from error
        verdict = {"statement" if found.valid else "reason": found.statement}
        return {"valid": found.valid, "kind": found.kind, "trusted": found.trusted, "notes": [*found.notes]} | verdict


def prove_game(game: str, misere: bool, budget: Budget) -> Json:
    from grundy.explain.certificates.make import certify_game

    return written_proof(lambda out: certify_game(read_game(game), out, None, misere, None, budget))


def prove_period(ruleset: str, budget: Budget) -> Json:
    from grundy.explain.certificates.make import certify_values

    return written_proof(lambda out: certify_values(read_ruleset(ruleset), None, out, budget))


def written_proof(write: Callable[[Path], object]) -> Json:
    with TemporaryDirectory(prefix="grundy-mcp-") as folder:
        out = Path(folder) / "certificate"
        write(out)
        if (size := out.stat().st_size) > CERTIFICATE_BYTES:
            raise CostlyError(
                f"a certificate of {size:,} bytes, and {CERTIFICATE_BYTES:,} are sent; use `grundy certify`"
            )
        return {"certificate": certificate_text(out.read_bytes())}


def certificate_text(data: bytes) -> str:
    try:
        return data.decode("ascii")
    except UnicodeDecodeError:
        return BINARY + base64.b64encode(data).decode("ascii")


def certificate_bytes(text: str) -> bytes:
    if not text.startswith(BINARY):
        return text.encode()
    try:
        return base64.b64decode(text.removeprefix(BINARY), validate=True)
    except binascii.Error as error:
        raise GrundyError("the certificate is damaged; send it exactly as it was given") from error
