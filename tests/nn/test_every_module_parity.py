"""Every module with PyTorch's arguments and weights gives PyTorch's outputs and gradients, and prints as PyTorch's."""

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

torch = pytest.importorskip("torch", reason="the modules are compared with PyTorch's")

Case = tuple[str, Callable[[Any], Any], tuple[int, ...]]
SEQUENCES, IMAGES, VOLUMES = (2, 4, 9), (2, 4, 8, 7), (2, 4, 6, 5, 7)
BY_DIMENSION = {1: SEQUENCES, 2: IMAGES, 3: VOLUMES}


def over_dimensions(name: str, shapes: dict[int, tuple[int, ...]], *args: Any, **kwargs: Any) -> list[Case]:
    return [
        (f"{name}{d}d", lambda nn, d=d: getattr(nn, f"{name}{d}d")(*args, **kwargs), shape)
        for d, shape in shapes.items()
    ]


def one(name: str, shape: tuple[int, ...], *args: Any, **kwargs: Any) -> list[Case]:
    return [(name, lambda nn: getattr(nn, name)(*args, **kwargs), shape)]


PLANES = {2: IMAGES, 3: VOLUMES}
CASES: list[Case] = [
    *over_dimensions("Conv", BY_DIMENSION, 4, 6, 3),
    *over_dimensions("Conv", BY_DIMENSION, 4, 6, 3, stride=2, padding=1, dilation=2, groups=2, bias=False),
    *over_dimensions("Conv", BY_DIMENSION, 4, 6, 4, padding="same"),
    *over_dimensions("Conv", BY_DIMENSION, 4, 6, 4, padding="same", padding_mode="replicate"),
    *over_dimensions("Conv", BY_DIMENSION, 4, 6, 3, padding="valid", padding_mode="circular"),
    *over_dimensions("Conv", BY_DIMENSION, 4, 6, 3, padding=2, padding_mode="reflect"),
    *over_dimensions("Conv", {d: shape[1:] for d, shape in BY_DIMENSION.items()}, 4, 2, 2),
    *over_dimensions("ConvTranspose", BY_DIMENSION, 4, 6, 3),
    *over_dimensions("ConvTranspose", BY_DIMENSION, 4, 6, 3, 2, 1, 1, groups=2, bias=False, dilation=2),
    *over_dimensions("MaxPool", BY_DIMENSION, 3, 2, 1),
    *over_dimensions("MaxPool", BY_DIMENSION, 2, dilation=2, ceil_mode=True),
    *over_dimensions("AvgPool", BY_DIMENSION, 2),
    *over_dimensions("AvgPool", BY_DIMENSION, 3, 2, 1, True, False),
    *over_dimensions("AvgPool", PLANES, 2, divisor_override=3),
    *over_dimensions("LPPool", BY_DIMENSION, 2, 3, 2),
    *over_dimensions("LPPool", BY_DIMENSION, 1, 2, ceil_mode=True),
    *over_dimensions("AdaptiveAvgPool", BY_DIMENSION, 3),
    *over_dimensions("AdaptiveMaxPool", BY_DIMENSION, 3),
    *over_dimensions("ConstantPad", BY_DIMENSION, 2, 3.5),
    *over_dimensions("ZeroPad", BY_DIMENSION, 2),
    *over_dimensions("ReflectionPad", BY_DIMENSION, 2),
    *over_dimensions("ReplicationPad", BY_DIMENSION, 2),
    *over_dimensions("CircularPad", BY_DIMENSION, 2),
    *one("ConstantPad2d", IMAGES, (1, -1, 2, 0), -1.0),
    *one("Upsample", SEQUENCES, scale_factor=2),
    *one("Upsample", IMAGES, (5, 6), mode="bicubic", align_corners=False),
    *one("Upsample", VOLUMES, None, (2.0, 1.0, 0.5), "trilinear", True),
    *one("UpsamplingNearest2d", IMAGES, scale_factor=2),
    *one("UpsamplingBilinear2d", IMAGES, size=5),
    *one("PixelShuffle", IMAGES, 2),
    *one("PixelUnshuffle", (2, 3, 4, 6), 2),
    *one("ChannelShuffle", IMAGES, 2),
    *one("Unfold", IMAGES, 3, 1, 1, 2),
    *one("Fold", (2, 12, 12), (4, 5), (2, 2)),
    *one("Unflatten", SEQUENCES, 1, (2, 2)),
    *one("Softmax2d", IMAGES),
    *one("Softsign", SEQUENCES),
    *[
        (f"{kind}-{number}", lambda nn, k=kind, o=options: getattr(nn, k)(3, 4, **o), (5, 2, 3))
        for kind in ("RNN", "LSTM", "GRU")
        for number, options in enumerate(
            [
                {},
                {"num_layers": 2, "bidirectional": True, "batch_first": True},
                {"num_layers": 2, "bias": False},
                {"dropout": 0.0, "num_layers": 3},
            ]
        )
    ],
    *one("RNN", (5, 3), 3, 4, 2, "relu"),
    *one("LSTM", (5, 2, 3), 3, 4, proj_size=2, bidirectional=True, num_layers=2),
    *one("LSTM", (5, 3), 3, 4, batch_first=True),
    *one("GRU", (5, 3), 3, 4),
    *one("RNNCell", (2, 3), 3, 4, nonlinearity="relu"),
    *one("RNNCell", (3,), 3, 4, bias=False),
    *one("LSTMCell", (2, 3), 3, 4),
    *one("LSTMCell", (3,), 3, 4),
    *one("GRUCell", (2, 3), 3, 4),
]


def leaves(value: Any) -> list[Any]:
    """Return the tensors of nested tuples."""
    return [leaf for part in value for leaf in leaves(part)] if isinstance(value, tuple) else [value]


def copied(theirs: Any, ours: Any) -> None:
    """Load PyTorch's state: the names are the same, in the same order."""
    state = {name: tensor.numpy() for name, tensor in theirs.state_dict().items()}
    assert list(ours.state_dict()) == list(state)
    assert ours.load_state_dict(state) == ([], [])


def run(lib: Any, module: Any, inputs: list[np.ndarray]) -> list[np.ndarray]:
    """Return outputs, gradients of inputs and gradients of parameters."""
    tensors = [lib.from_numpy(array.copy()).requires_grad_() for array in inputs]
    outputs = leaves(module(*tensors))
    rng = np.random.default_rng(1)
    total = sum(
        (out * lib.from_numpy(np.asarray(rng.standard_normal(tuple(out.shape)), np.float32))).sum()
        for out in outputs
    )
    total.backward()
    parts = [*[out.detach() for out in outputs], *[x.grad for x in tensors]]
    return [part.numpy() for part in [*parts, *[p.grad for p in module.parameters()]]]


@pytest.mark.parametrize("training", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("case", CASES, ids=[f"{number}-{case[0]}" for number, case in enumerate(CASES)])
def test_outputs_gradients_and_print_are_those_of_pytorch(case: Case, training: bool) -> None:
    """With PyTorch's weights: outputs, gradients of input and parameters, names in the state, the printed form."""
    _, build, shape = case
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's, of sizes that are not whole
        theirs, ours = build(torch.nn).train(training), build(dv.nn).train(training)
        assert repr(ours) == repr(theirs)
        copied(theirs, ours)
        x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
        for got, expected in zip(run(dv, ours, [x]), run(torch, theirs, [x]), strict=True):
            np.testing.assert_allclose(got, expected, rtol=2e-4, atol=2e-5)


DIFFERENT = {
    **dict.fromkeys(("RNN", "LSTM", "GRU"), "PyTorch takes any arguments, and RNNBase names them"),
    **dict.fromkeys(("Softmax", "LogSoftmax", "Softmin"), "the dimension has no default here"),
    **dict.fromkeys(("Softmax2d", "Softsign"), "no arguments, where PyTorch passes any on"),
    "Hardtanh": "without the old names of its bounds",
    "Module": "any arguments, none of which is used",
    "LogSigmoid": "no arguments, where PyTorch passes any on",
    "Sigmoid": "no arguments, where PyTorch passes any on",
    "Tanh": "no arguments, where PyTorch passes any on",
    "Tanhshrink": "no arguments, where PyTorch passes any on",
    "Sequential": "the name of its many arguments",
}


DEPRECATED = ("size_average", "reduce")


def names_of_both() -> list[str]:
    return [name for name in torch.nn.modules.__all__ if hasattr(dv.nn, name) and name not in DIFFERENT]


@pytest.mark.parametrize("name", names_of_both())
def test_signatures_are_those_of_pytorch(name: str) -> None:
    """Names, order, kinds and defaults of arguments are PyTorch's, but for two of losses that it has deprecated."""
    signatures = [inspect.signature(getattr(lib.nn, name)) for lib in (dv, torch)]
    ours, theirs = [
        [
            (p.name, getattr(p.default, "__name__", p.default), p.kind)
            for p in signature.parameters.values()
            if p.name not in DEPRECATED
        ]
        for signature in signatures
    ]
    assert ours == theirs


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_elements_go_back_to_where_they_were(dimensions: int) -> None:
    """`MaxUnpool` of the two results of `MaxPool` is PyTorch's; so is an output size that is not the only one."""
    shape, found = BY_DIMENSION[dimensions], []
    for lib in (dv, torch):
        pool = getattr(lib.nn, f"MaxPool{dimensions}d")(2, return_indices=True)
        unpool = getattr(lib.nn, f"MaxUnpool{dimensions}d")(2)
        x = lib.from_numpy(np.random.default_rng(0).standard_normal(shape)).requires_grad_()
        y = unpool(*pool(x), output_size=x.shape)
        (y * y).sum().backward()
        found.append([y.detach().numpy(), x.grad.numpy(), repr(unpool)])
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])
    assert found[0][2] == found[1][2]


@pytest.mark.parametrize("dimensions", [2, 3])
def test_random_windows_are_those_of_pytorch_for_the_same_numbers(dimensions: int) -> None:
    shape, found = BY_DIMENSION[dimensions], []
    samples = np.random.default_rng(1).random((2, 4, dimensions)).astype(np.float32)
    for lib in (dv, torch):
        make = getattr(lib.nn, f"FractionalMaxPool{dimensions}d")
        pool = make(2, output_ratio=(0.5,) * dimensions, _random_samples=lib.from_numpy(samples))
        x = lib.from_numpy(np.random.default_rng(0).standard_normal(shape).astype(np.float32))
        found.append(pool(x).numpy())
        assert repr(pool) == f"FractionalMaxPool{dimensions}d()" and list(pool.state_dict()) == [
            "_random_samples"
        ]
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_transposed_convolutions_take_the_size_of_the_result(dimensions: int) -> None:
    name, shape = f"ConvTranspose{dimensions}d", BY_DIMENSION[dimensions]
    theirs, ours = [getattr(lib.nn, name)(4, 2, 3, stride=2, padding=1) for lib in (torch, dv)]
    copied(theirs, ours)
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    size = tuple(2 * n for n in shape[2:])
    got, expected = ours(dv.from_numpy(x), size), theirs(torch.from_numpy(x), size)
    np.testing.assert_allclose(got.detach().numpy(), expected.detach().numpy(), rtol=1e-4, atol=1e-5)
    for lib, module in ((dv, ours), (torch, theirs)):
        with pytest.raises(ValueError, match=r"requested an output size of .* but valid sizes range from"):
            module(lib.from_numpy(x), tuple(n + 2 for n in size))


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
@pytest.mark.parametrize("enforce_sorted", [True, False])
def test_packed_sequences_are_run_as_by_pytorch(kind: str, enforce_sorted: bool) -> None:
    """Outputs, last states and all gradients, with first states, of sequences of several lengths."""
    lengths = [5, 3, 3, 1] if enforce_sorted else [3, 5, 1, 3]
    rng = np.random.default_rng(0)
    x, first = [rng.standard_normal(shape).astype(np.float32) for shape in ((4, 5, 3), (4, 4, 6))]
    theirs, ours = [
        getattr(lib.nn, kind)(3, 6, 2, batch_first=True, bidirectional=True) for lib in (torch, dv)
    ]
    copied(theirs, ours)

    def packed(lib: Any, module: Any) -> Callable[..., Any]:
        tools = lib.nn.utils.rnn

        def call(x: Any, h: Any) -> Any:
            pack = tools.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=enforce_sorted)
            output, last = module(pack, (h, h * 2) if kind == "LSTM" else h)
            padded, found = tools.pad_packed_sequence(output, batch_first=True, padding_value=7.0)
            assert found.tolist() == lengths
            return padded, last

        call.parameters = module.parameters  # type: ignore[attr-defined]
        return call

    got, expected = run(dv, packed(dv, ours), [x, first]), run(torch, packed(torch, theirs), [x, first])
    for one_got, one_expected in zip(got, expected, strict=True):
        np.testing.assert_allclose(one_got, one_expected, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("cell", ["LSTMCell", "GRUCell", "RNNCell"])
def test_cells_go_on_from_a_state(cell: str) -> None:
    theirs, ours = [getattr(lib.nn, cell)(3, 4) for lib in (torch, dv)]
    copied(theirs, ours)
    rng = np.random.default_rng(0)
    x, h = rng.standard_normal((2, 3)).astype(np.float32), rng.standard_normal((2, 4)).astype(np.float32)

    def steps(module: Any) -> Callable[..., Any]:
        def call(x: Any, h: Any) -> Any:
            state = (h, h * 2) if cell == "LSTMCell" else h
            return module(x, module(x, state))

        call.parameters = module.parameters  # type: ignore[attr-defined]
        return call

    for got, expected in zip(run(dv, steps(ours), [x, h]), run(torch, steps(theirs), [x, h]), strict=True):
        np.testing.assert_allclose(got, expected, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("library", ["derivata", "torch"])
def test_initial_weights_are_in_pytorch_s_bounds(library: str) -> None:
    """Uniform in plus and minus one over the root of the fan-in, or of the hidden size."""
    lib: Any = dv if library == "derivata" else torch
    lib.manual_seed(0)
    bounds = [
        (lib.nn.Conv3d(8, 20, 3), (8 * 27) ** -0.5),
        (lib.nn.ConvTranspose1d(30, 8, 5), (8 * 5) ** -0.5),
        (lib.nn.LSTM(30, 25, 2), 0.2),
        (lib.nn.GRUCell(30, 16), 0.25),
    ]
    for module, bound in bounds:
        for parameter in [p for p in module.parameters() if p.ndim > 1]:
            largest = parameter.detach().abs().max().item()
            assert 0.8 * bound < largest <= bound


ATTENTION = {
    "encoder layer": lambda nn: nn.TransformerEncoderLayer(8, 2, 16, 0.0),
    "encoder layer, first": lambda nn: nn.TransformerEncoderLayer(8, 2, 16, 0.0, "gelu", 0.1, True, True),
    "encoder layer without bias": lambda nn: nn.TransformerEncoderLayer(8, 2, 16, 0.0, bias=False),
    "encoder": lambda nn: nn.TransformerEncoder(
        nn.TransformerEncoderLayer(8, 4, 16, 0.0), 2, nn.LayerNorm(8), enable_nested_tensor=False
    ),
}
DECODING = {
    "decoder layer": lambda nn: nn.TransformerDecoderLayer(8, 2, 16, 0.0),
    "decoder layer, first": lambda nn: nn.TransformerDecoderLayer(8, 2, 16, 0.0, "gelu", norm_first=True),
    "decoder": lambda nn: nn.TransformerDecoder(
        nn.TransformerDecoderLayer(8, 4, 16, 0.0, batch_first=True), 2, nn.LayerNorm(8)
    ),
    "transformer": lambda nn: nn.Transformer(8, 2, 2, 1, 16, 0.0),
}


def printed(module: Any) -> str:
    """Return the printed form, without PyTorch's word for a layer that it does not quantise."""
    return repr(module).replace("NonDynamicallyQuantizableLinear", "Linear")


class Called:
    """A module, and how it is called."""

    def __init__(self, module: Any, call: Callable[..., Any]) -> None:
        self.module, self.call, self.parameters = module, call, module.parameters

    def __call__(self, *args: Any) -> Any:
        return self.call(self.module, *args)


@pytest.mark.filterwarnings("ignore:Support for mismatched", "ignore:enable_nested_tensor")
@pytest.mark.parametrize("name", ATTENTION)
@pytest.mark.parametrize("masked", [False, True])
def test_encoders_are_those_of_pytorch(name: str, masked: bool) -> None:
    theirs, ours = [ATTENTION[name](lib.nn) for lib in (torch, dv)]
    assert printed(ours) == printed(theirs)
    copied(theirs, ours)
    x = np.random.default_rng(0).standard_normal((5, 5, 8)).astype(np.float32)
    padding = np.arange(5)[None, :] >= np.array([5, 3, 4, 1, 2])[:, None]
    mask = np.triu(np.ones((5, 5), bool), 1)

    def called(lib: Any, module: Any) -> Called:
        masks = [lib.from_numpy(array) for array in (mask, padding)] if masked else []
        return Called(module, lambda module, x: module(x, *masks))

    for got, expected in zip(
        run(dv, called(dv, ours), [x]), run(torch, called(torch, theirs), [x]), strict=True
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-3, atol=5e-5)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("name", DECODING)
def test_decoders_are_those_of_pytorch(name: str) -> None:
    """With the causal mask, and gradients by both sequences."""
    theirs, ours = [DECODING[name](lib.nn) for lib in (torch, dv)]
    assert printed(ours) == printed(theirs)
    copied(theirs, ours)
    first, second = "decoder" in name, "transformer" in name
    assert first is not second
    rng = np.random.default_rng(0)
    x, memory = [rng.standard_normal((4, 4, 8)).astype(np.float32) for _ in range(2)]

    def called(lib: Any, module: Any) -> Called:
        mask = lib.nn.Transformer.generate_square_subsequent_mask(4)
        return Called(module, lambda module, *args: module(*args, tgt_mask=mask))

    got, expected = run(dv, called(dv, ours), [x, memory]), run(torch, called(torch, theirs), [x, memory])
    for one_got, one_expected in zip(got, expected, strict=True):
        np.testing.assert_allclose(one_got, one_expected, rtol=1e-3, atol=5e-5)


def test_adaptive_softmax_is_that_of_pytorch() -> None:
    """Log-probabilities and loss of targets in the shortlist and in both clusters, predictions and gradients."""
    theirs, ours = [lib.nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10], 2.0, True) for lib in (torch, dv)]
    assert repr(ours) == repr(theirs)
    copied(theirs, ours)
    x = np.random.default_rng(0).standard_normal((6, 8)).astype(np.float32)
    target = np.array([0, 7, 19, 4, 10, 9])

    def called(lib: Any, module: Any) -> Called:
        classes = lib.from_numpy(target)
        return Called(module, lambda module, x: (*module(x, classes), module.log_prob(x)))

    for got, expected in zip(
        run(dv, called(dv, ours), [x]), run(torch, called(torch, theirs), [x]), strict=True
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)
    assert ours.predict(dv.from_numpy(x)).tolist() == theirs.predict(torch.from_numpy(x)).tolist()


@pytest.mark.parametrize("further", [(), (3,)])
def test_linear_cross_entropy_is_that_of_pytorch(further: tuple[int, ...]) -> None:
    options = {"out_features": further, "bias": True, "label_smoothing": 0.1}
    theirs, ours = [lib.nn.LinearCrossEntropyLoss(8, 5, **options) for lib in (torch, dv)]
    assert repr(ours) == repr(theirs)
    copied(theirs, ours)
    x = np.random.default_rng(0).standard_normal((6, 8)).astype(np.float32)
    target = np.random.default_rng(1).integers(0, 5, (6, *further))

    def called(lib: Any, module: Any) -> Called:
        return Called(module, lambda module, x: module(x, lib.from_numpy(target)))

    for got, expected in zip(
        run(dv, called(dv, ours), [x]), run(torch, called(torch, theirs), [x]), strict=True
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    return dv if request.param == "derivata" else torch


def test_lists_and_dictionaries_of_parameters_are_found(lib: Any) -> None:
    """Tensors become parameters, which the state and optimizers find; other values are kept."""

    class Model(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.several = lib.nn.ParameterList([lib.ones(2), 7])
            self.several.append(lib.zeros(1))
            self.named = lib.nn.ParameterDict({"b": lib.ones(1), "a": lib.nn.Parameter(lib.ones(3))})

    model = Model()
    names = ["several.0", "several.2", "named.a", "named.b"]  # a dict has no order to PyTorch
    assert list(model.state_dict()) == names
    assert [name for name, _ in model.named_parameters()] == names
    assert len(model.several) == 3 and model.several[1] == 7 and model.several[-1] is model.several[2]
    model.several[0] = lib.full((2,), 5.0)
    assert model.several[0].tolist() == [5.0, 5.0] and isinstance(model.several[0], lib.nn.Parameter)
    with pytest.raises(IndexError):
        model.several[3]
    assert list(model.named) == ["a", "b"] and "a" in model.named
    model.named.update({"c": lib.ones(2)})
    assert model.named.pop("b").tolist() == [1.0]
    assert list(model.named.keys()) == ["a", "c"] and model.named.get("z", 3) == 3
    sum((p * p).sum() for p in model.parameters()).backward()
    assert model.named["c"].grad.tolist() == [2.0, 2.0]
    with pytest.raises(TypeError):
        model.several.extend(lib.ones(2)[0:1] if lib is dv else 3)


def test_dirac_and_sparse_initialisations(lib: Any) -> None:
    weight = lib.empty(4, 2, 3, 3)
    assert lib.nn.init.dirac_(weight, groups=2) is weight
    x = lib.arange(18.0).reshape(1, 2, 3, 3)
    y = lib.nn.functional.conv2d(x, weight, padding=1)
    assert y.tolist() == lib.cat([x, x], 1).tolist()
    thin = lib.nn.init.sparse_(lib.empty(10, 6), 0.25)
    assert (thin == 0).sum(0).tolist() == [3] * 6
    assert 0 < thin.abs().max().item() < 0.1
