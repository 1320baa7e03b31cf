"""Automatic differentiation for NumPy arrays, generated from one YAML entry per op.

>>> import derivata as dv
>>> x = dv.tensor([1.0, 2.0, 3.0], requires_grad=True)
>>> y = (x * x).sum()
>>> y.backward()
>>> x.grad
tensor([2., 4., 6.])
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if "free-threading" in sys.version:
    raise ImportError(
        "derivata: expected a CPython with its global lock, got a free-threading build, whose reference counts do not "
        "tell whether a gradient may be overwritten; use the ordinary build of Python 3.11 to 3.14"
    )

if TYPE_CHECKING:
    from . import accelerator as accelerator
    from . import amp as amp
    from . import array_api as array_api
    from . import backends as backends
    from . import compiler as compiler
    from . import cuda as cuda
    from . import debug as debug
    from . import distributed as distributed
    from . import distributions as distributions
    from . import fft as fft
    from . import func as func
    from . import hips as hips
    from . import kernels as kernels
    from . import linalg as linalg
    from . import masked as masked
    from . import mps as mps
    from . import nn as nn
    from . import numpy as numpy
    from . import optim as optim
    from . import profiler as profiler
    from . import random as random
    from . import scipy as scipy
    from . import signal as signal
    from . import sparse as sparse
    from . import special as special
    from . import testing as testing
    from . import utils as utils
    from . import viz as viz
    from . import xpu as xpu
    from .generated.namespaces.top_level import *  # noqa: F403
    from .top_level.comparing import *  # noqa: F403
    from .top_level.factories import *  # noqa: F403
    from .top_level.finite_differences import *  # noqa: F403
    from .top_level.histograms import *  # noqa: F403
    from .top_level.low_rank import *  # noqa: F403

    # isort: split
    from .top_level.public import *  # noqa: F403
    from .top_level.queries import *  # noqa: F403
    from .top_level.random_factories import *  # noqa: F403
    from .top_level.ranges import *  # noqa: F403
    from .top_level.recurrent import *  # noqa: F403
    from .top_level.selections import *  # noqa: F403
    from .top_level.settings import *  # noqa: F403
    from .top_level.shared_memory import *  # noqa: F403
    from .top_level.sized_factories import *  # noqa: F403
    from .top_level.torch_aliases import *  # noqa: F403
    from .top_level.typed_tensors import *  # noqa: F403
    from .top_level.windows import *  # noqa: F403
    from .top_level.wrappers import *  # type: ignore[assignment, no-redef]  # noqa: F403

_LIBRARIES = (
    "accelerator",
    "amp",
    "array_api",
    "backends",
    "compiler",
    "cuda",
    "mps",
    "random",
    "xpu",
    "codegen",
    "debug",
    "distributed",
    "distributions",
    "fft",
    "func",
    "hips",
    "kernels",
    "linalg",
    "masked",
    "nn",
    "numpy",
    "optim",
    "profiler",
    "scipy",
    "signal",
    "sparse",
    "special",
    "testing",
    "utils",
    "viz",
)


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one

    def __getattr__(name: str) -> Any:
        """Load the ops when one of them is first used: `python -m derivata.codegen` must work when there are none."""
        if name in (*_LIBRARIES, "node_methods", "tensor_methods"):
            return import_module(f".{name}", __name__)
        if name.startswith("__"):
            raise AttributeError(f"module 'derivata' has no attribute {name!r}")
        public = import_module(".top_level.public", __name__)
        if name not in public.__all__:
            raise import_module(".suggestions.names", __name__).NoSuchName(name)
        value = globals()[name] = getattr(public, name)
        return value


def __dir__() -> list[str]:
    """List what can be used, loaded or not; what the module itself imports is left out."""
    own = {name for name in globals() if name.startswith("__")}
    return sorted({*own, *import_module(".top_level.public", __name__).__all__, *_LIBRARIES})


class _Finder:
    """A finder that finds nothing itself, but has something done to modules after they are imported.

    derivata is entered in those of other libraries that have a table of libraries; those inside its own rooms answer
    for names that they lack.
    """

    TABLES = ("einops._backends", "opt_einsum.backends.dispatch")
    ROOMS = tuple(
        f"{__name__}.{room}."
        for room in ("autograd", "distributed", "distributions", "nn", "optim", "sparse", "utils")
    )

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name not in self.TABLES and not name.startswith(self.ROOMS):
            return None
        return import_module(".registries", __name__).entering(self, name, path, target)


for _name in _Finder.TABLES:
    if _name in sys.modules:
        import_module(".registries", __name__).enter(sys.modules[_name])
sys.meta_path.insert(0, _Finder())
