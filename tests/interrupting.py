"""Ctrl-C in a real process, at a place in the program and not after some seconds: alike on slow and fast machines."""

import subprocess
import sys

PROGRAM = """
import os, signal, sys
from importlib import import_module

module, place, call, *sys.argv[1:] = sys.argv[1:]
*classes, name = place.split(".")
owner = import_module(module)
for part in classes:
    owner = getattr(owner, part)
function, calls = getattr(owner, name), 0

def strike(*arguments):
    global calls
    calls += 1
    if calls == int(call):
        os.kill(os.getpid(), signal.SIGINT)
    return function(*arguments)

setattr(owner, name, strike)
import_module("grundy.cli").main()
"""


def interrupt(module: str, place: str, call: int, *command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of `grundy` that is interrupted where it calls this function of a module for the n-th time."""
    started = [sys.executable, "-c", PROGRAM, module, place, str(call), *command]
    return subprocess.run(started, capture_output=True, text=True, timeout=300, check=False)
