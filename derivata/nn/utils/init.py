"""Modules whose first values do not matter."""

from __future__ import annotations

import inspect
from typing import Any, TypeVar

from ...arrays.random import default_generator
from ..module import Module

M = TypeVar("M", bound=Module)


def skip_init(module_cls: type[M], *args: Any, **kwargs: Any) -> M:
    """Make a module whose parameters and buffers have arbitrary values, and draw no random numbers for it.

    Parameters
    ----------
    module_cls : type
        A subclass of `Module` that takes `device`.
    *args, **kwargs
        What it is called with.

    Returns
    -------
    Module
        The module, with new memory; set its values before it is used.

    Raises
    ------
    RuntimeError
        If it is no subclass of `Module`, or does not take `device`.

    Examples
    --------
    >>> nn.utils.skip_init(nn.Linear, 5, out_features=1).weight.shape
    (1, 5)
    """
    given: Any = module_cls
    if not (isinstance(given, type) and issubclass(given, Module)):
        raise RuntimeError(f"skip_init: Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError(
            f"skip_init: Module must support a 'device' arg to skip initialization, {module_cls.__name__} has none"
        )
    before = default_generator.get_state()
    try:
        return module_cls(*args, **kwargs).to_empty(device=kwargs.get("device", "cpu"))
    finally:
        default_generator.set_state(before)
