# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family random: each op's node directly above its function."""

from typing import Any, overload

import numpy as np

from derivata.runtime import functions
from derivata.runtime.support import (
    FORWARD_AD,
    INT,
    NUMBERS,
    PRODUCED,
    REPLAYING,
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
    asarray,
    call_overload,
    check_real,
    check_writable,
    fits,
    heappush,
    into,
    ndarray,
    new,
    next_seq,
    noticed,
    operand,
    produced,
    recording,
    replayed,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
    write_tangent,
    written,
)

from .. import ops

__all__ = [
    "_normal",
    "bernoulli",
    "bernoulli_",
    "bernoulli__Tensor",
    "bernoulli__default",
    "bernoulli_default",
    "bernoulli_p",
    "cauchy_",
    "exponential_",
    "geometric_",
    "log_normal_",
    "multinomial",
    "normal_",
    "poisson",
    "random_",
    "random__between",
    "random__default",
    "random__to",
    "uniform_",
]


class BernoulliBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "bernoulli"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bernoulli_default(
    self: TensorLike, out: Tensor | None = None, *, generator: Generator | None = None
) -> Tensor:
    """Ones with the probabilities given by the argument, and zeros.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    if out is not None:
        return into("bernoulli", out, bernoulli_default, self, generator=generator)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bernoulli", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("bernoulli", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bernoulli", functions.bernoulli, self_, generator)
    else:
        result_ = functions.bernoulli(self_, generator)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(BernoulliBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bernoulli_default_tangent(out, self, generator)
        if rare & PRODUCED:
            produced("bernoulli", (out,), self=self, generator=generator)
    return out


def _bernoulli_default_tangent(out: Any, self: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


class BernoulliPBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "bernoulli.p"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bernoulli_p(
    self: TensorLike, p: float, out: Tensor | None = None, *, generator: Generator | None = None
) -> Tensor:
    """Ones with probability `p`, and zeros, in the shape of the argument.

    Parameters
    ----------
    self : Tensor
    p : float
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    if out is not None:
        return into("bernoulli", out, bernoulli_p, self, p, generator=generator)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bernoulli", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("bernoulli", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bernoulli", functions.bernoulli_p, self_, p, generator)
    else:
        result_ = functions.bernoulli_p(self_, p, generator)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(BernoulliPBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bernoulli_p_tangent(out, self, p, generator)
        if rare & PRODUCED:
            produced("bernoulli", (out,), self=self, p=p, generator=generator)
    return out


def _bernoulli_p_tangent(out: Any, self: Any, p: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


class PoissonBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "poisson"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def poisson(self: TensorLike, generator: Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Random counts with the rates given by the argument.

    Its gradient is zero.

    Parameters
    ----------
    self : Tensor
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    if out is not None:
        return into("poisson", out, poisson, self, generator)
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("poisson", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("poisson", self._array)
    self_ = self._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("poisson", functions.poisson, self_, generator)
    else:
        result_ = functions.poisson(self_, generator)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_self is not None and (not rare or recording()):
        node = new(PoissonBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _poisson_tangent(out, self, generator)
        if rare & PRODUCED:
            produced("poisson", (out,), self=self, generator=generator)
    return out


def _poisson_tangent(out: Any, self: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


def multinomial(
    self: TensorLike,
    num_samples: int,
    replacement: bool = False,
    out: Tensor | None = None,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Compute `multinomial`.

    Categories drawn with the weights in the argument, or in each of its rows; without `replacement`
    each at most once.

    Parameters
    ----------
    self : Tensor
    num_samples : int
    replacement : bool, default False
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("multinomial", out, multinomial, self, num_samples, replacement, generator=generator)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("multinomial", "self", self)
        self_ = self._array
    if self.dtype.num > 13:  # complex, or float16
        check_real("multinomial", self._array)
    result_ = functions.multinomial(self_, num_samples, replacement, generator)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "multinomial",
            (out,),
            self=self,
            num_samples=num_samples,
            replacement=replacement,
            generator=generator,
        )
    return out


class NormalBackward(Node):
    __slots__ = ("dtype_mean", "dtype_std", "edge_mean", "edge_std", "shape_mean", "shape_std")
    op = "_normal"
    edge_names = ("edge_mean", "edge_std")
    dtype_mean: Any
    dtype_std: Any
    edge_mean: Any
    edge_std: Any
    shape_mean: Any
    shape_std: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_mean = self.edge_mean
        edge_std = self.edge_std
        if needed is not None:
            if edge_mean not in needed:
                edge_mean = None
            if edge_std not in needed:
                edge_std = None
        if edge_mean is not None:
            part1 = functions.fill(grad, 0)
            grad_mean = functions.sum_and_cast(part1, self.shape_mean, self.dtype_mean)
        if edge_std is not None:
            part2 = functions.fill(grad, 0)
            grad_std = functions.sum_and_cast(part2, self.shape_std, self.dtype_std)
        if edge_mean is not None:
            if grad_mean.__class__ is not ndarray:
                grad_mean = asarray(grad_mean)
            if edge_mean in buffers:
                accumulate(buffers, edge_mean, grad_mean)
            else:
                buffers[edge_mean] = grad_mean
                heappush(heap, (edge_mean.seq, edge_mean))
            del grad_mean
        if edge_std is not None:
            if grad_std.__class__ is not ndarray:
                grad_std = asarray(grad_std)
            if edge_std in buffers:
                accumulate(buffers, edge_std, grad_std)
            else:
                buffers[edge_std] = grad_std
                heappush(heap, (edge_std.seq, edge_std))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_mean = self.edge_mean
        edge_std = self.edge_std
        if needed is not None:
            if edge_mean not in needed:
                edge_mean = None
            if edge_std not in needed:
                edge_std = None
        grad_mean: Any = None
        grad_std: Any = None
        if edge_mean is not None:
            grad_mean = ops._reduce_to(ops.fill(grad, 0), self.shape_mean, self.dtype_mean)
        if edge_std is not None:
            grad_std = ops._reduce_to(ops.fill(grad, 0), self.shape_std, self.dtype_std)
        return (grad_mean, grad_std)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_mean, self.edge_std)


def _normal(mean: TensorLike, std: TensorLike, generator: Generator | None = None) -> Tensor:
    """Numbers of normal distributions with the given means and standard deviations, which broadcast.

    Their gradients are zero.

    Parameters
    ----------
    mean : Tensor
    std : Tensor
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of mean = _reduce_to(fill(grad, 0), mean.shape, mean.dtype)
    gradient of std = _reduce_to(fill(grad, 0), std.shape, std.dtype)
    """
    try:
        edge_mean = mean._edge
        edge_std = std._edge
    except AttributeError:
        mean = operand("_normal", "mean", mean)
        std = operand("_normal", "std", std)
        edge_mean = mean._edge
        edge_std = std._edge
    if mean.dtype.num > 13:  # complex, or float16
        check_real("_normal", mean._array)
    mean_ = mean._array
    std_ = std._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_normal", functions.normal_of_tensors, mean_, std_, generator)
    else:
        result_ = functions.normal_of_tensors(mean_, std_, generator)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_mean is not None or edge_std is not None) and (not rare or recording()):
        node = new(NormalBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_mean = edge_mean
        node.edge_std = edge_std
        node.shape_mean = mean.shape
        node.dtype_mean = mean.dtype
        node.shape_std = std.shape
        node.dtype_std = std.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _normal_tangent(out, mean, std, generator)
        if rare & PRODUCED:
            produced("_normal", (out,), mean=mean, std=std, generator=generator)
    return out


def _normal_tangent(out: Any, mean: Any, std: Any, generator: Any) -> None:
    if not any_tangent((mean, std)):
        return
    mean_t = tangent_or_zeros(mean)
    std_t = tangent_or_zeros(std)
    tangent = ops.fill(mean_t + std_t, 0)
    set_tangent(out, tangent)


class NormalInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "normal_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def normal_(
    self: TensorLike, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write numbers of a normal distribution over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    mean : float, default 0.0
    std : float, default 1.0
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("normal_", "self", self)
        edge_self = self._edge
    self_ = self._array
    check_writable("normal_", self)
    functions.normal_(self_, mean, std, generator)
    rare = state.rare
    node: NormalInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(NormalInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("normal_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _normal__tangent(self, self, mean, std, generator)
        if rare & PRODUCED:
            produced("normal_", (), self=self, mean=mean, std=std, generator=generator)
    target: Tensor = self
    return target


def _normal__tangent(out: Any, self: Any, mean: Any, std: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class UniformInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "uniform_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def uniform_(
    self: TensorLike, from_: float = 0.0, to: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write numbers uniform in [`from_`, `to`) over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    from_ : float, default 0.0
    to : float, default 1.0
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("uniform_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("uniform_", self._array)
    self_ = self._array
    check_writable("uniform_", self)
    functions.uniform_(self_, from_, to, generator)
    rare = state.rare
    node: UniformInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(UniformInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("uniform_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _uniform__tangent(self, self, from_, to, generator)
        if rare & PRODUCED:
            produced("uniform_", (), self=self, from_=from_, to=to, generator=generator)
    target: Tensor = self
    return target


def _uniform__tangent(out: Any, self: Any, from_: Any, to: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class BernoulliInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "bernoulli_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def bernoulli__default(self: TensorLike, p: Number = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Write ones with probability `p`, and zeros, over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    p : Scalar, default 0.5
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("bernoulli_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("bernoulli_", self._array)
    self_ = self._array
    check_writable("bernoulli_", self)
    functions.bernoulli_(self_, p, generator)
    rare = state.rare
    node: BernoulliInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(BernoulliInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("bernoulli_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bernoulli__default_tangent(self, self, p, generator)
        if rare & PRODUCED:
            produced("bernoulli_", (), self=self, p=p, generator=generator)
    target: Tensor = self
    return target


def _bernoulli__default_tangent(out: Any, self: Any, p: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
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

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        edge_p = self.edge_p
        if needed is not None:
            if edge_self not in needed:
                edge_self = None
            if edge_p not in needed:
                edge_p = None
        if edge_self is not None:
            grad_self = np.zeros(self.shape_self, self.dtype)
        if edge_p is not None:
            grad_p = np.zeros(self.shape_p, self.dtype)
        if edge_self is not None:
            if grad_self.__class__ is not ndarray:
                grad_self = asarray(grad_self)
            if edge_self in buffers:
                accumulate(buffers, edge_self, grad_self)
            else:
                buffers[edge_self] = grad_self
                heappush(heap, (edge_self.seq, edge_self))
            del grad_self
        if edge_p is not None:
            if grad_p.__class__ is not ndarray:
                grad_p = asarray(grad_p)
            if edge_p in buffers:
                accumulate(buffers, edge_p, grad_p)
            else:
                buffers[edge_p] = grad_p
                heappush(heap, (edge_p.seq, edge_p))

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
            grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        if edge_p is not None:
            grad_p = wrap(np.zeros(self.shape_p, self.dtype))
        return (grad_self, grad_p)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self, self.edge_p)


def bernoulli__Tensor(self: TensorLike, p: TensorLike, *, generator: Generator | None = None) -> Tensor:
    """Write ones with the probabilities `p`, and zeros, over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    p : Tensor
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    gradient of p = 0
    """
    try:
        edge_self = self._edge
        edge_p = p._edge
    except AttributeError:
        self = operand("bernoulli_", "self", self)
        p = operand("bernoulli_", "p", p)
        edge_self = self._edge
        edge_p = p._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("bernoulli_", self._array)
    self_ = self._array
    p_ = p._array
    check_writable("bernoulli_", self, p)
    functions.bernoulli_tensor_(self_, p_, generator)
    rare = state.rare
    node: BernoulliInplaceTensorBackward | None = None
    if (edge_self is not None or edge_p is not None) and (not rare or recording()):
        node = new(BernoulliInplaceTensorBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.edge_p = edge_p
        node.shape_self = self.shape
        node.shape_p = p.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("bernoulli_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _bernoulli__Tensor_tangent(self, self, p, generator)
        if rare & PRODUCED:
            produced("bernoulli_", (), self=self, p=p, generator=generator)
    target: Tensor = self
    return target


def _bernoulli__Tensor_tangent(out: Any, self: Any, p: Any, generator: Any) -> None:
    if not any_tangent((self, p)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class ExponentialInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "exponential_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def exponential_(self: TensorLike, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor:
    """Write numbers of an exponential distribution with rate `lambd` over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    lambd : float, default 1.0
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("exponential_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("exponential_", self._array)
    self_ = self._array
    check_writable("exponential_", self)
    functions.exponential_(self_, lambd, generator)
    rare = state.rare
    node: ExponentialInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(ExponentialInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("exponential_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _exponential__tangent(self, self, lambd, generator)
        if rare & PRODUCED:
            produced("exponential_", (), self=self, lambd=lambd, generator=generator)
    target: Tensor = self
    return target


def _exponential__tangent(out: Any, self: Any, lambd: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class CauchyInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "cauchy_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def cauchy_(
    self: TensorLike, median: float = 0.0, sigma: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write numbers of a Cauchy distribution over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    median : float, default 0.0
    sigma : float, default 1.0
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("cauchy_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("cauchy_", self._array)
    self_ = self._array
    check_writable("cauchy_", self)
    functions.cauchy_(self_, median, sigma, generator)
    rare = state.rare
    node: CauchyInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(CauchyInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("cauchy_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _cauchy__tangent(self, self, median, sigma, generator)
        if rare & PRODUCED:
            produced("cauchy_", (), self=self, median=median, sigma=sigma, generator=generator)
    target: Tensor = self
    return target


def _cauchy__tangent(out: Any, self: Any, median: Any, sigma: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class LogNormalInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "log_normal_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def log_normal_(
    self: TensorLike, mean: float = 1.0, std: float = 2.0, *, generator: Generator | None = None
) -> Tensor:
    """Write exponentials of numbers of a normal distribution over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    mean : float, default 1.0
    std : float, default 2.0
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("log_normal_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("log_normal_", self._array)
    self_ = self._array
    check_writable("log_normal_", self)
    functions.log_normal_(self_, mean, std, generator)
    rare = state.rare
    node: LogNormalInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(LogNormalInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("log_normal_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _log_normal__tangent(self, self, mean, std, generator)
        if rare & PRODUCED:
            produced("log_normal_", (), self=self, mean=mean, std=std, generator=generator)
    target: Tensor = self
    return target


def _log_normal__tangent(out: Any, self: Any, mean: Any, std: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class GeometricInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "geometric_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def geometric_(self: TensorLike, p: float, *, generator: Generator | None = None) -> Tensor:
    """Write how many trials of probability `p` it takes to the first success over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    p : float
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("geometric_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("geometric_", self._array)
    self_ = self._array
    check_writable("geometric_", self)
    functions.geometric_(self_, p, generator)
    rare = state.rare
    node: GeometricInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(GeometricInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("geometric_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _geometric__tangent(self, self, p, generator)
        if rare & PRODUCED:
            produced("geometric_", (), self=self, p=p, generator=generator)
    target: Tensor = self
    return target


def _geometric__tangent(out: Any, self: Any, p: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class RandomInplaceBetweenBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "random_.between"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def random__between(
    self: TensorLike, from_: int, to: int | None, *, generator: Generator | None = None
) -> Tensor:
    """Compute `random_.between`.

    Write integers uniform in [`from_`, `to`) over `self`; without an upper bound, all that the dtype
    holds.

    Parameters
    ----------
    self : Tensor(a!)
    from_ : int
    to : int?
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("random_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("random_", self._array)
    self_ = self._array
    check_writable("random_", self)
    functions.random_(self_, from_, to, generator)
    rare = state.rare
    node: RandomInplaceBetweenBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(RandomInplaceBetweenBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("random_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _random__between_tangent(self, self, from_, to, generator)
        if rare & PRODUCED:
            produced("random_", (), self=self, from_=from_, to=to, generator=generator)
    target: Tensor = self
    return target


def _random__between_tangent(out: Any, self: Any, from_: Any, to: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class RandomInplaceToBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "random_.to"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def random__to(self: TensorLike, to: int, *, generator: Generator | None = None) -> Tensor:
    """Write integers uniform in [0, `to`) over `self`.

    Parameters
    ----------
    self : Tensor(a!)
    to : int
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("random_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("random_", self._array)
    self_ = self._array
    check_writable("random_", self)
    functions.random_below_(self_, to, generator)
    rare = state.rare
    node: RandomInplaceToBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(RandomInplaceToBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("random_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _random__to_tangent(self, self, to, generator)
        if rare & PRODUCED:
            produced("random_", (), self=self, to=to, generator=generator)
    target: Tensor = self
    return target


def _random__to_tangent(out: Any, self: Any, to: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


class RandomInplaceBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "random_"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        edge_self = self.edge_self
        grad_self = np.zeros(self.shape_self, self.dtype)
        if grad_self.__class__ is not ndarray:
            grad_self = asarray(grad_self)
        if edge_self in buffers:
            accumulate(buffers, edge_self, grad_self)
        else:
            buffers[edge_self] = grad_self
            heappush(heap, (edge_self.seq, edge_self))

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        grad_self = wrap(np.zeros(self.shape_self, self.dtype))
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def random__default(self: TensorLike, *, generator: Generator | None = None) -> Tensor:
    """Compute `random_`.

    Write random integers over `self`, any of those that its dtype holds all of and that are not
    negative.

    Parameters
    ----------
    self : Tensor(a!)
    generator : Generator?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of self = 0
    """
    try:
        edge_self = self._edge
    except AttributeError:
        self = operand("random_", "self", self)
        edge_self = self._edge
    if self.dtype.num > 13:  # complex, or float16
        check_real("random_", self._array)
    self_ = self._array
    check_writable("random_", self)
    functions.random_any_(self_, generator)
    rare = state.rare
    node: RandomInplaceBackward | None = None
    if edge_self is not None and (not rare or recording()):
        node = new(RandomInplaceBackward)
        node.seq = next_seq()
        node.hooks = None
        node.edge_self = edge_self
        node.shape_self = self.shape
        node.shape = self.shape
        node.dtype = self.dtype
        if rare & WATCHED:
            noticed(node)
    written("random_", self, node)
    if rare & RESULTS:
        if rare & FORWARD_AD:
            _random__default_tangent(self, self, generator)
        if rare & PRODUCED:
            produced("random_", (), self=self, generator=generator)
    target: Tensor = self
    return target


def _random__default_tangent(out: Any, self: Any, generator: Any) -> None:
    if not any_tangent((self,)):
        return
    self_t = tangent_or_zeros(self)
    tangent = ops.fill(self_t, 0)
    write_tangent(out, tangent)


@overload
def bernoulli(self: Tensor, out: Tensor | None = None, *, generator: Generator | None = None) -> Tensor: ...


@overload
def bernoulli(
    self: Tensor, p: float, out: Tensor | None = None, *, generator: Generator | None = None
) -> Tensor: ...


def bernoulli(*args: Any, **kwargs: Any) -> Any:
    """Ones with the probabilities given by the argument, and zeros.

    Overloads:

    * ``bernoulli(Tensor self, *, Generator? generator=None) -> Tensor``
    * ``bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor``
    """
    return call_overload("bernoulli", _BERNOULLI_OVERLOADS, args, kwargs)


def _fits_bernoulli_default(self: Any, generator: Any = None) -> bool:
    return fits((self, TENSOR))


def _fits_bernoulli_p(self: Any, p: Any, generator: Any = None) -> bool:
    return fits((self, TENSOR), (p, NUMBERS))


_BERNOULLI_OVERLOADS = ((bernoulli_default, _fits_bernoulli_default), (bernoulli_p, _fits_bernoulli_p))


@overload
def bernoulli_(self: Tensor, p: complex = 0.5, *, generator: Generator | None = None) -> Tensor: ...


@overload
def bernoulli_(self: Tensor, p: Tensor, *, generator: Generator | None = None) -> Tensor: ...


def bernoulli_(self: TensorLike, p: Number = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Write ones with probability `p`, and zeros, over `self`."""
    if isinstance(p, NUMBERS) and not isinstance(self, NUMBERS):
        return bernoulli__default(self, p, generator=generator)
    return bernoulli__Tensor(self, p, generator=generator)


@overload
def random_(self: Tensor, from_: int, to: int | None, *, generator: Generator | None = None) -> Tensor: ...


@overload
def random_(self: Tensor, to: int, *, generator: Generator | None = None) -> Tensor: ...


@overload
def random_(self: Tensor, *, generator: Generator | None = None) -> Tensor: ...


def random_(*args: Any, **kwargs: Any) -> Any:
    """Compute `random_.between`.

    Overloads:

    * ``random_.between(Tensor(a!) self, int from_, int? to, *, Generator? generator=None) ->
      Tensor(a!)``
    * ``random_.to(Tensor(a!) self, int to, *, Generator? generator=None) -> Tensor(a!)``
    * ``random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)``
    """
    return call_overload("random_", _RANDOM__OVERLOADS, args, kwargs)


def _fits_random__between(self: Any, from_: Any, to: Any, generator: Any = None) -> bool:
    return fits((self, TENSOR), (from_, INT), (to, INT))


def _fits_random__to(self: Any, to: Any, generator: Any = None) -> bool:
    return fits((self, TENSOR), (to, INT))


def _fits_random__default(self: Any, generator: Any = None) -> bool:
    return fits((self, TENSOR))


_RANDOM__OVERLOADS = (
    (random__between, _fits_random__between),
    (random__to, _fits_random__to),
    (random__default, _fits_random__default),
)
