"""New tensors whose elements lie in memory in a wanted order."""

from importlib import import_module
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.generated.checks import CASES


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_strides_are_those_that_are_asked_for(library: str) -> None:
    """`empty_strided`, `new_empty_strided` and `empty_permuted` have the strides, dtype and leaf that are asked for."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    columns = lib.empty_strided((2, 3), (1, 2), dtype=lib.float64, requires_grad=True)
    assert (columns.stride(), columns.dtype, columns.requires_grad) == ((1, 2), lib.float64, True)
    assert columns.detach().new_empty_strided((2, 2), (5, 2)).stride() == (5, 2)
    assert columns.new_empty_strided((), (), dtype=lib.int64).dtype == lib.int64
    images = lib.empty_permuted((2, 3, 5, 7), (0, 2, 3, 1))
    assert (tuple(images.shape), images.stride()) == ((2, 3, 5, 7), (105, 1, 21, 3))
    assert lib.empty_strided((0, 3), (7, 1)).numel() == 0
    for refused in (lambda: lib.empty_strided((2,), (1, 1)), lambda: lib.empty_strided((2,), (-1,))):
        with pytest.raises(RuntimeError, match="strid"):
            refused()
    for order in ((0,), (0, 0)):
        with pytest.raises(RuntimeError):
            lib.empty_permuted((2, 3), order)


def test_every_element_can_be_written() -> None:
    """What is written into a tensor with strides, dense or with gaps, is read again."""
    for strides in ((1, 2), (3, 1), (3, 2), (10, 3)):
        written = dv.empty_strided((2, 2), strides)
        written.copy_(dv.tensor([[1.0, 2.0], [3.0, 4.0]]))
        assert written.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_elements_that_share_memory_are_not_written() -> None:
    """Differs from PyTorch: a new tensor several of whose elements share memory cannot be written."""
    with pytest.raises(RuntimeError, match=r"fill_: .*read-only"):
        dv.empty_strided((2, 3), (0, 1)).fill_(1.0)


VIEWS = {
    "alias": (),
    "detach": (),
    "diagonal": (),
    "expand": ((5, 4),),
    "narrow": (0, 1, 2),
    "permute": ((0, 1),),
    "select": (0, 1),
    "slice": (0, 1, 3),
    "split": (2,),
    "squeeze": (0,),
    "t": (),
    "transpose": (0, 1),
    "unbind": (),
    "unfold": (0, 2, 1),
    "unsqueeze": (0,),
    "view": ((4, 5),),
}


@pytest.mark.parametrize("library", ["derivata", "torch"])
@pytest.mark.parametrize("view", VIEWS)
def test_copies_of_views_lie_in_row_major_order(library: str, view: str) -> None:
    """What `narrow_copy` and its like return lies in row-major order, whatever the order of the argument."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.arange(20.0)
    columns = x.reshape(4, 5) if view == "t" else x.reshape(5, 4) if view == "view" else x.reshape(4, 5).T
    copy = getattr(lib, f"{view}_copy")(columns, *VIEWS[view])
    for part in copy if isinstance(copy, (tuple, list)) else [copy]:
        assert part.is_contiguous()


ELEMENTWISE = sorted(
    {
        case.op: case for case in CASES if case.elementwise and not case.written and not case.returns_list
    }.items()
)


@pytest.mark.parametrize("size", [3, 40])
@pytest.mark.parametrize(("op", "case"), ELEMENTWISE, ids=[op for op, _ in ELEMENTWISE])
def test_results_of_elementwise_ops_lie_in_memory_as_the_argument_does(op: str, case: Any, size: int) -> None:
    """Few elements and many, whether a loop runs over them or NumPy, in two dimensions and in three."""
    whole = op.startswith("bitwise") or op in ("gcd", "lcm")
    for numbers in (
        dv.tensor(np.full((size, size), 2 if whole else 0.5)).t(),
        dv.tensor(np.full((size, 3, size), 2 if whole else 0.5)).permute(1, 0, 2),
    ):
        assert _result(op, case, numbers).stride() == numbers.stride()


def _result(op: str, case: Any, numbers: dv.Tensor) -> Any:
    masks = dict.fromkeys(("condition", "mask"), numbers > 0)
    given = {**case.samples[0], **{name: masks.get(name, numbers) for name in case.tensors}}
    places = [given[name] for name, _ in case.arguments if name in given and name not in case.keyword_only]
    module, _, name = case.call.rpartition(".")
    return getattr(import_module(module), name)(
        *places, **{name: given[name] for name in case.keyword_only if name in given}
    )


@pytest.mark.parametrize("library", ["derivata", "torch"])
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_results_beside_shorter_operands_follow_the_order_of_the_whole_one(
    library: str, order: tuple[int, ...]
) -> None:
    """As in PyTorch: images with the channels last stay so beside a number for each channel, whole or as slices."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    lengths = (2, 6, 40, 50)
    images = lib.rand(*[lengths[dim] for dim in order]).permute(*np.argsort(order).tolist())
    channels = lib.linspace(1, 2, 6).reshape(6, 1, 1)
    assert (channels * images).stride() == images.stride() == lib.sigmoid(images).stride()
    assert np.allclose((images * channels).numpy(), images.numpy() * channels.numpy())
    part = images[:, ::2]
    dense = np.empty_like(part.numpy())
    assert part.erf().stride() == tuple(stride // dense.itemsize for stride in dense.strides)
    assert np.allclose(part.sigmoid().numpy(), part.contiguous().sigmoid().numpy())


@pytest.mark.parametrize(
    "call",
    [
        "x.flip(0)",
        "x.flip(())",
        "x.slice_scatter(x[1:], 0, 1)",
        "x.select_scatter(x[0], 0, 1)",
        "x.diagonal_scatter(x.diagonal())",
        "lib.complex(x, x)",
        "lib.polar(x, x)",
        "lib.special.chebyshev_polynomial_t(x, x)",
    ],
)
@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_copies_lie_in_memory_as_the_argument_does(library: str, call: str) -> None:
    """As in PyTorch, so that the same reshapes of them are views."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.tensor(np.linspace(0, 1, 24).reshape(4, 3, 2)).permute(2, 0, 1)
    assert eval(call, {"lib": lib, "x": x}).stride() == x.stride()


@pytest.mark.parametrize(
    "call", ["x.flip(0)", "x.erf()", "x.lgamma()", "lib.complex(x, x)", "x.slice_scatter(x[1:], 0, 1)"]
)
@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_copies_of_expanded_tensors_repeat_nothing_and_keep_the_order(library: str, call: str) -> None:
    """As in PyTorch: a repeated dimension has memory of its own in the result, in the order of the argument's."""
    lib: Any = dv if library == "derivata" else pytest.importorskip("torch", reason="the same test on both")
    x = lib.linspace(0.1, 1, 6).reshape(3, 2).t().unsqueeze(2).expand(2, 3, 4)
    assert eval(call, {"lib": lib, "x": x}).stride() == (4, 8, 1)
