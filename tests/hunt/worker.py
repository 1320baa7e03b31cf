"""The process that makes the attempts of one hunter, and tells the driver what it is doing: `driver` starts it."""

import importlib
import json
import os
import sys
import time
import traceback
from dataclasses import asdict

from .finding import Finding


def main(name: str, seed: int, seconds: float, attempts: int) -> None:
    """Make attempts with one seed after the other, until the time or their number is over."""
    with os.fdopen(os.dup(1), "w") as channel:
        os.dup2(2, 1)  # what an attempt prints shall not be taken for what we say

        def say(**message: object) -> None:
            channel.write(json.dumps(message) + "\n")
            channel.flush()

        hunter = importlib.import_module(f"{__package__}.hunters.{name}")
        if getattr(hunter, "NEEDS_TORCH", False):
            importlib.import_module(
                "torch"
            )  # now: no attempt shall time out because a busy machine imports it
        start = time.monotonic()
        for k in range(attempts):
            if k and time.monotonic() - start > seconds:
                break
            say(begins=seed + k)
            try:
                finding = hunter.attempt(seed + k)
            except Exception as error:  # of the hunter or of what it hunts: somebody has to look at it
                title = f"attempt raised {type(error).__name__}: {str(error)[:200]}"
                finding = Finding(title, traceback.format_exc())
            say(ends=seed + k, finding=None if finding is None else asdict(finding))


if __name__ == "__main__":
    name, seed, seconds, attempts = sys.argv[1:]
    main(name, int(seed), float(seconds), int(attempts))
