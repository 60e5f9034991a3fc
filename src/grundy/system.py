"""What differs from one operating system to another: memory, locks, priorities, processes.

Everything here works everywhere: where the system lacks a facility, the next best way is taken, as each function says.
No other module imports `fcntl`, `resource`, `msvcrt` or their like, or uses what `os` has on some systems only.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from mmap import PAGESIZE, mmap
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from threading import get_ident

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, LOCK_UN, flock
except ImportError:
    HAS_FLOCK = False
else:
    HAS_FLOCK = True
try:
    from resource import RLIM_INFINITY, RLIMIT_DATA, RLIMIT_NOFILE, getrlimit, setrlimit
except ImportError:
    HAS_LIMITS = False
else:
    HAS_LIMITS = True
if sys.platform == "win32":
    import msvcrt

ASSUMED_MEMORY_BYTES = 8 << 30  # where the system does not say
FILL_BYTES = 1 << 20  # written at a time where the system cannot reserve disk space
LOCKED_BYTE = 1 << 62  # a lock of Windows keeps others from reading what it covers: far behind the end of any file
RESIDENT_FIELD, DATA_FIELD = 1, 5  # of /proc/PID/statm
TIME_FIELDS = slice(11, 13)  # of /proc/PID/stat, behind the name
TICKS_PER_SECOND = 100  # in that file, on every Linux
PR_SET_PDEATHSIG = 1  # of Linux, for prctl

Release = Callable[[], None]


@cache
def has_arrays() -> bool:
    """Whether numpy is there, which browsers lack; what needs it for speed has a plain way beside it."""
    try:
        import_module("numpy")
    except ImportError:
        return False
    return True


def physical_memory_bytes() -> int:
    """The memory of this machine."""
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if sys.platform == "win32":
        status = (ctypes.c_ulonglong * 8)(64)  # MEMORYSTATUSEX: its length and the load; then the physical memory
        return int(status[1]) if ctypes.windll.kernel32.GlobalMemoryStatusEx(status) else ASSUMED_MEMORY_BYTES
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/meminfo").read_text().split("MemTotal:")[1].split()[0]) << 10
    return ASSUMED_MEMORY_BYTES


def process_memory_bytes(pid: int) -> int:
    """The memory that a process holds; 0 where only Linux would tell, or it has ended."""
    pages = process_pages(pid)
    return pages[RESIDENT_FIELD] * PAGESIZE if pages else 0


def process_seconds(pid: int) -> float | None:
    """The processor time of a process; None where only Linux would tell, or it has ended."""
    with suppress(OSError, ValueError):
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[TIME_FIELDS]
        return (int(user) + int(system)) / TICKS_PER_SECOND
    return None


def process_pages(pid: int) -> list[int]:
    """The pages of a process in the order of proc(5), statm; none where there is no such file."""
    with suppress(OSError):
        return [int(number) for number in Path(f"/proc/{pid}/statm").read_text().split()]
    return []


def limit_memory(size: int) -> bool:
    """Let allocations of this process fail beyond so many bytes; return whether the system does that."""
    if not HAS_LIMITS:
        return False
    try:
        setrlimit(RLIMIT_DATA, (size, size))
    except (OSError, ValueError):  # less than it holds, or more than it may ask for
        return False
    return True


def spare_memory_bytes() -> int:
    """The memory that this process may still take: half of the machine's, or what a limit of the process leaves."""
    half, pages = physical_memory_bytes() // 2, process_pages(os.getpid())
    if not HAS_LIMITS or not pages or (soft := getrlimit(RLIMIT_DATA)[0]) == RLIM_INFINITY:
        return half
    return max(0, min(half, soft - pages[DATA_FIELD] * PAGESIZE))


@contextmanager
def bound_memory(size: int) -> Iterator[None]:
    """Let allocations in this context fail that would take more than so many new bytes, on Linux."""
    pages = process_pages(os.getpid())
    if not HAS_LIMITS or not pages:
        yield
        return
    soft, hard = getrlimit(RLIMIT_DATA)
    allowed = [bound for bound in (soft, hard) if bound != RLIM_INFINITY]
    setrlimit(RLIMIT_DATA, (min([pages[DATA_FIELD] * PAGESIZE + size, *allowed]), hard))
    try:
        yield
    finally:
        setrlimit(RLIMIT_DATA, (soft, hard))


def allow_open_files(number: int) -> int:
    """Let this process have so many files open, if it may; how many it may have."""
    if not HAS_LIMITS:
        return number
    soft, hard = getrlimit(RLIMIT_NOFILE)
    allowed = number if hard == RLIM_INFINITY else min(number, hard)
    if soft != RLIM_INFINITY and soft < allowed:
        setrlimit(RLIMIT_NOFILE, (allowed, hard))
    return allowed


def lower_priority(niceness: int) -> None:
    """Let other processes go first, where the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def end_with_parent() -> None:
    """Have the system kill this process when its parent ends; only Linux does, elsewhere watch a pipe."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def stay_on_one_processor(number: int) -> None:
    """Keep this process on one of its processors, chosen by a number of any size, where the system can."""
    if hasattr(os, "sched_setaffinity") and hasattr(os, "sched_getaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})


def process_context(preload: str) -> ForkServerContext | SpawnContext:
    """How to start processes that need a module: forked from one that has loaded it, or each from the start."""
    if not hasattr(os, "fork"):
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([preload])
    return context


def take_lock(file: int, path: Path) -> Release:
    """Lock an open file for this process, and return what unlocks it; BlockingIOError if another process has it.

    The lock ends with the process. Where there are no locks, a file PATH.pid with the number of the process is one.
    """
    if HAS_FLOCK:
        flock(file, LOCK_EX | LOCK_NB)
        return lambda: flock(file, LOCK_UN)
    if sys.platform == "win32":
        return take_windows_lock(file)
    return create_pid_file(path.with_name(f"{path.name}.pid"))


def is_locked(file: int, path: Path) -> bool:
    """Whether another process has the lock of an open file."""
    try:
        if HAS_FLOCK:  # without keeping other readers from the same question
            flock(file, LOCK_SH | LOCK_NB)
            flock(file, LOCK_UN)
        else:
            take_lock(file, path)()
    except BlockingIOError:
        return True
    return False


if sys.platform == "win32":

    def take_windows_lock(file: int) -> Release:
        def change(mode: int) -> None:
            place = os.lseek(file, 0, os.SEEK_CUR)
            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(file, mode, 1)
            finally:
                os.lseek(file, place, os.SEEK_SET)

        try:
            change(msvcrt.LK_NBLCK)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from error
        return lambda: change(msvcrt.LK_UNLCK)


def create_pid_file(path: Path) -> Release:
    """A lock that is the existence of a file; one that was left by a process that has ended counts for nothing."""
    mine = path.with_name(f"{path.name}.{os.getpid()}.{get_ident()}")
    mine.write_text(str(os.getpid()))
    try:
        while True:
            try:
                os.link(mine, path)  # so that nobody reads it before the number is in it
                return lambda: path.unlink(missing_ok=True)
            except FileExistsError as error:
                if was_left(path):
                    with suppress(BlockingIOError):  # while another process removes it
                        remove_left_file(path)
                elif path.exists():
                    raise BlockingIOError(error.errno, error.strerror, str(path)) from error
    finally:
        mine.unlink()


def was_left(path: Path) -> bool:
    """Whether the file of a lock is there, and the process that made it has ended."""
    try:
        return not is_running(int(path.read_text()))
    except FileNotFoundError:
        return False


def remove_left_file(path: Path) -> None:
    """Remove the file of a process that has ended; under a lock, or it could by then be that of the next holder."""
    release = create_pid_file(path.with_name(f"{path.name}.pid"))
    try:
        if was_left(path):
            path.unlink()
    finally:
        release()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # of another user
    return True


def read_at(file: int, size: int, place: int) -> bytes:
    """So many bytes of a file, or those up to its end."""
    os.lseek(file, place, os.SEEK_SET)
    data = os.read(file, size)
    while len(data) < size and (more := os.read(file, size - len(data))):  # one call may give fewer
        data += more
    return data


def write_at(file: int, data: memoryview, place: int) -> None:
    os.lseek(file, place, os.SEEK_SET)
    while data:
        data = data[os.write(file, data) :]


def reserve_space(file: int, place: int, size: int) -> None:
    """Make a file longer, or raise OSError where the disk has no space for that."""
    if hasattr(os, "posix_fallocate"):
        return os.posix_fallocate(file, place, size)
    for start in range(0, size, FILL_BYTES):  # as on macOS
        write_at(file, memoryview(bytes(min(FILL_BYTES, size - start))), place + start)
    return None


def sync_folder(path: Path) -> None:
    """Write the names in a folder to the disk, where folders can be opened: Windows does it by itself."""
    with suppress(PermissionError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def is_special(path: Path) -> bool:
    """Whether a path leads to a device, a pipe or the like: it can be written to, and must never be replaced."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not S_ISREG(mode) and not S_ISDIR(mode)


def forget_pages(mapped: mmap) -> None:
    """Give the memory of mapped pages back; the system may keep them, this process does not."""
    if hasattr(mapped, "madvise"):
        import mmap as pages

        mapped.madvise(pages.MADV_DONTNEED)


@contextmanager
def one_line_for_lost_pages(path: Path) -> Iterator[None]:
    """End the process with a line where a mapped page of a file cannot be read within: the disk failed, or it was cut.

    The system sends SIGBUS then. A handler of `signal` would run only after the instruction that reads the page, which
    never ends; one in C is called at once, in the midst of it, also where compiled code runs without the interpreter.
    """
    if not hasattr(signal, "SIGBUS"):  # as on Windows
        yield
        return

    def end(number: int) -> None:
        os.write(2, f"grundy: cannot read {path}: its disk failed, or another process cut it\n".encode())
        os._exit(2)

    set_handler, handler = ctypes.CDLL(None).signal, ctypes.CFUNCTYPE(None, ctypes.c_int)(end)
    set_handler.argtypes, set_handler.restype = (ctypes.c_int, ctypes.c_void_p), ctypes.c_void_p
    before = set_handler(signal.SIGBUS, ctypes.cast(handler, ctypes.c_void_p))
    try:
        yield
    finally:
        set_handler(signal.SIGBUS, before)
