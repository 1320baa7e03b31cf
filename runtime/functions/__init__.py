"""Array functions: what the ops of the spec compute, on NumPy arrays. Nothing here knows tensors or nodes.

Those of rare ops, in `rare`, are loaded when one of them is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .at_once import *  # noqa: F403

if TYPE_CHECKING:
    from .rare import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Load the rest, and have its names: a function may be called like the module that it stands in."""
        rare = import_module(".rare", __name__)
        globals().update({known: value for known, value in vars(rare).items() if callable(value)})
        if name not in globals():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        return globals()[name]
