"""Faults of SQLite for the tests of stores."""

import sqlite3


class FailingLink:
    """A link to a store on which the statements after some number fail with an error."""

    def __init__(self, link: sqlite3.Connection, number: int, error: int) -> None:
        self.link, self.left, self.error = link, number, error

    def __getattr__(self, name: str) -> object:
        return getattr(self.link, name)

    def fail(self) -> None:
        self.left -= 1
        if self.left < 0:
            wrong = sqlite3.OperationalError("a fault that a test makes")
            names = {getattr(sqlite3, name): name for name in dir(sqlite3) if name.startswith("SQLITE_")}
            wrong.sqlite_errorcode, wrong.sqlite_errorname = self.error, names[self.error]
            raise wrong

    def execute(self, *arguments: object) -> object:
        self.fail()
        return self.link.execute(*arguments)  # type: ignore[arg-type]

    def executemany(self, *arguments: object) -> object:
        self.fail()
        return self.link.executemany(*arguments)  # type: ignore[arg-type]

    def executescript(self, script: str) -> object:
        self.fail()
        return self.link.executescript(script)

    def __enter__(self) -> object:
        return self.link.__enter__()

    def __exit__(self, *error: object) -> object:
        return self.link.__exit__(*error)  # type: ignore[arg-type]
