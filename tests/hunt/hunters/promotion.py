"""Every op with tensors of all pairs of dtypes, with and without dimensions, against PyTorch: dtypes and values.

Gradients have the dtypes of their arguments, and PyTorch's values. In-place forms write what PyTorch's write; what does
not fit into the dtype of the tensor that is written is refused, as PyTorch refuses it, and nothing has changed then.

The samples of the spec get small integers, booleans or fractions in two dtypes. What PyTorch refuses may be accepted;
what it accepts has to have its dtype and values. The tables say what differs on purpose, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.testing.op_call import Call, Op

from ..drawn_calls import PUBLIC, program
from ..finding import Finding

NEEDS_TORCH = True

DTYPES = [
    *("bool", "uint8", "int32", "int64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
]
NUMBERS = [True, 2, -1, 0.5, 1.5 + 0.5j]
Kinds = Sequence[str]


def whole(dtypes: Kinds) -> bool:
    """Tell whether no dtype has fractions."""
    return all(np.dtype(name).kind in "biu" for name in dtypes)


def first_whole(dtypes: Kinds) -> bool:
    return whole(dtypes[:1])


def small(dtypes: Kinds) -> bool:
    return "uint8" in dtypes


def half(dtypes: Kinds) -> bool:
    return "float16" in dtypes


def mixed(dtypes: Kinds) -> bool:
    return len(set(dtypes)) > 1


def partly_whole(dtypes: Kinds) -> bool:
    return mixed(dtypes) and not whole(dtypes)


def always(dtypes: Kinds) -> bool:
    return True


FLOATING = "a fraction among integers makes floating-point numbers; PyTorch cuts it off"
MEAN = "a mean is no integer; PyTorch cuts it off, or refuses it for some arguments only"
WRAPS = "a negative number does not fit an unsigned integer; PyTorch wraps it"
OWN = "PyTorch's result has the dtype of one argument, to which it rounds; derivata's that of both"
BIAS = "the bias has the dtype of input, or that of halves is wider; PyTorch looks at it in some cases only"
POOLS = [f"{kind}_pool{dims}d" for kind in ("avg", "lp") for dims in (1, 2, 3)]
CONVOLUTIONS = [
    *[f"conv{dims}d.padding" for dims in (1, 2, 3)],
    *[f"conv_transpose{dims}d" for dims in (1, 2, 3)],
    *["conv_tbc", "convolution"],
]
INTENDED: dict[str, tuple[Callable[[Kinds], bool], str]] = {
    "add": (lambda dtypes: "bool" in dtypes, "True + 2 * True is 3; PyTorch says True"),
    "addcmul": (whole, FLOATING),
    "masked_fill": (always, "a value that does not fit makes the result wider; PyTorch cuts it"),
    **{
        f"shifted_chebyshev_polynomial_{kind}": (partly_whole, "x alone decides the precision of 2 x - 1")
        for kind in "tuvw"
    },
    "all": (small, "truth values are booleans; PyTorch's of uint8 are uint8"),
    "any": (small, "truth values are booleans; PyTorch's of uint8 are uint8"),
    "cdist": (
        lambda dtypes: mixed(dtypes) and half(dtypes),
        "halves are computed in the dtype beside them; PyTorch takes none",
    ),
    "cosine_embedding_loss": (
        lambda dtypes: half(dtypes) and any(whole([name]) for name in dtypes[:2]),
        "a small number beside squared integers makes them float32 in PyTorch, and with them the halves",
    ),
    "addr": (
        lambda dtypes: half(dtypes) and any(whole([name]) for name in dtypes),
        "an integer times a fraction is float32, and so is its sum with halves",
    ),
    **dict.fromkeys(CONVOLUTIONS, (mixed, BIAS)),
    "cholesky_inverse": (
        lambda dtypes: any(name.startswith("complex") for name in dtypes),
        "the diagonal of a factor is real; LAPACK, which PyTorch calls, drops an imaginary part in one of two steps",
    ),
    **dict.fromkeys(
        ["native_layer_norm", "native_group_norm"],
        (
            lambda dtypes: mixed(dtypes) and half(dtypes),
            "statistics of halves are halves; PyTorch's are wider beside wider weights",
        ),
    ),
    "cosine_similarity": (
        lambda dtypes: mixed(dtypes) and half(dtypes),
        "the 1e-8 that keeps vectors of length 0 finite is 0 in half precision, in which PyTorch computes",
    ),
    "addbmm": (mixed, "PyTorch forgets to compare dtypes where there is nothing to multiply"),
    "scaled_dot_product_attention": (mixed, OWN),
    "huber_loss": (mixed, OWN),
    "binary_cross_entropy_with_logits": (mixed, OWN),
    "soft_margin_loss": (mixed, OWN),
    "poisson_nll_loss": (mixed, OWN),
    "hinge_embedding_loss": (first_whole, FLOATING),
    "margin_ranking_loss": (small, WRAPS),
    **dict.fromkeys(["eq", "ne", "lt", "le", "gt", "ge"], (small, WRAPS)),
    "triplet_margin_loss": (mixed, OWN),
    "rms_norm": (mixed, OWN),
    "l1_loss": (
        lambda dtypes: whole(dtypes[:2]),
        "integers have no mean, and their differences wrap in PyTorch",
    ),
    "mse_loss": (whole, MEAN),
    "smooth_l1_loss": (whole, MEAN),
    "local_response_norm": (whole, MEAN),
    **dict.fromkeys(POOLS, (whole, MEAN)),
    "affine_grid_generator": (small, WRAPS),
    "matrix_exp": (half, "PyTorch computes halves in half precision, in which powers overflow"),
    "hardtanh": (whole, FLOATING),
    "threshold": (whole, FLOATING),
    "searchsorted": (always, "the numbers drawn for the boundaries are not sorted"),
    "bucketize": (always, "the numbers drawn for the boundaries are not sorted"),
    "einsum": (whole, "PyTorch's result is int64 for some equations, and the arguments' dtype for others"),
    "pow": (whole, "an integer to the power of negative ones is refused"),
}
"""Ops whose results differ, for which dtypes, and why."""

DETERMINED: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(["sort", "topk", "kthvalue", "mode"], (0,)),
    "argsort": (),
    "eigh": (0,),
    "svd": (1,),
}
"""Of ops where equal elements, and vectors of equal values, may be in any order: results whose numbers are compared."""

REFUSED = {
    "cdist": "distances need one dtype; PyTorch refuses two for some orders only",
    "bmm": "products need one dtype, as all others of PyTorch do",
    "cosine_similarity": "two dtypes; in work",
    **dict.fromkeys(
        ["softmax", "log_softmax", "softmin"],
        "a softmax has fractions; PyTorch takes integers where there are none",
    ),
    **dict.fromkeys(
        [
            "addmm",
            "addmv",
            "addr",
            "addbmm",
            "baddbmm",
            "index_add",
            "cosine_embedding_loss",
            "fill_diagonal_",
        ],
        WRAPS,
    ),
    **dict.fromkeys([*POOLS, "local_response_norm", "mse_loss", "smooth_l1_loss"], MEAN),
    "einsum": "operands have one dtype; PyTorch takes two for equations without sums",
    **dict.fromkeys(CONVOLUTIONS, BIAS),
    "interpolate": "bytes are rounded in fixed point by PyTorch; here only those that are copied are taken",
    **dict.fromkeys(["alpha_dropout", "feature_alpha_dropout", "bernoulli"], "fractions"),
    **dict.fromkeys(
        ["lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell"],
        "a cell has one dtype, which has fractions",
    ),
}
"""Ops that refuse what PyTorch accepts; complex numbers are refused wherever nothing is defined for them."""

CUT = "a value that does not fit is not cut off"
REFUSED_IN_PLACE = dict.fromkeys(
    ["addcmul", "hardtanh", "threshold", "masked_fill", "cumsum", "cumprod", "add", "sub"], CUT
)
"""Ops whose in-place form refuses what PyTorch's accepts, and why."""

OTHER_GRADIENTS: dict[str, tuple[Callable[[Kinds], bool], str]] = {
    "as_strided_scatter": (always, "PyTorch's gradient of self is left where src is written, not beside it"),
    "atan2": (small, "PyTorch takes the negative of unsigned integers"),
    "zeta": (small, "PyTorch takes the negative of unsigned integers"),
    **dict.fromkeys(
        ["float_power", "pow"],
        (
            lambda dtypes: any(name.startswith("complex") for name in dtypes),
            "a complex power of 0 has a gradient of 0; PyTorch's is NaN",
        ),
    ),
    "lerp": (small, "PyTorch's differences of unsigned integers wrap"),
    "logcumsumexp": (
        always,
        "the sample's exponents, up to 700, have four digits behind the point, or fewer",
    ),
    **dict.fromkeys(
        ["cholesky_solve", "cholesky_inverse"],
        (always, "PyTorch's gradient reaches the half that is not read"),
    ),
    **dict.fromkeys(
        ["pinv", "pinverse"],
        (
            lambda dtypes: "float32" in dtypes or "complex64" in dtypes,
            "PyTorch's of single precision has five digits where the matrix is badly conditioned, ours six and a half",
        ),
    ),
}
"""Ops whose gradients differ from PyTorch's, for which dtypes, and why."""

REFUSALS = (RuntimeError, TypeError, ValueError, IndexError, OverflowError, NotImplementedError)

RANDOM = (
    "dropout",
    "rrelu",
    "bernoulli",
    "normal",
    "uniform_",
    "random_",
    "cauchy_",
    "exponential_",
    "geometric_",
)

CASES = [case for case in PUBLIC for _ in range(2 ** max(len(case.tensors) - 1, 0))]
"""All ops, those of several tensors more often: there is more to try."""


def attempt(seed: int) -> Finding | None:
    """Try one op with one sample and tensors of two dtypes."""
    random = np.random.default_rng(seed)
    case = CASES[random.integers(len(CASES))]
    parity = counterpart()
    if parity.function(case) is None or case.op.startswith(RANDOM):
        return None
    op = Op(replace(case, differentiable=()), DERIVATA)
    samples = op.samples()
    pair = [DTYPES[k] for k in random.integers(len(DTYPES), size=2)]
    call, dtypes = recast(op.call(samples[random.integers(len(samples))]), pair, random)
    if case.elementwise and random.random() < 0.3:
        call = with_number(call, random)
    if case.inplace and random.random() < 0.4:
        return written(call, dtypes)
    with np.errstate(all="ignore"):
        try:
            wanted = parity.values(call).outputs
        except REFUSALS:
            return None  # derivata may do what PyTorch does not
        try:
            got = call.op.arrays(call.outputs())
        except (RuntimeError, TypeError, ValueError, OverflowError) as error:
            if on_purpose(case.op, error):
                return None
            return Finding(
                f"{case.op}: refuses {', '.join(dtypes)}, which PyTorch takes: {error}", program(call)
            )
    recorded = replace(call, op=Op(case, DERIVATA))
    if (message := foreign_gradient(recorded)) is not None:
        return Finding(f"{case.op} of {', '.join(dtypes)}: {message}", program(call))
    differs, _ = INTENDED.get(case.op, (lambda _: False, ""))
    if differs(dtypes):
        return None
    for k, (a, b) in enumerate(zip(got, wanted, strict=True)):
        if k not in DETERMINED.get(case.op, (k,)):
            b = np.where(True, a, b).astype(b.dtype) if a.shape == b.shape else b
        elif case.op == "eigvals" and a.size and a.shape == b.shape:
            a, b = polynomials(a), polynomials(b)
        if (message := difference(a, b, half(dtypes))) is not None:
            return Finding(f"{case.op} of {', '.join(dtypes)}: {message}", program(call, "print(y)"))
    differs, _ = OTHER_GRADIENTS.get(case.op, (lambda _: False, ""))
    if not differs(dtypes) and (message := other_gradient(recorded, half(dtypes))) is not None:
        return Finding(f"{case.op} of {', '.join(dtypes)}: {message}", program(recorded))
    return None


def on_purpose(op: str, error: Exception) -> bool:
    """Tell whether an op may refuse what PyTorch takes: complex numbers, or negative ones that would wrap."""
    return op in REFUSED or "complex" in str(error) or "does not fit uint8" in str(error)


def written(call: Call, dtypes: Kinds) -> Finding | None:
    """Try the in-place form."""
    case = call.op.case
    theirs = counterpart().call(call)
    with np.errstate(all="ignore"):
        wanted, refused = in_place(theirs)
        got, refusal = in_place(call)
    before = call.values[case.arguments[0][0]]
    name = f"{case.op} in place, of {', '.join(dtypes)}"
    what = f"written by {case.inplace.rpartition('.')[2]}"
    if refusal is not None and not np.array_equal(got, before, equal_nan=True):
        return Finding(f"{name}: is refused, but has written: {refusal}", program(call, what))
    if refused is not None and refusal is None and "can't be cast" in str(refused):
        return Finding(f"{name}: got {got.reshape(-1)[:3]}, PyTorch: {refused}", program(call, what))
    if refused is None and refusal is not None:
        if on_purpose(case.op, refusal) or case.op in REFUSED_IN_PLACE:
            return None
        return Finding(f"{name}: is refused, PyTorch takes it: {refusal}", program(call, what))
    if refused is not None or refusal is not None:
        return None
    differs, _ = INTENDED.get(case.op, (lambda _: False, ""))
    if not differs(dtypes) and (message := difference(got, wanted, half(dtypes))) is not None:
        return Finding(f"{name}: {message}", program(call, what))
    return None


def in_place(call: Call) -> tuple[Any, Exception | None]:
    """Return what the in-place form leaves in its first argument, and its error."""
    (target, *args), kwargs = call._bind(call._filled([]))
    refusal = None
    try:
        call.op.inplace(target, *args, **kwargs)
    except REFUSALS as error:
        refusal = error
    return call.op.library.array(target), refusal


def recast(call: Call, pair: Sequence[str], random: np.random.Generator) -> tuple[Call, list[str]]:
    """Return the call with one of its tensors in one dtype and the others in another, and what these are."""
    used: list[str] = []
    alone = random.integers(max(len(call.op.case.tensors), 1))

    def numbers(array: Any) -> Any:
        if array.dtype.kind != "f":
            return array
        dtype = np.dtype(pair[int(len(used) == alone)])
        used.append(dtype.name)
        if dtype.kind == "b":
            return np.asarray(random.random(array.shape) < 0.6)
        if dtype.kind in "iu":
            return np.asarray(random.integers(random.integers(2), 4, array.shape)).astype(dtype)
        if dtype.kind == "c":
            return np.asarray((array * (1 + 0.25j)).astype(dtype))
        return np.asarray(array.astype(dtype))

    return replace(call.mapped(numbers, "in other dtypes")), used


def with_number(call: Call, random: np.random.Generator) -> Call:
    """Return the call with a number of Python instead of the last of several tensors."""
    tensors = [name for name, value in call.values.items() if isinstance(value, np.ndarray)]
    if len(tensors) < 2 or call.op.case.op == "pow":  # powers by numbers are ops of their own
        return call
    number = NUMBERS[random.integers(len(NUMBERS))]
    return replace(call, values={**call.values, tensors[-1]: number}, label=f"{call.label}, {number}")


def foreign_gradient(call: Call) -> str | None:
    """Return which gradient has another dtype than the argument that it is one of; integers have none."""
    leaves = call.leaves()
    output = next((output for output in call(*leaves) if output.requires_grad), None)
    if output is None or call.op.case.written:
        return None
    if output.dtype.kind not in "fc":
        return f"got a result of {output.dtype} that requires grad"
    with np.errstate(all="ignore"):
        gradients = dv.autograd.grad(output, leaves, dv.ones_like(output), allow_unused=True)
    for leaf, gradient in zip(leaves, gradients, strict=True):
        if gradient is not None and gradient.dtype != leaf.dtype:
            return f"got a gradient of {gradient.dtype} of an argument of {leaf.dtype}"
    return None


def other_gradient(call: Call, rough: bool) -> str | None:
    """Return how a gradient of the first result differs from PyTorch's, where that has one as well."""
    if not call.places:
        return None
    with np.errstate(all="ignore"):
        try:
            wanted = gradients(counterpart().call(call))
        except REFUSALS:
            return None
        got = gradients(call)
    for (name, _), a, e in zip(call.places, got, wanted, strict=True):
        if a is not None and e is not None and (message := difference(a, e, rough)) is not None:
            return f"gradient of {name}: {message}"
    return None


def gradients(call: Call) -> list[Any]:
    """Return the gradients of the sum of the first result that requires grad."""
    library, leaves = call.op.library, call.leaves()
    output = next((output for output in call(*leaves) if output.requires_grad), None)
    if output is None:
        return [None] * len(leaves)
    ones = library.tensor(np.ones_like(library.array(output)))
    found = library.grad(output, leaves, ones, allow_unused=True)
    return [None if gradient is None else library.array(gradient) for gradient in found]


def difference(got: Any, wanted: Any, rough: bool) -> str | None:
    """Return what differs in two results."""
    if got.dtype != wanted.dtype:
        return f"got a result of {got.dtype}, PyTorch's is {wanted.dtype}"
    if got.shape != wanted.shape:
        return f"got a result of shape {got.shape}, PyTorch's is {wanted.shape}"
    tolerance = 1e-2 if rough else 1e-5
    if got.size and not np.allclose(got, wanted, tolerance, tolerance, equal_nan=True):
        return f"got {got.reshape(-1)[:3]}, PyTorch {wanted.reshape(-1)[:3]}"
    return None


def polynomials(values: Any) -> Any:
    """Return the characteristic polynomials, in which the order of eigenvalues is no matter."""
    rows = values.reshape(-1, values.shape[-1]).astype(np.complex128)
    return np.asarray([np.poly(row) for row in rows]).astype(values.dtype)


@cache
def counterpart() -> Any:
    """Return PyTorch's side of calls."""
    import torch

    from ..torch_calls import Parity

    return Parity(torch)
