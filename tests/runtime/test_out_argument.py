"""`out=`: results written into a tensor that the caller brings."""

import inspect
import warnings
from typing import Any

import pytest

import derivata as dv

NO_GRADIENTS = r"functions with out=... arguments don't support automatic differentiation"


def test_result_is_written_and_out_returned(lib: Any) -> None:
    """`out=` writes the result into a tensor, counts as one write and returns the tensor."""
    out = lib.zeros(3)
    result = lib.mul(lib.ones(3), 2, out=out)
    assert result is out
    assert out.tolist() == [2.0, 2.0, 2.0]
    assert out._version == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda lib, a, out: lib.exp(a, out=out),
        lambda lib, a, out: lib.add(a, a, alpha=2, out=out),
        lambda lib, a, out: lib.pow(a, 2, out=out),
        lambda lib, a, out: lib.pow(a, a, out=out),
        lambda lib, a, out: lib.mm(a, a, out=out),
        lambda lib, a, out: lib.cumsum(a, 0, out=out),
        lambda lib, a, out: lib.cat([a[:1], a[1:]], out=out),
        lambda lib, a, out: lib.stack([a[0], a[1]], 1, out=out),
        lambda lib, a, out: lib.tril(a, out=out),
        lambda lib, a, out: lib.gather(a, 0, lib.tensor([[0, 1], [1, 0]]), out=out),
        lambda lib, a, out: lib.clamp(a, 2.0, 3.0, out=out),
        lambda lib, a, out: lib.maximum(a, a, out=out),
    ],
    ids=[
        "exp",
        "add",
        "pow-number",
        "pow",
        "mm",
        "cumsum",
        "cat",
        "stack",
        "tril",
        "gather",
        "clamp",
        "maximum",
    ],
)
def test_ops_of_every_kind_take_it(torch: Any, call: Any) -> None:
    """Functions that return new tensors take `out=`: elementwise ones, reductions, products, composites."""
    results = []
    for lib in (dv, torch):
        out = lib.empty((2, 2), dtype=lib.float64)
        call(lib, lib.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=lib.float64), out)
        results.append(out.view(-1).tolist())
    assert results[0] == pytest.approx(results[1], rel=1e-12)


def test_several_results_are_written_into_a_tuple(lib: Any) -> None:
    """An op with several results takes a tuple of tensors."""
    values, indices = lib.zeros(2), lib.zeros(2, dtype=lib.int64)
    result = lib.max(lib.tensor([[1.0, 5.0], [7.0, 2.0]]), 1, out=(values, indices))
    assert result.values is values
    assert values.tolist() == [5.0, 7.0]
    assert indices.tolist() == [1, 0]


def test_arguments_that_require_grad_are_refused(lib: Any) -> None:
    """`out=` raises while recording when an input or `out` itself requires grad, and writes nothing."""
    x, out = lib.ones(2, requires_grad=True), lib.zeros(2)
    with pytest.raises(RuntimeError, match=NO_GRADIENTS):
        lib.mul(x, 2, out=out)
    with pytest.raises(RuntimeError, match=NO_GRADIENTS):
        lib.cat([x, x], out=out)
    with pytest.raises(RuntimeError, match=NO_GRADIENTS):
        lib.mul(out, 2, out=x)
    assert out.tolist() == [0.0, 0.0]
    assert x.tolist() == [1.0, 1.0]


def test_under_no_grad_they_are_allowed(lib: Any) -> None:
    """Under `no_grad` inputs and `out` may require grad: a leaf stays a leaf."""
    x, weight = lib.ones(2, requires_grad=True), lib.zeros(2, requires_grad=True)
    with lib.no_grad():
        out = lib.mul(x, 2, out=lib.zeros(2))
        lib.mul(x, 3, out=weight)
    assert not out.requires_grad
    assert weight.is_leaf
    assert weight.requires_grad
    assert weight.tolist() == [3.0, 3.0]


def test_duals_are_refused(lib: Any) -> None:
    """`out=` raises when an input or `out` carries a tangent."""
    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(lib.ones(2), lib.ones(2))
        for arguments, out in (((dual, 2), lib.zeros(2)), ((lib.ones(2), 2), dual)):
            with pytest.raises(NotImplementedError, match="because it is an out= function"):
                lib.mul(*arguments, out=out)


def test_inference_tensors_are_refused_outside_of_inference_mode(lib: Any) -> None:
    """`out=` into an inference tensor raises outside of inference mode."""
    with lib.inference_mode():
        out = lib.zeros(2)
        lib.mul(lib.ones(2), 2, out=out)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside InferenceMode"):
        lib.mul(lib.ones(2), 2, out=out)
    assert out.tolist() == [2.0, 2.0]


def test_a_saved_tensor_that_out_overwrites_is_noticed(lib: Any) -> None:
    """A backward notices that `out=` has overwritten a tensor that it needs."""
    x, factor = lib.ones(2, requires_grad=True), lib.ones(2)
    y = x * factor
    lib.mul(factor, 3, out=factor)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_dtypes_of_the_same_category_are_cast(lib: Any) -> None:
    """`out=` may have another dtype of the same or a higher category, else an error names both."""
    out = lib.zeros(2, dtype=lib.float64)
    lib.mul(lib.ones(2), 2, out=out)
    lib.mul(lib.tensor([1, 2]), 2, out=out)
    assert out.tolist() == [2.0, 4.0]
    with pytest.raises(RuntimeError, match=r"result type .* can't be cast to the desired output type"):
        lib.mul(lib.ones(2), 2, out=lib.zeros(2, dtype=lib.int64))


def test_empty_out_takes_the_shape_of_the_result(lib: Any) -> None:
    """An empty `out` takes the shape of the result without a word."""
    out = lib.zeros(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lib.mul(lib.ones(3), 2, out=out)
    assert out.tolist() == [2.0, 2.0, 2.0]


def test_out_of_another_shape_is_resized_with_a_warning(lib: Any) -> None:
    """An `out` with elements and another shape takes the shape of the result, with a warning."""
    out = lib.zeros(2)
    if lib is dv:  # PyTorch warns once in a process
        with pytest.warns(
            UserWarning, match=r"An output with one or more elements was resized since it had shape \[2\]"
        ):
            lib.mul(lib.ones(3), 2, out=out)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            lib.mul(lib.ones(3), 2, out=out)
    assert out.tolist() == [2.0, 2.0, 2.0]


def test_a_view_is_written_but_not_resized(lib: Any) -> None:
    """Differs from PyTorch: an `out` that is a view takes results of its shape only; PyTorch resizes its storage,
    which arrays of NumPy cannot.
    """
    base = lib.zeros(2, 3)
    lib.mul(lib.ones(2), 4, out=base[:, 1])
    assert base.tolist() == [[0.0, 4.0, 0.0], [0.0, 4.0, 0.0]]
    if lib is dv:
        with pytest.raises(RuntimeError, match=r"out is a view of shape \(2,\), which cannot be resized"):
            lib.mul(lib.ones(5), 4, out=base[:, 1])


def test_memory_that_several_elements_share_is_refused(lib: Any) -> None:
    """`out=` raises for expanded tensors, whose elements share memory."""
    with pytest.raises(
        RuntimeError, match="more than one element of the written-to tensor refers to a single"
    ):
        lib.mul(lib.ones(2, 3), 2, out=lib.ones(3).expand(2, 3))


def test_out_may_be_an_argument(lib: Any) -> None:
    """`out` may be one of the arguments itself."""
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]])
    lib.add(x, x, out=x)
    assert x.tolist() == [[2.0, 4.0], [6.0, 8.0]]


def test_out_may_overlap_the_arguments() -> None:
    """Differs from PyTorch: `out` may overlap arguments in any way, because results are computed before they are
    written; PyTorch refuses partial overlaps.
    """
    x = dv.tensor([1.0, 2.0, 3.0])
    dv.add(x[:-1], x[1:], out=x[1:])
    assert x.tolist() == [1.0, 3.0, 5.0]


def test_out_must_be_a_tensor() -> None:
    """An `out` that is no tensor is a TypeError, as is a tuple of the wrong length."""
    with pytest.raises(TypeError, match="mul: argument 'out' must be Tensor, not int"):
        dv.mul(dv.ones(2), 2, out=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="aminmax: out must be a tuple of 2 Tensors, got 1"):
        dv.aminmax(dv.ones(2), out=(dv.ones(()),))


def test_every_function_of_torch_that_takes_out_takes_it_here(torch: Any) -> None:
    """Every function that takes `out=` in PyTorch takes it here."""
    schemas: dict[str, bool] = {}
    for schema in torch._C._jit_get_all_schemas():
        space, _, name = schema.name.partition("::")
        if space == "aten":
            written = any(argument.is_out for argument in schema.arguments)
            schemas[name] = schemas.get(name, False) or written
    from derivata.generated.namespaces import top_level

    without = []
    parts = {"unsafe_split", "unsafe_split_with_sizes"}  # on the memory of the argument
    for name in top_level.__all__:
        if schemas.get(name) and not name.endswith("_") and name not in parts:
            parameters = inspect.signature(getattr(top_level, name)).parameters
            # `kwargs`: one name for several functions
            if "out" not in parameters and "kwargs" not in parameters:
                without.append(name)
    assert without == []


def _functions(module: Any) -> "list[tuple[str, Any]]":
    functions = [
        (f"{module.__name__}.{name}", getattr(module, name)) for name in dir(module) if name[0] != "_"
    ]
    return [(name, function) for name, function in functions if callable(function)]


@pytest.mark.parametrize("module", [dv, dv.linalg, dv.special, dv.nn.functional], ids=lambda m: m.__name__)
def test_out_and_other_names_are_keywords(module: Any) -> None:
    """`out`, `axis` and `keepdims` are keywords: one argument too many is an error and overwrites nothing."""
    taking = 0
    for name, function in _functions(module):
        try:
            parameters = inspect.signature(function).parameters
        except ValueError:  # what NumPy and Python wrote in C
            continue
        for extra in ("out", "axis", "keepdims"):
            if extra in parameters:
                taking += 1
                assert parameters[extra].kind is inspect.Parameter.KEYWORD_ONLY, (name, extra)
    assert taking > 3


def test_one_argument_too_many_overwrites_nothing(lib: Any) -> None:
    """A third operand of a sum, a product or a quotient is refused, not written to."""
    a, b, c = lib.ones(2), lib.ones(2), lib.zeros(2)
    for call in (lib.mul, lib.div, lib.maximum, lib.mm, lib.tensordot if lib is dv else lib.mul):
        with pytest.raises(TypeError):
            call(a, b, c)
    for call in (lib.exp, lib.neg):
        with pytest.raises(TypeError):
            call(a, c)
    assert c.tolist() == [0.0, 0.0]
    assert c._version == 0
