"""Layers with PyTorch's weights give PyTorch's outputs and gradients, and print as PyTorch's do."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

Build = Callable[[Any], Any]

IMAGES, ROWS, CLASSES = (2, 4, 9, 8), (6, 5), (6,)
LAYERS: dict[str, tuple[Build, tuple[int, ...]]] = {
    "linear": (lambda nn: nn.Linear(5, 3), ROWS),
    "linear-no-bias": (lambda nn: nn.Linear(5, 3, bias=False), (2, 3, 5)),
    "conv": (lambda nn: nn.Conv2d(4, 6, 3), IMAGES),
    "conv-all-arguments": (lambda nn: nn.Conv2d(4, 6, (3, 2), (2, 1), (1, 2), (1, 2), 2, bias=False), IMAGES),
    "conv-same": (lambda nn: nn.Conv2d(4, 6, 3, padding=1), IMAGES),
    "max-pool": (lambda nn: nn.MaxPool2d(3, 2, 1), IMAGES),
    "avg-pool": (lambda nn: nn.AvgPool2d(3, 2, 1), IMAGES),
    "layer-norm": (lambda nn: nn.LayerNorm(5), ROWS),
    "layer-norm-2d": (lambda nn: nn.LayerNorm((9, 8), eps=0.1), IMAGES),
    "rms-norm": (lambda nn: nn.RMSNorm(5), ROWS),
    "group-norm": (lambda nn: nn.GroupNorm(2, 4, eps=0.1), IMAGES),
    "batch-norm": (lambda nn: nn.BatchNorm2d(4), IMAGES),
    "batch-norm-sequences": (lambda nn: nn.BatchNorm1d(4, affine=False), (3, 4, 5)),
    "batch-norm-evaluating": (lambda nn: nn.BatchNorm1d(5, eps=0.1).eval(), ROWS),
    "batch-norm-untracked": (lambda nn: nn.BatchNorm1d(5, track_running_stats=False).eval(), ROWS),
    "flatten": (lambda nn: nn.Flatten(), IMAGES),
    "softmax": (lambda nn: nn.Softmax(dim=1), ROWS),
    "log-softmax": (lambda nn: nn.LogSoftmax(dim=0), ROWS),
    "relu": (lambda nn: nn.ReLU(), ROWS),
    "leaky-relu": (lambda nn: nn.LeakyReLU(0.1), ROWS),
    "elu": (lambda nn: nn.ELU(0.5), ROWS),
    "selu": (lambda nn: nn.SELU(), ROWS),
    "gelu": (lambda nn: nn.GELU(), ROWS),
    "gelu-tanh": (lambda nn: nn.GELU("tanh"), ROWS),
    "silu": (lambda nn: nn.SiLU(), ROWS),
    "mish": (lambda nn: nn.Mish(), ROWS),
    "softplus": (lambda nn: nn.Softplus(), ROWS),
    "tanh": (lambda nn: nn.Tanh(), ROWS),
    "sigmoid": (lambda nn: nn.Sigmoid(), ROWS),
    "local-response-norm": (lambda nn: nn.LocalResponseNorm(3, 0.5, 0.5, 2.0), IMAGES),
    "batch-norm-volumes": (lambda nn: nn.BatchNorm3d(4), (2, 4, 3, 2, 2)),
    "instance-norm": (lambda nn: nn.InstanceNorm2d(4), IMAGES),
    "instance-norm-affine": (lambda nn: nn.InstanceNorm1d(4, 0.1, affine=True), (3, 4, 5)),
    "instance-norm-of-one": (lambda nn: nn.InstanceNorm1d(4), (4, 5)),
    "instance-norm-tracked": (lambda nn: nn.InstanceNorm3d(4, track_running_stats=True), (2, 4, 3, 2, 2)),
    "instance-norm-evaluating": (lambda nn: nn.InstanceNorm1d(4, track_running_stats=True).eval(), (3, 4, 5)),
    "softmin": (lambda nn: nn.Softmin(dim=1), ROWS),
    "celu": (lambda nn: nn.CELU(0.5), ROWS),
    "log-sigmoid": (lambda nn: nn.LogSigmoid(), ROWS),
    "tanhshrink": (lambda nn: nn.Tanhshrink(), ROWS),
    "glu": (lambda nn: nn.GLU(0), ROWS),
    "prelu": (lambda nn: nn.PReLU(), ROWS),
    "prelu-channels": (lambda nn: nn.PReLU(4, 0.5), IMAGES),
    "rrelu-evaluating": (lambda nn: nn.RReLU().eval(), ROWS),
    "hardtanh": (lambda nn: nn.Hardtanh(-0.5, 0.75), ROWS),
    "relu6": (lambda nn: nn.ReLU6(), ROWS),
    "hardsigmoid": (lambda nn: nn.Hardsigmoid(), ROWS),
    "hardswish": (lambda nn: nn.Hardswish(), ROWS),
    "threshold": (lambda nn: nn.Threshold(0.1, 20.0), ROWS),
    "hardshrink": (lambda nn: nn.Hardshrink(0.3), ROWS),
    "softshrink": (lambda nn: nn.Softshrink(), ROWS),
    "model": (
        lambda nn: nn.Sequential(
            nn.Conv2d(4, 3, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(27, 2)
        ),
        IMAGES,
    ),
}
LOSSES: dict[str, Build] = {
    "cross-entropy": lambda nn: nn.CrossEntropyLoss(),
    "cross-entropy-sum": lambda nn: nn.CrossEntropyLoss(reduction="sum"),
    "cross-entropy-smooth": lambda nn: nn.CrossEntropyLoss(ignore_index=2, label_smoothing=0.1),
    "nll": lambda nn: nn.NLLLoss(),
    "multi-margin": lambda nn: nn.MultiMarginLoss(p=2, margin=0.5),
}

REGRESSION_LOSSES: list[Callable[[Any, str], Any]] = [
    lambda nn, reduction: nn.MSELoss(reduction=reduction),
    lambda nn, reduction: nn.L1Loss(reduction=reduction),
    lambda nn, reduction: nn.SmoothL1Loss(reduction=reduction, beta=0.5),
    lambda nn, reduction: nn.HuberLoss(reduction=reduction, delta=0.5),
    lambda nn, reduction: nn.BCEWithLogitsLoss(reduction=reduction),
    lambda nn, reduction: nn.PoissonNLLLoss(full=True, reduction=reduction),
    lambda nn, reduction: nn.PoissonNLLLoss(log_input=True, reduction=reduction),
    lambda nn, reduction: nn.SoftMarginLoss(reduction=reduction),
    lambda nn, reduction: nn.MultiLabelSoftMarginLoss(reduction=reduction),
    lambda nn, reduction: nn.HingeEmbeddingLoss(0.5, reduction=reduction),
    lambda nn, reduction: Given(nn.GaussianNLLLoss(full=True, reduction=reduction), ones_like),
    lambda nn, reduction: Given(nn.MarginRankingLoss(0.5, reduction=reduction), ones_like),
    lambda nn, reduction: Given(
        nn.CosineEmbeddingLoss(0.1, reduction=reduction), lambda x: -ones_like(x)[:, 0]
    ),
    lambda nn, reduction: Given(nn.TripletMarginLoss(swap=True, reduction=reduction), ones_like),
    lambda nn, reduction: Given(nn.TripletMarginWithDistanceLoss(reduction=reduction), ones_like),
    lambda nn, reduction: Given(
        nn.TripletMarginWithDistanceLoss(
            distance_function=lambda x, y: (x - y).abs().sum(-1), margin=2.0, swap=True, reduction=reduction
        ),
        ones_like,
    ),
]


def ones_like(x: Any) -> Any:
    return x.detach() * 0 + 1


class Given:
    """A loss with a third argument, which is made of the first."""

    def __init__(self, loss: Any, third: Callable[[Any], Any]) -> None:
        self.loss, self.third = loss, third

    def __call__(self, x: Any, target: Any) -> Any:
        return self.loss(x, target, self.third(x))

    def state_dict(self) -> dict[str, Any]:
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> Any:
        return [], []

    def parameters(self) -> list[Any]:
        return []


def compare(build: Build, shape: tuple[int, ...], target: np.ndarray | None = None) -> None:
    torch = pytest.importorskip("torch")
    theirs, ours = build(torch.nn), build(dv.nn)
    keys = ours.load_state_dict({name: tensor.numpy() for name, tensor in theirs.state_dict().items()})
    assert keys == ([], [])
    array = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    gradients = []
    for lib, layer in ((dv, ours), (torch, theirs)):
        x = lib.from_numpy(array.copy()).requires_grad_()
        out = layer(x) if target is None else layer(x, lib.from_numpy(target))
        weights = np.random.default_rng(1).standard_normal(tuple(out.shape)).astype(np.float32)
        (out * lib.from_numpy(np.asarray(weights))).sum().backward()
        gradients.append([out.detach(), x.grad, *(parameter.grad for parameter in layer.parameters())])
    for got, expected in zip(*gradients, strict=True):
        np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", LAYERS)
def test_outputs_and_gradients_are_those_of_pytorch(name: str) -> None:
    compare(*LAYERS[name])


def test_relu_can_write_over_its_input() -> None:
    """`ReLU(inplace=True)` writes over its input, and prints as PyTorch's does."""
    for lib in (dv, pytest.importorskip("torch")):
        layer = lib.nn.ReLU(inplace=True)
        leaf = lib.tensor([-1.0, 2.0], requires_grad=True)
        x = leaf * 3
        assert layer(x) is x and x.tolist() == [0.0, 6.0] and repr(layer) == "ReLU(inplace=True)"
        x.sum().backward()
        assert leaf.grad.tolist() == [0.0, 3.0]


def test_bilinear_layers_are_those_of_pytorch() -> None:
    compare(lambda nn: Squared(nn.Bilinear(5, 5, 3)), ROWS)
    torch = pytest.importorskip("torch")
    assert repr(dv.nn.Bilinear(5, 4, 3, bias=False)) == repr(torch.nn.Bilinear(5, 4, 3, bias=False))


class Squared:
    """A layer of two inputs, given the same twice."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer

    def __call__(self, x: Any) -> Any:
        return self.layer(x, x * x)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.layer, name)


@pytest.mark.parametrize("name", LOSSES)
def test_losses_and_gradients_are_those_of_pytorch(name: str) -> None:
    compare(LOSSES[name], ROWS, np.array([0, 4, 1, 1, 2, 0]))


@pytest.mark.parametrize("name", ["mean", "sum", "none"])
def test_regression_losses_are_those_of_pytorch(name: str) -> None:
    target = np.random.default_rng(2).random(ROWS).astype(np.float32)
    for build in REGRESSION_LOSSES:
        compare(lambda nn, build=build: build(nn, name), ROWS, target)


def test_margins_between_labels_are_those_of_pytorch() -> None:
    target = np.tile(np.array([3, 0, -1, 1, 2]), (6, 1))
    for reduction in ("mean", "sum", "none"):
        compare(lambda nn, r=reduction: nn.MultiLabelMarginLoss(reduction=r), ROWS, target)


def test_divergence_is_that_of_pytorch() -> None:
    target = np.random.default_rng(2).random(ROWS).astype(np.float32)
    for log_target in (False, True):
        for reduction in ("batchmean", "mean", "sum", "none"):
            compare(
                lambda nn, r=reduction, log=log_target: nn.KLDivLoss(reduction=r, log_target=log),
                ROWS,
                target,
            )


def test_binary_cross_entropy_is_that_of_pytorch() -> None:
    target = np.random.default_rng(2).random(ROWS).astype(np.float32)
    compare(lambda nn: Chain(nn.Sigmoid(), nn.BCELoss()), ROWS, target)


class Chain:
    """A layer and a loss after it, as one loss."""

    def __init__(self, layer: Any, loss: Any) -> None:
        self.layer, self.loss = layer, loss

    def __call__(self, x: Any, target: Any) -> Any:
        return self.loss(self.layer(x), target)

    def state_dict(self) -> dict[str, Any]:
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> Any:
        return [], []

    def parameters(self) -> list[Any]:
        return []


@pytest.mark.parametrize("momentum", [0.1, None])
def test_running_statistics_are_those_of_pytorch(momentum: float | None) -> None:
    torch = pytest.importorskip("torch")
    ours, theirs = (nn.BatchNorm2d(4, momentum=momentum) for nn in (dv.nn, torch.nn))
    rng = np.random.default_rng(0)
    for _ in range(3):
        batch = (rng.standard_normal(IMAGES) * 3 + 2).astype(np.float32)
        ours(dv.from_numpy(batch))
        theirs(torch.from_numpy(batch))
    for name, tensor in theirs.state_dict().items():
        np.testing.assert_allclose(ours.state_dict()[name].numpy(), tensor.numpy(), rtol=1e-5, err_msg=name)
    probe = rng.standard_normal(IMAGES).astype(np.float32)
    expected = theirs.eval()(torch.from_numpy(probe)).detach().numpy()
    np.testing.assert_allclose(
        ours.eval()(dv.from_numpy(probe)).detach().numpy(), expected, rtol=1e-4, atol=1e-5
    )


# PyTorch also prints the pooling's `dilation` and `ceil_mode`, which do not exist here.
PRINTED_ALIKE = [name for name in LAYERS if name not in ("max-pool", "model")]


@pytest.mark.parametrize("name", PRINTED_ALIKE)
def test_layers_print_as_those_of_pytorch(name: str) -> None:
    torch = pytest.importorskip("torch")
    build, _ = LAYERS[name]
    assert repr(build(dv.nn)) == repr(build(torch.nn))
