"""Interleaved timing of two functions, so that whatever else the machine does meets both alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, sleep

from .quiet import wait_for_quiet

BURST = 0.02  # seconds that a burst of calls takes at least
REST = 0.03  # seconds between bursts: PyTorch's threads spin for some 15 ms after their last task, on our processors
REST_OF_ALL = (
    0.2  # the same where NumPy's products of matrices take part: OpenBLAS's threads spin for some 100 ms
)

Run = Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """Medians over the rounds: seconds per call of each side, and the ratio of the two sides of a round."""

    ours: float
    theirs: float
    ratio: float


def compare(ours: Run, theirs: Run, rounds: int, patience: float = 0.0) -> Timing:
    """Run both sides in turns, the first side changing from round to round.

    Before each round wait at most `patience` seconds until other programs are quiet.
    """
    calls = calls_of_burst(ours), calls_of_burst(theirs)
    pairs = []
    for number in range(rounds):
        wait_for_quiet(patience)
        if number % 2:
            second = seconds_per_call(theirs, calls[1])
            pairs.append((seconds_per_call(ours, calls[0]), second))
        else:
            pairs.append((seconds_per_call(ours, calls[0]), seconds_per_call(theirs, calls[1])))
    return Timing(
        ours=median(a for a, _ in pairs),
        theirs=median(b for _, b in pairs),
        ratio=median(a / b for a, b in pairs),
    )


def compare_all(runs: Sequence[Run], rounds: int) -> list[tuple[float, float]]:
    """Run all in turns; return, for each, its median duration and its median ratio to the first one's."""
    calls = [calls_of_burst(run) for run in runs]
    seconds: list[list[float]] = [[] for _ in runs]
    for number in range(rounds):
        for place in range(len(runs)):
            turn = (place + number) % len(runs)
            seconds[turn].append(seconds_per_call(runs[turn], calls[turn], REST_OF_ALL))
    return [
        (median(own), median(mine / first for mine, first in zip(own, seconds[0], strict=True)))
        for own in seconds
    ]


def calls_of_burst(run: Run) -> int:
    """Return how many calls take about `BURST` seconds; warms up on the way."""
    calls = 1
    while (seconds := seconds_per_call(run, calls) * calls) < BURST / 2:
        calls = max(calls + 1, min(10 * calls, int(calls * BURST / max(seconds, 1e-9))))
    return calls


def seconds_per_call(
    run: Run, calls: int, rest: float = REST, clock: Callable[[], float] = perf_counter
) -> float:
    """Return what a call takes on average, when the other side's threads have gone to sleep and its own are awake.

    Even a long call is made once before: the first one after a rest finds cold caches.
    """
    sleep(rest)
    for _ in range(min(calls, 2)):
        run()
    start = clock()
    for _ in range(calls):
        run()
    return (clock() - start) / calls
