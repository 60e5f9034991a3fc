"""The Python for browsers: the npm package `pyodide`, fetched by its name, checked, and kept for the next time."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from grundy.errors import GrundyError
from grundy.kernels.cache import cache_directory

VERSION = "314.0.7"  # with Python 3.14
PACKAGE = f"pyodide@{VERSION}"
ARCHIVE = f"pyodide-{VERSION}.tgz"
# As `npm view pyodide@314.0.7 dist.integrity` tells it, without "sha512-".
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK := "pyodide-lock.json")
FETCH_SECONDS = 300
CURE = (
    f"install npm and try again with a network, or add --runtime FILE with what `npm pack {PACKAGE}` writes elsewhere"
)


def is_right(archive: Path) -> bool:
    digest = hashlib.sha512(archive.read_bytes()).digest()
    return base64.b64encode(digest).decode() == SHA512


def find_runtime(given: Path | None) -> Path:
    """The archive of the package: the one given, the one kept, or a new one from npm."""
    if given:
        if not os.path.isfile(given) or not is_right(given):  # also where its name is too long for a file
            raise GrundyError(f"{str(given)[:80]} is not {PACKAGE} as it was published; fetch it by npm pack {PACKAGE}")
        return given
    kept = cache_directory() / "runtime" / ARCHIVE
    if kept.is_file() and is_right(kept):
        return kept
    return fetch(kept)


def fetch(kept: Path) -> Path:
    npm = shutil.which("npm")
    if not npm:
        raise GrundyError(f"the Python for browsers is not here, and npm is not installed: {CURE}")
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        command = [npm, "pack", PACKAGE, "--silent", "--pack-destination", folder]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=FETCH_SECONDS)
        except (subprocess.SubprocessError, OSError) as error:
            raise GrundyError(f"npm could not fetch {PACKAGE}: {CURE}") from error
        fetched = Path(folder) / ARCHIVE
        if not fetched.is_file() or not is_right(fetched):
            raise GrundyError(
                f"what npm fetched as {PACKAGE} is not what was published under that name; nothing is used"
            )
        os.replace(fetched, kept)
    return kept


def unpack(archive: Path, folder: Path) -> None:
    """Write the files that are needed into a folder."""
    with tarfile.open(archive) as packed:
        for name in NEEDED:
            content = packed.extractfile(f"package/{name}")
            if content is None:
                raise GrundyError(f"{archive} has no {name}; fetch it by npm pack {PACKAGE}")
            (folder / name).write_bytes(content.read())
    lock = json.loads((folder / LOCK).read_text())
    (folder / LOCK).write_text(json.dumps({"info": lock["info"], "packages": {}}))  # none of which a page uses
