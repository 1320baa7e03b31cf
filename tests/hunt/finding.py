"""What a hunter returns when something is wrong."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One wrong behaviour, shrunk to a program that a reader can run.

    Attributes
    ----------
    title
        What is wrong, in one line: subject, expected, got.
    program
        A few lines of Python that show it; running them raises an error or prints the two values.
    """

    title: str
    program: str
