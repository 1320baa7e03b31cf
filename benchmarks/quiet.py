"""Waits for a moment when no other program runs, on systems that tell how many threads want a processor (Linux)."""

from pathlib import Path
from time import perf_counter, sleep

LOAD = Path("/proc/loadavg")
STEP = 0.003  # seconds between looks
IN_A_ROW = 4  # looks that must find nobody else


def wait_for_quiet(seconds: float) -> bool:
    """Return True as soon as this thread alone has run for some looks, False after `seconds`."""
    end, calm = perf_counter() + seconds, 0
    while perf_counter() < end:
        sleep(STEP)
        calm = calm + 1 if running() <= 1 else 0
        if calm == IN_A_ROW:
            return True
    return False


def running() -> int:
    """Return how many threads run or could run, this one included; 1 where the system does not tell."""
    try:
        return int(LOAD.read_text().split()[3].partition("/")[0])
    except (OSError, IndexError, ValueError):
        return 1
