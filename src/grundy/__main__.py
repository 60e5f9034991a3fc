"""`python -m grundy`, and the command `grundy`."""

YOUNG_OBJECTS = 50_000  # between two runs of the garbage collector: none while a short question is loaded and answered


def run() -> None:
    """Run the command line; Ctrl-C while it loads or ends is no error either."""
    try:
        import gc
        import signal

        signal.signal(signal.SIGINT, lambda *_: leave())  # an error inside an import may come out as another
        gc.set_threshold(YOUNG_OBJECTS)
        from grundy.cli import main

        try:
            main()
        except SystemExit as ended:
            leave_quickly(ended.code)
            raise
    except KeyboardInterrupt:
        leave()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def leave() -> None:
    import os

    os.write(2, b"grundy: interrupted\n")
    os._exit(130)


def leave_quickly(code: object) -> None:
    """End the process at once where nothing has to be done at its end: to take all modules apart takes 10 ms."""
    import atexit
    import os
    import sys
    from threading import active_count

    if not isinstance(code, int) or atexit._ncallbacks() or active_count() > 1:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):  # nobody reads, or the stream is closed: Python knows what to do
        return
    os._exit(code)


if __name__ == "__main__":
    run()
