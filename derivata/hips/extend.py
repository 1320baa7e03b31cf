"""Functions of arrays with derivatives of their own: `primitive`, and how its derivatives are given."""

from .primitives import Primitive as Primitive
from .primitives import def_linear as def_linear
from .primitives import defjvp as defjvp
from .primitives import defjvp_argnum as defjvp_argnum
from .primitives import defjvp_argnums as defjvp_argnums
from .primitives import defvjp as defvjp
from .primitives import defvjp_argnum as defvjp_argnum
from .primitives import defvjp_argnums as defvjp_argnums
from .primitives import notrace_primitive as notrace_primitive
from .primitives import primitive as primitive

__all__ = [
    "Primitive",
    "def_linear",
    "defjvp",
    "defjvp_argnum",
    "defjvp_argnums",
    "defvjp",
    "defvjp_argnum",
    "defvjp_argnums",
    "notrace_primitive",
    "primitive",
]
