# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family nn_normalization: each op's node directly above its function."""

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
    IntsLike,
    Node,
    Tensor,
    TensorLike,
    accumulate,
    any_tangent,
    as_int,
    as_ints,
    asarray,
    check_floating,
    checked,
    checked_output,
    heappush,
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
    version_of,
    wrap,
)

from .. import ops as ops_later
from . import at_once as ops

__all__ = [
    "BatchNormTrainingOutput",
    "GroupNormBackwardOutput",
    "NormalizeBackwardOutput",
    "RmsNormBackwardOutput",
    "_rms_norm",
    "_rms_norm_backward",
    "batch_norm_inference",
    "batch_norm_training",
    "group_norm",
    "group_norm_backward",
    "layer_norm",
    "local_response_norm",
    "normalize_backward",
    "rms_norm",
]


class LayerNormBackward(Node):
    __slots__ = (
        "counter__center",
        "counter__rstd",
        "edge_bias",
        "edge_input",
        "edge_weight",
        "saved__center",
        "saved__rstd",
        "saved_eps",
        "saved_input",
        "saved_normalized_shape",
        "saved_weight",
        "shape_input",
        "version_input",
        "version_weight",
    )
    op = "layer_norm"
    edge_names = ("edge_input", "edge_weight", "edge_bias")
    saved_names = ("input", "weight")
    saved_outputs = ("_center", "_rstd")
    counter__center: Any
    counter__rstd: Any
    edge_bias: Any
    edge_input: Any
    edge_weight: Any
    saved__center: Any
    saved__rstd: Any
    saved_eps: Any
    saved_input: Any
    saved_normalized_shape: Any
    saved_weight: Any
    shape_input: Any
    version_input: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        weight_ = self.saved_weight
        if weight_ is not None:
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        _center_ = self.saved__center
        if self.counter__center is not None:
            _center_ = checked_output(self, "_center")
        _rstd_ = self.saved__rstd
        if self.counter__rstd is not None:
            _rstd_ = checked_output(self, "_rstd")
        dims_ = functions.trailing_dims(self.saved_normalized_shape)
        over_ = functions.leading_dims(self.shape_input, self.saved_normalized_shape)
        learned_ = edge_weight is not None or edge_bias is not None
        parts_ = functions.normalize_backward(
            grad, input_, weight_, _center_, _rstd_, dims_, over_, self.saved_eps, learned_
        )
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        if edge_bias is not None:
            grad_bias = parts_[2]
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
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
            del grad_weight
        if edge_bias is not None:
            if grad_bias.__class__ is not ndarray:
                grad_bias = asarray(grad_bias)
            if edge_bias in buffers:
                accumulate(buffers, edge_bias, grad_bias)
            else:
                buffers[edge_bias] = grad_bias
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_bias
        if not keep:
            self.saved_input = self.saved_weight = RELEASED
            self.saved__center = self.saved__rstd = None
            self.counter__center = self.counter__rstd = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        weight_ = self.saved_weight
        if weight_ is not None and weight_._counter != self.version_weight:
            weight_ = checked(self, "weight", weight_)
        _center_ = wrap(checked_output(self, "_center"))
        _rstd_ = wrap(checked_output(self, "_rstd"))
        dims_ = functions.trailing_dims(self.saved_normalized_shape)
        over_ = functions.leading_dims(self.shape_input, self.saved_normalized_shape)
        learned_ = edge_weight is not None or edge_bias is not None
        parts_ = ops_later.normalize_backward(
            grad, input_, weight_, _center_, _rstd_, dims_, over_, self.saved_eps, learned_
        )
        grad_input: Any = None
        grad_weight: Any = None
        grad_bias: Any = None
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        if edge_bias is not None:
            grad_bias = parts_[2]
        return (grad_input, grad_weight, grad_bias)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight, self.edge_bias)


def layer_norm(
    input: TensorLike,
    normalized_shape: IntsLike,
    weight: TensorLike = None,
    bias: TensorLike = None,
    eps: float = 1e-05,
) -> Tensor:
    """Compute `layer_norm`.

    The argument normalised to mean 0 and variance 1 over its last dimensions, those of
    `normalized_shape`, then multiplied by `weight` and shifted by `bias`. `eps` is added to the
    variance.

    Parameters
    ----------
    input : Tensor
    normalized_shape : int[]
    weight : Tensor?, default None
    bias : Tensor?, default None
    eps : float, default 1e-05

    Returns
    -------
    Tensor

    Notes
    -----
    dims = functions.trailing_dims(normalized_shape)
    over = functions.leading_dims(input.shape, normalized_shape)
    learned = weight.needs_grad or bias.needs_grad
    parts = normalize_backward(grad, input, weight, _center, _rstd, dims, over, eps, learned)
    gradient of input = parts[0]
    gradient of weight = parts[1]
    gradient of bias = parts[2]
    """
    if normalized_shape.__class__ is not tuple:
        normalized_shape = as_ints("layer_norm", "normalized_shape", normalized_shape)
    try:
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_bias = None if bias is None else bias._edge
    except AttributeError:
        input = operand("layer_norm", "input", input)
        if weight is not None:
            weight = operand("layer_norm", "weight", weight)
        if bias is not None:
            bias = operand("layer_norm", "bias", bias)
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_bias = None if bias is None else bias._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("layer_norm", "input", input._array)
    input_ = input._array
    weight_ = None if weight is None else weight._array
    bias_ = None if bias is None else bias._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _center_, _rstd_ = replayed(
            "layer_norm", functions.layer_norm, input_, normalized_shape, weight_, bias_, eps
        )
    else:
        result_, _center_, _rstd_ = functions.layer_norm(input_, normalized_shape, weight_, bias_, eps)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None or edge_bias is not None) and (
        not rare or recording()
    ):
        node = LayerNormBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.edge_bias = edge_bias
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_weight = weight
        node.version_weight = None if weight is None else version_of(weight)
        node.saved_normalized_shape = normalized_shape
        node.saved_eps = eps
        node.saved__center = _center_
        node.counter__center = None
        node.saved__rstd = _rstd_
        node.counter__rstd = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _layer_norm_tangent(out, _center_, _rstd_, input, normalized_shape, weight, bias, eps)
        if rare & PRODUCED:
            produced(
                "layer_norm",
                (out,),
                input=input,
                normalized_shape=normalized_shape,
                weight=weight,
                bias=bias,
                eps=eps,
            )
    return out


def _layer_norm_tangent(
    out: Any, _center: Any, _rstd: Any, input: Any, normalized_shape: Any, weight: Any, bias: Any, eps: Any
) -> None:
    _center = wrap(_center)
    _rstd = wrap(_rstd)
    if not any_tangent((input, weight, bias)):
        return
    input_p = primal_of(input)
    weight_p = None if weight is None else primal_of(weight)
    bias_p = None if bias is None else primal_of(bias)
    input_t = tangent_or_zeros(input)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    bias_t = None if bias is None else tangent_or_zeros(bias)
    part5 = functions.leading_dims(input_p.shape, normalized_shape)
    part6 = functions.trailing_dims(normalized_shape)
    part4 = ops_later.normalize_backward(input_t, input_p, None, _center, _rstd, part6, part5, eps)
    part3 = part4[0]
    part2 = part3 * (1 if weight_p is None else weight_p)
    part7: Any
    if weight_p is None:
        part7 = 0
    else:
        part8 = ops_later.layer_norm(input_p, normalized_shape, None, None, eps)
        part7 = part8 * weight_t
    part1 = part2 + part7
    tangent = part1 + (0 if bias_p is None else bias_t)
    set_tangent(out, tangent)


class NormalizeBackwardOutput(NamedTuple):
    """What `normalize_backward` returns."""

    input_grad: Tensor
    weight_grad: Tensor
    bias_grad: Tensor


def normalize_backward(
    output_grad: TensorLike,
    input: TensorLike,
    weight: TensorLike,
    center: TensorLike,
    rstd: TensorLike,
    dims: IntsLike,
    over: IntsLike,
    eps: float,
    learned: bool = True,
) -> NormalizeBackwardOutput:
    """Compute `normalize_backward`.

    Gradients of input, weight and bias of a normalisation over `dims`, from the saved means and
    reciprocal standard deviations. `weight` has a shape that broadcasts over the input; its gradient
    lacks the dimensions `over`. Unless `learned`, the gradients of weight and bias need not be
    computed: they may be empty.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    weight : Tensor?
    center : Tensor
    rstd : Tensor
    dims : int[]
    over : int[]
    eps : float
    learned : bool, default True

    Returns
    -------
    Tensor, Tensor, Tensor

    Notes
    -----
    result = scale * (g - mean(g, dims, True) - normal * mean(g * normal, dims, True)), product if
        len(over) == 0 else sum(product, over), output_grad if len(over) == 0 else sum(output_grad,
        over)
    centered = input - mean(input, dims, True)
    scale = rsqrt(mean(centered * centered, dims, True) + eps)
    normal = centered * scale
    g = output_grad if weight is None else output_grad * weight
    product = output_grad * normal
    """
    if dims.__class__ is not tuple:
        dims = as_ints("normalize_backward", "dims", dims)
    if over.__class__ is not tuple:
        over = as_ints("normalize_backward", "over", over)
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_center = center._edge
        edge_rstd = rstd._edge
    except AttributeError:
        output_grad = operand("normalize_backward", "output_grad", output_grad)
        input = operand("normalize_backward", "input", input)
        if weight is not None:
            weight = operand("normalize_backward", "weight", weight)
        center = operand("normalize_backward", "center", center)
        rstd = operand("normalize_backward", "rstd", rstd)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_center = center._edge
        edge_rstd = rstd._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("normalize_backward", "output_grad", output_grad._array)
    rare = state.rare
    wanted = (
        edge_output_grad is not None
        or edge_input is not None
        or edge_weight is not None
        or edge_center is not None
        or edge_rstd is not None
    )
    if wanted and (not rare or recording()):
        return _normalize_backward_composite(
            output_grad, input, weight, center, rstd, dims, over, eps, learned
        )
    if rare & FORWARD_AD and any_tangent((output_grad, input, weight, center, rstd)):
        return _normalize_backward_composite(
            output_grad, input, weight, center, rstd, dims, over, eps, learned
        )
    output_grad_ = output_grad._array
    input_ = input._array
    weight_ = None if weight is None else weight._array
    center_ = center._array
    rstd_ = rstd._array
    input_grad_, weight_grad_, bias_grad_ = functions.normalize_backward(
        output_grad_, input_, weight_, center_, rstd_, dims, over, eps, learned
    )
    input_grad = wrap(asarray(input_grad_))
    weight_grad = wrap(asarray(weight_grad_))
    bias_grad = wrap(asarray(bias_grad_))
    if state.rare & PRODUCED:
        produced(
            "normalize_backward",
            (input_grad, weight_grad, bias_grad),
            output_grad=output_grad,
            input=input,
            weight=weight,
            center=center,
            rstd=rstd,
            dims=dims,
            over=over,
            eps=eps,
            learned=learned,
        )
    return NormalizeBackwardOutput(input_grad, weight_grad, bias_grad)


def _normalize_backward_composite(
    output_grad: TensorLike,
    input: TensorLike,
    weight: TensorLike,
    center: TensorLike,
    rstd: TensorLike,
    dims: IntsLike,
    over: IntsLike,
    eps: float,
    learned: bool = True,
) -> NormalizeBackwardOutput:
    out: Any
    centered_ = input - ops.mean(input, dims, True)
    scale_ = ops.rsqrt(ops.mean(centered_ * centered_, dims, True) + eps)
    normal_ = centered_ * scale_
    g_: Any
    if weight is None:
        g_ = output_grad
    else:
        g_ = output_grad * weight
    product_ = output_grad * normal_
    out = (
        scale_ * (g_ - ops.mean(g_, dims, True) - normal_ * ops.mean(g_ * normal_, dims, True)),
        product_ if len(over) == 0 else ops.sum(product_, over),
        output_grad if len(over) == 0 else ops.sum(output_grad, over),
    )
    return NormalizeBackwardOutput(*out)


class GroupNormBackward(Node):
    __slots__ = (
        "counter__center",
        "counter__rstd",
        "edge_bias",
        "edge_input",
        "edge_weight",
        "saved__center",
        "saved__rstd",
        "saved_eps",
        "saved_input",
        "saved_num_groups",
        "saved_weight",
        "version_input",
        "version_weight",
    )
    op = "group_norm"
    edge_names = ("edge_input", "edge_weight", "edge_bias")
    saved_names = ("input", "weight")
    saved_outputs = ("_center", "_rstd")
    counter__center: Any
    counter__rstd: Any
    edge_bias: Any
    edge_input: Any
    edge_weight: Any
    saved__center: Any
    saved__rstd: Any
    saved_eps: Any
    saved_input: Any
    saved_num_groups: Any
    saved_weight: Any
    version_input: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        weight_ = self.saved_weight
        if weight_ is not None:
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        _center_ = self.saved__center
        if self.counter__center is not None:
            _center_ = checked_output(self, "_center")
        _rstd_ = self.saved__rstd
        if self.counter__rstd is not None:
            _rstd_ = checked_output(self, "_rstd")
        learned_ = edge_weight is not None or edge_bias is not None
        parts_ = functions.group_norm_backward(
            grad, input_, weight_, _center_, _rstd_, self.saved_num_groups, self.saved_eps, learned_
        )
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        if edge_bias is not None:
            grad_bias = parts_[2]
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
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
            del grad_weight
        if edge_bias is not None:
            if grad_bias.__class__ is not ndarray:
                grad_bias = asarray(grad_bias)
            if edge_bias in buffers:
                accumulate(buffers, edge_bias, grad_bias)
            else:
                buffers[edge_bias] = grad_bias
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_bias
        if not keep:
            self.saved_input = self.saved_weight = RELEASED
            self.saved__center = self.saved__rstd = None
            self.counter__center = self.counter__rstd = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        weight_ = self.saved_weight
        if weight_ is not None and weight_._counter != self.version_weight:
            weight_ = checked(self, "weight", weight_)
        _center_ = wrap(checked_output(self, "_center"))
        _rstd_ = wrap(checked_output(self, "_rstd"))
        learned_ = edge_weight is not None or edge_bias is not None
        parts_ = ops_later.group_norm_backward(
            grad, input_, weight_, _center_, _rstd_, self.saved_num_groups, self.saved_eps, learned_
        )
        grad_input: Any = None
        grad_weight: Any = None
        grad_bias: Any = None
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        if edge_bias is not None:
            grad_bias = parts_[2]
        return (grad_input, grad_weight, grad_bias)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight, self.edge_bias)


def group_norm(
    input: TensorLike, num_groups: int, weight: TensorLike = None, bias: TensorLike = None, eps: float = 1e-05
) -> Tensor:
    """Compute `group_norm`.

    The argument (N, C, ...) normalised over groups of channels, each to mean 0 and variance 1, then
    multiplied by `weight` and shifted by `bias`, which have one number per channel.

    Parameters
    ----------
    input : Tensor
    num_groups : int
    weight : Tensor?, default None
    bias : Tensor?, default None
    eps : float, default 1e-05

    Returns
    -------
    Tensor

    Notes
    -----
    learned = weight.needs_grad or bias.needs_grad
    parts = group_norm_backward(grad, input, weight, _center, _rstd, num_groups, eps, learned)
    gradient of input = parts[0]
    gradient of weight = parts[1]
    gradient of bias = parts[2]
    """
    if num_groups.__class__ is not int:
        num_groups = as_int("group_norm", "num_groups", num_groups)
    try:
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_bias = None if bias is None else bias._edge
    except AttributeError:
        input = operand("group_norm", "input", input)
        if weight is not None:
            weight = operand("group_norm", "weight", weight)
        if bias is not None:
            bias = operand("group_norm", "bias", bias)
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_bias = None if bias is None else bias._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("group_norm", "input", input._array)
    input_ = input._array
    weight_ = None if weight is None else weight._array
    bias_ = None if bias is None else bias._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _center_, _rstd_ = replayed(
            "group_norm", functions.group_norm, input_, num_groups, weight_, bias_, eps
        )
    else:
        result_, _center_, _rstd_ = functions.group_norm(input_, num_groups, weight_, bias_, eps)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None or edge_bias is not None) and (
        not rare or recording()
    ):
        node = GroupNormBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.edge_bias = edge_bias
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_weight = weight
        node.version_weight = None if weight is None else version_of(weight)
        node.saved_num_groups = num_groups
        node.saved_eps = eps
        node.saved__center = _center_
        node.counter__center = None
        node.saved__rstd = _rstd_
        node.counter__rstd = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _group_norm_tangent(out, _center_, _rstd_, input, num_groups, weight, bias, eps)
        if rare & PRODUCED:
            produced(
                "group_norm", (out,), input=input, num_groups=num_groups, weight=weight, bias=bias, eps=eps
            )
    return out


def _group_norm_tangent(
    out: Any, _center: Any, _rstd: Any, input: Any, num_groups: Any, weight: Any, bias: Any, eps: Any
) -> None:
    _center = wrap(_center)
    _rstd = wrap(_rstd)
    if not any_tangent((input, weight, bias)):
        return
    input_p = primal_of(input)
    weight_p = None if weight is None else primal_of(weight)
    bias_p = None if bias is None else primal_of(bias)
    input_t = tangent_or_zeros(input)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    bias_t = None if bias is None else tangent_or_zeros(bias)
    part4 = ops_later.group_norm_backward(input_t, input_p, None, _center, _rstd, num_groups, eps)
    part3 = part4[0]
    part5: Any
    if weight_p is None:
        part5 = 1
    else:
        part5 = ops.reshape(weight_p, functions.channel_shape(input_p.shape))
    part2 = part3 * part5
    part6: Any
    if weight_p is None:
        part6 = 0
    else:
        part7 = ops.reshape(weight_t, functions.channel_shape(input_p.shape))
        part6 = ops_later.group_norm(input_p, num_groups, None, None, eps) * part7
    part1 = part2 + part6
    part8: Any
    if bias_p is None:
        part8 = 0
    else:
        part8 = ops.reshape(bias_t, functions.channel_shape(input_p.shape))
    tangent = part1 + part8
    set_tangent(out, tangent)


class GroupNormBackwardOutput(NamedTuple):
    """What `group_norm_backward` returns."""

    input_grad: Tensor
    weight_grad: Tensor
    bias_grad: Tensor


def group_norm_backward(
    output_grad: TensorLike,
    input: TensorLike,
    weight: TensorLike,
    center: TensorLike,
    rstd: TensorLike,
    num_groups: int,
    eps: float,
    learned: bool = True,
) -> GroupNormBackwardOutput:
    """Compute `group_norm_backward`.

    Gradients of input, weight and bias of a normalisation over groups of channels, from the saved means
    and reciprocal standard deviations.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    weight : Tensor?
    center : Tensor
    rstd : Tensor
    num_groups : int
    eps : float
    learned : bool, default True

    Returns
    -------
    Tensor, Tensor, Tensor

    Notes
    -----
    result = reshape(parts[0], input.shape), reshape(parts[1], (-1,)), reshape(parts[2], (-1,))
    split = functions.group_shape(input.shape, num_groups)
    scale = None if weight is None else reshape(weight, (split[1], split[2], 1))
    parts = normalize_backward(reshape(output_grad, split), reshape(input, split), scale, center, rstd,
        (2, 3), (0, 3), eps, learned)
    """
    if num_groups.__class__ is not int:
        num_groups = as_int("group_norm_backward", "num_groups", num_groups)
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_center = center._edge
        edge_rstd = rstd._edge
    except AttributeError:
        output_grad = operand("group_norm_backward", "output_grad", output_grad)
        input = operand("group_norm_backward", "input", input)
        if weight is not None:
            weight = operand("group_norm_backward", "weight", weight)
        center = operand("group_norm_backward", "center", center)
        rstd = operand("group_norm_backward", "rstd", rstd)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_center = center._edge
        edge_rstd = rstd._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("group_norm_backward", "output_grad", output_grad._array)
    rare = state.rare
    wanted = (
        edge_output_grad is not None
        or edge_input is not None
        or edge_weight is not None
        or edge_center is not None
        or edge_rstd is not None
    )
    if wanted and (not rare or recording()):
        return _group_norm_backward_composite(
            output_grad, input, weight, center, rstd, num_groups, eps, learned
        )
    if rare & FORWARD_AD and any_tangent((output_grad, input, weight, center, rstd)):
        return _group_norm_backward_composite(
            output_grad, input, weight, center, rstd, num_groups, eps, learned
        )
    output_grad_ = output_grad._array
    input_ = input._array
    weight_ = None if weight is None else weight._array
    center_ = center._array
    rstd_ = rstd._array
    input_grad_, weight_grad_, bias_grad_ = functions.group_norm_backward(
        output_grad_, input_, weight_, center_, rstd_, num_groups, eps, learned
    )
    input_grad = wrap(asarray(input_grad_))
    weight_grad = wrap(asarray(weight_grad_))
    bias_grad = wrap(asarray(bias_grad_))
    if state.rare & PRODUCED:
        produced(
            "group_norm_backward",
            (input_grad, weight_grad, bias_grad),
            output_grad=output_grad,
            input=input,
            weight=weight,
            center=center,
            rstd=rstd,
            num_groups=num_groups,
            eps=eps,
            learned=learned,
        )
    return GroupNormBackwardOutput(input_grad, weight_grad, bias_grad)


def _group_norm_backward_composite(
    output_grad: TensorLike,
    input: TensorLike,
    weight: TensorLike,
    center: TensorLike,
    rstd: TensorLike,
    num_groups: int,
    eps: float,
    learned: bool = True,
) -> GroupNormBackwardOutput:
    out: Any
    split_ = functions.group_shape(input.shape, num_groups)
    scale_: Any
    if weight is None:
        scale_ = None
    else:
        scale_ = ops.reshape(weight, (split_[1], split_[2], 1))
    part1 = ops.reshape(output_grad, split_)
    part2 = ops.reshape(input, split_)
    parts_ = ops_later.normalize_backward(part1, part2, scale_, center, rstd, (2, 3), (0, 3), eps, learned)
    out = (ops.reshape(parts_[0], input.shape), ops.reshape(parts_[1], (-1,)), ops.reshape(parts_[2], (-1,)))
    return GroupNormBackwardOutput(*out)


def rms_norm(
    input: TensorLike, normalized_shape: IntsLike, weight: TensorLike = None, eps: float | None = None
) -> Tensor:
    """Compute `rms_norm`.

    The argument divided by its root mean square over the last dimensions, those of `normalized_shape`,
    and multiplied by `weight`. `eps` is added to the mean square; by default it is the dtype's distance
    from 1 to the next number.

    Parameters
    ----------
    input : Tensor
    normalized_shape : int[]
    weight : Tensor?, default None
    eps : float?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = _rms_norm(input, normalized_shape, weight, epsilon) if
        functions.is_real_floating(input.dtype) and (weight is None or
        functions.is_real_floating(weight.dtype)) else input * rsqrt(mean(input * input, dims, True) +
        epsilon) * (1 if weight is None else weight)
    dims = functions.rms_norm_dims(input.shape, normalized_shape, () if weight is None else
        weight.shape)
    epsilon = functions.machine_epsilon(input.dtype) if eps is None else eps
    """
    if normalized_shape.__class__ is not tuple:
        normalized_shape = as_ints("rms_norm", "normalized_shape", normalized_shape)
    out: Tensor
    part1: Any
    if weight is None:
        part1 = ()
    else:
        part1 = weight.shape
    dims_ = functions.rms_norm_dims(input.shape, normalized_shape, part1)
    epsilon_: Any
    if eps is None:
        epsilon_ = functions.machine_epsilon(input.dtype)
    else:
        epsilon_ = eps
    if functions.is_real_floating(input.dtype) and (
        weight is None or functions.is_real_floating(weight.dtype)
    ):
        out = ops_later._rms_norm(input, normalized_shape, weight, epsilon_)
    else:
        part2 = input * ops.rsqrt(ops.mean(input * input, dims_, True) + epsilon_)
        out = part2 * (1 if weight is None else weight)
    return out


class RmsNormBackward(Node):
    __slots__ = (
        "counter__rstd",
        "edge_input",
        "edge_weight",
        "saved__rstd",
        "saved_eps",
        "saved_input",
        "saved_normalized_shape",
        "saved_weight",
        "version_input",
        "version_weight",
    )
    op = "_rms_norm"
    edge_names = ("edge_input", "edge_weight")
    saved_names = ("input", "weight")
    saved_outputs = ("_rstd",)
    counter__rstd: Any
    edge_input: Any
    edge_weight: Any
    saved__rstd: Any
    saved_eps: Any
    saved_input: Any
    saved_normalized_shape: Any
    saved_weight: Any
    version_input: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        weight_ = self.saved_weight
        if weight_ is not None:
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        _rstd_ = self.saved__rstd
        if self.counter__rstd is not None:
            _rstd_ = checked_output(self, "_rstd")
        part1 = edge_weight is not None
        parts_ = functions.rms_norm_backward(
            grad, input_, weight_, _rstd_, self.saved_normalized_shape, self.saved_eps, part1
        )
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
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
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
        if not keep:
            self.saved_input = self.saved_weight = RELEASED
            self.saved__rstd = None
            self.counter__rstd = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        weight_ = self.saved_weight
        if weight_ is not None and weight_._counter != self.version_weight:
            weight_ = checked(self, "weight", weight_)
        _rstd_ = wrap(checked_output(self, "_rstd"))
        part2 = edge_weight is not None
        parts_ = ops_later._rms_norm_backward(
            grad, input_, weight_, _rstd_, self.saved_normalized_shape, self.saved_eps, part2
        )
        grad_input: Any = None
        grad_weight: Any = None
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        return (grad_input, grad_weight)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight)


def _rms_norm(input: TensorLike, normalized_shape: IntsLike, weight: TensorLike, eps: float) -> Tensor:
    """rms_norm of real numbers.

    Parameters
    ----------
    input : Tensor
    normalized_shape : int[]
    weight : Tensor?
    eps : float

    Returns
    -------
    Tensor

    Notes
    -----
    parts = _rms_norm_backward(grad, input, weight, _rstd, normalized_shape, eps, weight.needs_grad)
    gradient of input = parts[0]
    gradient of weight = parts[1]
    """
    if normalized_shape.__class__ is not tuple:
        normalized_shape = as_ints("_rms_norm", "normalized_shape", normalized_shape)
    try:
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
    except AttributeError:
        input = operand("_rms_norm", "input", input)
        if weight is not None:
            weight = operand("_rms_norm", "weight", weight)
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_rms_norm", "input", input._array)
    input_ = input._array
    weight_ = None if weight is None else weight._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, _rstd_ = replayed("_rms_norm", functions.rms_norm, input_, normalized_shape, weight_, eps)
    else:
        result_, _rstd_ = functions.rms_norm(input_, normalized_shape, weight_, eps)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if (edge_input is not None or edge_weight is not None) and (not rare or recording()):
        node = RmsNormBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.saved_weight = weight
        node.version_weight = None if weight is None else version_of(weight)
        node.saved_normalized_shape = normalized_shape
        node.saved_eps = eps
        node.saved__rstd = _rstd_
        node.counter__rstd = None
        node.shape = out.shape
        node.dtype = out.dtype
        out._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _rms_norm_tangent(out, _rstd_, input, normalized_shape, weight, eps)
        if rare & PRODUCED:
            produced(
                "_rms_norm", (out,), input=input, normalized_shape=normalized_shape, weight=weight, eps=eps
            )
    return out


def _rms_norm_tangent(out: Any, _rstd: Any, input: Any, normalized_shape: Any, weight: Any, eps: Any) -> None:
    _rstd = wrap(_rstd)
    if not any_tangent((input, weight)):
        return
    input_p = primal_of(input)
    weight_p = None if weight is None else primal_of(weight)
    input_t = tangent_or_zeros(input)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    part3 = ops_later._rms_norm_backward(input_t, input_p, None, _rstd, normalized_shape, eps)
    part2 = part3[0]
    part1 = part2 * (1 if weight_p is None else weight_p)
    part4: Any
    if weight_p is None:
        part4 = 0
    else:
        part4 = ops_later._rms_norm(input_p, normalized_shape, None, eps) * weight_t
    tangent = part1 + part4
    set_tangent(out, tangent)


class RmsNormBackwardOutput(NamedTuple):
    """What `_rms_norm_backward` returns."""

    input_grad: Tensor
    weight_grad: Tensor


def _rms_norm_backward(
    output_grad: TensorLike,
    input: TensorLike,
    weight: TensorLike,
    rstd: TensorLike,
    normalized_shape: IntsLike,
    eps: float,
    learned: bool = True,
) -> RmsNormBackwardOutput:
    """Compute `_rms_norm_backward`.

    Gradients of input and weight of a division by root mean squares, from the saved reciprocals of
    these.

    Parameters
    ----------
    output_grad : Tensor
    input : Tensor
    weight : Tensor?
    rstd : Tensor
    normalized_shape : int[]
    eps : float
    learned : bool, default True

    Returns
    -------
    Tensor, Tensor

    Notes
    -----
    result = scale * (g - normal * mean(g * normal, dims, True)), product if len(over) == 0 else
        sum(product, over)
    dims = functions.trailing_dims(normalized_shape)
    over = functions.leading_dims(input.shape, normalized_shape)
    scale = rsqrt(mean(input * input, dims, True) + eps)
    normal = input * scale
    g = output_grad if weight is None else output_grad * weight
    product = output_grad * normal
    """
    if normalized_shape.__class__ is not tuple:
        normalized_shape = as_ints("_rms_norm_backward", "normalized_shape", normalized_shape)
    try:
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_rstd = rstd._edge
    except AttributeError:
        output_grad = operand("_rms_norm_backward", "output_grad", output_grad)
        input = operand("_rms_norm_backward", "input", input)
        if weight is not None:
            weight = operand("_rms_norm_backward", "weight", weight)
        rstd = operand("_rms_norm_backward", "rstd", rstd)
        edge_output_grad = output_grad._edge
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_rstd = rstd._edge
    if not 11 <= output_grad.dtype.num <= 12:  # neither float32 nor float64
        check_floating("_rms_norm_backward", "output_grad", output_grad._array)
    rare = state.rare
    wanted = (
        edge_output_grad is not None
        or edge_input is not None
        or edge_weight is not None
        or edge_rstd is not None
    )
    if wanted and (not rare or recording()):
        return _rms_norm_backward_composite(output_grad, input, weight, rstd, normalized_shape, eps, learned)
    if rare & FORWARD_AD and any_tangent((output_grad, input, weight, rstd)):
        return _rms_norm_backward_composite(output_grad, input, weight, rstd, normalized_shape, eps, learned)
    output_grad_ = output_grad._array
    input_ = input._array
    weight_ = None if weight is None else weight._array
    rstd_ = rstd._array
    input_grad_, weight_grad_ = functions.rms_norm_backward(
        output_grad_, input_, weight_, rstd_, normalized_shape, eps, learned
    )
    input_grad = wrap(asarray(input_grad_))
    weight_grad = wrap(asarray(weight_grad_))
    if state.rare & PRODUCED:
        produced(
            "_rms_norm_backward",
            (input_grad, weight_grad),
            output_grad=output_grad,
            input=input,
            weight=weight,
            rstd=rstd,
            normalized_shape=normalized_shape,
            eps=eps,
            learned=learned,
        )
    return RmsNormBackwardOutput(input_grad, weight_grad)


def _rms_norm_backward_composite(
    output_grad: TensorLike,
    input: TensorLike,
    weight: TensorLike,
    rstd: TensorLike,
    normalized_shape: IntsLike,
    eps: float,
    learned: bool = True,
) -> RmsNormBackwardOutput:
    out: Any
    dims_ = functions.trailing_dims(normalized_shape)
    over_ = functions.leading_dims(input.shape, normalized_shape)
    scale_ = ops.rsqrt(ops.mean(input * input, dims_, True) + eps)
    normal_ = input * scale_
    g_: Any
    if weight is None:
        g_ = output_grad
    else:
        g_ = output_grad * weight
    product_ = output_grad * normal_
    out = (
        scale_ * (g_ - normal_ * ops.mean(g_ * normal_, dims_, True)),
        product_ if len(over_) == 0 else ops.sum(product_, over_),
    )
    return RmsNormBackwardOutput(*out)


class BatchNormTrainingOutput(NamedTuple):
    """What `batch_norm_training` returns."""

    result: Tensor
    batch_mean: Tensor
    batch_var: Tensor


class BatchNormTrainingBackward(Node):
    __slots__ = (
        "counter__center",
        "counter__rstd",
        "edge_bias",
        "edge_input",
        "edge_weight",
        "given_weight",
        "saved__center",
        "saved__rstd",
        "saved_eps",
        "saved_input",
        "saved_weight",
        "shape_input",
        "version_input",
        "version_weight",
    )
    op = "batch_norm_training"
    edge_names = ("edge_input", "edge_weight", "edge_bias")
    saved_names = ("input", "weight")
    saved_outputs = ("_center", "_rstd")
    counter__center: Any
    counter__rstd: Any
    edge_bias: Any
    edge_input: Any
    edge_weight: Any
    given_weight: Any
    saved__center: Any
    saved__rstd: Any
    saved_eps: Any
    saved_input: Any
    saved_weight: Any
    shape_input: Any
    version_input: Any
    version_weight: Any

    def apply(
        self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None
    ) -> Node | None:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        input_ = input_._array
        weight_ = self.saved_weight
        if weight_ is not None:
            if weight_._counter != self.version_weight:
                weight_ = checked(self, "weight", weight_)
            weight_ = weight_._array
        _center_ = self.saved__center
        if self.counter__center is not None:
            _center_ = checked_output(self, "_center")
        _rstd_ = self.saved__rstd
        if self.counter__rstd is not None:
            _rstd_ = checked_output(self, "_rstd")
        dims_ = functions.batch_dims(len(self.shape_input))
        scale_: Any
        if not self.given_weight:
            scale_ = None
        else:
            scale_ = functions.reshape(weight_, functions.channel_shape(self.shape_input))
        learned_ = edge_weight is not None or edge_bias is not None
        parts_ = functions.normalize_backward(
            grad, input_, scale_, _center_, _rstd_, dims_, dims_, self.saved_eps, learned_
        )
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        if edge_bias is not None:
            grad_bias = parts_[2]
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
        if edge_weight is not None:
            if grad_weight.__class__ is not ndarray:
                grad_weight = asarray(grad_weight)
            if edge_weight in buffers:
                accumulate(buffers, edge_weight, grad_weight)
            else:
                buffers[edge_weight] = grad_weight
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_weight
            del grad_weight
        if edge_bias is not None:
            if grad_bias.__class__ is not ndarray:
                grad_bias = asarray(grad_bias)
            if edge_bias in buffers:
                accumulate(buffers, edge_bias, grad_bias)
            else:
                buffers[edge_bias] = grad_bias
                if following is not None:
                    heappush(heap, (following.seq, following))
                following = edge_bias
        if not keep:
            self.saved_input = self.saved_weight = RELEASED
            self.saved__center = self.saved__rstd = None
            self.counter__center = self.counter__rstd = RELEASED
        return following

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        edge_input = self.edge_input
        edge_weight = self.edge_weight
        edge_bias = self.edge_bias
        if needed is not None:
            if edge_input not in needed:
                edge_input = None
            if edge_weight not in needed:
                edge_weight = None
            if edge_bias not in needed:
                edge_bias = None
        input_ = self.saved_input
        if input_._counter != self.version_input:
            input_ = checked(self, "input", input_)
        weight_ = self.saved_weight
        if weight_ is not None and weight_._counter != self.version_weight:
            weight_ = checked(self, "weight", weight_)
        _center_ = wrap(checked_output(self, "_center"))
        _rstd_ = wrap(checked_output(self, "_rstd"))
        dims_ = functions.batch_dims(len(self.shape_input))
        scale_: Any
        if not self.given_weight:
            scale_ = None
        else:
            scale_ = ops.reshape(weight_, functions.channel_shape(self.shape_input))
        learned_ = edge_weight is not None or edge_bias is not None
        parts_ = ops_later.normalize_backward(
            grad, input_, scale_, _center_, _rstd_, dims_, dims_, self.saved_eps, learned_
        )
        grad_input: Any = None
        grad_weight: Any = None
        grad_bias: Any = None
        if edge_input is not None:
            grad_input = parts_[0]
        if edge_weight is not None:
            grad_weight = parts_[1]
        if edge_bias is not None:
            grad_bias = parts_[2]
        return (grad_input, grad_weight, grad_bias)

    def edges(self) -> tuple[Node | None, ...]:
        return (self.edge_input, self.edge_weight, self.edge_bias)


def batch_norm_training(
    input: TensorLike, weight: TensorLike = None, bias: TensorLike = None, eps: float = 1e-05
) -> BatchNormTrainingOutput:
    """Compute `batch_norm_training`.

    The argument (N, C, ...) normalised per channel to the mean 0 and variance 1 of this batch, then
    multiplied by `weight` and shifted by `bias`. Also each channel's mean and (biased) variance, from
    which running statistics are updated; they carry no gradient.

    Parameters
    ----------
    input : Tensor
    weight : Tensor?, default None
    bias : Tensor?, default None
    eps : float, default 1e-05

    Returns
    -------
    Tensor, Tensor, Tensor

    Notes
    -----
    dims = functions.batch_dims(input.ndim)
    scale = None if weight is None else reshape(weight, functions.channel_shape(input.shape))
    learned = weight.needs_grad or bias.needs_grad
    parts = normalize_backward(grad, input, scale, _center, _rstd, dims, dims, eps, learned)
    gradient of input = parts[0]
    gradient of weight = parts[1]
    gradient of bias = parts[2]
    """
    try:
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_bias = None if bias is None else bias._edge
    except AttributeError:
        input = operand("batch_norm_training", "input", input)
        if weight is not None:
            weight = operand("batch_norm_training", "weight", weight)
        if bias is not None:
            bias = operand("batch_norm_training", "bias", bias)
        edge_input = input._edge
        edge_weight = None if weight is None else weight._edge
        edge_bias = None if bias is None else bias._edge
    if not 11 <= input.dtype.num <= 12:  # neither float32 nor float64
        check_floating("batch_norm_training", "input", input._array)
    input_ = input._array
    weight_ = None if weight is None else weight._array
    bias_ = None if bias is None else bias._array
    rare = state.rare
    if rare and rare & REPLAYING:
        result_, batch_mean_, batch_var_, _center_, _rstd_ = replayed(
            "batch_norm_training", functions.batch_norm_training, input_, weight_, bias_, eps
        )
    else:
        result_, batch_mean_, batch_var_, _center_, _rstd_ = functions.batch_norm_training(
            input_, weight_, bias_, eps
        )
    result = wrap(asarray(result_))
    batch_mean = wrap(asarray(batch_mean_))
    batch_var = wrap(asarray(batch_var_))
    if (edge_input is not None or edge_weight is not None or edge_bias is not None) and (
        not rare or recording()
    ):
        node = BatchNormTrainingBackward()
        node.seq = next(seqs)
        node.hooks = None
        node.edge_input = edge_input
        node.edge_weight = edge_weight
        node.edge_bias = edge_bias
        node.saved_input = input
        counter = input._counter
        node.version_input = counter if counter.__class__ is int else counter.version
        node.shape_input = input.shape
        node.saved_weight = weight
        node.version_weight = None if weight is None else version_of(weight)
        node.given_weight = weight is not None
        node.saved_eps = eps
        node.saved__center = _center_
        node.counter__center = None
        node.saved__rstd = _rstd_
        node.counter__rstd = None
        node.shape = result.shape
        node.dtype = result.dtype
        result._edge = node
        if rare & WATCHED:
            noticed(node)
    if rare > GRAD_OFF and rare & RESULTS:
        if rare & FORWARD_AD:
            _batch_norm_training_tangent(
                result, batch_mean, batch_var, _center_, _rstd_, input, weight, bias, eps
            )
        if rare & PRODUCED:
            produced(
                "batch_norm_training",
                (result, batch_mean, batch_var),
                input=input,
                weight=weight,
                bias=bias,
                eps=eps,
            )
    return BatchNormTrainingOutput(result, batch_mean, batch_var)


def _batch_norm_training_tangent(
    result: Any,
    batch_mean: Any,
    batch_var: Any,
    _center: Any,
    _rstd: Any,
    input: Any,
    weight: Any,
    bias: Any,
    eps: Any,
) -> None:
    _center = wrap(_center)
    _rstd = wrap(_rstd)
    if not any_tangent((input, weight, bias)):
        return
    input_p = primal_of(input)
    weight_p = None if weight is None else primal_of(weight)
    bias_p = None if bias is None else primal_of(bias)
    input_t = tangent_or_zeros(input)
    weight_t = None if weight is None else tangent_or_zeros(weight)
    bias_t = None if bias is None else tangent_or_zeros(bias)
    part5 = functions.batch_dims(input_p.ndim)
    part6 = functions.batch_dims(input_p.ndim)
    part4 = ops_later.normalize_backward(input_t, input_p, None, _center, _rstd, part5, part6, eps)
    part3 = part4[0]
    part7: Any
    if weight_p is None:
        part7 = 1
    else:
        part7 = ops.reshape(weight_p, functions.channel_shape(input_p.shape))
    part2 = part3 * part7
    part8: Any
    if weight_p is None:
        part8 = 0
    else:
        part9 = ops.reshape(weight_t, functions.channel_shape(input_p.shape))
        part8 = ops_later.batch_norm_training(input_p, None, None, eps)[0] * part9
    part1 = part2 + part8
    part10: Any
    if bias_p is None:
        part10 = 0
    else:
        part10 = ops.reshape(bias_t, functions.channel_shape(input_p.shape))
    tangent = part1 + part10
    set_tangent(result, tangent)


def batch_norm_inference(
    input: TensorLike,
    running_mean: TensorLike,
    running_var: TensorLike,
    weight: TensorLike = None,
    bias: TensorLike = None,
    eps: float = 1e-05,
) -> Tensor:
    """Compute `batch_norm_inference`.

    The argument (N, C, ...) normalised per channel with the given mean and variance, then multiplied by
    `weight` and shifted by `bias`.

    Parameters
    ----------
    input : Tensor
    running_mean : Tensor
    running_var : Tensor
    weight : Tensor?, default None
    bias : Tensor?, default None
    eps : float, default 1e-05

    Returns
    -------
    Tensor

    Notes
    -----
    result = scaled if bias is None else scaled + reshape(bias, per_channel)
    per_channel = functions.channel_shape(input.shape)
    deviation = rsqrt(running_var + eps)
    factor = deviation if weight is None else deviation * weight
    scaled = (input - reshape(running_mean, per_channel)) * reshape(factor, per_channel)
    """
    out: Tensor
    per_channel_ = functions.channel_shape(input.shape)
    deviation_ = ops.rsqrt(running_var + eps)
    factor_: Any
    if weight is None:
        factor_ = deviation_
    else:
        factor_ = deviation_ * weight
    part1 = input - ops.reshape(running_mean, per_channel_)
    scaled_ = part1 * ops.reshape(factor_, per_channel_)
    if bias is None:
        out = scaled_
    else:
        out = scaled_ + ops.reshape(bias, per_channel_)
    return out


def local_response_norm(
    input: TensorLike, size: int, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0
) -> Tensor:
    """Compute `local_response_norm`.

    The argument (N, C, ...) divided by `(k + alpha * m) ** beta`, where m is the mean of the squares
    over `size` neighbouring channels; beyond the first and the last one they count as zeros.

    Parameters
    ----------
    input : Tensor
    size : int
    alpha : float, default 0.0001
    beta : float, default 0.75
    k : float, default 1.0

    Returns
    -------
    Tensor

    Notes
    -----
    result = input / (alpha * mean(around, (-1,)) + k) ** beta
    sides = functions.neighbours(input.shape, size)
    around = unfold(constant_pad_nd(input * input, sides), 1, size, 1)
    """
    if size.__class__ is not int:
        size = as_int("local_response_norm", "size", size)
    out: Tensor
    sides_ = functions.neighbours(input.shape, size)
    around_ = ops.unfold(ops_later.constant_pad_nd(input * input, sides_), 1, size, 1)
    out = input / (alpha * ops.mean(around_, (-1,)) + k) ** beta
    return out
