"""`vmap` of every op with every sample of the spec: what one sample after the other gives, and the same derivatives.

Gradients are those of all samples together, and, inside of `vmap`, gradients and tangents of each.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.gradchecks import DERIVATA
from derivata.func import jvp, vjp, vmap
from derivata.generated.batching import RULES
from derivata.generated.checks import CASES
from derivata.testing import OpCase
from derivata.testing.op_call import Call, Op, Place

SIZE = 3
RANDOM = {*RULES["random"], "dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "rrelu"} | {
    "feature_alpha_dropout",
    "normal_",
}
SORTED = ("searchsorted", "bucketize")


def _places(call: Call) -> list[Place]:
    """The places of all arrays among the arguments."""
    found: list[Place] = []
    for name, value in call.values.items():
        if isinstance(value, np.ndarray):
            found.append((name, None))
        elif isinstance(value, list) and call.op.case.kind(name) == "Tensor[]":
            found += [(name, index) for index in range(len(value))]
    return found


def _choices(places: Sequence[Place]) -> Iterator[tuple[Place, ...]]:
    """Each argument alone, and all of them."""
    if len(places) > 1:
        yield from ((place,) for place in places[:4])
    yield tuple(places)


def _other(array: Any, number: int) -> Any:
    """Other numbers for another sample: the same in another order, so that all are in the domain."""
    return np.roll(array.reshape(-1), number).reshape(array.shape)


def _shifted(array: Any, number: int) -> Any:
    """Other numbers in the same order, for what has to be sorted."""
    return array + 0.3 * number if array.dtype.kind == "f" else array


def _same(array: Any, number: int) -> Any:
    return array


def _definite(array: Any, number: int) -> Any:
    """Positive definite matrices, for what takes no others."""
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.dtype.kind not in "fc":
        return array
    return array @ array.swapaxes(-1, -2).conj() + (1 + number) * np.eye(array.shape[-1], dtype=array.dtype)


class Batch:
    """A call whose arrays at some places are those of several samples."""

    def __init__(self, call: Call, chosen: Sequence[Place], vary: Callable[[Any, int], Any]) -> None:
        self.call, self.chosen = call, chosen
        self.samples = [[vary(call.array(place), number) for place in chosen] for number in range(SIZE)]

    def function(self, others: dict[Place, Any]) -> Callable[..., Any]:
        """The op as a function of the tensors at the chosen places."""

        def function(*tensors: Any) -> Any:
            given = {**others, **dict(zip(self.chosen, tensors, strict=True))}
            values: dict[str, Any] = {}
            for name, value in self.call.values.items():
                if (name, None) in given:
                    values[name] = given[name, None]
                elif (name, 0) in given:
                    values[name] = [given[name, index] for index in range(len(value))]
                else:
                    values[name] = value
            written = self.call.op.case.written
            if written:
                values[written] = values[written].clone()
            args, kwargs = self.call._bind(values)
            result = self.call.op.function(*args, **kwargs)
            return tuple(result) if isinstance(result, tuple | list) else (result,)

        return function

    def others(self) -> dict[Place, Any]:
        """Tensors for the arrays that are the same for all samples."""
        return {p: _leaf(self.call.array(p)) for p in _places(self.call) if p not in self.chosen}

    def leaves(self) -> list[Any]:
        """One tensor of all samples for each chosen place."""
        return [_leaf(np.stack(column)) for column in zip(*self.samples, strict=True)]

    def run(self, batched: bool, in_dims: Any = 0) -> tuple[list[Any], list[Any]]:
        """Return the results of all samples, and the gradients of all arrays."""
        others, leaves = self.others(), self.leaves()
        function = self.function(others)
        if batched:
            moved = [leaf if in_dims == 0 else dv.movedim(leaf, 0, in_dims) for leaf in leaves]
            outs = list(vmap(function, in_dims=in_dims)(*moved))
        else:  # in memory of their own
            rows = [function(*[leaf[k].clone() for leaf in leaves]) for k in range(SIZE)]
            outs = [dv.stack(list(column)) for column in zip(*rows, strict=True)]
        inputs = [x for x in (*leaves, *others.values()) if x.requires_grad]
        live = [out for out in outs if out.requires_grad]
        if not (inputs and live):
            return outs, []
        weights = [dv.tensor(_weights(out.shape, out.dtype)) for out in live]
        try:
            grads = dv.autograd.grad(live, inputs, weights, allow_unused=True, materialize_grads=True)
        except NotImplementedError:
            return outs, []
        return outs, list(grads)


def _leaf(array: Any) -> Any:
    tensor = dv.tensor(array)
    return tensor.requires_grad_() if array.dtype.kind in "fc" else tensor


def _weights(shape: tuple[int, ...], dtype: Any) -> Any:
    return np.cos(np.arange(int(np.prod(shape)))).reshape(shape).astype(dtype)


def _compare(call: Call, chosen: Sequence[Place], in_dims: Any) -> bool:
    """Compare; False if the op takes no such samples, one after the other."""
    for vary in (_shifted if call.op.case.op.partition(".")[0] in SORTED else _other, _same, _definite):
        batch = Batch(call, chosen, vary)
        try:
            expected, expected_grads = batch.run(batched=False)
        except Exception:
            continue
        got, grads = batch.run(True, in_dims)
        where = f"{call.label}, batched: {chosen}, in_dims={in_dims}"
        for one, other in itertools.chain(
            zip(got, expected, strict=True), zip(grads, expected_grads, strict=True)
        ):
            assert one.dtype == other.dtype, where
            np.testing.assert_allclose(
                one.detach().numpy(), other.detach().numpy(), rtol=1e-9, atol=1e-10, err_msg=where
            )
        return True
    return False


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.op)
def test_all_samples_at_once_are_each_on_its_own(case: OpCase) -> None:
    if case.op.partition(".")[0] in RANDOM:
        pytest.skip("random numbers have tests of their own")
    compared, refused = 0, False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for call in Op(case, DERIVATA).calls():
            places = _places(call)
            for chosen in _choices(places):
                if case.written and (case.written, None) not in chosen:
                    continue
                dims = (0, -1) if chosen == tuple(places) else (0,)
                for in_dims in dims:
                    try:
                        compared += _compare(call, chosen, in_dims)
                    except RuntimeError as error:
                        if "dynamic shape" not in str(error):
                            raise
                        refused = True
    assert compared or refused


class Inside:
    """The derivative of an op at each sample of a batch: by `jvp` or `vjp` inside of `vmap`, or one after the other."""

    def __init__(self, batch: Batch, mode: str) -> None:
        self.mode = mode
        self.function = batch.function({p: t.detach() for p, t in batch.others().items()})
        self.samples = [leaf.detach() for leaf in batch.leaves()]
        self.moving = [k for k, sample in enumerate(self.samples) if sample.dtype.kind in "fc"]
        moved = [self.samples[k] for k in self.moving]
        self.directions = [dv.tensor(_weights(x.shape, x.dtype) + 0.3) for x in moved]

    def at(self, sample: Sequence[Any], directions: Sequence[Any]) -> Any:
        """Return the floating results at a sample, and their tangents or the gradients of what they depend on."""

        def function(*moved: Any) -> Any:
            given = {**dict(enumerate(sample)), **dict(zip(self.moving, moved, strict=True))}
            return tuple([out for out in self.function(*given.values()) if out.dtype.kind in "fc"])

        point = tuple([sample[k] for k in self.moving])
        if self.mode == "jvp":
            outs, tangents = jvp(function, point, tuple(directions))
            return (*outs, *tangents)
        outs, pull = vjp(function, *point)
        return (*outs, *pull(tuple([dv.tensor(_weights(out.shape, out.dtype)) for out in outs])))

    def batched(self) -> list[Any]:
        return list(vmap(self.at)(self.samples, self.directions))

    def one_by_one(self) -> list[Any]:
        rows = [
            self.at([x[k].clone() for x in self.samples], [d[k] for d in self.directions])
            for k in range(SIZE)
        ]
        return [dv.stack(list(column)) for column in zip(*rows, strict=True)]


NO_RESULT = "has non-empty output"


def _compare_inside(call: Call, mode: str) -> None:
    """Compare, unless no floating results depend on floating samples, or they have no derivative."""
    chosen = _places(call)
    if not any(call.array(place).dtype.kind in "fc" for place in chosen):
        return
    for vary in (_shifted if call.op.case.op.partition(".")[0] in SORTED else _other, _same, _definite):
        inside = Inside(Batch(call, chosen, vary), mode)
        try:
            expected = inside.one_by_one()
        except NotImplementedError:
            return
        except (
            RuntimeError
        ) as error:  # or because of other arguments, as matrices that are not definite are not
            if NO_RESULT in str(error):
                return
            continue
        for got, wanted in zip(inside.batched(), expected, strict=True):
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), call.label
            np.testing.assert_allclose(got.numpy(), wanted.numpy(), rtol=1e-8, atol=1e-9, err_msg=call.label)
        return
    raise AssertionError(f"{call.label}: no samples that all have derivatives")


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["jvp", "vjp"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.op)
def test_derivatives_inside_are_those_of_each_sample(case: OpCase, mode: str) -> None:
    """`vmap` of `jvp` and of `vjp` are what a loop over the samples gives, for what has derivatives."""
    if case.op.partition(".")[0] in RANDOM:
        pytest.skip("random numbers have tests of their own")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for call in Op(case, DERIVATA).calls():
            if not case.written or (case.written, None) in _places(call):
                try:
                    _compare_inside(call, mode)
                except RuntimeError as error:
                    if "dynamic shape" not in str(error):
                        raise
