"""Every op that may be part of a compiled function, with every sample of the spec."""

import itertools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import kernels
from derivata.autograd.gradchecks import DERIVATA
from derivata.compiler.vocabulary import is_elementwise, is_function
from derivata.generated.checks import CASES
from derivata.testing.op_call import Call, Op

from .programs import compare

ALLOWED = [
    case
    for case in CASES
    if not case.written and not case.magnitudes and is_function(Op(case, DERIVATA).function)
    if case.op != "multinomial"  # of other numbers, rows have no weights: see test_drawing
]
OP_BY_OP = {
    *{"masked_scatter", "repeat_interleave", "as_strided_copy", "detach_copy", "native_layer_norm"},
    *{"_getitem", "_clear_index", "_advanced_index", "_advanced_index_backward"},
}
"""Ops that may run op by op: of shapes that depend on numbers, or with a view or a copy that nobody hears."""
ELEMENTWISE = [case for case in ALLOWED if is_elementwise(case.op.partition(".")[0])]


def function_of(call: Call) -> tuple[Callable[..., Any], list[Any]]:
    """Return a function that calls an op behind and before a product, and its tensors."""
    leaves: list[Any] = []
    given: dict[str, Any] = {}
    names: dict[str, Any] = {"op": call.op.function, "float32": dv.float32, "float64": dv.float64}
    for name, value in call.values.items():
        if isinstance(value, np.ndarray) or (
            isinstance(value, list) and call.op.case.kind(name) == "Tensor[]"
        ):
            arrays = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
            parts = [_leaf(array, leaves, (name, place) in call.places) for place, array in arrays]
            if name in call.op.case.matrices:
                names["eye"] = dv.eye
                parts = [_matrix(part, call.op.case.matrices[name], value) for part in parts]
            given[name] = f"[{', '.join(parts)}]" if isinstance(value, list) else parts[0]
        else:
            names[f"literal_{name}"] = value
            given[name] = f"literal_{name}"
    places, keywords = call._bind(given)
    arguments = ", ".join([*places, *[f"{name}={text}" for name, text in keywords.items()]])
    inputs = ", ".join([f"x{number}" for number in range(len(leaves))])
    text = f"def function({inputs}):\n    y = op({arguments})\n"
    text += "    ys = list(y) if isinstance(y, (tuple, list)) else [y]\n"
    text += "    return [out * 2 if out.is_floating_point() else out.clone() for out in ys]\n"
    exec(compile(text, "<function>", "exec"), names)
    return names["function"], leaves


def _leaf(array: Any, leaves: list[Any], differentiable: bool) -> str:
    tensor = dv.tensor(np.array(array))
    leaves.append(tensor.requires_grad_() if differentiable else tensor)
    name = f"x{len(leaves) - 1}"
    return f"({name} * 1)" if differentiable else name


def _matrix(text: str, kind: str, array: Any) -> str:
    """Return what computes a Hermitian or a positive-definite matrix of one."""
    if kind == "hermitian":
        return f"(({text} + {text}.mH) / 2)"
    return f"({text} @ {text}.mH + eye({array.shape[-1]}, dtype=float{32 if array.dtype.num == 11 else 64}))"


@pytest.mark.parametrize("case", ALLOWED, ids=lambda case: case.op)
def test_an_op_without_loops_gives_what_it_gives_op_by_op(case: Any) -> None:
    with warnings.catch_warnings(), np.errstate(all="ignore"), kernels.disabled():
        warnings.simplefilter("ignore")
        for call in Op(case, DERIVATA).calls():
            function, leaves = function_of(call)
            compiled = compare(function, leaves, twice=not case.once, fullgraph=False)
            assert compiled.programs or case.op.partition(".")[0] in OP_BY_OP


@pytest.mark.parametrize(
    ("case", "dtype"),
    list(zip(ELEMENTWISE, itertools.cycle([np.float64, np.float32]))),
    ids=[case.op for case in ELEMENTWISE],
)
@pytest.mark.slow
def test_an_elementwise_op_in_a_loop_gives_what_it_gives_op_by_op(case: Any, dtype: Any) -> None:
    op = Op(case, DERIVATA)
    shapes = [(8, 1), (9,)] if len(case.tensors) > 1 else [(8, 9)]
    function, leaves = function_of(op.call(op.with_shapes(op.samples()[0], shapes), dtype))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compare(function, leaves, twice=not case.once, fullgraph=False)
