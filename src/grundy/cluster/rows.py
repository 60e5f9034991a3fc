"""A row of an atlas."""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class AtlasRow:
    """What is known of a ruleset; docs/theory/atlas.md says what each column means."""

    ruleset: str
    standard: str
    scale: int
    shift: int
    status: str
    reason: str | None = None
    known: int | None = None
    period: int | None = None
    preperiod: int | None = None
    saltus: int | None = None
    proved: int | None = None
    theorem: str | None = None
    checked_to: int | None = None
    exceptional: int | None = None
    exceptions: tuple[int, ...] = ()
    largest: int | None = None
    largest_at: int | None = None
    mask: int | None = None
    parity: int | None = None
    rares: int | None = None
    last_rare: int | None = None
    checksum: int | None = None
    method: str | None = None
    seconds: float | None = None
    version: str | None = None
    rules: str | None = None
    origin: str | None = None
    same_as: str | None = None
    same_by: str | None = None


COLUMNS = tuple(field.name for field in fields(AtlasRow))
