# Generated from derivatives.yaml by `make codegen`; template: templates/ops/at_once.py.jinja. Do not edit.
"""The ops that are loaded with the package, for formulas: a module without `__getattr__` is fastest."""

from .activations import *  # noqa: F403
from .arithmetic import *  # noqa: F403
from .clamping import *  # noqa: F403
from .comparison import *  # noqa: F403
from .complex import *  # noqa: F403
from .conversion import *  # noqa: F403
from .elementwise_extrema import *  # noqa: F403
from .exponential import *  # noqa: F403
from .extrema import *  # noqa: F403
from .filling import *  # noqa: F403
from .gathering import *  # noqa: F403
from .hyperbolic import *  # noqa: F403
from .indexing import *  # noqa: F403
from .internal import *  # noqa: F403
from .joining import *  # noqa: F403
from .logarithms import *  # noqa: F403
from .masking import *  # noqa: F403
from .matrix_products import *  # noqa: F403
from .nn_softmax import *  # noqa: F403
from .powers import *  # noqa: F403
from .reductions import *  # noqa: F403
from .reshaping import *  # noqa: F403
from .signs import *  # noqa: F403
from .slicing import *  # noqa: F403
from .transposing import *  # noqa: F403
from .trigonometric import *  # noqa: F403
