"""How many digits and elements tensors print."""

from __future__ import annotations

from typing import Any

_DEFAULT: dict[str, Any] = {
    "precision": 4,
    "threshold": 1000,
    "edgeitems": None,
    "linewidth": None,
    "sci_mode": None,
}
_PROFILES: dict[str, dict[str, Any]] = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": float("inf"), "edgeitems": 3, "linewidth": 80},
}
_options = dict(_DEFAULT)


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors print. What is not given stays as it is; what was never set is as `numpy.printoptions` say.

    Parameters
    ----------
    precision : int, optional
        Digits after the point; at first 4.
    threshold : int, optional
        The number of elements from which on the middle is left out; at first 1000.
    edgeitems : int, optional
        How many elements of each end are printed then.
    linewidth : int, optional
        Letters of a line.
    profile : {"default", "short", "full"}, optional
        Values for all of these, before those that are given.
    sci_mode : bool, optional
        Whether numbers have an exponent, or none. None lets the numbers decide.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.set_printoptions(precision=2, sci_mode=True)
    >>> dv.tensor([0.12345, 100.0])
    tensor([1.23e-01, 1.00e+02])
    >>> dv.set_printoptions(profile="default")
    >>> dv.tensor([0.12345, 100.0])
    tensor([  0.1235, 100.    ])
    """
    if profile is not None:
        if profile not in _PROFILES:
            raise ValueError(f"set_printoptions: expected one of {', '.join(_PROFILES)}, got {profile!r}")
        _options.update(_PROFILES[profile])
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, number in given.items():
        if number is not None and (isinstance(number, bool) or not number >= 0):
            raise ValueError(f"set_printoptions: expected {name} of at least 0, got {number!r}")
    _options.update({name: number for name, number in given.items() if number is not None})
    _options["sci_mode"] = sci_mode  # as in PyTorch, each call decides


def for_numpy() -> dict[str, Any]:
    """Return the options as `numpy.array2string` calls them."""
    found = {
        "precision": _options["precision"],
        "threshold": _options["threshold"],
        "edgeitems": _options["edgeitems"],
        "max_line_width": _options["linewidth"],
    }
    mode = _options["sci_mode"]
    if mode is False:
        found["suppress_small"] = True
    elif mode:
        found["formatter"] = {"float_kind": lambda number: f"{number:.{_options['precision']}e}"}
    return found
