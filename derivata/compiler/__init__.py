"""Whole functions as one program: traced once, its loops fused, its backward compiled as well.

`reads` says what a function's code reads, and `trace` runs it on stand-ins and listens to its ops, those of backward
passes (`passes`) too, and notes its `effects` on gradients and parameters; the `graph` of both passes is cut by
`partition`, grouped by `fuse`, and written as Python by `emit`. `function` is what users call. Loaded when first used.
"""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
