"""Products with Jacobians and Hessians, and these themselves, of functions of tensors: PyTorch's interface.

`derivata.func` has the same as transforms that can be nested, with arguments of any structure.
"""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from .functional_jacobian import hessian as hessian
from .functional_jacobian import jacobian as jacobian
from .functional_products import hvp as hvp
from .functional_products import jvp as jvp
from .functional_products import vhp as vhp
from .functional_products import vjp as vjp

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
