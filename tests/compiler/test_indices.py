"""Tensors as indices in compiled functions: whole numbers select, masks say what is written."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv
from derivata.compiler.function import compile

from .programs import compare
from .test_asked import agree

pytestmark = pytest.mark.usefixtures("on_numpy")

I, PAIRS = dv.tensor([0, 4, -1, 2]), dv.tensor([[0, 3], [1, -2]])


def wide() -> Any:
    return dv.linspace(-1, 1, 20, dtype=dv.float64).reshape(5, 4).requires_grad_()


def placed(t: Any, index: Any, value: Any) -> Any:
    t = t * 1
    t[index] = value
    return t.sin()


def added(t: Any, index: Any) -> Any:
    t = t * 1
    t[index] += 1.0
    return t.cos()


def of_view(t: Any, index: Any) -> Any:
    t = t * 1
    part = t[1:]
    part[index % 3] = part[0] * 2
    return t.sin() + part.sum()


SELECTED: dict[str, Callable[..., Any]] = {
    "rows": lambda t, i: t[i] * 2 + 1,
    "an index of two dimensions": lambda t, i: t[i.view(2, 2)].sin().sum(-1),
    "columns": lambda t, i: t[:, i % 4] * t[:4][i % 4].sum(),
    "pairs": lambda t, i: t[i, i % 4].exp(),
    "behind an ellipsis": lambda t, i: t[..., i % 4].sin(),
    "new dimensions": lambda t, i: t[i, None] * t[None, i % 2],
    "beside slices": lambda t, i: t[i, 1:3].cos() * 2,
    "computed ones": lambda t, i: t[(i * 2) % 5] + t[t.argmax(1) % 5][:4],
    "of a result": lambda t, i: t[i][i % 4].sum() * 2,
    "written numbers": lambda t, i: placed(t, i, 0.5),
    "written tensors": lambda t, i: placed(t, i, t[:4].tanh()),
    "written in place": added,
    "written to a view": of_view,
    "a mask that is written to": lambda t, i: placed(t, t > 0.2, 0.5),
    "a mask of rows": lambda t, i: placed(t, t[:, 0] > 0.2, 0.5),
}


@pytest.mark.parametrize("name", SELECTED)
def test_what_indices_select_is_that_op_by_op(name: str) -> None:
    compare(SELECTED[name], [wide(), I])


def test_other_indices_at_the_next_call_select_other_elements() -> None:
    compiled: Any = compile(lambda t, i: t[i].sin() * 2, fullgraph=True)
    for numbers in ([0, 1], [4, -5], [3, 3]):
        index = dv.tensor(numbers)
        dv.testing.assert_close(compiled(wide(), index), wide()[index].sin() * 2)
    with pytest.raises(IndexError) as theirs:
        wide()[dv.tensor([0, 5])]
    with pytest.raises(IndexError) as ours:
        compiled(wide(), dv.tensor([0, 5]))
    assert str(ours.value) == str(theirs.value)


def test_indices_of_other_lengths_are_inputs() -> None:
    def picked(t: Any, i: Any) -> Any:
        return t[i].sin() * 2 + t.sum()

    calls = [
        (dv.linspace(-1, 1, 4 * n, dtype=dv.float64).view(n, 4), dv.arange(m) % n)
        for n, m in ((5, 3), (7, 9), (8, 4), (20, 30))
    ]
    compiled = agree(picked, calls)
    assert len(compiled.programs) == 2
    agree(picked, calls, programs=1, dynamic=True)


def test_what_masks_and_single_numbers_select_runs_op_by_op() -> None:
    t = wide()
    for function, message in (
        (lambda t, i: t[t > 0].sin() * 2, "an index that is a mask cannot"),
        (lambda t, i: t[i[0]] * 2, "an index that is a tensor without dimensions cannot"),
    ):
        with pytest.warns(UserWarning, match=message):
            dv.testing.assert_close(compile(function)(t, I), function(t, I))


def test_a_batch_of_noise_levels_is_one_program() -> None:
    levels = dv.linspace(0.1, 0.9, 10, dtype=dv.float64)

    def noised(t: Any) -> Any:
        step = dv.randint(0, 10, (t.shape[0],))
        share = levels[step][:, None]
        return share.sqrt() * t + (1 - share).sqrt() * dv.randn_like(t)

    agree(noised, [wide().detach(), wide().detach() * 2], programs=1)
