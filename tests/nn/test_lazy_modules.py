"""Lazy modules: sizes from the first batch, what stands there before it, and state that comes earlier."""

import copy
from typing import Any

import numpy as np
import pytest

import derivata as dv

MODULES = {
    "LazyLinear": ((3,), (2, 5)),
    "LazyConv1d": ((4, 2), (2, 3, 5)),
    "LazyConv2d": ((4, 2, 2), (2, 3, 5, 5)),
    "LazyConv3d": ((4, 2), (2, 3, 4, 4, 4)),
    "LazyConvTranspose1d": ((4, 2), (2, 3, 5)),
    "LazyConvTranspose2d": ((4, 2, 2, 1, 1), (2, 3, 5, 5)),
    "LazyConvTranspose3d": ((4, 2), (3, 4, 4, 4)),
    "LazyBatchNorm1d": ((1e-3,), (4, 3)),
    "LazyBatchNorm2d": ((), (2, 3, 4, 4)),
    "LazyBatchNorm3d": ((), (2, 3, 2, 2, 2)),
    "LazyInstanceNorm1d": ((), (2, 3, 4)),
    "LazyInstanceNorm2d": ((1e-3, 0.2), (2, 3, 4, 4)),
    "LazyInstanceNorm3d": ((), (2, 3, 2, 2, 2)),
}


def described(module: Any) -> Any:
    return repr(module), list(module.state_dict()), [p.requires_grad for p in module.parameters()]


@pytest.mark.parametrize("name", MODULES)
def test_lazy_modules_are_pytorch_s(name: str) -> None:
    """What is printed and saved before and after the first batch; results and gradients with the same weights."""
    torch = pytest.importorskip("torch", reason="compared")
    args, shape = MODULES[name]
    theirs, ours = getattr(torch.nn, name)(*args), getattr(dv.nn, name)(*args)
    assert described(ours) == described(theirs)
    assert repr(next(iter(ours.state_dict().values()))) == "<UninitializedParameter>"
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    theirs(torch.from_numpy(x))
    ours(dv.from_numpy(x))
    assert type(ours) is getattr(dv.nn, name.removeprefix("Lazy"))
    assert described(ours) == described(theirs)
    shapes = [{key: tuple(v.shape) for key, v in m.state_dict().items()} for m in (ours, theirs)]
    assert shapes[0] == shapes[1]
    ours.load_state_dict({key: value.numpy() for key, value in theirs.state_dict().items()})
    results = [theirs(torch.from_numpy(x)), ours(dv.from_numpy(x))]
    np.testing.assert_allclose(results[1].detach().numpy(), results[0].detach().numpy(), rtol=1e-4, atol=1e-5)
    for result in results:
        (result * result).sum().backward()
    for got, expected in zip(ours.parameters(), theirs.parameters(), strict=True):
        np.testing.assert_allclose(got.grad.numpy(), expected.grad.numpy(), rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", MODULES)
def test_state_gives_lazy_modules_their_shapes(lib: Any, name: str) -> None:
    args, shape = MODULES[name]
    source, target = getattr(lib.nn, name)(*args), getattr(lib.nn, name)(*args)
    x = lib.arange(float(np.prod(shape))).reshape(shape) / 10
    expected = source(x)
    assert str(target.load_state_dict(source.state_dict())) == "<All keys matched successfully>"
    assert not target.has_uninitialized_params() and type(target) is getattr(lib.nn, name)
    weights = list(target.parameters())
    target.eval(), source.eval()
    if "Instance" in name and lib is not dv:  # PyTorch's does not take the number of channels
        with pytest.raises(ValueError, match="to match num_features"):
            target(x)
        return
    assert target(x).tolist() == source(x).tolist() and expected.shape == target(x).shape
    assert type(target) is type(source) and all(
        a is b for a, b in zip(weights, target.parameters(), strict=True)
    )


def test_state_without_shapes(lib: Any) -> None:
    """It loads into a lazy module, which it leaves open, and not into one with shapes."""
    lazy = lib.nn.LazyLinear(3)
    lib.nn.LazyLinear(3).load_state_dict(lazy.state_dict())
    assert lazy.has_uninitialized_params()
    with pytest.raises(RuntimeError, match=r"ninitialized"):
        lib.nn.Linear(2, 3).load_state_dict(lazy.state_dict())


@pytest.mark.parametrize(
    "use",
    [
        lambda lib, w: w + 1,
        lambda lib, w: w.sum(),
        lambda lib, w: lib.matmul(w, w),
        lambda lib, w: w.tolist(),
        lambda lib, w: w.numel(),
        lambda lib, w: lib.nn.init.ones_(w),
    ],
)
@pytest.mark.parametrize("kind", ["UninitializedParameter", "UninitializedBuffer"])
def test_what_has_no_shape_cannot_be_used(lib: Any, use: Any, kind: str) -> None:
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter"):
        use(lib, getattr(lib.nn, kind)())


def test_shape_of_what_has_none(lib: Any) -> None:
    with pytest.raises(RuntimeError, match="Can't access the shape of an uninitialized parameter or buffer"):
        lib.nn.UninitializedParameter().shape  # noqa: B018
    assert lib.nn.parameter.is_lazy(lib.nn.UninitializedBuffer())
    assert not lib.nn.parameter.is_lazy(lib.ones(1))


def test_lazy_models_are_converted_copied_and_optimized_before_the_first_batch(lib: Any) -> None:
    model = lib.nn.Sequential(lib.nn.LazyLinear(3), lib.nn.ReLU(), lib.nn.LazyLinear(2)).double()
    twin = copy.deepcopy(model)
    optimizer = lib.optim.SGD(model.parameters(), lr=0.1)
    x = lib.ones(4, 5, dtype=lib.float64)
    model(x).sum().backward()
    before = model[2].bias.tolist()
    optimizer.step()
    assert model[2].bias.tolist() == pytest.approx([value - 0.4 for value in before])
    assert twin(x[:, :2]).dtype == lib.float64
    assert twin[0].weight.shape == (3, 2) and model[0].weight.shape == (3, 5)


def test_materialized_parameter_is_the_same_object(lib: Any) -> None:
    weight = lib.nn.UninitializedParameter(requires_grad=False, dtype=lib.float64)
    same = weight
    weight.materialize((2, 3))
    assert type(same) is lib.nn.Parameter and same.shape == (2, 3) and same.dtype == lib.float64
    assert not same.requires_grad


def test_own_lazy_module(lib: Any) -> None:
    """Keywords reach `initialize_parameters`; what it leaves without a shape is an error."""

    class Scale(lib.nn.modules.lazy.LazyModuleMixin, lib.nn.Module):  # type: ignore[misc]
        def __init__(self, finish: bool) -> None:
            super().__init__()
            self.finish = finish
            self.factor = lib.nn.UninitializedParameter()

        def initialize_parameters(self, x: Any, *, by: float) -> None:
            if self.finish:
                self.factor.materialize((x.shape[-1],))
                lib.nn.init.constant_(self.factor, by)

        def forward(self, x: Any, *, by: float) -> Any:
            return x * self.factor

    assert Scale(True)(lib.ones(3), by=2.0).tolist() == [2.0, 2.0, 2.0]
    with pytest.raises(RuntimeError, match="has not been fully initialized"):
        Scale(False)(lib.ones(3), by=2.0)
    with pytest.raises(NotImplementedError, match="initialize_parameters"):
        type("Bare", (lib.nn.modules.lazy.LazyModuleMixin, lib.nn.Module), {})()(1)


@pytest.mark.parametrize(
    ("name", "args", "shape", "error", "message"),
    [
        ("LazyConv2d", (4, 2), (2, 3), RuntimeError, r"xpected 3D \(unbatched\) or 4D \(batched\) input"),
        (
            "LazyConv2d",
            (4, 2, 1, 0, 1, 2),
            (2, 3, 4, 4),
            ValueError,
            "in_channels must be divisible by groups",
        ),
        ("LazyBatchNorm2d", (), (2, 3), ValueError, "xpected "),
    ],
)
def test_wrong_first_batches(
    lib: Any, name: str, args: Any, shape: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        getattr(lib.nn, name)(*args)(lib.ones(*shape))
