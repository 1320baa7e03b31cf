"""All operators: functions in, functions that compute derivatives out."""

from .compositions import checkpoint as checkpoint
from .compositions import hessian_tensor_product as hessian_tensor_product
from .compositions import hessian_vector_product as hessian_vector_product
from .compositions import make_ggnvp as make_ggnvp
from .compositions import tensor_jacobian_product as tensor_jacobian_product
from .compositions import vector_jacobian_product as vector_jacobian_product
from .gradients import deriv as deriv
from .gradients import elementwise_grad as elementwise_grad
from .gradients import grad as grad
from .gradients import grad_and_aux as grad_and_aux
from .gradients import grad_named as grad_named
from .gradients import hessian as hessian
from .gradients import holomorphic_grad as holomorphic_grad
from .gradients import jacobian as jacobian
from .gradients import multigrad_dict as multigrad_dict
from .gradients import value_and_grad as value_and_grad
from .products import make_hvp as make_hvp
from .products import make_jvp as make_jvp
from .products import make_jvp_reversemode as make_jvp_reversemode
from .products import make_vjp as make_vjp
