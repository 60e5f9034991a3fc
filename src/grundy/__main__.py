"""`python -m grundy`."""

from grundy.cli import main

if __name__ == "__main__":
    main()
