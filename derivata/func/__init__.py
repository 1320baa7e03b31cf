"""Transforms: functions in, functions out, that compute derivatives. They nest in any order.

A transform differentiates by the arguments of the function; what the function captures is constant. Arguments and
results may be nested containers: lists, tuples, named tuples, dictionaries and dataclasses.
"""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from .batch_norms import replace_all_batch_norm_modules_ as replace_all_batch_norm_modules_
from .ensembles import stack_module_state as stack_module_state
from .gradient import grad as grad
from .gradient import grad_and_value as grad_and_value
from .gradient import value_and_grad as value_and_grad
from .jacobians import hessian as hessian
from .jacobians import jacfwd as jacfwd
from .jacobians import jacrev as jacrev
from .mapping import vmap as vmap
from .products import jvp as jvp
from .products import linearize as linearize
from .products import vjp as vjp
from .rearrange import rearrange as rearrange
from .stateless import functional_call as functional_call

__all__ = [
    "functional_call",
    "grad",
    "grad_and_value",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "linearize",
    "rearrange",
    "replace_all_batch_norm_modules_",
    "stack_module_state",
    "value_and_grad",
    "vjp",
    "vmap",
]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
