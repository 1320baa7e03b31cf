"""Numbers that say how much there is to do: more than can be done is refused before it is begun."""

MOST_PARTS = 2**22
"""Of what Python counts one by one."""


def feasible(op: str, name: str, number: int, most: int = MOST_PARTS) -> int:
    """Return a number of parts; raise if they are more than can be made."""
    if number > most:
        raise RuntimeError(
            f"{op}: {name} must be at most {most}, got {number}; that many parts cannot be made"
        )
    return number
