"""Whether a program takes less time than its ops: by counts, never by a clock, so that it is the same each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .program import Code

CALL, RECORDED_CALL = 1500, 4000  # nanoseconds that a call of a program takes beside its loops and ops
OP = 700  # nanoseconds that a call of an op takes, without its arithmetic
BYTES = 8  # that are written to memory, and read again, in a nanosecond

always = False  # programs run even where they gain nothing: for tests


def gains(forward: Code, backward: Code | None) -> bool:
    """Tell whether a program spares more than its call costs."""
    parts = [forward] if backward is None else [forward, backward]
    spared = sum([part.spared * OP + part.unwritten / BYTES for part in parts])
    return always or spared > (CALL if backward is None else RECORDED_CALL)
