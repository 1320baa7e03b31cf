"""Building blocks of neural networks: modules that own their parameters, and losses to train them with."""

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from . import functional, init, utils
from .activation import CELU as CELU
from .activation import ELU as ELU
from .activation import GELU as GELU
from .activation import GLU as GLU
from .activation import SELU as SELU
from .activation import LeakyReLU as LeakyReLU
from .activation import LogSigmoid as LogSigmoid
from .activation import Mish as Mish
from .activation import ReLU as ReLU
from .activation import Sigmoid as Sigmoid
from .activation import SiLU as SiLU
from .activation import Softplus as Softplus
from .activation import Tanh as Tanh
from .activation import Tanhshrink as Tanhshrink
from .attention import MultiheadAttention as MultiheadAttention
from .batch_norm import BatchNorm1d as BatchNorm1d
from .batch_norm import BatchNorm2d as BatchNorm2d
from .batch_norm import BatchNorm3d as BatchNorm3d
from .container import ModuleDict as ModuleDict
from .container import ModuleList as ModuleList
from .container import Sequential as Sequential
from .convolution import Conv2d as Conv2d
from .ctc import CTCLoss as CTCLoss
from .distance import CosineSimilarity as CosineSimilarity
from .distance import PairwiseDistance as PairwiseDistance
from .dropout import AlphaDropout as AlphaDropout
from .dropout import Dropout as Dropout
from .dropout import Dropout1d as Dropout1d
from .dropout import Dropout2d as Dropout2d
from .dropout import Dropout3d as Dropout3d
from .dropout import FeatureAlphaDropout as FeatureAlphaDropout
from .embedding_bag import EmbeddingBag as EmbeddingBag
from .instance_norm import InstanceNorm1d as InstanceNorm1d
from .instance_norm import InstanceNorm2d as InstanceNorm2d
from .instance_norm import InstanceNorm3d as InstanceNorm3d
from .likelihood_loss import GaussianNLLLoss as GaussianNLLLoss
from .likelihood_loss import MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss
from .likelihood_loss import PoissonNLLLoss as PoissonNLLLoss
from .likelihood_loss import SoftMarginLoss as SoftMarginLoss
from .linear import Bilinear as Bilinear
from .linear import Identity as Identity
from .linear import Linear as Linear
from .loss import BCELoss as BCELoss
from .loss import BCEWithLogitsLoss as BCEWithLogitsLoss
from .loss import CrossEntropyLoss as CrossEntropyLoss
from .loss import HuberLoss as HuberLoss
from .loss import KLDivLoss as KLDivLoss
from .loss import L1Loss as L1Loss
from .loss import MSELoss as MSELoss
from .loss import NLLLoss as NLLLoss
from .loss import SmoothL1Loss as SmoothL1Loss
from .margin_loss import CosineEmbeddingLoss as CosineEmbeddingLoss
from .margin_loss import HingeEmbeddingLoss as HingeEmbeddingLoss
from .margin_loss import MarginRankingLoss as MarginRankingLoss
from .margin_loss import MultiLabelMarginLoss as MultiLabelMarginLoss
from .margin_loss import MultiMarginLoss as MultiMarginLoss
from .margin_loss import TripletMarginLoss as TripletMarginLoss
from .margin_loss import TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss
from .module import Module as Module
from .normalization import GroupNorm as GroupNorm
from .normalization import LayerNorm as LayerNorm
from .normalization import LocalResponseNorm as LocalResponseNorm
from .normalization import RMSNorm as RMSNorm
from .parameter import Parameter as Parameter
from .piecewise import Hardshrink as Hardshrink
from .piecewise import Hardsigmoid as Hardsigmoid
from .piecewise import Hardswish as Hardswish
from .piecewise import Hardtanh as Hardtanh
from .piecewise import PReLU as PReLU
from .piecewise import ReLU6 as ReLU6
from .piecewise import RReLU as RReLU
from .piecewise import Softshrink as Softshrink
from .piecewise import Threshold as Threshold
from .pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
from .pooling import AvgPool2d as AvgPool2d
from .pooling import Flatten as Flatten
from .pooling import MaxPool2d as MaxPool2d
from .softmax import LogSoftmax as LogSoftmax
from .softmax import Softmax as Softmax
from .softmax import Softmin as Softmin
from .sparse import Embedding as Embedding

__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "GLU",
    "SELU",
    "AdaptiveAvgPool2d",
    "AlphaDropout",
    "AvgPool2d",
    "BCELoss",
    "BCEWithLogitsLoss",
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "Bilinear",
    "CTCLoss",
    "Conv2d",
    "CosineEmbeddingLoss",
    "CosineSimilarity",
    "CrossEntropyLoss",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "Dropout3d",
    "Embedding",
    "EmbeddingBag",
    "FeatureAlphaDropout",
    "Flatten",
    "GaussianNLLLoss",
    "GroupNorm",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "Identity",
    "InstanceNorm1d",
    "InstanceNorm2d",
    "InstanceNorm3d",
    "KLDivLoss",
    "L1Loss",
    "LayerNorm",
    "LeakyReLU",
    "Linear",
    "LocalResponseNorm",
    "LogSigmoid",
    "LogSoftmax",
    "MSELoss",
    "MarginRankingLoss",
    "MaxPool2d",
    "Mish",
    "Module",
    "ModuleDict",
    "ModuleList",
    "MultiLabelMarginLoss",
    "MultiLabelSoftMarginLoss",
    "MultiMarginLoss",
    "MultiheadAttention",
    "NLLLoss",
    "PReLU",
    "PairwiseDistance",
    "Parameter",
    "PoissonNLLLoss",
    "RMSNorm",
    "RReLU",
    "ReLU",
    "ReLU6",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "Softmax",
    "Softmin",
    "Softplus",
    "Softshrink",
    "Tanh",
    "Tanhshrink",
    "Threshold",
    "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
    "functional",
    "init",
    "utils",
]
