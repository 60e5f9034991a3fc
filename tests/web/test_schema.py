"""Requests made from the description of the interface, good and bad ones: what is answered is what it promises."""

import subprocess
import sys

import pytest
from serving import Server

pytestmark = pytest.mark.slow

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def test_schemathesis_finds_no_fault(server: Server) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json", "--no-color"]
    options = ["--checks", CHECKS, "--phases", "examples,fuzzing", "--max-examples", "4", "--seed", "1"]
    patience = ["--exclude-path-regex", "events", "--request-timeout", "60", "--suppress-health-check", "all"]
    result = subprocess.run([*command, *options, *patience], capture_output=True, text=True, timeout=400)
    assert result.returncode == 0, result.stdout[-5_000:] + result.stderr[-2_000:]
