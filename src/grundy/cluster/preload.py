"""What a worker of a local cluster does first, also one that follows another that died: Dask calls `dask_setup`."""

import os
import signal
from typing import Protocol

__all__ = ["dask_setup"]


class Worker(Protocol):
    """A worker, as far as it is used here."""

    name: int | str


def dask_setup(worker: Worker) -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the parent; and keep to one processor.

    The kernels would use a second one, which belongs to another worker. Clusters begin with different processors.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[(os.getppid() + int(worker.name)) % len(cores)]})
