# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family statistics: each op's node directly above its function."""

from collections.abc import Sequence
from typing import Any, NamedTuple

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
    Number,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    asarray,
    check_floating,
    check_real,
    checked,
    checked_output,
    into,
    ndarray,
    new_tensor,
    noticed,
    operand,
    primal_of,
    produced,
    recording,
    relinked,
    replayed,
    seqs,
    set_tangent,
    state,
    tangent_or_zeros,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "HistogramEdgesOutput",
    "HistogramOutput",
    "_correlation",
    "_histogram",
    "_histogram_edges",
    "_nonnegative",
    "_plain_cov",
    "_weighted_cov",
    "bincount",
    "corrcoef",
    "cov",
    "histc",
    "vander",
]


class BincountBackward(Node):
    __slots__ = ("dtype_self", "edge_weights", "saved_self", "version_self")
    op = "bincount"
    edge_names = ("edge_weights",)
    saved_names = ("self",)
    dtype_self: Any
    edge_weights: Any
    saved_self: Any
    version_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_weights = self.edge_weights
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        self_ = self_._array
        part1 = functions.cast(self_, functions.power_dtype(self.dtype_self))
        grad_weights = functions.index_select(grad, 0, part1)
        following: Node | None = None
        if grad_weights.__class__ is not ndarray:
            grad_weights = asarray(grad_weights)
        if edge_weights in buffers:
            accumulate(buffers, edge_weights, grad_weights)
        else:
            buffers[edge_weights] = grad_weights
            following = edge_weights
        if not keep:
            self.saved_self = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        self_ = self.saved_self
        if self_._counter != self.version_self:
            self_ = checked(self, "self", self_)
        part2 = ops._cast(self_, functions.power_dtype(self.dtype_self))
        grad_weights = ops_later.index_select(grad, 0, part2)
        return (grad_weights,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_weights,)


def bincount(
    input: TensorLike, weights: TensorLike = None, minlength: int = 0, out: Tensor | None = None
) -> Tensor:
    """Compute `bincount`.

    How often each number from 0 to the largest occurs in a 1-d tensor of integers, or the sums of the
    weights of each; at least `minlength` of them.

    Parameters
    ----------
    input : Tensor
    weights : Tensor?, default None
    minlength : int, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of weights = index_select(grad, 0, _cast(input, functions.power_dtype(input.dtype)))
    """
    if out is not None:
        return into("bincount", out, bincount, input, weights, minlength)
    if minlength.__class__ is not int:
        minlength = as_int("bincount", "minlength", minlength)
    try:
        self_ = input._array
        edge_weights = None if weights is None else weights._edge
    except AttributeError:
        input = operand("bincount", "input", input)
        if weights is not None:
            weights = operand("bincount", "weights", weights)
        self_ = input._array
        edge_weights = None if weights is None else weights._edge
    weights_ = None if weights is None else weights._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("bincount", functions.bincount, self_, weights_, minlength)
    else:
        result_ = functions.bincount(self_, weights_, minlength)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_weights is not None and (not rare or recording()):
        node = BincountBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_weights = edge_weights
        node.saved_self = input
        counter = input._counter
        node.version_self = counter if counter.__class__ is int else counter.version
        node.dtype_self = input.dtype
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _bincount_tangent(out, input, weights, minlength)
        if rare & PRODUCED:
            produced("bincount", (out,), self=input, weights=weights, minlength=minlength)
    return out


def _bincount_tangent(out: Any, input: Any, weights: Any, minlength: Any) -> None:
    if not any_tangent((weights,)):
        return
    weights_t = None if weights is None else tangent_or_zeros(weights)
    tangent = ops_later.bincount(input, weights_t, minlength)
    set_tangent(out, tangent)


def histc(
    input: TensorLike, bins: int = 100, min: Number = 0, max: Number = 0, out: Tensor | None = None
) -> Tensor:
    """Compute `histc`.

    The number of elements in each of `bins` equal intervals from `min` to `max`, or over the range of
    the elements if these are equal. What lies outside is not counted.

    Parameters
    ----------
    input : Tensor
    bins : int, default 100
    min : Scalar, default 0
    max : Scalar, default 0
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("histc", out, histc, input, bins, min, max)
    if bins.__class__ is not int:
        bins = as_int("histc", "bins", bins)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("histc", "input", input)
        self_ = input._array
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("histc", "input", input._array)
    result_ = functions.histc(self_, bins, min, max)
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
        produced("histc", (out,), self=input, bins=bins, min=min, max=max)
    return out


class HistogramOutput(NamedTuple):
    """What `_histogram` returns."""

    hist: Tensor
    bin_edges: Tensor


def _histogram(
    input: TensorLike, bins: int, interval: Sequence[float] | None, weight: TensorLike, density: bool
) -> HistogramOutput:
    """The number of elements, or the sum of their weights, in each of `bins` equal intervals.

    Parameters
    ----------
    input : Tensor
    bins : int
    interval : float[]?
    weight : Tensor?
    density : bool

    Returns
    -------
    Tensor, Tensor
    """
    if bins.__class__ is not int:
        bins = as_int("_histogram", "bins", bins)
    try:
        self_ = input._array
        weight_ = None if weight is None else weight._array
    except AttributeError:
        input = operand("_histogram", "input", input)
        if weight is not None:
            weight = operand("_histogram", "weight", weight)
        self_ = input._array
        weight_ = None if weight is None else weight._array
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_histogram", "input", input._array)
    hist_, bin_edges_ = functions.histogram_count(self_, bins, interval, weight_, density)
    hist = wrap(asarray(hist_))
    bin_edges = wrap(asarray(bin_edges_))
    if state.rare & PRODUCED:
        produced(
            "_histogram",
            (hist, bin_edges),
            self=input,
            bins=bins,
            interval=interval,
            weight=weight,
            density=density,
        )
    return HistogramOutput(hist, bin_edges)


class HistogramEdgesOutput(NamedTuple):
    """What `_histogram_edges` returns."""

    hist: Tensor
    bin_edges: Tensor


def _histogram_edges(
    input: TensorLike, bins: TensorLike, weight: TensorLike, density: bool
) -> HistogramEdgesOutput:
    """The number of elements, or the sum of their weights, between neighbours of the given edges.

    Parameters
    ----------
    input : Tensor
    bins : Tensor
    weight : Tensor?
    density : bool

    Returns
    -------
    Tensor, Tensor
    """
    try:
        self_ = input._array
        bins_ = bins._array
        weight_ = None if weight is None else weight._array
    except AttributeError:
        input = operand("_histogram_edges", "input", input)
        bins = operand("_histogram_edges", "bins", bins)
        if weight is not None:
            weight = operand("_histogram_edges", "weight", weight)
        self_ = input._array
        bins_ = bins._array
        weight_ = None if weight is None else weight._array
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_histogram_edges", "input", input._array)
    hist_, bin_edges_ = functions.histogram_edges(self_, bins_, weight_, density)
    hist = wrap(asarray(hist_))
    bin_edges = wrap(asarray(bin_edges_))
    if state.rare & PRODUCED:
        produced("_histogram_edges", (hist, bin_edges), self=input, bins=bins, weight=weight, density=density)
    return HistogramEdgesOutput(hist, bin_edges)


def cov(
    input: TensorLike,
    out: Tensor | None = None,
    *,
    correction: int = 1,
    fweights: TensorLike = None,
    aweights: TensorLike = None,
) -> Tensor:
    """Compute `cov`.

    The covariance matrix of the variables in the rows of a matrix, a column for each observation; a 1-d
    tensor is one variable. `fweights` says how often each observation counts, `aweights` how reliable
    it is.

    Parameters
    ----------
    input : Tensor
    correction : int, default 1
    fweights : Tensor?, default None
    aweights : Tensor?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _plain_cov(x, functions.cov_divisor(input.shape, correction)) if fweights is None and
        aweights is None else _weighted_cov(x, times, None, correction) if aweights is None else
        _weighted_cov(x, trust, trust, correction) if fweights is None else _weighted_cov(x, times *
        trust, trust, correction)
    x = reshape(input, functions.cov_shape(input.shape, input.dtype))
    times = None if fweights is None else _nonnegative(reshape(fweights,
        functions.cov_weights('fweights', fweights.shape, fweights.dtype, input.shape)), 'fweights')
    trust = None if aweights is None else _nonnegative(reshape(aweights,
        functions.cov_weights('aweights', aweights.shape, aweights.dtype, input.shape)), 'aweights')
    """
    if out is not None:
        return into("cov", out, cov, input, correction=correction, fweights=fweights, aweights=aweights)
    if correction.__class__ is not int:
        correction = as_int("cov", "correction", correction)
    x_ = ops.reshape(input, functions.cov_shape(input.shape, input.dtype))
    times_: Any
    if fweights is None:
        times_ = None
    else:
        part2 = functions.cov_weights("fweights", fweights.shape, fweights.dtype, input.shape)
        part1 = ops.reshape(fweights, part2)
        times_ = ops_later._nonnegative(part1, "fweights")
    trust_: Any
    if aweights is None:
        trust_ = None
    else:
        part4 = functions.cov_weights("aweights", aweights.shape, aweights.dtype, input.shape)
        part3 = ops.reshape(aweights, part4)
        trust_ = ops_later._nonnegative(part3, "aweights")
    if fweights is None and aweights is None:
        out = ops_later._plain_cov(x_, functions.cov_divisor(input.shape, correction))
    else:
        if aweights is None:
            out = ops_later._weighted_cov(x_, times_, None, correction)
        else:
            if fweights is None:
                out = ops_later._weighted_cov(x_, trust_, trust_, correction)
            else:
                out = ops_later._weighted_cov(x_, times_ * trust_, trust_, correction)
    return out


def _plain_cov(input: TensorLike, divisor: float) -> Tensor:
    """The covariance matrix of the rows, not weighted.

    Parameters
    ----------
    input : Tensor
    divisor : float

    Returns
    -------
    Tensor

    Notes
    -----
    result = squeeze(matmul(centered, centered.mH) / divisor)
    centered = input - sum(input, 1, True) / input.shape[1]
    """
    out: Tensor
    centered_ = input - ops.sum(input, (1,), True) / input.shape[1]
    out = ops.squeeze(ops.matmul(centered_, centered_.mH) / divisor)
    return out


def _weighted_cov(input: TensorLike, weights: TensorLike, reliability: TensorLike, correction: int) -> Tensor:
    """The covariance matrix of the rows, weighted.

    Parameters
    ----------
    input : Tensor
    weights : Tensor
    reliability : Tensor?
    correction : int

    Returns
    -------
    Tensor

    Notes
    -----
    result = squeeze(matmul(centered, (centered * weights).mH) / divisor)
    total = sum(weights)
    centered = input - sum(input * weights, 1, True) / total
    freedom = total - correction if reliability is None or correction == 0 else total - correction *
        sum(weights * reliability) / total
    divisor = where(freedom <= 0, 0, freedom)
    """
    if correction.__class__ is not int:
        correction = as_int("_weighted_cov", "correction", correction)
    out: Tensor
    total_ = ops.sum(weights)
    centered_ = input - ops.sum(input * weights, (1,), True) / total_
    freedom_: Any
    if reliability is None or correction == 0:
        freedom_ = total_ - correction
    else:
        freedom_ = total_ - correction * ops.sum(weights * reliability) / total_
    divisor_ = ops.where(freedom_ <= 0, 0, freedom_)
    out = ops.squeeze(ops.matmul(centered_, (centered_ * weights).mH) / divisor_)
    return out


class NonnegativeBackward(Node):
    __slots__ = ("edge_self",)
    op = "_nonnegative"
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


def _nonnegative(input: TensorLike, argument: str) -> Tensor:
    """The argument, no element of which may be negative.

    Parameters
    ----------
    input : Tensor
    argument : str

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
        input = operand("_nonnegative", "input", input)
        edge_self = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("_nonnegative", input._array)
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_nonnegative", functions.check_weights, self_, argument)
    else:
        result_ = functions.check_weights(self_, argument)
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
        node = NonnegativeBackward()
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
            _nonnegative_tangent(out, input, argument)
        if rare & PRODUCED:
            produced("_nonnegative", (out,), self=input, argument=argument)
    return out


def _nonnegative_tangent(out: Any, input: Any, argument: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = self_t
    set_tangent(out, tangent)


def corrcoef(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `corrcoef`.

    The correlation coefficients of the variables in the rows of a matrix, a column for each
    observation.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = c / c if c.ndim == 0 else _correlation(c)
    c = cov(input)
    """
    if out is not None:
        return into("corrcoef", out, corrcoef, input)
    c_ = ops_later.cov(input)
    if c_.ndim == 0:
        out = c_ / c_
    else:
        out = ops_later._correlation(c_)
    return out


def _correlation(input: TensorLike) -> Tensor:
    """A covariance matrix, divided by the deviations of its variables.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled if functions.is_complex_dtype(input.dtype) else clamp(scaled, -1, 1)
    deviation = sqrt(real(diagonal(input)))
    scaled = input / unsqueeze(deviation, -1) / unsqueeze(deviation, -2)
    """
    out: Tensor
    deviation_ = ops.sqrt(ops.real(ops_later.diagonal(input)))
    scaled_ = input / ops.unsqueeze(deviation_, -1) / ops.unsqueeze(deviation_, -2)
    if functions.is_complex_dtype(input.dtype):
        out = scaled_
    else:
        out = ops.clamp(scaled_, -1, 1)
    return out


class VanderBackward(Node):
    __slots__ = ("counter_result", "edge_x", "saved_increasing", "saved_result", "saved_x", "version_x")
    op = "vander"
    edge_names = ("edge_x",)
    saved_names = ("x",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_x: Any
    saved_increasing: Any
    saved_result: Any
    saved_x: Any
    version_x: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x = self.edge_x
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        x_ = x_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        factors_ = functions.expand(functions.unsqueeze(x_, 1), result_.shape)
        part3 = factors_.conjugate()
        part2 = functions.linear_recurrence(part3, grad, 1, self.saved_increasing)
        part1 = result_.conjugate() * part2
        grad_x = functions.sum(part1, (1,), False, None)
        following: Node | None = None
        if grad_x.__class__ is not ndarray:
            grad_x = asarray(grad_x)
        if edge_x in buffers:
            accumulate(buffers, edge_x, grad_x)
        else:
            buffers[edge_x] = grad_x
            following = edge_x
        if not keep:
            self.saved_x = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        x_ = self.saved_x
        if x_._counter != self.version_x:
            x_ = checked(self, "x", x_)
        result_ = relinked(self, "result")
        factors_ = ops.expand(ops.unsqueeze(x_, 1), result_.shape)
        part6 = ops.conj(factors_)
        part5 = ops_later._linear_recurrence(part6, grad, 1, self.saved_increasing)
        part4 = ops.conj(result_) * part5
        grad_x = ops.sum(part4, (1,))
        return (grad_x,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x,)


def vander(
    x: TensorLike, N: int | None = None, increasing: bool = False, out: Tensor | None = None
) -> Tensor:
    """Compute `vander`.

    The powers of the elements of a 1-d tensor, a row for each, from the highest, or from 0 if
    `increasing`; `N` of them.

    Parameters
    ----------
    x : Tensor
    N : int?, default None
    increasing : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    factors = expand(unsqueeze(x, 1), result.shape)
    gradient of x = sum(conj(result) * _linear_recurrence(conj(factors), grad, 1, increasing), 1)
    """
    if out is not None:
        return into("vander", out, vander, x, N, increasing)
    if N is not None and N.__class__ is not int:
        N = as_int("vander", "N", N)
    try:
        edge_x = x._edge
    except AttributeError:
        x = operand("vander", "x", x)
        edge_x = x._edge
    x_ = x._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("vander", functions.vander, x_, N, increasing)
    else:
        result_ = functions.vander(x_, N, increasing)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_x is not None and (not rare or recording()):
        node = VanderBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x = edge_x
        node.saved_x = x
        counter = x._counter
        node.version_x = counter if counter.__class__ is int else counter.version
        node.saved_increasing = increasing
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _vander_tangent(out, x, N, increasing)
        if rare & PRODUCED:
            produced("vander", (out,), x=x, N=N, increasing=increasing)
    return out


def _vander_tangent(out: Any, x: Any, N: Any, increasing: Any) -> None:
    if not any_tangent((x,)):
        return
    x_p = primal_of(x)
    x_t = tangent_or_zeros(x)
    factors_ = ops.expand(ops.unsqueeze(x_p, 1), out.shape)
    part1 = ops.unsqueeze(x_t, 1) * out
    tangent = ops_later._linear_recurrence(factors_, part1, 1, not increasing)
    set_tangent(out, tangent)
