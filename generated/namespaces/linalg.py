# Generated from derivatives.yaml by `make codegen`; template: templates/namespaces/namespace.py.jinja. Do not edit.
"""The ops of `linalg`."""

from ..ops import (
    _linalg_cross as cross,
    matrix_power as matrix_power,
    multi_dot as multi_dot,
    vecdot as vecdot,
    vector_norm as vector_norm,
)

__all__ = [
    "cross",
    "matrix_power",
    "multi_dot",
    "vecdot",
    "vector_norm",
]
