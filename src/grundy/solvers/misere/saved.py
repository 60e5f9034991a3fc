"""Files that an unfinished search for a misère quotient goes on from.

A file holds the proved guess, and the larger one in hand. They need not be believed: whatever comes of them is proved.
"""

import json
import os
from hashlib import sha256
from pathlib import Path

from grundy.boards.heaps import HeapGame
from grundy.errors import DamageError, GrundyError
from grundy.solvers.misere.builder import State, guess_of
from grundy.solvers.proof.saved import cache_directory

__all__ = ["kept", "read", "write"]


def kept(ruleset: HeapGame) -> Path | None:
    """The file of a ruleset among the saved results, or None where nothing can be written."""
    directory = cache_directory() / "misere"
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return (
        directory / f"{sha256(str(ruleset).encode()).hexdigest()[:32]}.json" if os.access(directory, os.W_OK) else None
    )


def read(path: Path, ruleset: HeapGame) -> State:
    """The state that a file holds for this ruleset."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        name, state = str(saved["ruleset"]), State(proved=saved["proved"], trial=saved["trial"])
        guess_of(state["proved"]), guess_of(state["trial"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError, DamageError) as error:
        raise GrundyError(f"{path} is not a saved search for a quotient; name another file, or add --fresh") from error
    if name != str(ruleset):
        raise GrundyError(f"{path} belongs to {name}, not to {ruleset}; name another file, or add --fresh")
    return state


def write(path: Path, ruleset: HeapGame, state: State) -> None:
    """Write the file, whole or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(json.dumps({"ruleset": str(ruleset)} | state), encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}") from error
