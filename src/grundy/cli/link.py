"""`grundy link`: the address of a game on the public site."""

import click

from grundy.cli.common import base_option, common_options, misere_option, print_answer, text_of, words


@click.command()
@words()
@misere_option
@click.option("--embed", is_flag=True, help="Print HTML that shows the board in a page of yours.")
@base_option
@common_options
def link(expression: str, misere: bool, embed: bool, base: str, as_json: bool, timeout: float, fresh: bool) -> None:
    """Print the address at which a game opens in the browser: grundy link "kayles(13)"."""
    from grundy.web.hosting import read_base
    from grundy.web.links import LOCAL_BASE, share_game

    shared = share_game(text_of(expression), misere, read_base(base or LOCAL_BASE))
    print_answer(shared, shared["embed" if embed else "url"], as_json)
    if not base:
        note = "this address opens where `grundy serve` runs; --base URL, or GRUNDY_BASE, names a site for everybody"
        click.echo(f"grundy: {note}", err=True)
