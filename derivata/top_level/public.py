"""The names at the top level of derivata, gathered when the first of them is used."""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from .. import autograd as autograd
from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from ..arrays.dtypes import bool_ as bool
from ..arrays.dtypes import complex64 as cfloat
from ..arrays.dtypes import complex64 as complex64
from ..arrays.dtypes import complex128 as cdouble
from ..arrays.dtypes import complex128 as complex128
from ..arrays.dtypes import float16 as float16
from ..arrays.dtypes import float16 as half
from ..arrays.dtypes import float32 as float
from ..arrays.dtypes import float32 as float32
from ..arrays.dtypes import float64 as double
from ..arrays.dtypes import float64 as float64
from ..arrays.dtypes import get_default_dtype as get_default_dtype
from ..arrays.dtypes import int8 as int8
from ..arrays.dtypes import int16 as int16
from ..arrays.dtypes import int16 as short
from ..arrays.dtypes import int32 as int
from ..arrays.dtypes import int32 as int32
from ..arrays.dtypes import int64 as int64
from ..arrays.dtypes import int64 as long
from ..arrays.dtypes import promote_types as promote_types
from ..arrays.dtypes import set_default_dtype as set_default_dtype
from ..arrays.dtypes import uint8 as uint8
from ..arrays.dtypes import uint16 as uint16
from ..arrays.dtypes import uint32 as uint32
from ..arrays.dtypes import uint64 as uint64
from ..arrays.kernels import get_num_threads as get_num_threads
from ..arrays.kernels import set_num_threads as set_num_threads
from ..arrays.random import Generator as Generator
from ..arrays.random import default_generator as default_generator
from ..arrays.random import get_state as get_rng_state
from ..arrays.random import initial_seed as initial_seed
from ..arrays.random import manual_seed as manual_seed
from ..arrays.random import seed as seed
from ..arrays.random import set_state as set_rng_state
from ..arrays.shapes.memory_formats import MemoryFormat as memory_format
from ..generated.namespaces import top_level as _ops
from ..generated.namespaces.nn_functional import log_softmax as log_softmax
from ..generated.namespaces.nn_functional import softmax as softmax
from ..runtime.modes.grad_mode import enable_grad as enable_grad
from ..runtime.modes.grad_mode import inference_mode as inference_mode
from ..runtime.modes.grad_mode import is_grad_enabled as is_grad_enabled
from ..runtime.modes.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
from ..runtime.modes.grad_mode import no_grad as no_grad
from ..runtime.modes.grad_mode import set_grad_enabled as set_grad_enabled
from ..runtime.tensors.tensor import Tensor as Tensor
from ..support.lazy_loading import names_elsewhere as _names_elsewhere
from ..tensor_methods.layouts import Layout as _Layout
from . import comparing as _comparing
from . import constants as _constants
from . import factories as _factories
from . import finite_differences as _finite_differences
from . import histograms as _histograms
from . import low_rank as _low_rank
from . import queries as _queries
from . import random_factories as _random_factories
from . import ranges as _ranges
from . import recurrent as _recurrent
from . import rounded_division as _rounded_division
from . import selections as _selections
from . import settings as _settings
from . import shared_memory as _shared_memory
from . import sized_factories as _sized_factories
from . import torch_aliases as _torch_aliases
from . import typed_tensors as _typed_tensors
from . import windows as _windows
from . import wrappers as _wrappers
from .comparing import *  # noqa: F403
from .constants import *  # noqa: F403
from .factories import *  # noqa: F403
from .finite_differences import *  # noqa: F403
from .histograms import *  # noqa: F403
from .low_rank import *  # noqa: F403
from .queries import *  # noqa: F403
from .random_factories import *  # noqa: F403
from .ranges import *  # noqa: F403
from .recurrent import *  # noqa: F403
from .selections import *  # noqa: F403
from .settings import *  # noqa: F403
from .shared_memory import *  # noqa: F403
from .sized_factories import *  # noqa: F403
from .sparse_factories import sparse_coo_tensor as sparse_coo_tensor
from .typed_tensors import *  # noqa: F403
from .windows import *  # noqa: F403

if TYPE_CHECKING:
    from ..amp import autocast as autocast
    from ..compiler.function import compile as compile
    from ..func.mapping import vmap as vmap
    from ..generated.namespaces.top_level import *  # noqa: F403
    from ..nn.top_level_norms import batch_norm as batch_norm
    from ..nn.top_level_norms import instance_norm as instance_norm
    from ..nn.top_level_norms import native_batch_norm as native_batch_norm
    from ..saving import load as load
    from ..saving import save as save
    from ..sparse.tensor import SparseTensor as SparseTensor
    from .torch_aliases import *  # noqa: F403

    # isort: split
    from .wrappers import *  # type: ignore[assignment, no-redef]  # noqa: F403
else:
    from .wrappers import *  # noqa: F403

    _defined = [name for name in _torch_aliases.__all__ if name not in _torch_aliases.LATER]
    globals().update({name: getattr(_torch_aliases, name) for name in _defined})
    _of_ops, _ = _names_elsewhere(globals(), _ops, {name: name for name in _ops.__all__})

    def __getattr__(name: str) -> object:
        """Find what loads when it is first used: an op, `compile`, `vmap`, the class of sparse tensors, and others."""
        if name == "compile":
            return _import_module("..compiler.function", __package__).compile
        if name == "autocast":
            return _import_module("..amp", __package__).autocast
        if name in ("load", "save"):
            return getattr(_import_module("..saving", __package__), name)
        if name == "SparseTensor":
            return _import_module("..sparse.tensor", __package__).SparseTensor
        if name == "vmap":
            return _import_module("..func", __package__).vmap
        if name in ("batch_norm", "instance_norm", "native_batch_norm"):
            return getattr(_import_module("..nn.top_level_norms", __package__), name)
        return getattr(_torch_aliases, name) if name in _torch_aliases.LATER else _of_ops(name)


contiguous_format = memory_format.CONTIGUOUS
preserve_format = memory_format.PRESERVE
channels_last = memory_format.CHANNELS_LAST
channels_last_3d = memory_format.CHANNELS_LAST_3D
sparse_coo = _Layout.SPARSE_COO
strided = _Layout.STRIDED

__all__ = [
    "Generator",
    "SparseTensor",
    "Tensor",
    "autocast",
    "autograd",
    "batch_norm",
    "bool",
    "cdouble",
    "cfloat",
    "channels_last",
    "channels_last_3d",
    "compile",
    "complex64",
    "complex128",
    "contiguous_format",
    "default_generator",
    "double",
    "enable_grad",
    "float",
    "float16",
    "float32",
    "float64",
    "get_default_dtype",
    "get_num_threads",
    "get_rng_state",
    "half",
    "inference_mode",
    "initial_seed",
    "instance_norm",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "load",
    "log_softmax",
    "long",
    "manual_seed",
    "memory_format",
    "native_batch_norm",
    "no_grad",
    "preserve_format",
    "promote_types",
    "save",
    "seed",
    "set_default_dtype",
    "set_grad_enabled",
    "set_num_threads",
    "set_rng_state",
    "short",
    "softmax",
    "sparse_coo",
    "sparse_coo_tensor",
    "strided",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "vmap",
]
__all__ += _wrappers.__all__
__all__ += _comparing.__all__
__all__ += _constants.__all__
__all__ += _factories.__all__
__all__ += _finite_differences.__all__
__all__ += _histograms.__all__
__all__ += _low_rank.__all__
__all__ += _torch_aliases.__all__
__all__ += _ranges.__all__
__all__ += _recurrent.__all__
__all__ += _settings.__all__
__all__ += _shared_memory.__all__
__all__ += _sized_factories.__all__
__all__ += _queries.__all__
__all__ += _random_factories.__all__
__all__ += _selections.__all__
__all__ += _typed_tensors.__all__
__all__ += _windows.__all__
_OWN = {*_wrappers.__all__, *_selections.__all__}
__all__ += [name for name in _ops.__all__ if name not in _OWN]

_rounded_division.install()
_selections.install()
_wrappers.install()
