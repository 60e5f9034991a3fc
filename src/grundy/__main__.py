"""`python -m grundy`, and the command `grundy`."""


def run() -> None:
    """Run the command line; Ctrl-C while it loads or ends is no error either."""
    try:
        import signal

        signal.signal(signal.SIGINT, lambda *_: leave())  # an error inside an import may come out as another
        from grundy.cli import main

        main()
    except KeyboardInterrupt:
        leave()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def leave() -> None:
    import os

    os.write(2, b"grundy: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    run()
