# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family distances: each op's node directly above its function."""

from typing import Any, overload

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
    IntsLike,
    Node,
    Number,
    Tensor,
    TensorLike,
    Write,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
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
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "_above_diagonal",
    "_cdist_change",
    "_cdist_slopes",
    "_square_of_pairs",
    "cdist",
    "cdist_backward",
    "cosine_similarity",
    "dist",
    "normalize",
    "pairwise_distance",
    "pdist",
    "renorm",
    "renorm_",
]


def dist(input: TensorLike, other: TensorLike, p: Number = 2, out: Tensor | None = None) -> Tensor:
    """The norm of order `p` of the difference of the arguments.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    p : Scalar, default 2
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = vector_norm(input - other, p)
    """
    if out is not None:
        return into("dist", out, dist, input, other, p)
    out = ops_later.vector_norm(input - other, p)
    return out


def pairwise_distance(
    x1: TensorLike,
    x2: TensorLike,
    p: float = 2.0,
    eps: float = 1e-06,
    keepdim: bool = False,
    out: Tensor | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The norm of order `p` of `x1 - x2 + eps` over the last dimension.

    Parameters
    ----------
    x1 : Tensor
    x2 : Tensor
    p : float, default 2.0
    eps : float, default 1e-06
    keepdim : bool, default False
    out : Tensor?, default None
    keepdims : another name of keepdim

    Returns
    -------
    Tensor

    Notes
    -----
    result = vector_norm(x1 - x2 + eps, p, -1, keepdim)
    """
    if keepdims is not None:
        keepdim = by_other_name("pairwise_distance", "keepdim", keepdim, False, "keepdims", keepdims)
    if out is not None:
        return into("pairwise_distance", out, pairwise_distance, x1, x2, p, eps, keepdim)
    out = ops_later.vector_norm(x1 - x2 + eps, p, (-1,), keepdim)
    return out


def cosine_similarity(
    x1: TensorLike,
    x2: TensorLike,
    dim: int = 1,
    eps: float = 1e-08,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Compute `cosine_similarity`.

    The cosine of the angle between vectors along `dim`: the scalar product of `x1` and `x2`, each
    divided by its Euclidean norm, or by `eps` if that is larger.

    Parameters
    ----------
    x1 : Tensor
    x2 : Tensor
    dim : int, default 1
    eps : float, default 1e-08
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(a / length_a * (b / length_b), dim)
    size = functions.cosine_shape(x1.shape, x1.dtype, x2.shape, x2.dtype)
    a = expand(x1, size)
    b = expand(x2, size)
    length_a = maximum(vector_norm(a, 2, dim, True), eps)
    length_b = maximum(vector_norm(b, 2, dim, True), eps)
    """
    if axis is not None:
        dim = by_other_name("cosine_similarity", "dim", dim, 1, "axis", axis)
    if out is not None:
        return into("cosine_similarity", out, cosine_similarity, x1, x2, dim, eps)
    if dim.__class__ is not int:
        dim = as_int("cosine_similarity", "dim", dim)
    size_ = functions.cosine_shape(x1.shape, x1.dtype, x2.shape, x2.dtype)
    a_ = ops.expand(x1, size_)
    b_ = ops.expand(x2, size_)
    length_a_ = ops.maximum(ops_later.vector_norm(a_, 2, dim, True), eps)
    length_b_ = ops.maximum(ops_later.vector_norm(b_, 2, dim, True), eps)
    out = ops.sum(a_ / length_a_ * (b_ / length_b_), dim)
    return out


def normalize(
    input: TensorLike,
    p: float = 2.0,
    dim: IntsLike = (1,),
    eps: float = 1e-12,
    out: Tensor | None = None,
    axis: IntsLike = None,
) -> Tensor:
    """The argument divided by its norm of order `p` over `dim`, or by `eps` if that is larger.

    Parameters
    ----------
    input : Tensor
    p : float, default 2.0
    dim : int[], default (1,)
    eps : float, default 1e-12
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = input / maximum(vector_norm(input, p, dim, True), eps)
    """
    if axis is not None:
        dim = by_other_name("normalize", "dim", dim, (1,), "axis", axis)
    if out is not None:
        return into("normalize", out, normalize, input, p, dim, eps)
    if dim.__class__ is not tuple:
        dim = as_ints("normalize", "dim", dim)
    out = input / ops.maximum(ops_later.vector_norm(input, p, dim, True), eps)
    return out


@overload
def renorm(
    input: TensorLike, p: complex, dim: int, maxnorm: complex, *, out: Tensor | None = ...
) -> Tensor: ...


@overload
def renorm(
    input: TensorLike, p: complex, *, axis: int, maxnorm: complex, out: Tensor | None = ...
) -> Tensor: ...


def renorm(
    input: TensorLike,
    p: Number,
    dim: int = REQUIRED,
    maxnorm: Number = REQUIRED,
    out: Tensor | None = None,
    axis: int | None = None,
) -> Tensor:
    """Compute `renorm`.

    The argument with those of the slices that `dim` numbers scaled down whose norm of order `p` is
    larger than `maxnorm`.

    Parameters
    ----------
    input : Tensor
    p : Scalar
    dim : int
    maxnorm : Scalar
    out : Tensor?, default None
    axis : another name of dim

    Returns
    -------
    Tensor

    Notes
    -----
    result = input * where(lengths > maxnorm, maxnorm / (lengths + 1e-07), 1)
    lengths = vector_norm(input, p, functions.renorm_dims(input.shape, p, dim, maxnorm), True)
    """
    if axis is not None:
        dim = by_other_name("renorm", "dim", dim, REQUIRED, "axis", axis)
    if maxnorm is REQUIRED:
        refuse_missing("renorm", "maxnorm")
    if out is not None:
        return into("renorm", out, renorm, input, p, dim, maxnorm)
    if dim.__class__ is not int:
        dim = as_int("renorm", "dim", dim)
    part1 = functions.renorm_dims(input.shape, p, dim, maxnorm)
    lengths_ = ops_later.vector_norm(input, p, part1, True)
    out = input * ops.where(lengths_ > maxnorm, maxnorm / (lengths_ + 1e-07), 1)
    return out


class CdistBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_x1",
        "edge_x2",
        "saved_compute_mode",
        "saved_p",
        "saved_result",
        "saved_x1",
        "saved_x2",
        "shape_x1",
        "shape_x2",
        "version_x1",
        "version_x2",
    )
    op = "cdist"
    edge_names = ("edge_x1", "edge_x2")
    saved_names = ("x1", "x2")
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_x1: Any
    edge_x2: Any
    saved_compute_mode: Any
    saved_p: Any
    saved_result: Any
    saved_x1: Any
    saved_x2: Any
    shape_x1: Any
    shape_x2: Any
    version_x1: Any
    version_x2: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_x1 = self.edge_x1
        edge_x2 = self.edge_x2
        if needed is not None:
            if edge_x1 not in needed:
                edge_x1 = None
            if edge_x2 not in needed:
                edge_x2 = None
        x1_ = self.saved_x1
        if x1_._counter != self.version_x1:
            x1_ = checked(self, "x1", x1_)
        x1_ = x1_._array
        x2_ = self.saved_x2
        if x2_._counter != self.version_x2:
            x2_ = checked(self, "x2", x2_)
        x2_ = x2_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        if edge_x1 is not None:
            part2 = functions.cdist_by_product(
                self.shape_x1, self.shape_x2, self.saved_p, self.saved_compute_mode
            )
            part1 = functions.cdist_backward(grad, x1_, x2_, self.saved_p, result_, part2)
            grad_x1 = functions.sum_to_size(part1, self.shape_x1)
        if edge_x2 is not None:
            part4 = functions.cdist_by_product(
                self.shape_x1, self.shape_x2, self.saved_p, self.saved_compute_mode
            )
            part3 = functions.cdist_backward(grad.mT, x2_, x1_, self.saved_p, result_.mT, part4)
            grad_x2 = functions.sum_to_size(part3, self.shape_x2)
        following: Node | None = None
        if edge_x1 is not None:
            if grad_x1.__class__ is not ndarray:
                grad_x1 = asarray(grad_x1)
            if edge_x1 in buffers:
                accumulate(buffers, edge_x1, grad_x1)
            else:
                buffers[edge_x1] = grad_x1
                following = edge_x1
            del grad_x1
        if edge_x2 is not None:
            if grad_x2.__class__ is not ndarray:
                grad_x2 = asarray(grad_x2)
            if edge_x2 in buffers:
                accumulate(buffers, edge_x2, grad_x2)
            else:
                buffers[edge_x2] = grad_x2
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_x2
        if not keep:
            self.saved_x1 = self.saved_x2 = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_x1 = self.edge_x1
        edge_x2 = self.edge_x2
        if needed is not None:
            if edge_x1 not in needed:
                edge_x1 = None
            if edge_x2 not in needed:
                edge_x2 = None
        x1_ = self.saved_x1
        if x1_._counter != self.version_x1:
            x1_ = checked(self, "x1", x1_)
        x2_ = self.saved_x2
        if x2_._counter != self.version_x2:
            x2_ = checked(self, "x2", x2_)
        result_ = relinked(self, "result")
        grad_x1: Any = None
        grad_x2: Any = None
        if edge_x1 is not None:
            part6 = functions.cdist_by_product(
                self.shape_x1, self.shape_x2, self.saved_p, self.saved_compute_mode
            )
            part5 = ops_later.cdist_backward(grad, x1_, x2_, self.saved_p, result_, part6)
            grad_x1 = ops.sum_to_size(part5, self.shape_x1)
        if edge_x2 is not None:
            part8 = functions.cdist_by_product(
                self.shape_x1, self.shape_x2, self.saved_p, self.saved_compute_mode
            )
            part7 = ops_later.cdist_backward(grad.mT, x2_, x1_, self.saved_p, result_.mT, part8)
            grad_x2 = ops.sum_to_size(part7, self.shape_x2)
        return (grad_x1, grad_x2)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_x1, self.edge_x2)


def cdist(
    x1: TensorLike,
    x2: TensorLike,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
    out: Tensor | None = None,
) -> Tensor:
    """The norm of order `p` of the difference of each row of `x1` and each row of `x2`, batch by batch.

    `compute_mode` says when Euclidean distances come from a matrix product, which is faster and less
    accurate: always ('use_mm_for_euclid_dist'), never ('donot_use_mm_for_euclid_dist'), or for more
    than 25 rows. Where a distance is 0 the gradient is 0.

    Parameters
    ----------
    x1 : Tensor
    x2 : Tensor
    p : float, default 2.0
    compute_mode : str, default 'use_mm_for_euclid_dist_if_necessary'
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of x1 = sum_to_size(cdist_backward(grad, x1, x2, p, result,
        functions.cdist_by_product(x1.shape, x2.shape, p, compute_mode)), x1.shape)
    gradient of x2 = sum_to_size(cdist_backward(grad.mT, x2, x1, p, result.mT,
        functions.cdist_by_product(x1.shape, x2.shape, p, compute_mode)), x2.shape)
    """
    if out is not None:
        return into("cdist", out, cdist, x1, x2, p, compute_mode)
    try:
        edge_x1 = x1._edge
        edge_x2 = x2._edge
    except AttributeError:
        x1 = operand("cdist", "x1", x1)
        x2 = operand("cdist", "x2", x2)
        edge_x1 = x1._edge
        edge_x2 = x2._edge
    if x1.dtype.num > 13:  # complex, or float16
        check_real("cdist", x1._array)
    x1_ = x1._array
    x2_ = x2._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("cdist", functions.cdist, x1_, x2_, p, compute_mode)
    else:
        result_ = functions.cdist(x1_, x2_, p, compute_mode)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_x1 is not None or edge_x2 is not None) and (not rare or recording()):
        node = CdistBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_x1 = edge_x1
        node.edge_x2 = edge_x2
        node.saved_x1 = x1
        counter = x1._counter
        node.version_x1 = counter if counter.__class__ is int else counter.version
        node.shape_x1 = x1.shape
        node.saved_x2 = x2
        counter = x2._counter
        node.version_x2 = counter if counter.__class__ is int else counter.version
        node.shape_x2 = x2.shape
        node.saved_p = p
        node.saved_compute_mode = compute_mode
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _cdist_tangent(out, x1, x2, p, compute_mode)
        if rare & PRODUCED:
            produced("cdist", (out,), x1=x1, x2=x2, p=p, compute_mode=compute_mode)
    return out


def _cdist_tangent(out: Any, x1: Any, x2: Any, p: Any, compute_mode: Any) -> None:
    if not any_tangent((x1, x2)):
        return
    x1_p = primal_of(x1)
    x2_p = primal_of(x2)
    x1_t = tangent_or_zeros(x1)
    x2_t = tangent_or_zeros(x2)
    tangent = ops_later._cdist_change(x1_p, x2_p, x1_t, x2_t, p, out)
    set_tangent(out, tangent)


def _cdist_slopes(x1: TensorLike, x2: TensorLike, p: float, output: TensorLike) -> Tensor:
    """The derivative of each distance by each difference of columns.

    Parameters
    ----------
    x1 : Tensor
    x2 : Tensor
    p : float
    output : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = d / divisor if p == 2 else sgn(d) if p == 1 else sgn(d) * 0 if p == 0 else sgn(d) * (abs(d)
        == n) if p > 1e300 else sgn(d) * where(flat, 0, (where(flat, 1, abs(where(flat, 1, d))) /
        divisor) ** (p - 1))
    d = unsqueeze(x1, -2) - unsqueeze(x2, -3)
    n = unsqueeze(output, -1)
    divisor = where(n == 0, 1, n)
    flat = d == 0
    """
    out: Tensor
    d_ = ops.unsqueeze(x1, -2) - ops.unsqueeze(x2, -3)
    n_ = ops.unsqueeze(output, -1)
    divisor_ = ops.where(n_ == 0, 1, n_)
    flat_ = d_ == 0
    if p == 2:
        out = d_ / divisor_
    else:
        if p == 1:
            out = ops.sgn(d_)
        else:
            if p == 0:
                out = ops.sgn(d_) * 0
            else:
                if p > 1e300:
                    out = ops.sgn(d_) * (ops.abs(d_) == n_)
                else:
                    part3 = ops.where(flat_, 1, ops.abs(ops.where(flat_, 1, d_))) / divisor_
                    part2 = part3 ** (p - 1)
                    part1 = ops.where(flat_, 0, part2)
                    out = ops.sgn(d_) * part1
    return out


def _cdist_change(
    x1: TensorLike, x2: TensorLike, x1_step: TensorLike, x2_step: TensorLike, p: float, output: TensorLike
) -> Tensor:
    """What distances change by when rows do.

    Parameters
    ----------
    x1 : Tensor
    x2 : Tensor
    x1_step : Tensor
    x2_step : Tensor
    p : float
    output : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum((unsqueeze(x1_step, -2) - unsqueeze(x2_step, -3)) * _cdist_slopes(x1, x2, p, output),
        -1)
    """
    out: Tensor
    part2 = ops.unsqueeze(x1_step, -2) - ops.unsqueeze(x2_step, -3)
    part1 = part2 * ops_later._cdist_slopes(x1, x2, p, output)
    out = ops.sum(part1, (-1,))
    return out


def cdist_backward(
    output_grad: TensorLike,
    x1: TensorLike,
    x2: TensorLike,
    p: float,
    distances: TensorLike,
    by_product: bool = False,
) -> Tensor:
    """Gradient of cdist with respect to its first argument.

    Parameters
    ----------
    output_grad : Tensor
    x1 : Tensor
    x2 : Tensor
    p : float
    distances : Tensor
    by_product : bool, default False

    Returns
    -------
    Tensor

    Notes
    -----
    result = sum(unsqueeze(output_grad, -1) * _cdist_slopes(x1, x2, p, distances), -2)
    """
    try:
        edge_output_grad = output_grad._edge
        edge_x1 = x1._edge
        edge_x2 = x2._edge
        edge_distances = distances._edge
    except AttributeError:
        output_grad = operand("cdist_backward", "output_grad", output_grad)
        x1 = operand("cdist_backward", "x1", x1)
        x2 = operand("cdist_backward", "x2", x2)
        distances = operand("cdist_backward", "distances", distances)
        edge_output_grad = output_grad._edge
        edge_x1 = x1._edge
        edge_x2 = x2._edge
        edge_distances = distances._edge
    rare = state.rare
    wanted = (
        edge_output_grad is not None
        or edge_x1 is not None
        or edge_x2 is not None
        or edge_distances is not None
    )
    if wanted and (not rare or recording()):
        return _cdist_backward_composite(output_grad, x1, x2, p, distances, by_product)
    if rare & FORWARD_AD and any_tangent((output_grad, x1, x2, distances)):
        return _cdist_backward_composite(output_grad, x1, x2, p, distances, by_product)
    output_grad_ = output_grad._array
    x1_ = x1._array
    x2_ = x2._array
    distances_ = distances._array
    result_ = functions.cdist_backward(output_grad_, x1_, x2_, p, distances_, by_product)
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
            "cdist_backward",
            (out,),
            output_grad=output_grad,
            x1=x1,
            x2=x2,
            p=p,
            distances=distances,
            by_product=by_product,
        )
    return out


def _cdist_backward_composite(
    output_grad: TensorLike,
    x1: TensorLike,
    x2: TensorLike,
    p: float,
    distances: TensorLike,
    by_product: bool = False,
) -> Tensor:
    out: Tensor
    part2 = ops_later._cdist_slopes(x1, x2, p, distances)
    part1 = ops.unsqueeze(output_grad, -1) * part2
    out = ops.sum(part1, (-2,))
    return out


class PdistBackward(Node):
    __slots__ = (
        "counter_result",
        "edge_input",
        "saved_input",
        "saved_p",
        "saved_result",
        "shape_input",
        "version_input",
    )
    op = "pdist"
    edge_names = ("edge_input",)
    saved_names = ("input",)
    saved_outputs = ("result",)
    output_names = ("result",)
    counter_result: Any
    edge_input: Any
    saved_input: Any
    saved_p: Any
    saved_result: Any
    shape_input: Any
    version_input: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        result_ = self.saved_result
        if self.counter_result is not None:
            result_ = checked_output(self, "result")
        distances_ = functions.square_of_pairs(result_, self.shape_input[0])
        part1 = functions.square_of_pairs(grad, self.shape_input[0])
        grad_input = functions.cdist_backward(part1, input_, input_, self.saved_p, distances_, False)
        following: Node | None = None
        if grad_input.__class__ is not ndarray:
            grad_input = asarray(grad_input)
        if edge_input in buffers:
            accumulate(buffers, edge_input, grad_input)
        else:
            buffers[edge_input] = grad_input
            following = edge_input
        if not keep:
            self.saved_input = RELEASED
            self.saved_result = None
            self.counter_result = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        result_ = relinked(self, "result")
        distances_ = ops_later._square_of_pairs(result_, self.shape_input[0])
        part2 = ops_later._square_of_pairs(grad, self.shape_input[0])
        grad_input = ops_later.cdist_backward(part2, input_, input_, self.saved_p, distances_)
        return (grad_input,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input,)


def pdist(input: TensorLike, p: float = 2.0, out: Tensor | None = None) -> Tensor:
    """Compute `pdist`.

    The norm of order `p` of the difference of each pair of rows, in the order (0, 1), (0, 2), ..., (1,
    2), ...

    Parameters
    ----------
    input : Tensor
    p : float, default 2.0
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    distances = _square_of_pairs(result, input.shape[0])
    gradient of input = cdist_backward(_square_of_pairs(grad, input.shape[0]), input, input, p,
        distances)
    """
    if out is not None:
        return into("pdist", out, pdist, input, p)
    try:
        edge_input = input._edge
    except AttributeError:
        input = operand("pdist", "input", input)
        edge_input = input._edge
    if input.dtype.num > 13:  # complex, or float16
        check_real("pdist", input._array)
    input_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("pdist", functions.pdist, input_, p)
    else:
        result_ = functions.pdist(input_, p)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if edge_input is not None and (not rare or recording()):
        node = PdistBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_p = p
        node.saved_result = result_
        node.counter_result = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _pdist_tangent(out, input, p)
        if rare & PRODUCED:
            produced("pdist", (out,), input=input, p=p)
    return out


def _pdist_tangent(out: Any, input: Any, p: Any) -> None:
    if not any_tangent((input,)):
        return
    input_p = primal_of(input)
    input_t = tangent_or_zeros(input)
    distances_ = ops_later._square_of_pairs(out, input_p.shape[0])
    part1 = ops_later._cdist_change(input_p, input_p, input_t, input_t, p, distances_)
    tangent = ops_later._above_diagonal(part1)
    set_tangent(out, tangent)


class SquareOfPairsBackward(Node):
    __slots__ = ("edge_self",)
    op = "_square_of_pairs"
    edge_names = ("edge_self",)
    edge_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.above_diagonal(grad + grad.mT)
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
        grad_self = ops_later._above_diagonal(grad + grad.mT)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _square_of_pairs(input: TensorLike, n: int) -> Tensor:
    """The symmetric matrix with zeros on the diagonal and a vector above it, row by row.

    Parameters
    ----------
    input : Tensor
    n : int

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = _above_diagonal(grad + grad.mT)
    """
    if n.__class__ is not int:
        n = as_int("_square_of_pairs", "n", n)
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_square_of_pairs", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_square_of_pairs", functions.square_of_pairs, self_, n)
    else:
        result_ = functions.square_of_pairs(self_, n)
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
        node = SquareOfPairsBackward()
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
            _square_of_pairs_tangent(out, input, n)
        if rare & PRODUCED:
            produced("_square_of_pairs", (out,), self=input, n=n)
    return out


def _square_of_pairs_tangent(out: Any, input: Any, n: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._square_of_pairs(self_t, n)
    set_tangent(out, tangent)


class AboveDiagonalBackward(Node):
    __slots__ = ("edge_self", "shape_self")
    op = "_above_diagonal"
    edge_names = ("edge_self",)
    edge_self: Any
    shape_self: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_self = self.edge_self
        grad_self = functions.triu(functions.square_of_pairs(grad, self.shape_self[0]), 1)
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
        grad_self = ops_later.triu(ops_later._square_of_pairs(grad, self.shape_self[0]), 1)
        return (grad_self,)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_self,)


def _above_diagonal(input: TensorLike) -> Tensor:
    """The elements of a square matrix above the diagonal, row by row, as a vector.

    Parameters
    ----------
    input : Tensor

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = triu(_square_of_pairs(grad, input.shape[0]), 1)
    """
    try:
        edge_self = input._edge
    except AttributeError:
        input = operand("_above_diagonal", "input", input)
        edge_self = input._edge
    self_ = input._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_ = replayed("_above_diagonal", functions.above_diagonal, self_)
    else:
        result_ = functions.above_diagonal(self_)
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
        node = AboveDiagonalBackward()
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
            _above_diagonal_tangent(out, input)
        if rare & PRODUCED:
            produced("_above_diagonal", (out,), self=input)
    return out


def _above_diagonal_tangent(out: Any, input: Any) -> None:
    if not any_tangent((input,)):
        return
    self_t = tangent_or_zeros(input)
    tangent = ops_later._above_diagonal(self_t)
    set_tangent(out, tangent)


def renorm_(
    input: TensorLike, p: Number, dim: int = REQUIRED, maxnorm: Number = REQUIRED, axis: int | None = None
) -> Tensor:
    """Write `renorm` of `input` into `input` itself, and return it."""
    if axis is not None:
        dim = by_other_name("renorm_", "dim", dim, REQUIRED, "axis", axis)
    if maxnorm is REQUIRED:
        refuse_missing("renorm_", "maxnorm")
    if unrecorded(input):
        return overwrite("renorm_", input, renorm(input, p, dim, maxnorm))
    write = Write("renorm_", input, copy=True)
    return write.finish(renorm(write.original, p, dim, maxnorm))
