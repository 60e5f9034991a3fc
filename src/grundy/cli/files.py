"""Files that commands read and write."""

from pathlib import Path

import click

FILE = click.Path(path_type=Path)
