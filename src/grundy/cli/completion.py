"""`grundy completion`."""

import click

__all__ = ["completion"]


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """A script for your shell: put `eval "$(grundy completion bash)"` into ~/.bashrc."""
    from click.shell_completion import get_completion_class

    from grundy.cli import group

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"this click cannot complete for {shell}; upgrade click")
    click.echo(kind(group, {}, "grundy", "_GRUNDY_COMPLETE").source())
