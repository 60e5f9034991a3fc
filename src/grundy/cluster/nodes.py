"""The scheduler and the workers of a cluster on this machine, without the web pages that Dask opens a port for each."""

from distributed import Scheduler, Worker


class LocalScheduler(Scheduler):
    def start_http_server(self, *arguments: object, **options: object) -> None:
        """Start none: nobody asked for pages, and every user of the machine could read them."""


class LocalWorker(Worker):
    def start_http_server(self, *arguments: object, **options: object) -> None:
        """Start none, as above."""
