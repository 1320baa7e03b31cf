# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family filling: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import at_once as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    NUMBERS,
    PRODUCED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    asarray,
    check_writable,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
    write_tangent,
    written,
    zero_array,
)

from . import at_once as ops

__all__ = [
    "_fill_diagonal",
    "copy_",
    "fill",
    "fill_",
    "fill__Tensor",
    "fill__default",
    "fill_diagonal_",
    "zero_",
]


class CopyInplaceBackward(Node):
    __slots__ = ("dtype_src", "edge_self", "edge_src", "shape_self", "shape_src")
    op = "copy_"
    edge_names = ("edge_self", "edge_src")
    dtype_src: Any
    edge_self: Any
    edge_src: Any
    shape_self: Any
    shape_src: Any

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
        if edge_self is not None:
            grad_self = zero_array(self.shape_self, self.dtype)
        if edge_src is not None:
            part1 = functions.sum_to_size(grad, self.shape_src)
            grad_src = functions.cast_gradient(part1, self.dtype_src)
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
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_src = self.edge_src
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_src not in needed:
                edge_src = None
        grad_self: Any = None
        grad_src: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(self.shape_self, self.dtype))
        if edge_src is not None:
            part2 = ops.sum_to_size(grad, self.shape_src)
            grad_src = ops._cast_gradient(part2, self.dtype_src)
        return (grad_self, grad_src)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_src)


def copy_(input: TensorLike, src: TensorLike) -> Tensor:
    """Write `src`, expanded to the shape of `input` and in its dtype, over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    src : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    gradient of src = _cast_gradient(sum_to_size(grad, src.shape), src.dtype)
    """
    try:
        edge_self = input._edge
        edge_src = src._edge
    except AttributeError:
        input = operand("copy_", "input", input)
        src = operand("copy_", "src", src)
        edge_self = input._edge
        edge_src = src._edge
    self_ = input._array
    src_ = src._array
    check_writable("copy_", input, src)
    functions.copy_(self_, src_)
    rare = state.rare
    node: CopyInplaceBackward | None = None
    if (edge_self is not None or edge_src is not None) and (not rare or recording()):
        node = CopyInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_src = edge_src
        node.shape_src = src.shape
        node.dtype_src = src.dtype
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("copy_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _copy__tangent(input, input, src)
        if rare & PRODUCED:
            produced("copy_", (), self=input, src=src)
    target: Tensor = input
    return target


def _copy__tangent(out: Any, input: Any, src: Any) -> None:
    if not any_tangent((input, src)):
        return
    self_p = primal_of(input)
    src_t = tangent_or_zeros(src)
    tangent = ops.expand(ops._cast_gradient(src_t, self_p.dtype), self_p.shape)
    write_tangent(out, tangent)


class FillBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "fill"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(self.shape_self, self.dtype)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(zero_array(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def fill(input: TensorLike, value: Number, out: Tensor | None = None) -> Tensor:
    """A tensor like `input` with `value` everywhere.

    Parameters
    ----------
    input : Tensor
    value : Scalar
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    if out is not None:
        return into("fill", out, fill, input, value)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("fill", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("fill", functions.fill, self_, value)
    else:
        result_ = functions.fill(self_, value)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = FillBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fill_tangent(out, input, value)
        if rare & PRODUCED:
            produced("fill", (out,), self=input, value=value)
    return out


def _fill_tangent(out: Any, input: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


class FillInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "fill_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(self.shape_self, self.dtype)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(zero_array(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def fill__default(input: TensorLike, value: Number) -> Tensor:
    """Write `value` over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    value : Scalar

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("fill_", "input", input)
        edge_self = input._edge
    self_ = input._array
    check_writable("fill_", input)
    functions.fill_(self_, value)
    rare = state.rare
    node: FillInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = FillInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("fill_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fill__default_tangent(input, input, value)
        if rare & PRODUCED:
            produced("fill_", (), self=input, value=value)
    target: Tensor = input
    return target


def _fill__default_tangent(out: Any, input: Any, value: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class FillInplaceTensorBackward(Node):
    __slots__ = ("dtype_value", "edge_self", "edge_value", "shape_self", "shape_value")
    op = "fill_.Tensor"
    edge_names = ("edge_self", "edge_value")
    dtype_value: Any
    edge_self: Any
    edge_value: Any
    shape_self: Any
    shape_value: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        if edge_self is not None:
            grad_self = zero_array(self.shape_self, self.dtype)
        if edge_value is not None:
            part1 = functions.sum_to_size(grad, self.shape_value)
            grad_value = functions.cast_gradient(part1, self.dtype_value)
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
        if edge_value is not None:
            if grad_value.__class__ is not ndarray:
                grad_value = asarray(grad_value)
            if edge_value in buffers:
                accumulate(buffers, edge_value, grad_value)
            else:
                buffers[edge_value] = grad_value
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_value
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_value = self.edge_value
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_value not in needed:
                edge_value = None
        grad_self: Any = None
        grad_value: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(self.shape_self, self.dtype))
        if edge_value is not None:
            part2 = ops.sum_to_size(grad, self.shape_value)
            grad_value = ops._cast_gradient(part2, self.dtype_value)
        return (grad_self, grad_value)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_value)


def fill__Tensor(input: TensorLike, value: TensorLike) -> Tensor:
    """Write the only element of `value` over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    value : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    gradient of value = _cast_gradient(sum_to_size(grad, value.shape), value.dtype)
    """
    try:
        edge_self = input._edge
        edge_value = value._edge
    except AttributeError:
        input = operand("fill_", "input", input)
        value = operand("fill_", "value", value)
        edge_self = input._edge
        edge_value = value._edge
    self_ = input._array
    value_ = value._array
    check_writable("fill_", input, value)
    functions.fill_(self_, value_)
    rare = state.rare
    node: FillInplaceTensorBackward | None = None
    if (edge_self is not None or edge_value is not None) and (not rare or recording()):
        node = FillInplaceTensorBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_value = edge_value
        node.shape_value = value.shape
        node.dtype_value = value.dtype
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("fill_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fill__Tensor_tangent(input, input, value)
        if rare & PRODUCED:
            produced("fill_", (), self=input, value=value)
    target: Tensor = input
    return target


def _fill__Tensor_tangent(out: Any, input: Any, value: Any) -> None:
    if not any_tangent((input, value)):
        return
    self_p = primal_of(input)
    value_t = tangent_or_zeros(value)
    tangent = ops.expand(ops._cast_gradient(value_t, self_p.dtype), self_p.shape)
    write_tangent(out, tangent)


class FillDiagonalInplaceBackward(Node):
    __slots__ = ("edge_self", "saved_wrapped")
    op = "fill_diagonal_"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_wrapped: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.fill_diagonal(grad, 0, self.saved_wrapped)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._fill_diagonal(grad, 0, self.saved_wrapped)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def fill_diagonal_(input: TensorLike, value: Number, wrapped: bool = False) -> Tensor:
    """Write `value` to the main diagonal.

    With `wrapped` the diagonal of a tall matrix begins again, a row below its end.

    Parameters
    ----------
    input : Tensor(a!)
    value : Scalar
    wrapped : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _fill_diagonal(grad, 0, wrapped)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("fill_diagonal_", "input", input)
        edge_self = input._edge
    self_ = input._array
    check_writable("fill_diagonal_", input)
    functions.fill_diagonal_(self_, value, wrapped)
    rare = state.rare
    node: FillDiagonalInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = FillDiagonalInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_wrapped = wrapped
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("fill_diagonal_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fill_diagonal__tangent(input, input, value, wrapped)
        if rare & PRODUCED:
            produced("fill_diagonal_", (), self=input, value=value, wrapped=wrapped)
    target: Tensor = input
    return target


def _fill_diagonal__tangent(out: Any, input: Any, value: Any, wrapped: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._fill_diagonal(self_t, 0, wrapped)
    write_tangent(out, tangent)


class FillDiagonalBackward(Node):
    __slots__ = ("edge_self", "saved_wrapped")
    op = "_fill_diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    saved_wrapped: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.fill_diagonal(grad, 0, self.saved_wrapped)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = ops._fill_diagonal(grad, 0, self.saved_wrapped)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _fill_diagonal(input: TensorLike, value: Number, wrapped: bool) -> Tensor:
    """A copy with `value` on the main diagonal.

    Parameters
    ----------
    input : Tensor
    value : Scalar
    wrapped : bool

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _fill_diagonal(grad, 0, wrapped)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_fill_diagonal", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_fill_diagonal", functions.fill_diagonal, self_, value, wrapped)
    else:
        result_ = functions.fill_diagonal(self_, value, wrapped)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = FillDiagonalBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.saved_wrapped = wrapped
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _fill_diagonal_tangent(out, input, value, wrapped)
        if rare & PRODUCED:
            produced("_fill_diagonal", (out,), self=input, value=value, wrapped=wrapped)
    return out


def _fill_diagonal_tangent(out: Any, input: Any, value: Any, wrapped: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops._fill_diagonal(self_t, 0, wrapped)
    set_tangent(out, tangent)


class ZeroInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "zero_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = zero_array(self.shape_self, self.dtype)
        following: Node | None = None
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            following = edge_self
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(zero_array(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def zero_(input: TensorLike) -> Tensor:
    """Write zeros over `input`.

    Parameters
    ----------
    input : Tensor(a!)

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("zero_", "input", input)
        edge_self = input._edge
    self_ = input._array
    check_writable("zero_", input)
    functions.zero_(self_)
    rare = state.rare
    node: ZeroInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = ZeroInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("zero_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _zero__tangent(input, input)
        if rare & PRODUCED:
            produced("zero_", (), self=input)
    target: Tensor = input
    return target


def _zero__tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


@overload
def fill_(input: Tensor, value: complex) -> Tensor: ...


@overload
def fill_(input: Tensor, value: Tensor) -> Tensor: ...


def fill_(input: TensorLike, value: Number) -> Tensor:
    """Write `value` over `input`."""
    if isinstance(value, NUMBERS) and (input.__class__ is Tensor or not isinstance(input, NUMBERS)):
        return fill__default(input, value)
    return fill__Tensor(input, value)
