# Generated from derivatives.yaml by `make codegen`; template: templates/namespaces/namespace.py.jinja. Do not edit.
"""The ops of `linalg`."""

from typing import TYPE_CHECKING

from derivata.runtime.later import names_elsewhere

from .. import ops

if TYPE_CHECKING:
    from ..ops import (
        _linalg_cross as cross,
        matrix_power as matrix_power,
        multi_dot as multi_dot,
        vecdot as vecdot,
        vector_norm as vector_norm,
    )
else:
    __getattr__, __dir__ = names_elsewhere(
        globals(),
        ops,
        {
            "cross": "_linalg_cross",
            "matrix_power": "matrix_power",
            "multi_dot": "multi_dot",
            "vecdot": "vecdot",
            "vector_norm": "vector_norm",
        },
    )

__all__ = [
    "cross",
    "matrix_power",
    "multi_dot",
    "vecdot",
    "vector_norm",
]
