"""How a server is reached by others, and what each of its clients may do."""

import os
import re
from collections import OrderedDict
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from grundy.errors import GrundyError
from grundy.web.limits import BURST_SECONDS, KNOWN_CLIENTS, MOST_SLOW_WORKERS

Network = IPv4Network | IPv6Network
LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANY_ADDRESS = ("0.0.0.0", "::")
ROOT_PATH = re.compile(r"(/[\w.~-]+)*")
BASE_VARIABLE, EMBED_VARIABLE = "GRUNDY_BASE", "GRUNDY_EMBED"  # in the environment, which worker processes share
SITE_VARIABLE = "GRUNDY_SITE"  # where pages are part of a folder of static files, the version of that folder

CLIENT: ContextVar[str] = ContextVar("CLIENT", default="")  # who asks; nobody in particular where no limits hold


class ClientLimits(NamedTuple):
    """What one client may do at most."""

    requests: int = 50  # a second
    heavy: int = 2  # long computations at once, and as many background jobs
    connections: int = 400  # a lecture hall may have one address


@dataclass(frozen=True)
class Hosting:
    """The names and the path under which a server is reached, and the limits that hold there."""

    hosts: frozenset[str] | None = None  # None for all
    root_path: str = ""
    proxies: tuple[Network, ...] = ()  # which are believed about the address of a client
    access_log: bool = False
    slow_workers: int = 1
    has_jobs: bool = True
    token: str = ""  # without which no job is taken
    client_limits: ClientLimits | None = None  # None for a server that only friends can reach
    embeds: bool = False  # pages of other sites may show its boards in frames


PRIVATE = Hosting()


class RequestRate:
    """The requests of each client: so many a second, and those of some seconds at once."""

    def __init__(self, requests: int) -> None:
        self.requests, self.burst = requests, requests * BURST_SECONDS
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()  # requests left, and when that was

    def admits(self, client: str, now: float) -> bool:
        left, since = self.known.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.requests)
        self.known[client] = max(left - 1, 0.0) if left >= 1 else left, now
        if len(self.known) > KNOWN_CLIENTS:
            self.known.popitem(last=False)
        return left >= 1


def client_name(address: str) -> str:
    """The address of a client, of which an IPv6 network of 64 bits has one.

    >>> client_name("192.0.2.7"), client_name("2001:db8::7:8"), client_name("::ffff:192.0.2.7"), client_name("x")
    ('192.0.2.7', '2001:db8::', '192.0.2.7', 'unknown')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64)
    return str(ip)


def hostname(host: str) -> str:
    """The name in a header Host, without the port."""
    name = host.rpartition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    return name.rstrip(".").lower()


def hosts_of(address: str, names: Iterable[str]) -> frozenset[str] | None:
    """The names that a server answers to: those given and those of this machine; all, if it listens everywhere."""
    given = frozenset(map(hostname, names))
    if address in ANY_ADDRESS:
        return given.union(LOOPBACK) if given else None
    return given.union(LOOPBACK, [address.lower()])


def read_root_path(text: str) -> str:
    path = text.rstrip("/")
    if not ROOT_PATH.fullmatch(path):
        raise GrundyError(f"'{text}' is no root path; write one such as /grundy")
    return path


def read_base(text: str) -> str:
    """The address of a site, without the slash at its end.

    >>> read_base("https://example.org/games/")
    'https://example.org/games'
    """
    base = text.strip().rstrip("/")
    try:
        parts = urlsplit(base)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or re.search(r'[\s"<>?#]', base):
        raise GrundyError(f"'{text[:80]}' is no address of a site; write one such as https://example.org/grundy")
    return base


def public_base() -> str:
    """The address of the public site, to which links lead; empty where none is configured."""
    return os.environ.get(BASE_VARIABLE, "")


def set_links(base: str, embeds: bool) -> None:
    """Tell this process and its workers where links lead, and that other pages may show boards in frames."""
    os.environ[BASE_VARIABLE] = read_base(base) if base else ""
    os.environ[EMBED_VARIABLE] = "1" if embeds else ""


def read_proxies(addresses: Iterable[str]) -> tuple[Network, ...]:
    """Networks of proxies, those of IPv4 also as a server that listens on `::` sees them."""
    try:
        networks = [ip_network(address) for address in addresses]
    except ValueError as error:
        raise GrundyError(f"--forwarded-from: {error}; give an address or a network") from error
    mapped = [it for it in networks if isinstance(it, IPv4Network)]
    return (*networks, *(IPv6Network(f"::ffff:{it.network_address}/{96 + it.prefixlen}") for it in mapped))


def default_slow_workers() -> int:
    """One for each processor, and at least two, of which no client has both."""
    return max(2, min(os.cpu_count() or 1, MOST_SLOW_WORKERS))
