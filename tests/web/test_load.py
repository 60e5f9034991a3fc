"""200 requests at once, heavy ones among them: no server error, bounded memory, and small requests are all answered."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from serving import run_server

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
# seconds for a small request: alone on the machine the slowest takes less than 0.1 (benchmarks/web.py), and must take
# less than 0.5; other tests, each with servers and browsers of its own, may leave this one a tenth of the processors
SMALL_REQUEST_SECONDS = 5.0


def test_two_hundred_requests_at_once() -> None:
    with run_server() as server:
        command = [sys.executable, "-m", "benchmarks._web_load", server.url, str(server.process.pid)]
        load = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=True)
        found = json.loads(load.stdout)
        small, heavy = found["among"], found["heavy"]
        assert sum(heavy.values()) == 200
        assert set(heavy) <= {"200", "202", "422", "429"}
        assert set(small["statuses"]) == {200}
        assert max(small["seconds"]) < SMALL_REQUEST_SECONDS
        assert small["memory"] < 1_000_000_000
        assert httpx.get(f"{server.url}/play/nim(3,5,7)", timeout=60).status_code == 200
