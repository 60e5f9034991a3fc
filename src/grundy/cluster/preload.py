"""What each worker of a local cluster does first, also one that replaces a dead one: Dask calls `dask_setup`."""

import logging
import os
import signal
import sys
from io import StringIO
from typing import Protocol

from grundy.system import stay_on_one_processor


class Worker(Protocol):
    name: int | str


def dask_setup(worker: Worker) -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal and is for the parent; stay on one processor; be silent.

    The kernels would use a second processor, which belongs to another worker. Clusters start at different processors.
    A worker that is closed while it starts would print what Dask logs from then on, and `multiprocessing` how it ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable(logging.CRITICAL)
    sys.stderr = StringIO()
    stay_on_one_processor(os.getppid() + int(worker.name))
