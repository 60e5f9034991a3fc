"""What pytest leaves to Sphinx: its settings, its extensions, and the pages that it writes."""

collect_ignore_glob = ["conf.py", "refresh.py", "_ext/*", "catalogue/*", "reference/*"]
