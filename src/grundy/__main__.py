"""`python -m grundy`, and the command `grundy`."""


def run() -> None:
    """Run the command line; Ctrl-C while it loads or ends is no error either."""
    try:
        import os
        import signal

        from grundy.cli import main

        main()
    except KeyboardInterrupt:
        os.write(2, b"grundy: interrupted\n")
        os._exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    run()
