"""The momentum of a group, which some schedules set: the option of that name, or the first of `betas`."""

from __future__ import annotations

from typing import Any


def momentum_of(schedule: str, group: dict[str, Any]) -> float:
    """Return the momentum of a group."""
    if "betas" in group:
        return float(group["betas"][0])
    if "momentum" not in group:
        raise ValueError(
            f"{schedule}: expected an optimizer with momentum or betas, got one without; set cycle_momentum=False"
        )
    return float(group["momentum"])


def set_momentum(group: dict[str, Any], value: float) -> None:
    """Set the momentum of a group."""
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value
