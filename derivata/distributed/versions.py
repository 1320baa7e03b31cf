"""Whether all ranks run the same releases: others may compute other bits, or speak differently of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .failures import RankMismatchError


def check_versions(comm: Any) -> None:
    """Compare derivata's release, and major and minor version of NumPy, on all ranks.

    Raises
    ------
    RankMismatchError
        On all ranks, naming versions and ranks, if they differ.
    """
    from .. import __version__

    minor = ".".join(np.__version__.split(".")[:2])
    ranks_of: dict[str, list[int]] = {}
    for rank, version in enumerate(comm.allgather(f"derivata {__version__} and NumPy {minor}")):
        ranks_of.setdefault(version, []).append(rank)
    if len(ranks_of) > 1:
        told = [
            f"rank{'s' if len(ranks) > 1 else ''} {', '.join(map(str, ranks))} ha{'ve' if len(ranks) > 1 else 's'} "
            f"{version}"
            for version, ranks in ranks_of.items()
        ]
        raise RankMismatchError(
            f"init_process_group: {'; '.join(told)}; install the same releases on all machines"
        )
