"""What the tests share: fixtures, and a store of saved results of their own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from caches import make_cache
from hypothesis import settings
from serving import client, server

__all__ = ["client", "server"]

settings.register_profile("grundy", deadline=None, print_blob=True)
settings.load_profile("grundy")
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["GRUNDY_CACHE"] = str(make_cache(Path(tempfile.mkdtemp(prefix="grundy-tests-"))))
    atexit.register(shutil.rmtree, os.environ["GRUNDY_CACHE"], ignore_errors=True)
