"""Run the benchmarks named, or all of them and write `docs/benchmarks.md`."""

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import benchmarks

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PREFACE = (
    "# Benchmarks\n\nRatios within one run of the command above each table; "
    "seconds are CPU time unless they say otherwise.\n"
)


def names() -> list[str]:
    """The benchmarks of this package, sorted."""
    return sorted(module.name for module in iter_modules(benchmarks.__path__) if not module.name.startswith("_"))


def main(wanted: list[str]) -> None:
    """Print the table of each benchmark as it is found."""
    pages = [PREFACE]
    for name in wanted or names():
        title, _, body = str(import_module(f"benchmarks.{name}").run()).partition("\n")
        pages.append(f"{title}\n\n`python -m benchmarks {name}`\n{body}")
        print(pages[-1], flush=True)
    if not wanted:
        PAGE.write_text("\n".join(pages))


if __name__ == "__main__":
    main(sys.argv[1:])
