"""What the tests share."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("grundy", deadline=None, print_blob=True)
settings.load_profile("grundy")
