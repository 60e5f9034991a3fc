"""Before a release is built: the tag is the version that everything names, and the links of the project are known.

`python tools/prepare_release.py v0.2.0 --source https://...` adds the address of the sources to pyproject.toml: a
checkout does not know it by itself.
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def versions(root: Path = ROOT) -> dict[str, str]:
    """The version that each file names."""
    citation = re.search(r'^version: "?([\w.]+)"?$', read(root / "CITATION.cff"), re.MULTILINE)
    package = re.search(r'^__version__ = "([\w.]+)"$', read(root / "src" / "grundy" / "__init__.py"), re.MULTILINE)
    changes = re.search(r"^## (\d[\w.]*),", read(root / "CHANGELOG.md"), re.MULTILINE)
    named = {"CITATION.cff": citation, "src/grundy/__init__.py": package, "CHANGELOG.md": changes}
    project = str(tomllib.loads(read(root / "pyproject.toml"))["project"]["version"])
    return {"pyproject.toml": project} | {file: found[1] if found else "none" for file, found in named.items()}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def with_links(text: str, source: str) -> str:
    """The project file with the addresses that follow from that of the sources."""
    links = {
        "Source": source,
        "Changelog": f"{source}/blob/main/CHANGELOG.md",
        "Issues": f"{source}/issues",
        "Documentation": f"{source}/tree/main/docs",
    }
    lines = "".join(f'{name} = "{address}"\n' for name, address in links.items())
    return text.replace("[project.scripts]", f"[project.urls]\n{lines}\n[project.scripts]", 1)


def main() -> None:
    """Compare the versions, and write the links."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tag")
    parser.add_argument("--source", required=True)
    asked = parser.parse_args()
    wrong = [f"{file} names {version}" for file, version in versions().items() if f"v{version}" != asked.tag]
    if wrong:
        sys.exit(f"the tag is {asked.tag}, but {', '.join(wrong)}")
    project = ROOT / "pyproject.toml"
    project.write_text(with_links(read(project), asked.source.rstrip("/")), encoding="utf-8")


if __name__ == "__main__":
    main()
