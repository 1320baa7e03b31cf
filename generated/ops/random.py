# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family random: each op's node directly above its function."""

from typing import Any, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
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
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    call_overload,
    check_real,
    fits,
    heappush,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    produced,
    recording,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
    zero_array,
)

from . import at_once as ops

__all__ = [
    "_normal",
    "bernoulli",
    "bernoulli_default",
    "bernoulli_p",
    "multinomial",
    "poisson",
]


class PoissonBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "poisson"
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


def poisson(input: TensorLike, generator: Generator | None = None, out: Tensor | None = None) -> Tensor:
    """Random counts with the rates given by the argument.

    Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    if out is not None:
        return into("poisson", out, poisson, input, generator)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("poisson", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("poisson", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("poisson", functions.poisson, self_, generator)
    else:
        result_ = functions.poisson(self_, generator)
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
        node = PoissonBackward()
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
            _poisson_tangent(out, input, generator)
        if rare & PRODUCED:
            produced("poisson", (out,), self=input, generator=generator)
    return out


def _poisson_tangent(out: Any, input: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


def multinomial(
    input: TensorLike,
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
    input : Tensor
    num_samples : int
    replacement : bool, default False
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("multinomial", out, multinomial, input, num_samples, replacement, generator=generator)
    if num_samples.__class__ is not int:
        num_samples = as_int("multinomial", "num_samples", num_samples)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("multinomial", "input", input)
        self_ = input._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("multinomial", input._array)
    result_ = functions.multinomial(self_, num_samples, replacement, generator)
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
            "multinomial",
            (out,),
            self=input,
            num_samples=num_samples,
            replacement=replacement,
            generator=generator,
        )
    return out


class BernoulliBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "bernoulli"
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


def bernoulli_default(
    input: TensorLike, out: Tensor | None = None, *, generator: Generator | None = None
) -> Tensor:
    """Ones with the probabilities given by the argument, and zeros.

    Its gradient is zero.

    Parameters
    ----------
    input : Tensor
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    if out is not None:
        return into("bernoulli", out, bernoulli_default, input, generator=generator)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("bernoulli", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("bernoulli", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bernoulli", functions.bernoulli, self_, generator)
    else:
        result_ = functions.bernoulli(self_, generator)
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
        node = BernoulliBackward()
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
            _bernoulli_default_tangent(out, input, generator)
        if rare & PRODUCED:
            produced("bernoulli", (out,), self=input, generator=generator)
    return out


def _bernoulli_default_tangent(out: Any, input: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


class BernoulliPBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "bernoulli.p"
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


def bernoulli_p(
    input: TensorLike, p: float, out: Tensor | None = None, *, generator: Generator | None = None
) -> Tensor:
    """Ones with probability `p`, and zeros, in the shape of the argument.

    Parameters
    ----------
    input : Tensor
    p : float
    generator : Generator?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = 0
    """
    if out is not None:
        return into("bernoulli", out, bernoulli_p, input, p, generator=generator)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("bernoulli", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("bernoulli", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bernoulli", functions.bernoulli_p, self_, p, generator)
    else:
        result_ = functions.bernoulli_p(self_, p, generator)
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
        node = BernoulliPBackward()
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
            _bernoulli_p_tangent(out, input, p, generator)
        if rare & PRODUCED:
            produced("bernoulli", (out,), self=input, p=p, generator=generator)
    return out


def _bernoulli_p_tangent(out: Any, input: Any, p: Any, generator: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops.fill(self_t, 0)
    set_tangent(out, tangent)


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

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
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
        following: Node | None = None
        if edge_mean is not None:
            if grad_mean.__class__ is not ndarray:
                grad_mean = asarray(grad_mean)
            if edge_mean in buffers:
                accumulate(buffers, edge_mean, grad_mean)
            else:
                buffers[edge_mean] = grad_mean
                following = edge_mean
            del grad_mean
        if edge_std is not None:
            if grad_std.__class__ is not ndarray:
                grad_std = asarray(grad_std)
            if edge_std in buffers:
                accumulate(buffers, edge_std, grad_std)
            else:
                buffers[edge_std] = grad_std
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_std
        return following

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
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_mean is not None or edge_std is not None) and (not rare or recording()):
        node = NormalBackward()
        node.seq = next(seqs)
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
    if rare > GRAD_OFF and rare & RESULTS:
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


@overload
def bernoulli(input: Tensor, out: Tensor | None = None, *, generator: Generator | None = None) -> Tensor: ...


@overload
def bernoulli(
    input: Tensor, p: float, out: Tensor | None = None, *, generator: Generator | None = None
) -> Tensor: ...


def bernoulli(*args: Any, **kwargs: Any) -> Any:
    """Ones with the probabilities given by the argument, and zeros.

    Overloads:

    * ``bernoulli(Tensor input, *, Generator? generator=None) -> Tensor``
    * ``bernoulli.p(Tensor input, float p, *, Generator? generator=None) -> Tensor``
    """
    return call_overload("bernoulli", _BERNOULLI_OVERLOADS, args, kwargs)


def _fits_bernoulli_default(input: Any, generator: Any = None) -> bool:
    return fits((input, TENSOR))


def _fits_bernoulli_p(input: Any, p: Any, generator: Any = None) -> bool:
    return fits((input, TENSOR), (p, NUMBERS))


_BERNOULLI_OVERLOADS = ((bernoulli_default, _fits_bernoulli_default), (bernoulli_p, _fits_bernoulli_p))
