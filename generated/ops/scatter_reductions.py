# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family scatter_reductions: each op's node directly above its function."""

from typing import Any, NamedTuple, overload

import numpy as np

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    REQUIRED,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    by_other_name,
    check_real,
    checked,
    checked_output,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    overwrite,
    primal_of,
    produced,
    recording,
    refuse_missing,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    unrecorded,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "ScatterTableOutput",
    "_scatter_extreme",
    "_scatter_prod",
    "_scatter_table",
    "scatter_reduce",
    "scatter_reduce_",
]


@overload
def scatter_reduce(
    input: TensorLike,
    dim: int,
    index: TensorLike,
    src: TensorLike,
    reduce: str,
    *,
    include_self: bool = ...,
    out: Tensor | None = ...,
) -> Tensor: ...


@overload
def scatter_reduce(
    input: TensorLike,
    *,
    axis: int,
    index: TensorLike,
    src: TensorLike,
    reduce: str,
    include_self: bool = ...,
    out: Tensor | None = ...,
) -> Tensor: ...


def scatter_reduce(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    src: TensorLike = REQUIRED,
    reduce: str = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
    *,
    include_self: bool = True,
) -> Tensor:
    """Compute `scatter_reduce`.

    A copy in which each place that `index` names along `dim` is reduced with the elements of `src` that
    go there: `reduce` is one of `sum`, `prod`, `mean`, `amax` and `amin`. Without `include_self` what
    was there does not count.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    src : Tensor
    reduce : str
    include_self : bool, default True
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = scatter_add(start, dim, index, src) if reduce == 'sum' else scatter_add(start, dim, index,
        src) / counts if reduce == 'mean' else _scatter_prod(input, dim, index, src, include_self) if
        reduce == 'prod' else _scatter_extreme(input, dim, index, src, reduce, include_self)
    start = input if include_self else scatter_value(input, dim, index, 0)
    counts = clamp(scatter_add(fill(input, 1 if include_self else 0), dim, index, fill(src, 1)), 1)
    """
    if axis is not None:
        dim = by_other_name("scatter_reduce", "dim", dim, REQUIRED, "axis", axis)
    if reduce is REQUIRED:
        refuse_missing("scatter_reduce", "reduce")
    if out is not None:
        return into(
            "scatter_reduce", out, scatter_reduce, input, dim, index, src, reduce, include_self=include_self
        )
    if dim.__class__ is not int:
        dim = as_int("scatter_reduce", "dim", dim)
    try:
        edge_self = input._edge
        edge_index = index._edge
        edge_src = src._edge
    except AttributeError:
        input = operand("scatter_reduce", "input", input)
        index = operand("scatter_reduce", "index", index)
        src = operand("scatter_reduce", "src", src)
        edge_self = input._edge
        edge_index = index._edge
        edge_src = src._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("scatter_reduce", input._array)
    rare = state.rare
    if (edge_self is not None or edge_index is not None or edge_src is not None) and (
        not rare or recording()
    ):
        return _scatter_reduce_composite(input, dim, index, src, reduce, include_self=include_self)
    if rare & FORWARD_AD and any_tangent((input, index, src)):
        return _scatter_reduce_composite(input, dim, index, src, reduce, include_self=include_self)
    self_ = input._array
    index_ = index._array
    src_ = src._array
    result_ = functions.scatter_reduce(self_, dim, index_, src_, reduce, include_self)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "scatter_reduce",
            (out,),
            self=input,
            dim=dim,
            index=index,
            src=src,
            reduce=reduce,
            include_self=include_self,
        )
    return out


def _scatter_reduce_composite(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, reduce: str, *, include_self: bool = True
) -> Tensor:
    out: Tensor
    start_: Any
    if include_self:
        start_ = input
    else:
        start_ = ops_later.scatter_value(input, dim, index, 0)
    part2 = ops.fill(input, 1 if include_self else 0)
    part1 = ops_later.scatter_add(part2, dim, index, ops.fill(src, 1))
    counts_ = ops.clamp(part1, 1)
    if reduce == "sum":
        out = ops_later.scatter_add(start_, dim, index, src)
    else:
        if reduce == "mean":
            out = ops_later.scatter_add(start_, dim, index, src) / counts_
        else:
            if reduce == "prod":
                out = ops_later._scatter_prod(input, dim, index, src, include_self)
            else:
                out = ops_later._scatter_extreme(input, dim, index, src, reduce, include_self)
    return out


class ScatterExtremeBackward(Node):
    __slots__ = (
        "counter_result",
        "dtype_self",
        "dtype_src",
        "edge_self",
        "edge_src",
        "saved_dim",
        "saved_include_self",
        "saved_index",
        "saved_result",
        "saved_self",
        "saved_src",
        "shape_index",
        "shape_src",
        "version_index",
        "version_self",
        "version_src",
    )
    op = "_scatter_extreme"
    edge_names = ("edge_self", "edge_src")
    saved_names = ("self", "index", "src")
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    dtype_self: Any
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    saved_dim: Any
    saved_include_self: Any
    saved_index: Any
    saved_result: Any
    saved_self: Any
    saved_src: Any
    shape_index: Any
    shape_src: Any
    version_index: Any
    version_self: Any
    version_src: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        index_ = index_._array
        src_ = self.saved_src
        if src_._counter != self.version_src:
            src_ = checked(self, "src", src_)
        src_ = src_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        equal_ = functions.cast(self_ == result_, self.dtype_self)
        own_: Any
        if self.saved_include_self:
            own_ = equal_
        else:
            part5 = functions.fill(self_, 0)
            part4 = functions.scatter_value(part5, self.saved_dim, index_, 1)
            part3 = 1 - part4
            own_ = equal_ * part3
        part_ = functions.basic_index(src_, functions.corner_index(self.shape_index))
        part6 = part_ == functions.gather(result_, self.saved_dim, index_)
        theirs_ = functions.cast(part6, self.dtype_src)
        shares_ = functions.scatter_add(own_, self.saved_dim, index_, theirs_)
        divisor_ = np.where(shares_ == 0, 1, shares_)
        if edge_self is not None:
            grad_self = grad * own_ / divisor_
        if edge_src is not None:
            part1 = functions.gather(grad / divisor_, self.saved_dim, index_) * theirs_
            part2 = functions.corner_index(self.shape_index)
            grad_src = functions.basic_index_backward(part1, self.shape_src, part2)
        following: Node | None = None
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                following = edge_self
            del grad_self
        if edge_src is not None:
            if grad_src.__class__ is not ndarray:
                grad_src = asarray(grad_src)
            if edge_src in buffers:
                accumulate(buffers, edge_src, grad_src)
            else:
                buffers[edge_src] = grad_src
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_src
        if not keep:
            self.saved_self = self.saved_index = self.saved_src = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        index_ = self.saved_index
        if index_._counter != self.version_index:
            index_ = checked(self, "index", index_)
        src_ = self.saved_src
        if src_._counter != self.version_src:
            src_ = checked(self, "src", src_)
        result_ = relinked(self, "result")
        equal_ = ops._cast(self_ == result_, self.dtype_self)
        own_: Any
        if self.saved_include_self:
            own_ = equal_
        else:
            part8 = ops_later.scatter_value(ops.fill(self_, 0), self.saved_dim, index_, 1)
            part7 = 1 - part8
            own_ = equal_ * part7
        part_ = ops._basic_index(src_, functions.corner_index(self.shape_index))
        part9 = part_ == ops.gather(result_, self.saved_dim, index_)
        theirs_ = ops._cast(part9, self.dtype_src)
        shares_ = ops_later.scatter_add(own_, self.saved_dim, index_, theirs_)
        divisor_ = ops.where(shares_ == 0, 1, shares_)
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = grad * own_ / divisor_
        if edge_src is not None:
            part10 = ops.gather(grad / divisor_, self.saved_dim, index_) * theirs_
            part11 = functions.corner_index(self.shape_index)
            grad_src = ops._basic_index_backward(part10, self.shape_src, part11)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def _scatter_extreme(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, reduce: str, include_self: bool
) -> Tensor:
    """The largest or smallest of the elements that are scattered to the same place.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    src : Tensor
    reduce : str
    include_self : bool

    Returns
    -------
    Tensor

    Notes
    -----
    equal = _cast(input == result, input.dtype)
    own = equal if include_self else equal * (1 - scatter_value(fill(input, 0), dim, index, 1))
    part = _basic_index(src, functions.corner_index(index.shape))
    theirs = _cast(part == gather(result, dim, index), src.dtype)
    shares = scatter_add(own, dim, index, theirs)
    divisor = where(shares == 0, 1, shares)
    gradient of input = grad * own / divisor
    gradient of src = _basic_index_backward(gather(grad / divisor, dim, index) * theirs, src.shape,
        functions.corner_index(index.shape))
    """
    if dim.__class__ is not int:
        dim = as_int("_scatter_extreme", "dim", dim)
    try:
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    except AttributeError:
        input = operand("_scatter_extreme", "input", input)
        index = operand("_scatter_extreme", "index", index)
        src = operand("_scatter_extreme", "src", src)
        edge_self = input._edge
        index_ = index._array
        edge_src = src._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("_scatter_extreme", input._array)
    self_ = input._array
    src_ = src._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed(
            "_scatter_extreme", functions.scatter_reduce, self_, dim, index_, src_, reduce, include_self
        )
    else:
        result_ = functions.scatter_reduce(self_, dim, index_, src_, reduce, include_self)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = ScatterExtremeBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.dtype_self = input.dtype
        node.saved_index = index
        counter = index._counter
        node.version_index = counter if counter.__class__ is int else counter.version
        node.shape_index = index.shape
        node.saved_src = src
        counter = src._counter
        node.version_src = counter if counter.__class__ is int else counter.version
        node.shape_src = src.shape
        node.dtype_src = src.dtype
        node.saved_dim = dim
        node.saved_include_self = include_self
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _scatter_extreme_tangent(out, input, dim, index, src, reduce, include_self)
        if rare & PRODUCED:
            produced(
                "_scatter_extreme",
                (out,),
                self=input,
                dim=dim,
                index=index,
                src=src,
                reduce=reduce,
                include_self=include_self,
            )
    return out


def _scatter_extreme_tangent(
    out: Any, input: Any, dim: Any, index: Any, src: Any, reduce: Any, include_self: Any
) -> None:
    if not any_tangent((input, src)):
        return
    self_p = primal_of(input)
    src_p = primal_of(src)
    self_t = tangent_or_zeros(input)
    src_t = tangent_or_zeros(src)
    equal_ = ops._cast(self_p == out, self_p.dtype)
    own_: Any
    if include_self:
        own_ = equal_
    else:
        part3 = 1 - ops_later.scatter_value(ops.fill(self_p, 0), dim, index, 1)
        own_ = equal_ * part3
    part_ = ops._basic_index(src_p, functions.corner_index(index.shape))
    theirs_ = ops._cast(part_ == ops.gather(out, dim, index), src_p.dtype)
    shares_ = ops_later.scatter_add(own_, dim, index, theirs_)
    divisor_ = ops.where(shares_ == 0, 1, shares_)
    part2 = ops._basic_index(src_t, functions.corner_index(index.shape)) * theirs_
    part1 = ops_later.scatter_add(self_t * own_, dim, index, part2)
    tangent = part1 / divisor_
    set_tangent(out, tangent)


def _scatter_prod(
    input: TensorLike, dim: int, index: TensorLike, src: TensorLike, include_self: bool
) -> Tensor:
    """The product of the elements that are scattered to the same place.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor
    src : Tensor
    include_self : bool

    Returns
    -------
    Tensor

    Notes
    -----
    result = reshape(index_copy(reshape(start, (-1,)), 0, meeting[0], prod(rows, 1)), input.shape)
    start = input if include_self else scatter_value(input, dim, index, 1)
    part = _basic_index(src, functions.corner_index(index.shape))
    elements = constant_pad_nd(cat([reshape(start, (-1,)), reshape(part, (-1,))], 0), (0, 1), 1)
    meeting = _scatter_table(input, dim, index)
    rows = reshape(index_select(elements, 0, reshape(meeting[1], (-1,))), meeting[1].shape)
    """
    if dim.__class__ is not int:
        dim = as_int("_scatter_prod", "dim", dim)
    out: Tensor
    start_: Any
    if include_self:
        start_ = input
    else:
        start_ = ops_later.scatter_value(input, dim, index, 1)
    part_ = ops._basic_index(src, functions.corner_index(index.shape))
    part1 = ops.cat([ops.reshape(start_, (-1,)), ops.reshape(part_, (-1,))], 0)
    elements_ = ops_later.constant_pad_nd(part1, (0, 1), 1)
    meeting_ = ops_later._scatter_table(input, dim, index)
    part2 = ops_later.index_select(elements_, 0, ops.reshape(meeting_[1], (-1,)))
    rows_ = ops.reshape(part2, meeting_[1].shape)
    part4 = ops.reshape(start_, (-1,))
    part3 = ops_later.index_copy(part4, 0, meeting_[0], ops.prod(rows_, 1))
    out = ops.reshape(part3, input.shape)
    return out


class ScatterTableOutput(NamedTuple):
    """What `_scatter_table` returns."""

    places: Tensor
    table: Tensor


def _scatter_table(input: TensorLike, dim: int, index: TensorLike) -> ScatterTableOutput:
    """The places that `index` names, and the numbers of the elements that meet in each, one row each.

    Parameters
    ----------
    input : Tensor
    dim : int
    index : Tensor

    Returns
    -------
    Tensor, Tensor
    """
    if dim.__class__ is not int:
        dim = as_int("_scatter_table", "dim", dim)
    try:
        self_ = input._array
        index_ = index._array
    except AttributeError:
        input = operand("_scatter_table", "input", input)
        index = operand("_scatter_table", "index", index)
        self_ = input._array
        index_ = index._array
    places_, table_ = functions.scatter_table(self_, dim, index_)
    places = wrap(asarray(places_))
    table = wrap(asarray(table_))
    if state.rare & PRODUCED:
        produced("_scatter_table", (places, table), self=input, dim=dim, index=index)
    return ScatterTableOutput(places, table)


def scatter_reduce_(
    input: TensorLike,
    dim: int = REQUIRED,
    index: TensorLike = REQUIRED,
    src: TensorLike = REQUIRED,
    reduce: str = REQUIRED,
    axis: int | None = None,
    *,
    include_self: bool = True,
) -> Tensor:
    """Write `scatter_reduce` of `input` into `input` itself, and return it."""
    if axis is not None:
        dim = by_other_name("scatter_reduce_", "dim", dim, REQUIRED, "axis", axis)
    if reduce is REQUIRED:
        refuse_missing("scatter_reduce_", "reduce")
    if unrecorded(input, index, src):
        return overwrite(
            "scatter_reduce_",
            input,
            scatter_reduce(input, dim, index, src, reduce, include_self=include_self),
        )
    write = Write("scatter_reduce_", input, copy=True)
    return write.finish(scatter_reduce(write.original, dim, index, src, reduce, include_self=include_self))
