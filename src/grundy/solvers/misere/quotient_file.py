"""Files from which an unfinished search for a misère quotient resumes; every candidate read is proved again."""

import json
import os
from hashlib import blake2b, sha256
from pathlib import Path

from grundy.boards.heaps import HeapGame
from grundy.errors import DamageError, GrundyError
from grundy.kernels.cache import cache_directory
from grundy.solvers.misere.builder import BuilderState, candidate_of
from grundy.solvers.saved import may_save

MOST_BYTES = 64 << 20  # of all files among the saved results


def quotient_directory() -> Path:
    return cache_directory() / "misere"


def quotient_path(ruleset: HeapGame) -> Path | None:
    """The file of a ruleset among the saved results, or None where nothing can be written."""
    directory = quotient_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    name = sha256(str(ruleset).encode()).hexdigest()[:32]
    return directory / f"{name}.json" if may_save() and os.access(directory, os.W_OK) else None


def state_digest(ruleset: str, state: BuilderState) -> str:
    return blake2b(json.dumps([ruleset, state], sort_keys=True).encode(), digest_size=16).hexdigest()


def read_state(path: Path, ruleset: HeapGame) -> BuilderState:
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        name, state = saved["ruleset"], BuilderState(proved=saved["proved"], trial=saved["trial"])
        if saved["digest"] != state_digest(name, state):
            raise DamageError("the digest is wrong")
        candidate_of(state["proved"]), candidate_of(state["trial"])
    except (
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
        DamageError,
    ) as error:
        raise DamageError(f"{path} is not a saved search for a quotient; name another file, or add --fresh") from error
    if name != str(ruleset):
        raise GrundyError(f"{path} belongs to {name}, not to {ruleset}; name another file, or add --fresh")
    return state


def write_state(path: Path, ruleset: HeapGame, state: BuilderState) -> None:
    part = path.parent / f"{path.name}.{os.getpid()}.part"
    saved = {"ruleset": str(ruleset), "digest": state_digest(str(ruleset), state)} | state
    try:
        try:
            part.write_text(json.dumps(saved), encoding="utf-8")
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}") from error
    if path.parent == quotient_directory():
        prune(path.parent)


def prune(directory: Path) -> None:
    """Remove the oldest files until the others take no more than they may."""
    left = MOST_BYTES
    files = [(entry.stat(), entry.path) for entry in os.scandir(directory) if entry.is_file()]
    for about, file in sorted(files, key=lambda entry: -entry[0].st_mtime):
        left -= about.st_size
        if left < 0:
            Path(file).unlink(missing_ok=True)
