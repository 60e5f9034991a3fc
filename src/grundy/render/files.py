"""Files that are written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from grundy.errors import GrundyError
from grundy.system import is_special


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write the file; what was there before stays until the new content is complete. A device is never replaced."""
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        if is_special(path):
            path.write_bytes(data)
            return
        handle, beside = mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(handle)
            os.chmod(beside, 0o666 & ~umask())
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        raise GrundyError(f"cannot write {path}: {error.strerror}; name another file") from error


def umask() -> int:
    os.umask(mask := os.umask(0o022))
    return mask
