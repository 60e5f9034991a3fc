"""Files from which an unfinished search for a misère quotient resumes; every candidate read is proved again."""

import json
import os
from hashlib import sha256
from pathlib import Path

from grundy.boards.heaps import HeapGame
from grundy.errors import DamageError, GrundyError
from grundy.solvers.misere.builder import BuilderState, candidate_of
from grundy.solvers.proof.store import cache_directory


def quotient_path(ruleset: HeapGame) -> Path | None:
    """The file of a ruleset among the saved results, or None where nothing can be written."""
    directory = cache_directory() / "misere"
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    name = sha256(str(ruleset).encode()).hexdigest()[:32]
    return directory / f"{name}.json" if os.access(directory, os.W_OK) else None


def read_state(path: Path, ruleset: HeapGame) -> BuilderState:
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        name, state = str(saved["ruleset"]), BuilderState(proved=saved["proved"], trial=saved["trial"])
        candidate_of(state["proved"]), candidate_of(state["trial"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError, DamageError) as error:
        raise GrundyError(f"{path} is not a saved search for a quotient; name another file, or add --fresh") from error
    if name != str(ruleset):
        raise GrundyError(f"{path} belongs to {name}, not to {ruleset}; name another file, or add --fresh")
    return state


def write_state(path: Path, ruleset: HeapGame, state: BuilderState) -> None:
    part = path.parent / f"{path.name}.{os.getpid()}.part"
    try:
        part.write_text(json.dumps({"ruleset": str(ruleset)} | state), encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}") from error
