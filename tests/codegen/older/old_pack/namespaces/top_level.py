# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/namespaces/namespace.py.jinja. Do not edit.
"""The ops of `top_level`."""

from ..ops import (
    squash as squash,
)
from ..ops import (
    squash_ as squash_,
)
from ..ops import (
    twice as twice,
)
from ..ops import (
    twice_ as twice_,
)

__all__ = [
    "squash",
    "squash_",
    "twice",
    "twice_",
]
