"""The modules that models are built of: layers, containers and losses. Each is loaded when it is first used."""

from importlib import import_module
from typing import Any

from ...support.lazy_loading import names_of_modules

HOMES = {
    ".activation": (
        "CELU ELU GELU GLU LeakyReLU LogSigmoid Mish ReLU SELU SiLU Sigmoid Softplus Softsign Tanh Tanhshrink"
    ),
    ".adaptive": "AdaptiveLogSoftmaxWithLoss",
    ".adaptive_pooling": (
        "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d "
        "AdaptiveMaxPool3d"
    ),
    ".attention": "MultiheadAttention",
    ".average_pooling": "AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d",
    ".batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm",
    ".container": "ModuleDict ModuleList Sequential",
    ".conv": "Conv1d Conv2d Conv3d",
    ".conv_transpose": "ConvTranspose1d ConvTranspose2d ConvTranspose3d",
    ".data_parallel": "DataParallel",
    ".distance": "CosineSimilarity PairwiseDistance",
    ".dropout": "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
    ".embedding_bag": "EmbeddingBag",
    ".flatten": "Flatten Unflatten",
    ".fold": "Fold Unfold",
    ".fractional_pooling": "FractionalMaxPool2d FractionalMaxPool3d",
    ".instancenorm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d",
    ".lazy_batchnorm": (
        "LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d "
        "LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d"
    ),
    ".lazy_conv": (
        "LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d"
    ),
    ".lazy_linear": "LazyLinear",
    ".likelihood_loss": "CTCLoss GaussianNLLLoss MultiLabelSoftMarginLoss PoissonNLLLoss SoftMarginLoss",
    ".linear": "Bilinear Identity Linear",
    ".linear_cross_entropy": "LinearCrossEntropyLoss",
    ".loss": (
        "BCELoss BCEWithLogitsLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss MSELoss NLLLoss SmoothL1Loss"
    ),
    ".margin_loss": (
        "CosineEmbeddingLoss HingeEmbeddingLoss MarginRankingLoss MultiLabelMarginLoss MultiMarginLoss"
    ),
    ".normalization": "GroupNorm LayerNorm LocalResponseNorm RMSNorm",
    ".padding": (
        "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d "
        "ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d "
        "ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d"
    ),
    ".parameter_containers": "ParameterDict ParameterList",
    ".piecewise": "Hardshrink Hardsigmoid Hardswish Hardtanh PReLU RReLU ReLU6 Softshrink Threshold",
    ".pixelshuffle": "ChannelShuffle PixelShuffle PixelUnshuffle",
    ".pooling": "MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
    ".rnn": "GRU LSTM RNN RNNBase",
    ".rnn_cell": "GRUCell LSTMCell RNNCell RNNCellBase",
    ".softmax": "LogSoftmax Softmax Softmax2d Softmin",
    ".sparse": "Embedding",
    ".transformer": "Transformer TransformerDecoder TransformerEncoder",
    ".transformer_layers": "TransformerDecoderLayer TransformerEncoderLayer",
    ".triplet_loss": "TripletMarginLoss TripletMarginWithDistanceLoss",
    ".upsampling": "Upsample UpsamplingBilinear2d UpsamplingNearest2d",
}
"""The modules of this folder, and the classes that each defines."""

_FURTHER = (".lazy", ".module", ".utils")
"""Modules of this folder whose names are used by their path."""

_find, _list = names_of_modules(
    globals(), {".module": ("Module",), **{home: tuple(names.split()) for home, names in HOMES.items()}}
)


def __getattr__(name: str) -> Any:
    """Load a class, or one of the modules that define them."""
    return import_module(f".{name}", __name__) if f".{name}" in (*HOMES, *_FURTHER) else _find(name)


def __dir__() -> list[str]:
    """List what can be used, loaded or not."""
    return sorted({*_list(), *[home[1:] for home in (*HOMES, *_FURTHER)]})
