"""Count NumPy's calls with tensors that are right: ``python -m tests.numpy_calls``, which fails if one is not."""

import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from .calls import RECORDED, REFUSED, written
from .test_numpy_calls import (
    PLAIN,
    test_a_function_of_numpy_is_recorded,
    test_what_cannot_be_recorded_is_refused,
    test_what_has_no_derivative_gives_what_numpy_gives,
)


def refused(call: str) -> None:
    """Run the test of a refused call in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        test_what_cannot_be_recorded_is_refused(call, Path(folder), patch)


def count(calls: list[str], test: Callable[[str], None]) -> int:
    """Return how many calls pass their test; print those that do not."""
    passed = 0
    for call in calls:
        try:
            test(call)
            passed += 1
        except BaseException as error:  # of pytest's, too: what did not raise, for example
            if isinstance(error, KeyboardInterrupt):
                raise
            print(f"wrong: {call}: {type(error).__name__}")
    return passed


def main() -> int:
    """Print the table."""
    warnings.simplefilter("ignore")
    kinds = {
        "recorded, with the derivative of finite differences": (
            RECORDED,
            test_a_function_of_numpy_is_recorded,
        ),
        "without derivative, as NumPy's of the array": (
            written(PLAIN),
            test_what_has_no_derivative_gives_what_numpy_gives,
        ),
        "refused where a history or tangent would be lost": (written(REFUSED), refused),
    }
    wrong = 0
    for kind, (calls, test) in kinds.items():
        passed = count(calls, test)
        wrong += len(calls) - passed
        print(f"{passed:4} of {len(calls):4} {kind}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
