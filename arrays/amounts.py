"""Limits on numbers of parts: a request that cannot be met is refused before any work is done."""

MOST_PARTS = 2**22
"""Of what Python counts one by one."""


def feasible(op: str, name: str, number: int, most: int = MOST_PARTS) -> int:
    """Return a number of parts; raise if there are too many to make."""
    if number > most:
        raise RuntimeError(
            f"{op}: {name} must be at most {most}, got {number}; that many parts cannot be made"
        )
    return number
