"""The command: ``python -m tests.parity.published`` counts the published ops that pass every check.

Forward (function and method), in place, gradients, second derivatives and tangents, of float64, complex128 and float32,
in all of PyTorch's published samples, drawn anew.
"""

import argparse
import secrets
import warnings
from collections import Counter
from fnmatch import fnmatchcase

import torch
from torch.testing._internal.common_methods_invocations import op_db

from .count import PASSED, UNEXPLAINED, not_counted, outcome, summary


def main() -> int:
    """Run the command; the exit code is 1 if something differs for no stated reason."""
    options = parser().parse_args()
    seed = options.seed if options.seed is not None else secrets.randbelow(10**9)
    print(f"seed {seed}", flush=True)
    warnings.simplefilter("ignore")  # PyTorch's own
    torch.set_num_threads(1)  # PyTorch's threads compete for the places that max_unpool2d writes twice
    outcomes, left_out = [], Counter[str]()
    for op in op_db:
        if not any(fnmatchcase(op.full_name, pattern) for pattern in options.ops):
            continue
        if reason := not_counted(op):
            left_out[reason] += 1
            continue
        outcomes.append(outcome(op, seed))
        if outcomes[-1].state != PASSED:
            print(outcomes[-1], flush=True)
    print(summary(outcomes, left_out))
    return int(any(outcome.state == UNEXPLAINED for outcome in outcomes))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser("python -m tests.parity.published", description=__doc__)
    made.add_argument(
        "ops", nargs="*", default=["*"], help="patterns of names, such as 'linalg.*'; all unless given"
    )
    made.add_argument("--seed", type=int, help="of the samples; random unless given, and printed")
    return made


if __name__ == "__main__":
    raise SystemExit(main())
