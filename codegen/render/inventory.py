"""What a spec offers, as a table: `python -m derivata.codegen --list`."""

from __future__ import annotations

from collections.abc import Iterator

from ..spec import Spec


def by_family(spec: Spec) -> dict[str, list[str]]:
    """Return the public names of every family, overloads once, in the order of the spec."""
    families: dict[str, dict[str, None]] = {}
    for op in spec.ops:
        if op.public:
            families.setdefault(op.family, {})[op.name] = None
    return {family: list(names) for family, names in families.items()}


def table(spec: Spec) -> Iterator[str]:
    """Yield the lines of a Markdown table: family, number of ops, names."""
    yield "| family | ops | names |"
    yield "|---|---|---|"
    families = by_family(spec)
    for family, names in families.items():
        yield f"| {family.replace('_', ' ')} | {len(names)} | `{' '.join(names)}` |"
    total = sum(len(names) for names in families.values())
    yield f"| **all** | **{total}** | |"
