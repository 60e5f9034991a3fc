"""Directories of saved results for tests, which share the compiled kernels of whoever runs them."""

from collections.abc import Callable
from pathlib import Path
from time import sleep

from grundy import parse
from grundy.kernels.cache import cache_directory
from grundy.solvers.proof.expansion import StoredRules, expansion_of
from grundy.system import take_lock


def rules_of(game: str) -> StoredRules:
    """What facts about the ruleset of a game are stored under."""
    rules = expansion_of(parse(game).summands[0].ruleset).stored_rules()
    assert rules
    return rules


def make_cache(directory: Path) -> Path:
    """The directory, made if need be, with the kernels of the one that is in use."""
    kernels = cache_directory() / "kernels"
    kernels.mkdir(parents=True, exist_ok=True)
    directory.mkdir(parents=True, exist_ok=True)
    if directory != kernels.parent:
        (directory / "kernels").symlink_to(kernels.resolve(), target_is_directory=True)
    return directory


def make_once(place: Path, make: Callable[[Path], object]) -> Path:
    """What the first worker that asks makes, whole or not at all, for all of them; the others wait for it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    lock = place.with_name(f"{place.name}.lock")
    with lock.open("ab") as file:
        while True:
            try:
                release = take_lock(file.fileno(), lock)
                break
            except BlockingIOError:
                sleep(0.1)
        try:
            if not place.exists():
                make(place)
        finally:
            release()
    return place
