"""NumPy's functions called with tensors: recorded, or as with arrays where no tensor loses a history or a tangent."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ..support.containers import is_container

# By name: what type checkers know of tensors does not depend on the functions that take them
dispatch, table, ufuncs = (
    import_module(f"..numpy_calls.{name}", __package__) for name in ("dispatch", "table", "ufuncs")
)


class NumPyProtocol:
    """What NumPy calls when it is given a tensor; methods of Tensor."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Serve ``np.exp(tensor)`` and ``array * tensor`` with the op that the ufunc is, so that they are recorded.

        Containers that serve ufuncs themselves, such as xarray's, know tensors: they are asked next.
        """
        if any(map(is_container, inputs)):
            return NotImplemented
        if method == "__call__" and not options:
            op = table.ufuncs().get(ufunc)
            if op is not None:
                return op(*inputs)
        return ufuncs.call(ufunc, method, inputs, options)

    def __array_function__(
        self, function: Any, types: Any, arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        """Serve other functions of NumPy by what records them, or with the arrays where nothing is lost.

        Other classes that serve them, such as traced arrays, know tensors: they are asked next.
        """
        if any(not issubclass(kind, dispatch.Tensor | np.ndarray) for kind in types):
            return NotImplemented
        return dispatch.call(function, arguments, options)
