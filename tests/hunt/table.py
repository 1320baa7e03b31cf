"""The table of a run, for the terminal and for `docs/reliability.md`."""

from collections.abc import Mapping

from .driver import Tally


def table(tallies: Mapping[str, Tally]) -> str:
    """Return a table in Markdown: hunter, attempts, minutes, findings, of which different."""
    rows = [row(name, tally) for name, tally in tallies.items()]
    total = Tally()
    for tally in tallies.values():
        total.add(tally)
    rows.append(row("all", total))
    return "\n".join(["| hunter | attempts | minutes | findings |", "|---|--:|--:|--:|", *rows]) + "\n"


def row(name: str, tally: Tally) -> str:
    """Return the line of a hunter."""
    return f"| {name} | {tally.attempts:,} | {tally.seconds / 60:.1f} | {len(tally.caught)} |"
