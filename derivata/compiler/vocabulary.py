"""What compiled functions may say: ops whose results depend on their arguments alone, methods, builtins.

It is a list of what is allowed: whatever else a function names is refused before it runs. An op is allowed by the kind
of its batching rule, which the spec declares: those left out draw random numbers, write, or give results whose shapes
depend on numbers.
"""

from __future__ import annotations

import builtins
import math
from collections import namedtuple
from enum import Enum, EnumType
from functools import cache
from inspect import unwrap
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from ..generated import batching
from ..nn.parameter import Buffer, Parameter
from ..runtime.modes.grad_mode import enable_grad, no_grad
from ..runtime.tensors.tensor import Tensor


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


_KINDS = words(
    """
    added batch classes composite convolution convolution_input convolution_weight einsum elementwise embedding
    embedding_backward expand first flat front get group images index_backward last layer linear loop loss masked_scores
    matmul matrices merged outer pairs permute recurrent reduce reduced repeat repeated reverse rows search select_rows
    squeeze sum_to take take_backward trace vdot view whole write_rows masked_scatter one_hot
    """
)
_DRAWING = words("_alpha_dropout _dropout _rrelu bernoulli binomial multinomial poisson _normal")
_ALSO = words("_tie_weights nll_loss_backward index_select_backward bucketize isin") | _DRAWING
_NOT = words(
    """
    repeat_interleave hash_tensor frexp scatter_
    scatter_add_ zero_ detach index_add_ index_copy_ index_fill_ bincount _histogram _histogram_edges
    _view_dtype fill_diagonal_ _fractional_max_pool
    """
)
_COMPOSED = words(
    """
    div where split tensor_split type_as grad value_and_grad grad_and_value clip_grad_norm_ clip_grad_value_
    zeros ones full empty eye arange linspace logspace tensor scalar_tensor tril_indices triu_indices
    zeros_like ones_like full_like empty_like new_zeros new_ones new_full new_empty new_tensor
    rand randn randint randperm normal rand_like randn_like randint_like gumbel_softmax
    atleast_1d atleast_2d atleast_3d grid_sample affine_grid einsum fftfreq rfftfreq
    hann_window hamming_window bartlett_window blackman_window kaiser_window
    max_pool1d max_pool3d adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d batch_norm instance_norm
    equal allclose gaussian_nll_loss upsample upsample_bilinear upsample_nearest triplet_margin_with_distance_loss
    """
)
"""Functions written by hand that call allowed ops and look at no numbers."""
_NUMBERS = frozenset({bool, int, float, complex, str, bytes, type(None), type(...)})
_LIBRARY = __name__.partition(".")[0]
_BUILTINS = frozenset(
    getattr(builtins, name)
    for name in words(
        """
        abs all any bool dict divmod enumerate float int isinstance len list map max min pow range reversed round slice
        sorted str sum tuple zip complex set frozenset getattr hasattr AssertionError ValueError TypeError RuntimeError
        """
    )
)
_CONTEXTS = frozenset({no_grad, enable_grad})
"""What may stand behind `with`."""
ATTRIBUTES = words(
    """
    shape dtype ndim T mT requires_grad size dim numel nelement detach to float double is_floating_point append
    extend insert pop items keys values get index count reverse update copy join backward grad zero_grad step
    requires_grad_ copy_ fill_ zero_ normal_ uniform_ exponential_ cauchy_ log_normal_ geometric_ random_
    fill_diagonal_ index_put_ device is_cuda cpu item
    value name
    """
)
"""Attributes of tensors beside methods that are ops, of optimisers, lists and the like, that functions may use."""


@cache
def _kind_of() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, ops in batching.RULES.items():
        for op in ops:
            found.setdefault(op.partition("(")[0], set()).add(kind)
    return found


def is_elementwise(op: str) -> bool:
    """Tell whether each element of an op's result depends on one element of each argument."""
    return _kind_of().get(op) == {"elementwise"} and op != "cdist"


def is_op(name: str) -> bool:
    """Tell whether programs may call an op."""
    kinds = _kind_of().get(name)
    return name in _ALSO or (kinds is not None and kinds <= _KINDS and name not in _NOT)


def is_random(op: str) -> bool:
    """Tell whether an op draws random numbers, which programs may or may not."""
    return "random" in _kind_of().get(op, ())


def is_drawing(op: str) -> bool:
    """Tell whether programs call an op that draws random numbers: once in each call, in the order of the function."""
    return op in _DRAWING or op in ("_draw", "_drawn_into")


def is_attribute(name: str) -> bool:
    """Tell whether functions may use an attribute, or call a method, of this name."""
    op = name.removesuffix("_")  # in-place forms are heard as the op itself
    return (
        name in ATTRIBUTES
        or name in _COMPOSED
        or (is_op(op) and not name.startswith("_"))
        or _is_method(name)
    )


@cache
def _is_method(name: str) -> bool:
    found: Any = getattr(Tensor, name, None)
    function: Any = found.fget if isinstance(found, property) else found
    return is_function(unwrap(function))


def _is_composed(function: FunctionType) -> bool:
    """Tell whether a function is made of ops: what generated functions call, and read, are ops and shapes.

    An op among them that is not allowed is refused when it is heard.
    """
    op = function.__name__.removesuffix("_")
    return function.__module__.startswith(f"{_LIBRARY}.generated.ops.") and (
        op not in _kind_of() or is_op(op)
    )


def is_member(name: str) -> bool:
    """Tell whether functions may use an attribute of something that may be a module."""
    return is_attribute(name) or not (name.startswith("__") or name in _ordinary_names())


@cache
def _ordinary_names() -> frozenset[str]:
    """Return the attributes of all that traced functions see, but for modules."""
    values: tuple[Any, ...] = (
        np.dtype,
        np.float64,
        np.ndarray,
        FunctionType,
        BuiltinFunctionType,
        type,
        slice,
    )
    kinds = (Tensor, Parameter, Buffer, *values, *_NUMBERS, list, dict, tuple, set, frozenset, range)
    iterators: tuple[Any, ...] = (
        type(iter([])),
        type(iter({}.items())),
        type({}.keys()),
        type(_ for _ in ()),
        zip,
        map,
        MethodType,
    )
    return frozenset(name for kind in (*kinds, *iterators) for name in dir(kind))


def is_number(value: Any) -> bool:
    """Tell whether a value never changes, and can be compared."""
    if isinstance(value, Enum):
        return is_choice(type(value))
    if type(value) is tuple:
        return all(map(is_number, value))
    if type(value) is slice:
        return is_number((value.start, value.stop, value.step))
    return type(value) in _NUMBERS or isinstance(value, np.dtype | np.generic)


def is_kind(value: Any) -> bool:
    """Tell whether functions may read a class, or what stands for some in annotations."""
    return value is Tensor or getattr(value, "__module__", "") in ("typing", "collections.abc")


def is_record(kind: Any) -> bool:
    """Tell whether a class is a tuple with names, to which nothing was added."""
    fields = getattr(kind, "_fields", None)
    return (
        isinstance(kind, type)
        and kind.__bases__ == (tuple,)
        and type(fields) is tuple
        and vars(kind).keys() <= {*fields, *_OF_RECORDS}
        and all(map(is_number, kind._field_defaults.values()))  # type: ignore[attr-defined]
    )


_OF_RECORDS = frozenset(vars(namedtuple("_", ()))) | words(
    "__annotations__ __orig_bases__ __annotate__ __annotate_func__ __annotations_cache__ __firstlineno__ "
    "__static_attributes__ __classdictcell__ __conditional_annotations__"
)
"""Names that tuples with names have beside those of their parts."""


@cache
def is_choice(kind: Any) -> bool:
    """Tell whether a class is an enumeration of numbers and strings, without methods: its members never change."""
    if not isinstance(kind, EnumType) or not all(is_number(member.value) for member in kind):  # type: ignore[var-annotated]
        return False
    own = [base for base in kind.__mro__ if base.__module__ not in ("enum", "builtins")]
    parts = [
        getattr(part, "__func__", getattr(part, "fget", part)) for base in own for part in vars(base).values()
    ]
    return all(part.__module__ == "enum" for part in parts if isinstance(part, FunctionType))


def exact(value: Any) -> Any:
    """Return something that equals only what a number of the same type and sign has."""
    if isinstance(value, tuple):
        return (tuple, *[exact(part) for part in value])
    if isinstance(value, slice):
        return (slice, exact(value.start), exact(value.stop), exact(value.step))
    return (type(value), repr(value))


def is_library(value: Any) -> bool:
    """Tell whether functions may look for names in a module."""
    return isinstance(value, ModuleType) and (
        value in (math, np) or value.__name__.partition(".")[0] == _LIBRARY
    )


def is_function(value: Any) -> bool:
    """Tell whether functions may call something from elsewhere: an op, a class of numbers, a function of `math`."""
    if isinstance(value, BuiltinFunctionType | type):
        own = isinstance(value, BuiltinFunctionType) and value.__module__ == "math"
        return (
            own
            or value in _BUILTINS
            or value in _CONTEXTS
            or (isinstance(value, type) and (issubclass(value, np.generic) or is_distribution(value)))
        )
    return (
        isinstance(value, FunctionType)
        and value.__module__.partition(".")[0] == _LIBRARY
        and (
            is_op(value.__name__)
            or value.__name__ in _COMPOSED
            or _is_composed(value)
            or (value.__name__ == "kl_divergence" and is_distribution(value))
        )
    )


def is_distribution(value: Any) -> bool:
    """Tell whether a class or function is one of the package of distributions, which are made of ops."""
    return f"{value.__module__}.".startswith(f"{_LIBRARY}.distributions.")


BUILTINS: dict[str, Any] = {name: value for name, value in vars(builtins).items() if is_function(value)}
"""The builtins that traced functions see."""


def is_view(op: str) -> bool:
    """Tell whether an op's result is, or may be, on the memory of its argument."""
    return op in _VIEWS or _kind_of().get(op, {""}) <= {"view", "permute", "expand", "squeeze", "reverse"}


_VIEWS = words(
    """
    _basic_index _getitem transpose matrix_transpose unsqueeze select slice narrow diagonal _expand_reduced
    _restore_dims real imag unfold contiguous chunk split split_with_sizes unbind unsafe_chunk unsafe_split
    unsafe_split_with_sizes view_as_complex view_as_real _view
    """
)
