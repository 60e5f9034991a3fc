"""`grundy bipartite`."""

import click

from grundy.cli.common import Progress, budget_of, expression_or_none
