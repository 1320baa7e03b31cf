# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_likelihood_loss: each op's node directly above its function."""

from typing import Any

import numpy as np

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    FORWARD_AD,
    GRAD_OFF,
    PRODUCED,
    RELEASED,
    REPLAYING,
    RESULTS,
    WATCHED,
    Buffers,
    Heap,
    Node,
    Spread,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    asarray,
    check_floating,
    checked,
    explain,
    heappush,
    literals,
    ndarray,
    new_tensor,
    noticed,
    operand,
    operand_pair,
    operand_tuple,
    primal_of,
    produced,
    promote,
    real_floating,
    recording,
    reduce_to,
    replayed,
    seqs,
    set_elementwise_tangent,
    set_tangent,
    settled,
    state,
    tangent_of,
    tangent_or_zeros,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_at_least",
    "_poisson_nll",
    "gaussian_nll_loss",
    "kl_div",
    "poisson_nll_loss",
]


class KlDivBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_input",
        "saved_log_target",
        "saved_reduction",
        "saved_target",
        "shape_input",
        "version_input",
        "version_target",
    )
    op = "kl_div"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_input: Any
    saved_log_target: Any
    saved_reduction: Any
    saved_target: Any
    shape_input: Any
    version_input: Any
    version_target: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        if edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
            input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        scaled_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        if edge_input is not None:
            grad_input: Any
            if self.saved_log_target:
                grad_input = -scaled_ * np.exp(target_)
            else:
                grad_input = -scaled_ * target_
        if edge_target is not None:
            grad_target: Any
            if self.saved_log_target:
                grad_target = scaled_ * np.exp(target_) * (target_ - input_ + 1)
            else:
                grad_target = scaled_ * (np.log(target_) - input_ + 1)
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_target
        if not keep:
            self.saved_input = self.saved_target = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        if edge_target is not None:
            input_ = self.saved_input
            if input_._counter != self.version_input:
                input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        scaled_ = grad * functions.loss_scale(self.saved_reduction, self.shape_input)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            if self.saved_log_target:
                grad_input = -scaled_ * ops.exp(target_)
            else:
                grad_input = -scaled_ * target_
        if edge_target is not None:
            if self.saved_log_target:
                grad_target = scaled_ * ops.exp(target_) * (target_ - input_ + 1)
            else:
                grad_target = scaled_ * (ops.log(target_) - input_ + 1)
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def kl_div(
    input: TensorLike, target: TensorLike, *, reduction: str = "mean", log_target: bool = False
) -> Tensor:
    """Compute `kl_div`.

    Kullback-Leibler divergence of the distribution with log-probabilities `input` from `target`,
    elementwise and then reduced. 'batchmean' divides by the length of dimension 0, which is the
    divergence's definition; 'mean' by all elements.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    reduction : str, default 'mean'
    log_target : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    scaled = grad * functions.loss_scale(reduction, input.shape)
    gradient of input = -scaled * exp(target) if log_target else -scaled * target
    gradient of target = scaled * exp(target) * (target - input + 1) if log_target else scaled *
        (log(target) - input + 1)
    """
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input = operand("kl_div", "input", input)
        target = operand("kl_div", "target", target)
        edge_input = input._edge
        edge_target = target._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("kl_div", "input", input._array)
    input_ = input._array
    target_ = target._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("kl_div", functions.kl_div, input_, target_, reduction, log_target)
    else:
        result_ = functions.kl_div(input_, target_, reduction, log_target)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = KlDivBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        if edge_target is not None:
            node.saved_input = input
            counter = input._counter
            node.version_input = counter if counter.__class__ is int else counter.version
        else:
            node.saved_input = None
        node.shape_input = input.shape
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_reduction = reduction
        node.saved_log_target = log_target
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _kl_div_tangent(out, input, target, reduction, log_target)
        if rare & PRODUCED:
            produced("kl_div", (out,), input=input, target=target, reduction=reduction, log_target=log_target)
    return out


def _kl_div_tangent(out: Any, input: Any, target: Any, reduction: Any, log_target: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    input_t = tangent_or_zeros(input)
    target_t = tangent_or_zeros(target)
    part1: Any
    if log_target:
        part1 = (target_t * (target_p - input_p + 1) - input_t) * ops.exp(target_p)
    else:
        part1 = target_t * (ops.log(target_p) - input_p + 1) - input_t * target_p
    tangent = ops_later._reduce_loss(part1, reduction)
    set_tangent(out, tangent)


class PoissonNllBackward(Node):
    __slots__ = (
        "edge_input",
        "edge_target",
        "saved_eps",
        "saved_full",
        "saved_input",
        "saved_log_input",
        "saved_target",
        "spread",
        "version_input",
        "version_target",
    )
    op = "_poisson_nll"
    edge_names = ("edge_input", "edge_target")
    saved_names = ("input", "target")
    edge_input: Any
    edge_target: Any
    saved_eps: Any
    saved_full: Any
    saved_input: Any
    saved_log_input: Any
    saved_target: Any
    spread: Any
    version_input: Any
    version_target: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        target_ = target_._array
        if edge_target is not None:
            t_ = np.where(target_ > 1, target_, 1)
        if edge_input is not None:
            slope_: Any
            if self.saved_log_input:
                slope_ = np.exp(input_) - target_
            else:
                slope_ = literals[1, self.dtype] - target_ / (input_ + self.saved_eps)
        if edge_target is not None:
            part_: Any
            if self.saved_log_input:
                part_ = -input_
            else:
                part_ = -np.log(input_ + self.saved_eps)
        if edge_input is not None:
            grad_input = grad * slope_
        if edge_target is not None:
            grad_target: Any
            if self.saved_full:
                grad_target = grad * (part_ + np.where(target_ > 1, np.log(t_) + 0.5 / t_, 0))
            else:
                grad_target = grad * part_
        following: Node | None = None
        if edge_input is not None:
            if grad_input.__class__ is not ndarray:
                grad_input = asarray(grad_input)
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = reduce_to(grad_input, target)
            if edge_input in buffers:
                accumulate(buffers, edge_input, grad_input)
            else:
                buffers[edge_input] = grad_input
                following = edge_input
            del grad_input
        if edge_target is not None:
            if grad_target.__class__ is not ndarray:
                grad_target = asarray(grad_target)
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_target = reduce_to(grad_target, target)
            if edge_target in buffers:
                accumulate(buffers, edge_target, grad_target)
            else:
                buffers[edge_target] = grad_target
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_target
        if not keep:
            self.saved_input = self.saved_target = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_target = self.edge_target
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_target not in needed:
                edge_target = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        target_ = self.saved_target
        if target_._counter != self.version_target:
            target_ = checked(self, "target", target_)
        if edge_target is not None:
            t_ = ops.where(target_ > 1, target_, 1)
        if edge_input is not None:
            slope_: Any
            if self.saved_log_input:
                slope_ = ops.exp(input_) - target_
            else:
                slope_ = 1 - target_ / (input_ + self.saved_eps)
        if edge_target is not None:
            part_: Any
            if self.saved_log_input:
                part_ = -input_
            else:
                part_ = -ops.log(input_ + self.saved_eps)
        grad_input: Any = None
        grad_target: Any = None
        if edge_input is not None:
            grad_input = grad * slope_
            if self.spread is not None and (target := self.spread[0]) is not None:
                grad_input = ops._reduce_to(grad_input, *target)
        if edge_target is not None:
            if self.saved_full:
                grad_target = grad * (part_ + ops.where(target_ > 1, ops.log(t_) + 0.5 / t_, 0))
            else:
                grad_target = grad * part_
            if self.spread is not None and (target := self.spread[1]) is not None:
                grad_target = ops._reduce_to(grad_target, *target)
        return (grad_input, grad_target)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_target)


def _poisson_nll(input: TensorLike, target: TensorLike, log_input: bool, full: bool, eps: float) -> Tensor:
    """Compute `_poisson_nll`.

    Negative logarithm of the Poisson probability of `target`, elementwise, without the logarithm of the
    factorial unless `full`.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    log_input : bool
    full : bool
    eps : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = (exp(input) - target * input if log_input else input - target * log(input + eps)) +
        (where(target > 1, (target + 0.5) * log(where(target > 1, target, 1)) - target +
        0.9189385332046727, 0) if full else 0)
    t = where(target > 1, target, 1)
    slope = exp(input) - target if log_input else 1 - target / (input + eps)
    part = -input if log_input else -log(input + eps)
    gradient of input = grad * slope
    gradient of target = grad * (part + where(target > 1, log(t) + 0.5 / t, 0)) if full else grad * part
    """
    if input.__class__ is not target.__class__:
        input, target = operand_pair("_poisson_nll", ("input", "target"), input, target)
    try:
        edge_input = input._edge
        edge_target = target._edge
    except AttributeError:
        input, target = operand_tuple("_poisson_nll", ("input", "target"), input, target)
        edge_input = input._edge
        edge_target = target._edge
    input_ = input._array
    target_ = target._array
    shape = input.shape
    dtype = input.dtype
    alike = True
    if shape != target.shape or dtype is not target.dtype:
        alike = False
        if input.dtype is not target.dtype:
            input_, target_ = promote(input, target)
    if not 11 <= input_.dtype.num <= 12:  # neither float32 nor float64
        input_, target_ = real_floating("_poisson_nll", input_, target_)
    try:
        part1: Any
        if full:
            part5 = np.log(np.where(target_ > 1, target_, 1))
            part4 = (target_ + literals[0.5, input_.dtype]) * part5
            part3 = part4 - target_
            part2 = part3 + literals[0.9189385332046727, input_.dtype]
            part1 = np.where(target_ > 1, part2, 0)
        else:
            part1 = 0
        part6: Any
        if log_input:
            part6 = np.exp(input_) - target_ * input_
        else:
            part6 = input_ - target_ * np.log(input_ + eps)
        data = part6 + part1
    except (TypeError, ValueError) as error:
        raise explain("_poisson_nll", error, ("input", "target"), (input, target), eps=eps) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    if data.dtype is not input_.dtype:
        data = settled(data, input_.dtype)
        alike = False
    out = new_tensor()
    out._array = data
    out._counter = 0
    out._extra = None
    spread: Spread = None
    if alike:
        out.shape = shape
        out.dtype = data.dtype
    else:
        shape = out.shape = data.shape
        dtype = out.dtype = data.dtype
        target_input = target_target = None
        # Of mixed dtypes, an argument without dimensions may be wider than the result: all gradients are cast.
        cast = input.dtype is not target.dtype or input.dtype is not dtype
        if edge_input is not None and (input.shape != shape or cast):
            target_input = (input.shape, input.dtype)
        if edge_target is not None and (target.shape != shape or cast):
            target_target = (target.shape, target.dtype)
        if target_input is not None or target_target is not None:
            spread = (target_input, target_target)
    rare = state.rare
    if (edge_input is not None or edge_target is not None) and (not rare or recording()):
        node = PoissonNllBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_target = edge_target
        node.spread = spread
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_target = target
        counter = target._counter
        node.version_target = counter if counter.__class__ is int else counter.version
        node.saved_log_input = log_input
        node.saved_full = full
        node.saved_eps = eps
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    else:
        out._edge = None
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _poisson_nll_tangent(out, input, target, log_input, full, eps)
        if rare & PRODUCED:
            produced(
                "_poisson_nll", (out,), input=input, target=target, log_input=log_input, full=full, eps=eps
            )
    return out


def _poisson_nll_tangent(out: Any, input: Any, target: Any, log_input: Any, full: Any, eps: Any) -> None:
    if not any_tangent((input, target)):
        return
    input_p = primal_of(input)
    target_p = primal_of(target)
    t_ = ops.where(target_p > 1, target_p, 1)
    slope_: Any
    if log_input:
        slope_ = ops.exp(input_p) - target_p
    else:
        slope_ = 1 - target_p / (input_p + eps)
    part_: Any
    if log_input:
        part_ = -input_p
    else:
        part_ = -ops.log(input_p + eps)
    tangent: Any = None
    input_t = tangent_of(input)
    if input_t is not None:
        grad = input_t
        part = grad * slope_
        tangent = part
    target_t = tangent_of(target)
    if target_t is not None:
        grad = target_t
        if full:
            part = grad * (part_ + ops.where(target_p > 1, ops.log(t_) + 0.5 / t_, 0))
        else:
            part = grad * part_
        tangent = part if tangent is None else tangent + part
    set_elementwise_tangent(out, tangent)


def poisson_nll_loss(
    input: TensorLike,
    target: TensorLike,
    log_input: bool = True,
    full: bool = False,
    *,
    eps: float = 1e-08,
    reduction: str = "mean",
) -> Tensor:
    """Compute `poisson_nll_loss`.

    Negative log-likelihood of the counts `target` under Poisson distributions with rate `exp(input)`,
    or `input` itself without `log_input`. `full` adds Stirling's approximation of the logarithm of the
    factorial; `eps` is added to a rate before its logarithm is taken.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    log_input : bool, default True
    full : bool, default False
    eps : float, default 1e-08
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(_poisson_nll(input, target, log_input, full, eps),
        functions.check_reduction('poisson_nll_loss', reduction))
    """
    out: Tensor
    part1 = ops_later._poisson_nll(input, target, log_input, full, eps)
    part2 = functions.check_reduction("poisson_nll_loss", reduction)
    out = ops_later._reduce_loss(part1, part2)
    return out


class AtLeastBackward(Node):
    __slots__ = ("edge_self",)
    op = "_at_least"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = grad
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
        grad_self = grad
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _at_least(input: TensorLike, least: float) -> Tensor:
    """Variances, raised to `least` where they are below it; the gradient passes unchanged.

    An error for negative ones.

    Parameters
    ----------
    input : Tensor
    least : float

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = grad
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_at_least", "input", input)
        edge_self = input._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_at_least", "input", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_at_least", functions.variances_at_least, self_, least)
    else:
        result_ = functions.variances_at_least(self_, least)
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
        node = AtLeastBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_self = edge_self
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _at_least_tangent(out, input, least)
        if rare & PRODUCED:
            produced("_at_least", (out,), self=input, least=least)
    return out


def _at_least_tangent(out: Any, input: Any, least: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = self_t
    set_tangent(out, tangent)


def gaussian_nll_loss(
    input: TensorLike,
    target: TensorLike,
    var: TensorLike,
    full: bool = False,
    eps: float = 1e-06,
    *,
    reduction: str = "mean",
) -> Tensor:
    """Compute `gaussian_nll_loss`.

    Negative log-likelihood of `target` under normal distributions with means `input` and variances
    `var`, which may have length 1 in the last dimension, or lack it. Variances below `eps` are raised
    to it, without effect on the gradient. `full` adds the constant `log(2 * pi) / 2`.

    Parameters
    ----------
    input : Tensor
    target : Tensor
    var : Tensor
    full : bool, default False
    eps : float, default 1e-06
    reduction : str, default 'mean'

    Returns
    -------
    Tensor

    Notes
    -----
    result = _reduce_loss(losses + 0.9189385332046727 if full else losses, known)
    least = _at_least(var, eps)
    v = reshape(least, functions.variance_shape(input.shape, least.shape))
    difference = input - target
    losses = 0.5 * (log(v) + difference * difference / v)
    known = functions.check_reduction('gaussian_nll_loss', reduction)
    """
    out: Tensor
    least_ = ops_later._at_least(var, eps)
    v_ = ops.reshape(least_, functions.variance_shape(input.shape, least_.shape))
    difference_ = input - target
    losses_ = 0.5 * (ops.log(v_) + difference_ * difference_ / v_)
    known_ = functions.check_reduction("gaussian_nll_loss", reduction)
    part1: Any
    if full:
        part1 = losses_ + 0.9189385332046727
    else:
        part1 = losses_
    out = ops_later._reduce_loss(part1, known_)
    return out
