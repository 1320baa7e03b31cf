"""HIPS autograd's names and conventions: functions of NumPy arrays in, functions that compute derivatives out.

What is differentiated is written with NumPy's functions (``import derivata.numpy as np``). Arguments, values and
gradients are arrays; inside, and inside of functions that are differentiated again, they are traced.
"""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from . import extend as extend
from . import misc as misc
from .builtins import dict as dict
from .builtins import isinstance as isinstance
from .builtins import list as list
from .builtins import tuple as tuple
from .builtins import type as type
from .differential_operators import checkpoint as checkpoint
from .differential_operators import deriv as deriv
from .differential_operators import elementwise_grad as elementwise_grad
from .differential_operators import grad as grad
from .differential_operators import grad_and_aux as grad_and_aux
from .differential_operators import grad_named as grad_named
from .differential_operators import hessian as hessian
from .differential_operators import hessian_tensor_product as hessian_tensor_product
from .differential_operators import hessian_vector_product as hessian_vector_product
from .differential_operators import holomorphic_grad as holomorphic_grad
from .differential_operators import jacobian as jacobian
from .differential_operators import make_ggnvp as make_ggnvp
from .differential_operators import make_hvp as make_hvp
from .differential_operators import make_jvp as make_jvp
from .differential_operators import make_vjp as make_vjp
from .differential_operators import multigrad_dict as multigrad_dict
from .differential_operators import tensor_jacobian_product as tensor_jacobian_product
from .differential_operators import value_and_grad as value_and_grad
from .differential_operators import vector_jacobian_product as vector_jacobian_product
from .primitives import primitive as primitive

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
