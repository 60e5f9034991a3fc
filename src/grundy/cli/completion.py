"""`grundy completion`."""

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script by which your shell completes commands and names of games.

    Put this line into ~/.bashrc: eval "$(grundy completion bash)"
    """
    from click.shell_completion import get_completion_class

    from grundy.cli import group

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"this click cannot complete for {shell}; upgrade click")
    click.echo(kind(group, {}, "grundy", "_GRUNDY_COMPLETE").source())
