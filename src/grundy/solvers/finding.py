"""What is known of the period of a ruleset's values, as an object of JSON and in words."""

from dataclasses import dataclass

from grundy.core.period import Period

__all__ = ["Finding"]

SHOWN = 40  # exceptions in words


@dataclass(frozen=True)
class Finding:
    """The period of a ruleset, if one was found among so many values, and how they were."""

    ruleset: str
    period: Period | None
    checked_to: int
    method: str

    def json(self) -> dict[str, object]:
        """The object of `grundy period --json`."""
        found = self.period
        return {
            "ruleset": self.ruleset,
            "period": found.period if found else None,
            "preperiod": found.preperiod if found else None,
            "saltus": found.saltus if found else None,
            "proved": bool(found and found.proved),
            "theorem": (found.theorem or None) if found else None,
            "checked_to": self.checked_to,
            "method": self.method,
            "exceptions": list(found.exceptions) if found else [],
        }

    def sentence(self) -> str:
        """The period in words."""
        found, checked = self.period, self.checked_to
        if not found:
            return f"{self.ruleset}: no period found among {checked:,} values; allow more with --limit and --timeout"
        adds = f", each adding {found.saltus}" if found.saltus else ""
        proof = f"proved by {found.theorem}" if found.proved else f"observed to {checked:,}, not proved"
        text = f"{self.ruleset}: period {found.period} from {found.preperiod} on{adds}; {proof}."
        shown = ", ".join(map(str, found.exceptions[:SHOWN])) + (" ..." if len(found.exceptions) > SHOWN else "")
        return f"{text}\nExceptions: {shown}" if shown else text
