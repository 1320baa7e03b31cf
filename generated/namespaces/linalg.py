# Generated from derivatives.yaml by `make codegen`; template: templates/namespaces/namespace.py.jinja. Do not edit.
"""The ops of `linalg`."""

from ..ops import (
    vector_norm as vector_norm,
)

__all__ = [
    "vector_norm",
]
