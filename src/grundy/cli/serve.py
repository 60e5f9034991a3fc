"""`grundy serve`: the web app."""

import click

from grundy.cli.common import base_option, clock_of, common_options

POSITIVE = click.IntRange(1)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 for a free one."
)
@click.option("--public", is_flag=True, help="For strangers: limits for each client, and time limits for connections.")
@click.option("--client-requests", type=POSITIVE, default=50, show_default=True, help="Of a client in a second.")
@click.option("--client-heavy", type=POSITIVE, default=2, show_default=True, help="Long computations of a client.")
@click.option("--client-connections", type=POSITIVE, default=400, show_default=True, help="Of a client at once.")
@click.option(
    "--slow-workers", type=POSITIVE, help="Processes for long computations; by default one for each processor."
)
@click.option("--allow-host", multiple=True, metavar="NAME", help="A name to answer to; may be given several times.")
@click.option("--root-path", default="", metavar="PATH", help="Where a proxy puts the app, such as /grundy.")
@click.option(
    "--forwarded-from", multiple=True, metavar="ADDRESS", help="A proxy whose X-Forwarded-For and -Proto are believed."
)
@click.option("--read-only", is_flag=True, help="Take no background jobs.")
@click.option("--token", envvar="GRUNDY_TOKEN", default="", help="Take background jobs only with this token.")
@click.option("--access-log", is_flag=True, help="Print a line for each request.")
@click.option("--embed", is_flag=True, help="Let pages of other sites show boards in frames (?embed=1).")
@base_option
@common_options
def serve(
    host: str,
    port: int,
    public: bool,
    client_requests: int,
    client_heavy: int,
    client_connections: int,
    slow_workers: int | None,
    allow_host: tuple[str, ...],
    root_path: str,
    forwarded_from: tuple[str, ...],
    read_only: bool,
    token: str,
    access_log: bool,
    embed: bool,
    base: str,
    as_json: bool,
    timeout: float,
    fresh: bool,
) -> None:
    """Start the web app, to play in the browser against a computer that explains its moves."""
    from grundy.web import hosting
    from grundy.web.server import listen, run, warming

    clock_of(click.get_current_context()).stop()  # uvicorn handles Ctrl-C, and there is no time limit

    limits = hosting.ClientLimits(client_requests, client_heavy, client_connections) if public else None
    settings = hosting.Hosting(
        hosting.hosts_of(host, allow_host),
        hosting.read_root_path(root_path),
        hosting.read_proxies(forwarded_from),
        access_log,
        slow_workers or (hosting.default_slow_workers() if public else 1),
        not read_only,
        token,
        limits,
        embed,
    )
    hosting.set_links(base, embed)
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}{settings.root_path}"
    click.echo(f'{{"url": "{address}"}}' if as_json else f"Play at {address} (Ctrl-C ends)")
    if host in hosting.ANY_ADDRESS and not public:
        click.echo("Whoever reaches this machine can use it; for strangers, --public sets limits to each", err=True)
    with warming():
        run(settings, listening)
