"""Files of a generated folder: written only where they change, so that a second build reads only what is new."""

from pathlib import Path

__all__ = ["Folder"]


class Folder:
    """A folder that in the end holds what was put into it and nothing else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept: set[str] = set()
        path.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, text: str) -> None:
        """Write a file, unless it holds the same already."""
        file = self.path / name
        self.kept.add(name)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")

    def close(self) -> None:
        """Remove what is left of an earlier build."""
        for file in self.path.iterdir():
            if file.name not in self.kept:
                file.unlink()
