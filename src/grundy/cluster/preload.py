"""What each worker of a local cluster does first, also one that replaces a dead one: Dask calls `dask_setup`."""

import os
import signal
from typing import Protocol


class Worker(Protocol):
    name: int | str


def dask_setup(worker: Worker) -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal and is for the parent; and stay on one processor.

    The kernels would use a second one, which belongs to another worker. Clusters start at different processors.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[(os.getppid() + int(worker.name)) % len(cores)]})
