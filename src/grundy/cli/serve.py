"""`grundy serve`: the web app."""

import socket

import click

from grundy.cli.common import clock_of, common_options
from grundy.errors import GrundyError

MOST_CONNECTIONS = 2_048  # that wait to be accepted
REQUEST_BYTES = 600_000  # without the body: two expressions of 20,000 characters, 12 bytes for each


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 for a free one."
)
@common_options
def serve(host: str, port: int, as_json: bool, timeout: float, fresh: bool) -> None:
    """Start the web app, to play in the browser against a computer that explains its moves."""
    import uvicorn

    from grundy.web.app import create_app

    clock_of(click.get_current_context()).stop()  # uvicorn handles Ctrl-C, and there is no time limit

    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}"
    click.echo(f'{{"url": "{address}"}}' if as_json else f"Play at {address} (Ctrl-C ends)")
    config = uvicorn.Config(
        create_app(host),
        http="h11",
        ws="none",
        log_level="warning",
        h11_max_incomplete_event_size=REQUEST_BYTES,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run([listening])


def listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(MOST_CONNECTIONS)  # whoever reads the address may ask at once
    except OSError as error:
        listening.close()
        raise GrundyError(f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port") from error
    return listening
