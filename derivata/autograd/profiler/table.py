"""Prints events as a table of columns."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .averages import EventList

SORT_KEYS = (
    "self_cpu_time_total",
    "cpu_time_total",
    "cpu_time",
    "count",
    "cpu_memory_usage",
    "self_cpu_memory_usage",
)
HEADS = ["Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"]
MEMORY_HEADS = ["CPU Mem", "Self CPU Mem"]
LONGEST_NAME = 55


def table(events: "EventList", sort_by: str | None, row_limit: int) -> str:
    """Return the table, and below it the time of all events."""
    if sort_by is not None and sort_by not in SORT_KEYS:
        raise ValueError(f"table: expected sort_by to be one of {', '.join(SORT_KEYS)}, got {sort_by!r}")
    if not events:
        return ""
    total = events.self_cpu_time_total
    chosen = sorted(events, key=lambda event: getattr(event, sort_by), reverse=True) if sort_by else events
    heads, rows = columns_of(events, chosen if row_limit < 0 else chosen[:row_limit])
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join(
        [
            rule,
            _line(heads, widths),
            rule,
            *[_line(row, widths) for row in rows],
            rule,
            f"Self CPU time total: {duration(total)}",
            "",
        ]
    )


def columns_of(events: "EventList", chosen: "list[Any]") -> tuple[list[str], list[list[str]]]:
    """Return the heads of the columns, and a row for each of the chosen events."""
    with_shapes = any(event.input_shapes for event in events)
    heads = ["Name", *HEADS, *(MEMORY_HEADS if events.profile_memory else []), "# of Calls"]
    heads += ["Input Shapes"] if with_shapes else []
    total = events.self_cpu_time_total
    return heads, [_row(event, total, events.profile_memory, with_shapes) for event in chosen]


def _row(event: Any, total: float, memory: bool, shapes: bool) -> list[str]:
    name = event.key if len(event.key) <= LONGEST_NAME else f"{event.key[: LONGEST_NAME - 3]}..."
    row = [
        name,
        _share(event.self_cpu_time_total, total),
        duration(event.self_cpu_time_total),
        _share(event.cpu_time_total, total),
        duration(event.cpu_time_total),
        duration(event.cpu_time),
    ]
    row += [size(event.cpu_memory_usage), size(event.self_cpu_memory_usage)] if memory else []
    return [*row, str(event.count), *([str(event.input_shapes or [])] if shapes else [])]


def _line(cells: list[str], widths: list[int]) -> str:
    return "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


def _share(part: float, total: float) -> str:
    return f"{100 * part / total:.2f}%" if total else "NaN"


def duration(microseconds: float) -> str:
    """Return a time with a unit that fits."""
    if microseconds >= 1e6:
        return f"{microseconds / 1e6:.3f}s"
    return f"{microseconds / 1e3:.3f}ms" if microseconds >= 1e3 else f"{microseconds:.3f}us"


def size(count: int) -> str:
    """Return a number of bytes with a unit that fits."""
    for unit, bytes_of_unit in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if abs(count) >= bytes_of_unit:
            return f"{count / bytes_of_unit:.2f} {unit}"
    return f"{count} B"
