"""What layers and loops of programs for PyTorch import beside the public names: both libraries answer alike."""

import copy
import importlib
import math
from typing import Any

import pytest

import derivata as dv

torch = pytest.importorskip("torch")

NAMES = {
    "nn.init": "_calculate_fan_in_and_fan_out _calculate_correct_fan calculate_gain trunc_normal_",
    "nn.modules": "Module Linear",
    "nn.modules.utils": "_single _pair _triple _quadruple _ntuple",
    "nn.modules.conv": "_ConvNd",
    "nn.modules.batchnorm": "_BatchNorm",
    "nn.modules.loss": "_Loss _WeightedLoss",
    "optim.optimizer": "Optimizer required",
    "optim.lr_scheduler": "LRScheduler _LRScheduler",
    "cuda.amp": "autocast GradScaler custom_fwd custom_bwd",
    "utils.data.dataloader": "DataLoader default_collate",
    "utils.data.distributed": "DistributedSampler",
}


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    return importlib.import_module(request.param)


@pytest.mark.parametrize("path", NAMES)
def test_names_are_found_where_pytorch_keeps_them(lib: Any, path: str) -> None:
    """`from torch.PATH import NAME` works with the other import."""
    module = importlib.import_module(f"{lib.__name__}.{path}")
    assert [name for name in NAMES[path].split() if not hasattr(module, name)] == []


@pytest.mark.parametrize("shape", [(4, 3), (4, 3, 2), (4, 3, 2, 5)])
def test_a_layer_with_the_start_of_linear(lib: Any, shape: tuple[int, ...]) -> None:
    """`reset_parameters` as PyTorch's layers have it gives the bound of the fan-in."""
    weight, bias = lib.empty(shape), lib.empty(200)
    lib.nn.init.kaiming_uniform_(weight, a=math.sqrt(5))
    fan_in, fan_out = lib.nn.init._calculate_fan_in_and_fan_out(weight)
    assert (fan_in, fan_out) == (math.prod(shape[1:]), 4 * math.prod(shape[2:]))
    for mode, fan in (("fan_in", fan_in), ("fan_out", fan_out)):
        assert lib.nn.init._calculate_correct_fan(weight, mode) == fan
    bound = 1 / math.sqrt(fan_in)
    lib.nn.init.uniform_(bias, -bound, bound)
    assert 0.8 * bound < float(bias.abs().max()) <= bound


def test_a_value_for_each_dimension(lib: Any) -> None:
    """`_ntuple(n)` repeats one value and keeps several."""
    utils = importlib.import_module(f"{lib.__name__}.nn.modules.utils")
    assert utils._ntuple(3)(2) == (2, 2, 2) and utils._quadruple(1) == (1, 1, 1, 1)
    assert utils._ntuple(2)((1, 4)) == (1, 4) == utils._pair((1, 4))


@pytest.mark.parametrize("device", ["cpu", "cpu:0", None])
def test_generators_take_a_device(lib: Any, device: str | None) -> None:
    """`Generator(device=device)` is the one of the processor, by name, by position and as a `device`."""
    makers = [lib.Generator() if device is None else lib.Generator(device=device)]
    if device is not None:
        makers += [
            lib.Generator(device),
            lib.Generator(device=lib.device(device)),
            lib.Generator(lib.device(device)),
        ]
    draws = [lib.rand(3, generator=made.manual_seed(7)).tolist() for made in makers]
    assert draws == [draws[0]] * len(makers)


def test_generators_of_other_devices_are_refused() -> None:
    """Any other device is an error."""
    with pytest.raises(
        RuntimeError, match="Generator: expected the device cpu, the only one there is, got cuda"
    ):
        dv.Generator(device="cuda")


def test_a_loop_with_the_older_names_of_mixed_precision(lib: Any) -> None:
    """A loop with `cuda.amp`, switched off where there is no such device, trains as without it."""
    amp = importlib.import_module(f"{lib.__name__}.cuda.amp")
    enabled = lib.cuda.is_available()
    model = lib.nn.Linear(2, 1)
    plain = copy.deepcopy(model)
    scaler, x = amp.GradScaler(enabled=enabled), lib.ones(3, 2)
    for net in (model, plain):
        optimizer = lib.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            if net is plain:
                (net(x) ** 2).mean().backward()
                optimizer.step()
                continue
            with amp.autocast(enabled=enabled):
                loss = (net(x) ** 2).mean()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
    assert model.weight.tolist() == plain.weight.tolist()


def test_a_function_with_the_older_decorators_of_mixed_precision(lib: Any) -> None:
    """`cuda.amp.custom_fwd` and `custom_bwd` decorate the methods of a `Function` without arguments."""
    amp = importlib.import_module(f"{lib.__name__}.cuda.amp")

    class Double(lib.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        @amp.custom_fwd  # type: ignore[untyped-decorator]
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        @amp.custom_bwd  # type: ignore[untyped-decorator]
        def backward(ctx: Any, grad: Any) -> Any:
            return grad * 2

    x = lib.ones(2, requires_grad=True)
    Double.apply(x).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]
