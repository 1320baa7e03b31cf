"""The modules that models are built of: layers, containers and losses. Each is loaded when it is first used."""

from importlib import import_module
from typing import Any

from ...support.lazy_loading import names_of_modules

HOMES = {
    ".activation": "CELU ELU GELU GLU LeakyReLU LogSigmoid Mish ReLU SELU SiLU Sigmoid Softplus Tanh Tanhshrink",
    ".attention": "MultiheadAttention",
    ".batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d",
    ".container": "ModuleDict ModuleList Sequential",
    ".conv": "Conv2d",
    ".distance": "CosineSimilarity PairwiseDistance",
    ".dropout": "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
    ".embedding_bag": "EmbeddingBag",
    ".flatten": "Flatten",
    ".instancenorm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d",
    ".likelihood_loss": "CTCLoss GaussianNLLLoss MultiLabelSoftMarginLoss PoissonNLLLoss SoftMarginLoss",
    ".linear": "Bilinear Identity Linear",
    ".loss": "BCELoss BCEWithLogitsLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss MSELoss NLLLoss SmoothL1Loss",
    ".margin_loss": "CosineEmbeddingLoss HingeEmbeddingLoss MarginRankingLoss MultiLabelMarginLoss MultiMarginLoss",
    ".normalization": "GroupNorm LayerNorm LocalResponseNorm RMSNorm",
    ".piecewise": "Hardshrink Hardsigmoid Hardswish Hardtanh PReLU RReLU ReLU6 Softshrink Threshold",
    ".pooling": "AdaptiveAvgPool2d AvgPool2d MaxPool2d",
    ".softmax": "LogSoftmax Softmax Softmin",
    ".sparse": "Embedding",
    ".triplet_loss": "TripletMarginLoss TripletMarginWithDistanceLoss",
}
"""The modules of this folder, and the classes that each defines."""

_find, _list = names_of_modules(globals(), {home: tuple(names.split()) for home, names in HOMES.items()})


def __getattr__(name: str) -> Any:
    """Load a class, or one of the modules that define them."""
    return import_module(f".{name}", __name__) if f".{name}" in HOMES else _find(name)


def __dir__() -> list[str]:
    """List what can be used, loaded or not."""
    return sorted({*_list(), *[home[1:] for home in HOMES]})
