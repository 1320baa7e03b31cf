"""Building blocks of neural networks: modules that own their parameters, and losses to train them with."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from ..support.lazy_loading import names_of_modules
from .modules import HOMES as _MODULES

if TYPE_CHECKING:
    from . import functional as functional
    from . import init as init
    from . import modules as modules
    from . import parameter as parameter
    from . import utils as utils
    from .module import Module as Module
    from .modules.activation import CELU as CELU
    from .modules.activation import ELU as ELU
    from .modules.activation import GELU as GELU
    from .modules.activation import GLU as GLU
    from .modules.activation import SELU as SELU
    from .modules.activation import LeakyReLU as LeakyReLU
    from .modules.activation import LogSigmoid as LogSigmoid
    from .modules.activation import Mish as Mish
    from .modules.activation import ReLU as ReLU
    from .modules.activation import Sigmoid as Sigmoid
    from .modules.activation import SiLU as SiLU
    from .modules.activation import Softplus as Softplus
    from .modules.activation import Tanh as Tanh
    from .modules.activation import Tanhshrink as Tanhshrink
    from .modules.attention import MultiheadAttention as MultiheadAttention
    from .modules.batchnorm import BatchNorm1d as BatchNorm1d
    from .modules.batchnorm import BatchNorm2d as BatchNorm2d
    from .modules.batchnorm import BatchNorm3d as BatchNorm3d
    from .modules.container import ModuleDict as ModuleDict
    from .modules.container import ModuleList as ModuleList
    from .modules.container import Sequential as Sequential
    from .modules.conv import Conv2d as Conv2d
    from .modules.distance import CosineSimilarity as CosineSimilarity
    from .modules.distance import PairwiseDistance as PairwiseDistance
    from .modules.dropout import AlphaDropout as AlphaDropout
    from .modules.dropout import Dropout as Dropout
    from .modules.dropout import Dropout1d as Dropout1d
    from .modules.dropout import Dropout2d as Dropout2d
    from .modules.dropout import Dropout3d as Dropout3d
    from .modules.dropout import FeatureAlphaDropout as FeatureAlphaDropout
    from .modules.embedding_bag import EmbeddingBag as EmbeddingBag
    from .modules.flatten import Flatten as Flatten
    from .modules.instancenorm import InstanceNorm1d as InstanceNorm1d
    from .modules.instancenorm import InstanceNorm2d as InstanceNorm2d
    from .modules.instancenorm import InstanceNorm3d as InstanceNorm3d
    from .modules.likelihood_loss import CTCLoss as CTCLoss
    from .modules.likelihood_loss import GaussianNLLLoss as GaussianNLLLoss
    from .modules.likelihood_loss import MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss
    from .modules.likelihood_loss import PoissonNLLLoss as PoissonNLLLoss
    from .modules.likelihood_loss import SoftMarginLoss as SoftMarginLoss
    from .modules.linear import Bilinear as Bilinear
    from .modules.linear import Identity as Identity
    from .modules.linear import Linear as Linear
    from .modules.loss import BCELoss as BCELoss
    from .modules.loss import BCEWithLogitsLoss as BCEWithLogitsLoss
    from .modules.loss import CrossEntropyLoss as CrossEntropyLoss
    from .modules.loss import HuberLoss as HuberLoss
    from .modules.loss import KLDivLoss as KLDivLoss
    from .modules.loss import L1Loss as L1Loss
    from .modules.loss import MSELoss as MSELoss
    from .modules.loss import NLLLoss as NLLLoss
    from .modules.loss import SmoothL1Loss as SmoothL1Loss
    from .modules.margin_loss import CosineEmbeddingLoss as CosineEmbeddingLoss
    from .modules.margin_loss import HingeEmbeddingLoss as HingeEmbeddingLoss
    from .modules.margin_loss import MarginRankingLoss as MarginRankingLoss
    from .modules.margin_loss import MultiLabelMarginLoss as MultiLabelMarginLoss
    from .modules.margin_loss import MultiMarginLoss as MultiMarginLoss
    from .modules.normalization import GroupNorm as GroupNorm
    from .modules.normalization import LayerNorm as LayerNorm
    from .modules.normalization import LocalResponseNorm as LocalResponseNorm
    from .modules.normalization import RMSNorm as RMSNorm
    from .modules.piecewise import Hardshrink as Hardshrink
    from .modules.piecewise import Hardsigmoid as Hardsigmoid
    from .modules.piecewise import Hardswish as Hardswish
    from .modules.piecewise import Hardtanh as Hardtanh
    from .modules.piecewise import PReLU as PReLU
    from .modules.piecewise import ReLU6 as ReLU6
    from .modules.piecewise import RReLU as RReLU
    from .modules.piecewise import Softshrink as Softshrink
    from .modules.piecewise import Threshold as Threshold
    from .modules.pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
    from .modules.pooling import AvgPool2d as AvgPool2d
    from .modules.pooling import MaxPool2d as MaxPool2d
    from .modules.softmax import LogSoftmax as LogSoftmax
    from .modules.softmax import Softmax as Softmax
    from .modules.softmax import Softmin as Softmin
    from .modules.sparse import Embedding as Embedding
    from .modules.triplet_loss import TripletMarginLoss as TripletMarginLoss
    from .modules.triplet_loss import TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss
    from .parameter import Parameter as Parameter

_OWN = {
    ".module": "Module",
    ".parameter": "Parameter",
}
_ROOMS = "functional init modules parameter utils"

_HOMES = {**_OWN, **{f".modules{home}": names for home, names in _MODULES.items()}, "": _ROOMS}
_find, _list = names_of_modules(globals(), {home: tuple(names.split()) for home, names in _HOMES.items()})
__all__ = sorted(" ".join(_HOMES.values()).split())


def __getattr__(name: str) -> Any:
    """Load what is used for the first time: a room of this folder, or the module that defines a class."""
    return import_module(f".{name}", __name__) if name in _ROOMS.split() else _find(name)


def __dir__() -> list[str]:
    """List what can be used, loaded or not."""
    return _list()
