"""What the tests share: helpers beside this file, and a store of their own, so that nobody's saved results are touched."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("grundy", deadline=None, print_blob=True)
settings.load_profile("grundy")
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["GRUNDY_CACHE"] = tempfile.mkdtemp(prefix="grundy-tests-")
    atexit.register(shutil.rmtree, os.environ["GRUNDY_CACHE"], ignore_errors=True)
