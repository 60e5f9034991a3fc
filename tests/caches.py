"""Directories of saved results for tests, which share the compiled kernels of whoever runs them."""

from pathlib import Path

from grundy import parse
from grundy.kernels.cache import cache_directory
from grundy.solvers.proof.expansion import StoredRules, expansion_of


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
