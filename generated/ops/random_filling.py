# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family random_filling: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    INT,
    NUMBERS,
    PRODUCED,
    RESULTS,
    TENSOR,
    WATCHED,
    Buffers,
    Generator,
    Heap,
    Node,
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    call_overload,
    check_real,
    check_writable,
    fits,
    heappush,
    ndarray,
    noticed,
    operand,
    produced,
    recording,
    seqs,
    state,
    tangent_or_zeros,
    wrap,
    write_tangent,
    written,
    zero_array,
)

from . import at_once as ops

__all__ = [
    "bernoulli_",
    "bernoulli__Tensor",
    "bernoulli__default",
    "cauchy_",
    "exponential_",
    "geometric_",
    "log_normal_",
    "normal_",
    "random_",
    "random__between",
    "random__default",
    "random__to",
    "uniform_",
]


class NormalInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "normal_"
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


def normal_(
    input: TensorLike, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write numbers of a normal distribution over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    mean : float, default 0.0
    std : float, default 1.0
    generator : Generator?, default None

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
        input = operand("normal_", "input", input)
        edge_self = input._edge
    self_ = input._array
    check_writable("normal_", input)
    functions.normal_(self_, mean, std, generator)
    rare = state.rare
    node: NormalInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = NormalInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("normal_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _normal__tangent(input, input, mean, std, generator)
        if rare & PRODUCED:
            produced("normal_", (), self=input, mean=mean, std=std, generator=generator)
    target: Tensor = input
    return target


def _normal__tangent(out: Any, input: Any, mean: Any, std: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class UniformInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "uniform_"
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


def uniform_(
    input: TensorLike, from_: float = 0.0, to: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write numbers uniform in [`from_`, `to`) over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    from_ : float, default 0.0
    to : float, default 1.0
    generator : Generator?, default None

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
        input = operand("uniform_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("uniform_", input._array)
    self_ = input._array
    check_writable("uniform_", input)
    functions.uniform_(self_, from_, to, generator)
    rare = state.rare
    node: UniformInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = UniformInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("uniform_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _uniform__tangent(input, input, from_, to, generator)
        if rare & PRODUCED:
            produced("uniform_", (), self=input, from_=from_, to=to, generator=generator)
    target: Tensor = input
    return target


def _uniform__tangent(out: Any, input: Any, from_: Any, to: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class BernoulliInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "bernoulli_"
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


def bernoulli__default(input: TensorLike, p: Number = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Write ones with probability `p`, and zeros, over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    p : Scalar, default 0.5
    generator : Generator?, default None

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
        input = operand("bernoulli_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("bernoulli_", input._array)
    self_ = input._array
    check_writable("bernoulli_", input)
    functions.bernoulli_(self_, p, generator)
    rare = state.rare
    node: BernoulliInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = BernoulliInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("bernoulli_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bernoulli__default_tangent(input, input, p, generator)
        if rare & PRODUCED:
            produced("bernoulli_", (), self=input, p=p, generator=generator)
    target: Tensor = input
    return target


def _bernoulli__default_tangent(out: Any, input: Any, p: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class BernoulliInplaceTensorBackward(Node):
    __slots__ = ("edge_p", "edge_self", "shape_p", "shape_self")
    op = "bernoulli_.Tensor"
    edge_names = ("edge_self", "edge_p")
    edge_p: Any
    edge_self: Any
    shape_p: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        edge_p = self.edge_p
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_p not in needed:
                edge_p = None
        if edge_self is not None:
            grad_self = zero_array(self.shape_self, self.dtype)
        if edge_p is not None:
            grad_p = zero_array(self.shape_p, self.dtype)
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
        if edge_p is not None:
            if grad_p.__class__ is not ndarray:
                grad_p = asarray(grad_p)
            if edge_p in buffers:
                accumulate(buffers, edge_p, grad_p)
            else:
                buffers[edge_p] = grad_p
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_p
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_self = self.edge_self
        edge_p = self.edge_p
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_p not in needed:
                edge_p = None
        grad_self: Any = None
        grad_p: Any = None
        if edge_self is not None:
            grad_self = wrap(zero_array(self.shape_self, self.dtype))
        if edge_p is not None:
            grad_p = wrap(zero_array(self.shape_p, self.dtype))
        return (grad_self, grad_p)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_p)


def bernoulli__Tensor(input: TensorLike, p: TensorLike, *, generator: Generator | None = None) -> Tensor:
    """Write ones with the probabilities `p`, and zeros, over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    p : Tensor
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    gradient of p = 0
    """
    try:
        edge_self = input._edge
        edge_p = p._edge
    except AttributeError:
        input = operand("bernoulli_", "input", input)
        p = operand("bernoulli_", "p", p)
        edge_self = input._edge
        edge_p = p._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("bernoulli_", input._array)
    self_ = input._array
    p_ = p._array
    check_writable("bernoulli_", input, p)
    functions.bernoulli_tensor_(self_, p_, generator)
    rare = state.rare
    node: BernoulliInplaceTensorBackward | None = None
    if (edge_self is not None or edge_p is not None) and (not rare or recording()):
        node = BernoulliInplaceTensorBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.edge_p = edge_p
        node.shape_self = input.shape
        node.shape_p = p.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("bernoulli_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bernoulli__Tensor_tangent(input, input, p, generator)
        if rare & PRODUCED:
            produced("bernoulli_", (), self=input, p=p, generator=generator)
    target: Tensor = input
    return target


def _bernoulli__Tensor_tangent(out: Any, input: Any, p: Any, generator: Any) -> None:
    if not any_tangent((input, p)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class ExponentialInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "exponential_"
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


def exponential_(input: TensorLike, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Write numbers of an exponential distribution with rate `lambd` over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    lambd : float, default 1.0
    generator : Generator?, default None

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
        input = operand("exponential_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("exponential_", input._array)
    self_ = input._array
    check_writable("exponential_", input)
    functions.exponential_(self_, lambd, generator)
    rare = state.rare
    node: ExponentialInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = ExponentialInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("exponential_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _exponential__tangent(input, input, lambd, generator)
        if rare & PRODUCED:
            produced("exponential_", (), self=input, lambd=lambd, generator=generator)
    target: Tensor = input
    return target


def _exponential__tangent(out: Any, input: Any, lambd: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class CauchyInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "cauchy_"
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


def cauchy_(
    input: TensorLike, median: float = 0.0, sigma: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write numbers of a Cauchy distribution over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    median : float, default 0.0
    sigma : float, default 1.0
    generator : Generator?, default None

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
        input = operand("cauchy_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("cauchy_", input._array)
    self_ = input._array
    check_writable("cauchy_", input)
    functions.cauchy_(self_, median, sigma, generator)
    rare = state.rare
    node: CauchyInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = CauchyInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("cauchy_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _cauchy__tangent(input, input, median, sigma, generator)
        if rare & PRODUCED:
            produced("cauchy_", (), self=input, median=median, sigma=sigma, generator=generator)
    target: Tensor = input
    return target


def _cauchy__tangent(out: Any, input: Any, median: Any, sigma: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class LogNormalInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "log_normal_"
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


def log_normal_(
    input: TensorLike, mean: float = 1.0, std: float = 2.0, *, generator: Generator | None = None
) -> Tensor:
    """Write exponentials of numbers of a normal distribution over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    mean : float, default 1.0
    std : float, default 2.0
    generator : Generator?, default None

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
        input = operand("log_normal_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("log_normal_", input._array)
    self_ = input._array
    check_writable("log_normal_", input)
    functions.log_normal_(self_, mean, std, generator)
    rare = state.rare
    node: LogNormalInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = LogNormalInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("log_normal_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _log_normal__tangent(input, input, mean, std, generator)
        if rare & PRODUCED:
            produced("log_normal_", (), self=input, mean=mean, std=std, generator=generator)
    target: Tensor = input
    return target


def _log_normal__tangent(out: Any, input: Any, mean: Any, std: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class GeometricInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "geometric_"
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


def geometric_(input: TensorLike, p: float, *, generator: Generator | None = None) -> Tensor:
    """Write how many trials of probability `p` it takes to the first success over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    p : float
    generator : Generator?, default None

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
        input = operand("geometric_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("geometric_", input._array)
    self_ = input._array
    check_writable("geometric_", input)
    functions.geometric_(self_, p, generator)
    rare = state.rare
    node: GeometricInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = GeometricInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("geometric_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _geometric__tangent(input, input, p, generator)
        if rare & PRODUCED:
            produced("geometric_", (), self=input, p=p, generator=generator)
    target: Tensor = input
    return target


def _geometric__tangent(out: Any, input: Any, p: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class RandomInplaceBetweenBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "random_.between"
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


def random__between(
    input: TensorLike, from_: int, to: int | None, *, generator: Generator | None = None
) -> Tensor:
    """Compute `random_.between`.

    Write integers uniform in [`from_`, `to`) over `input`; without an upper bound, all that the dtype
    holds.

    Parameters
    ----------
    input : Tensor(a!)
    from_ : int
    to : int?
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    if from_.__class__ is not int:
        from_ = as_int("random_", "from_", from_)
    if to is not None and to.__class__ is not int:
        to = as_int("random_", "to", to)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("random_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("random_", input._array)
    self_ = input._array
    check_writable("random_", input)
    functions.random_(self_, from_, to, generator)
    rare = state.rare
    node: RandomInplaceBetweenBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = RandomInplaceBetweenBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("random_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _random__between_tangent(input, input, from_, to, generator)
        if rare & PRODUCED:
            produced("random_", (), self=input, from_=from_, to=to, generator=generator)
    target: Tensor = input
    return target


def _random__between_tangent(out: Any, input: Any, from_: Any, to: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class RandomInplaceToBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "random_.to"
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


def random__to(input: TensorLike, to: int, *, generator: Generator | None = None) -> Tensor:
    """Write integers uniform in [0, `to`) over `input`.

    Parameters
    ----------
    input : Tensor(a!)
    to : int
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    if to.__class__ is not int:
        to = as_int("random_", "to", to)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("random_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("random_", input._array)
    self_ = input._array
    check_writable("random_", input)
    functions.random_below_(self_, to, generator)
    rare = state.rare
    node: RandomInplaceToBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = RandomInplaceToBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("random_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _random__to_tangent(input, input, to, generator)
        if rare & PRODUCED:
            produced("random_", (), self=input, to=to, generator=generator)
    target: Tensor = input
    return target


def _random__to_tangent(out: Any, input: Any, to: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class RandomInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "random_"
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


def random__default(input: TensorLike, *, generator: Generator | None = None) -> Tensor:
    """Compute `random_`.

    Write random integers over `input`, any of those that its dtype holds all of and that are not
    negative.

    Parameters
    ----------
    input : Tensor(a!)
    generator : Generator?, default None

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
        input = operand("random_", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("random_", input._array)
    self_ = input._array
    check_writable("random_", input)
    functions.random_any_(self_, generator)
    rare = state.rare
    node: RandomInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = RandomInplaceBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = input.shape
        node.shape = input.shape
        node.dtype = input.dtype
        if rare & WATCHED:
            noticed(node)
    written("random_", input, node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _random__default_tangent(input, input, generator)
        if rare & PRODUCED:
            produced("random_", (), self=input, generator=generator)
    target: Tensor = input
    return target


def _random__default_tangent(out: Any, input: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


@overload
def bernoulli_(input: Tensor, p: complex = 0.5, *, generator: Generator | None = None) -> Tensor: ...


@overload
def bernoulli_(input: Tensor, p: Tensor, *, generator: Generator | None = None) -> Tensor: ...


def bernoulli_(input: TensorLike, p: Number = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Write ones with probability `p`, and zeros, over `input`."""
    if isinstance(p, NUMBERS) and (input.__class__ is Tensor or not isinstance(input, NUMBERS)):
        return bernoulli__default(input, p, generator=generator)
    return bernoulli__Tensor(input, p, generator=generator)


@overload
def random_(input: Tensor, from_: int, to: int | None, *, generator: Generator | None = None) -> Tensor: ...


@overload
def random_(input: Tensor, to: int, *, generator: Generator | None = None) -> Tensor: ...


@overload
def random_(input: Tensor, *, generator: Generator | None = None) -> Tensor: ...


def random_(*args: Any, **kwargs: Any) -> Any:
    """Compute `random_.between`.

    Overloads:

    * ``random_.between(Tensor(a!) input, int from_, int? to, *, Generator? generator=None) ->
      Tensor(a!)``
    * ``random_.to(Tensor(a!) input, int to, *, Generator? generator=None) -> Tensor(a!)``
    * ``random_(Tensor(a!) input, *, Generator? generator=None) -> Tensor(a!)``
    """
    return call_overload("random_", _RANDOM__OVERLOADS, args, kwargs)


def _fits_random__between(input: Any, from_: Any, to: Any, generator: Any = None) -> bool:
    return fits((input, TENSOR), (from_, INT), (to, INT))


def _fits_random__to(input: Any, to: Any, generator: Any = None) -> bool:
    return fits((input, TENSOR), (to, INT))


def _fits_random__default(input: Any, generator: Any = None) -> bool:
    return fits((input, TENSOR))


_RANDOM__OVERLOADS = (
    (random__between, _fits_random__between),
    (random__to, _fits_random__to),
    (random__default, _fits_random__default),
)
