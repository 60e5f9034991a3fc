"""The book as a site: `pip install -e '.[docs]' && sphinx-build -W docs build/site`.

With `GRUNDY_BASE=..` it stands in a folder of the site that `grundy site` writes, and its boards are played there.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "grundy"
author = "the authors of grundy"
copyright = "2026, the authors of grundy"
extensions = ["myst_nb", "generated", "live_boards"]
exclude_patterns = ["screenshots.py", "_ext", "_static"]

html_theme = "furo"
html_title = "grundy"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_js_files = [("live.js", {"type": "module"})]
grundy_base = os.environ.get("GRUNDY_BASE", "")  # of the site: an address, or its place from the book, such as ..
html_show_sphinx = False
html_copy_source = False

myst_heading_anchors = 4  # as on GitHub, so that one link works in both places
myst_enable_extensions = ["attrs_inline", "dollarmath"]
myst_links_external_new_tab = False
myst_all_links_external = False

nb_execution_mode = "cache"  # a page is run again when its code has changed
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_mime_priority_overrides = [("html", "image/svg+xml", 0), ("html", "text/latex", 5)]
