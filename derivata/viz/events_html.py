"""What a notebook shows of a profile: the table that is printed, with shades."""

from __future__ import annotations

from ..autograd.profiler import EventList
from ..autograd.profiler.table import columns_of
from .cells import cell, table


def events_html(events: EventList, row_limit: int = 100) -> str:
    """Return the table of a profile, the slowest first; shades are shares of the time."""
    ordered = sorted(events, key=lambda event: -event.self_cpu_time_total)
    heads, rows = columns_of(events, ordered[:row_limit])
    total = events.self_cpu_time_total or 1.0
    head = "".join(cell(text, tag="th") for text in heads)
    lines = [
        cell(name, event.self_cpu_time_total / total) + "".join(cell(text) for text in others)
        for event, (name, *others) in zip(ordered, rows, strict=False)
    ]
    return f"<div>{table([head, *lines])}</div>"
