"""What each worker of a local cluster does first, also one that replaces a dead one: Dask calls `dask_setup`."""

import os
import signal
from typing import Protocol

from grundy.system import stay_on_one_processor


class Worker(Protocol):
    name: int | str


def dask_setup(worker: Worker) -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal and is for the parent; and stay on one processor.

    The kernels would use a second one, which belongs to another worker. Clusters start at different processors.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stay_on_one_processor(os.getppid() + int(worker.name))
