"""What PyTorch's modules refuse, those of derivata refuse: wrong arguments of constructors, wrong shapes of inputs."""

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv

Shapes = list[tuple[int, ...]]

# Arguments and shapes of inputs that are right
SEQUENCE, IMAGE, VOLUME = [(1, 2, 4)], [(1, 2, 4, 4)], [(1, 2, 4, 4, 4)]
BY_DIMENSION = {
    f"{name}{d}d": (args, shapes)
    for d, shapes in ((1, SEQUENCE), (2, IMAGE), (3, VOLUME))
    for name, args in {
        "Conv": (2, 3, 2),
        "ConvTranspose": (2, 3, 2),
        "InstanceNorm": (2, 1e-5, 0.1, True),
        "MaxPool": (2,),
        "AvgPool": (2,),
        "LPPool": (2, 2),
        "AdaptiveAvgPool": (2,),
        "AdaptiveMaxPool": (2,),
        "ZeroPad": (1,),
        "ConstantPad": (1, 2.0),
        "ReflectionPad": (1,),
        "ReplicationPad": (1,),
        "CircularPad": (1,),
        "Dropout": (0.5,),
        "LazyConv": (3, 2),
        "LazyConvTranspose": (3, 2),
    }.items()
}
RIGHT: dict[str, tuple[tuple[Any, ...], Shapes]] = {
    **BY_DIMENSION,
    "BatchNorm1d": ((3,), [(4, 3)]),
    "BatchNorm2d": ((3,), [(2, 3, 4, 4)]),
    "BatchNorm3d": ((3,), [(2, 3, 2, 2, 2)]),
    "LazyLinear": ((3,), [(4, 3)]),
    "LazyBatchNorm2d": ((), [(2, 3, 4, 4)]),
    "Linear": ((3, 2), [(4, 3)]),
    "Bilinear": ((3, 2, 4), [(5, 3), (5, 2)]),
    "GroupNorm": ((2, 4), [(2, 4, 3)]),
    "LayerNorm": ((3,), [(2, 3)]),
    "RMSNorm": ((3,), [(2, 3)]),
    "LocalResponseNorm": ((2,), [(2, 3, 4)]),
    "GLU": ((-1,), [(4,)]),
    "GELU": (("none",), [(3,)]),
    "PReLU": ((3,), [(2, 3)]),
    "Softmax": ((1,), [(2, 3)]),
    "LogSoftmax": ((1,), [(2, 3)]),
    "Softmax2d": ((), [(2, 3, 4)]),
    "Dropout": ((0.5,), [(3,)]),
    "AlphaDropout": ((0.5,), [(3,)]),
    "FractionalMaxPool2d": ((2, 2), IMAGE),
    "Flatten": ((1,), [(2, 3, 4)]),
    "Unflatten": ((1, (2, 2)), [(3, 4)]),
    "Fold": (((4, 4), 2), [(1, 8, 9)]),
    "Unfold": ((2,), IMAGE),
    "PixelShuffle": ((2,), [(1, 4, 2, 2)]),
    "PixelUnshuffle": ((2,), [(1, 1, 4, 4)]),
    "ChannelShuffle": ((2,), [(1, 4, 2, 2)]),
    "Upsample": ((4,), [(1, 2, 3)]),
    "UpsamplingNearest2d": ((4,), [(1, 2, 3, 3)]),
    "LSTM": ((3, 4), [(5, 2, 3)]),
    "GRU": ((3, 4), [(5, 2, 3)]),
    "RNNCell": ((3, 4), [(2, 3)]),
    "LSTMCell": ((3, 4), [(2, 3)]),
    "MSELoss": ((), [(3,), (3,)]),
    "L1Loss": ((), [(3,), (3,)]),
    "SmoothL1Loss": ((), [(3,), (3,)]),
    "BCELoss": ((), [(3,), (3,)]),
    "BCEWithLogitsLoss": ((), [(3,), (3,)]),
    "PoissonNLLLoss": ((), [(3,), (3,)]),
    "CosineEmbeddingLoss": ((), [(2, 3), (2, 3), (2,)]),
    "MarginRankingLoss": ((), [(3,), (3,), (3,)]),
    "TripletMarginLoss": ((), [(2, 3), (2, 3), (2, 3)]),
    "GaussianNLLLoss": ((), [(2, 3), (2, 3), (2, 3)]),
    "CosineSimilarity": ((1,), [(2, 3), (2, 3)]),
    "PairwiseDistance": ((2.0,), [(2, 3), (2, 3)]),
    "MultiheadAttention": ((4, 2), [(3, 2, 4)] * 3),
    "TransformerEncoderLayer": ((4, 2, 8), [(3, 2, 4)]),
    "TransformerDecoderLayer": ((4, 2, 8), [(3, 2, 4)] * 2),
}
VALUES = {
    "str": "x",
    "fraction": 1.5,
    "None": None,
    "negative": -1,
    "zero": 0,
    "large": 7,
    "tuple": (1, 2, 3, 4, 5, 6, 7),
    "imaginary": 2j,
    "nan": float("nan"),
}
RESHAPED: dict[str, Callable[[Shapes], Shapes]] = {
    "more dimensions": lambda shapes: [(1, 1, 1, *shape) for shape in shapes],
    "fewer dimensions": lambda shapes: [shape[1:] for shape in shapes],
    "no dimensions": lambda shapes: [() for _ in shapes],
    "longer rows": lambda shapes: [(*shape[:-1], shape[-1] + 1) for shape in shapes],
    "more channels": lambda shapes: [(*s[:1], *(n + 1 for n in s[1:2]), *s[2:]) for s in shapes],
    "a larger first batch": lambda shapes: [(shapes[0][0] + 1, *shapes[0][1:]), *shapes[1:]],
    "an empty batch": lambda shapes: [(0, *shape[1:]) for shape in shapes],
}
"""Shapes of inputs that most modules do not take."""

Case = tuple[str, str]
REFUSED_HERE: dict[str, list[Case]] = {
    "the roots would be NaN": [("InstanceNorm", "argument 1: negative")],
    "the dimension is PyTorch's guess, with a warning": [
        ("Softmax", "argument 0: None"),
        ("LogSoftmax", "argument 0: None"),
    ],
    "PyTorch warns": [("Dropout2d", "more dimensions"), ("Dropout3d", "more dimensions")],
    "windows without elements": [
        ("FractionalMaxPool2d", "argument 0: negative"),
        ("FractionalMaxPool2d", "argument 0: zero"),
    ],
}
ACCEPTED_HERE: dict[str, list[Case]] = {
    "it is not used without running statistics": [
        ("InstanceNorm", f"argument 2: {what}") for what in ("str", "tuple", "imaginary")
    ],
    "the size of the input, in each dimension": [
        ("AdaptiveAvgPool", "argument 0: None"),
        ("AdaptiveMaxPool", "argument 0: None"),
    ],
    "complex numbers are padded with complex ones": [("ConstantPad", "argument 1: imaginary")],
    "any number of leading dimensions": [
        ("ReflectionPad", "more dimensions"),
        ("ReplicationPad", "more dimensions"),
    ],
}
"""Where the libraries differ, and why; names without a dimension are of all dimensions."""


def results(lib: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield what is tried, and the error that it raises, or ""."""
    args, shapes = RIGHT[name]
    yield "right", raised(lib, name, args, shapes)
    for position, (what, value) in [(k, item) for k in range(len(args)) for item in VALUES.items()]:
        wrong = (*args[:position], value, *args[position + 1 :])
        yield f"argument {position}: {what}", raised(lib, name, wrong, shapes)
    for what, changed in RESHAPED.items():
        yield what, raised(lib, name, args, changed(shapes))


def raised(lib: Any, name: str, args: tuple[Any, ...], shapes: Shapes) -> str:
    inputs = [np.full(shape, 0.25, np.float32) for shape in shapes]
    for array in inputs:
        array.reshape(-1)[::2] = 0.75
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            getattr(lib.nn, name)(*args)(*[lib.from_numpy(array) for array in inputs])
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def listed(name: str, differences: dict[str, list[Case]]) -> set[str]:
    """Return what differs for a module."""
    names = (name, name[:-2] if name in BY_DIMENSION else name)
    return {what for cases in differences.values() for module, what in cases if module in names}


@pytest.mark.parametrize("name", RIGHT)
def test_wrong_arguments_are_refused_as_by_pytorch(name: str) -> None:
    """Of every argument and input the same are refused, but for what is listed with its reason."""
    torch = pytest.importorskip("torch", reason="compared")
    ours, theirs = dict(results(dv, name)), dict(results(torch, name))
    assert (ours["right"], theirs["right"]) == ("", "")
    assert any(theirs.values()), "nothing of this is wrong"
    assert {what for what in ours if ours[what] and not theirs[what]} == listed(name, REFUSED_HERE)
    assert {what for what in ours if theirs[what] and not ours[what]} == listed(name, ACCEPTED_HERE)


@pytest.mark.parametrize("name", RIGHT)
def test_refusals_say_what_they_refuse(name: str) -> None:
    """No error is one of Python or NumPy that a user could not understand."""
    foreign = (
        "unsupported operand",
        "not supported between",
        "has no attribute",
        "broadcast together",
        "object is not",
    )
    texts = [text for _, text in results(dv, name) if any(words in text for words in foreign)]
    assert texts == []
