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
    from . import parallel as parallel
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
    from .modules.activation import Softsign as Softsign
    from .modules.activation import Tanh as Tanh
    from .modules.activation import Tanhshrink as Tanhshrink
    from .modules.adaptive import AdaptiveLogSoftmaxWithLoss as AdaptiveLogSoftmaxWithLoss
    from .modules.adaptive_pooling import AdaptiveAvgPool1d as AdaptiveAvgPool1d
    from .modules.adaptive_pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
    from .modules.adaptive_pooling import AdaptiveAvgPool3d as AdaptiveAvgPool3d
    from .modules.adaptive_pooling import AdaptiveMaxPool1d as AdaptiveMaxPool1d
    from .modules.adaptive_pooling import AdaptiveMaxPool2d as AdaptiveMaxPool2d
    from .modules.adaptive_pooling import AdaptiveMaxPool3d as AdaptiveMaxPool3d
    from .modules.attention import MultiheadAttention as MultiheadAttention
    from .modules.average_pooling import AvgPool1d as AvgPool1d
    from .modules.average_pooling import AvgPool2d as AvgPool2d
    from .modules.average_pooling import AvgPool3d as AvgPool3d
    from .modules.average_pooling import LPPool1d as LPPool1d
    from .modules.average_pooling import LPPool2d as LPPool2d
    from .modules.average_pooling import LPPool3d as LPPool3d
    from .modules.batchnorm import BatchNorm1d as BatchNorm1d
    from .modules.batchnorm import BatchNorm2d as BatchNorm2d
    from .modules.batchnorm import BatchNorm3d as BatchNorm3d
    from .modules.batchnorm import SyncBatchNorm as SyncBatchNorm
    from .modules.container import ModuleDict as ModuleDict
    from .modules.container import ModuleList as ModuleList
    from .modules.container import Sequential as Sequential
    from .modules.conv import Conv1d as Conv1d
    from .modules.conv import Conv2d as Conv2d
    from .modules.conv import Conv3d as Conv3d
    from .modules.conv_transpose import ConvTranspose1d as ConvTranspose1d
    from .modules.conv_transpose import ConvTranspose2d as ConvTranspose2d
    from .modules.conv_transpose import ConvTranspose3d as ConvTranspose3d
    from .modules.data_parallel import DataParallel as DataParallel
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
    from .modules.flatten import Unflatten as Unflatten
    from .modules.fold import Fold as Fold
    from .modules.fold import Unfold as Unfold
    from .modules.fractional_pooling import FractionalMaxPool2d as FractionalMaxPool2d
    from .modules.fractional_pooling import FractionalMaxPool3d as FractionalMaxPool3d
    from .modules.instancenorm import InstanceNorm1d as InstanceNorm1d
    from .modules.instancenorm import InstanceNorm2d as InstanceNorm2d
    from .modules.instancenorm import InstanceNorm3d as InstanceNorm3d
    from .modules.lazy_batchnorm import LazyBatchNorm1d as LazyBatchNorm1d
    from .modules.lazy_batchnorm import LazyBatchNorm2d as LazyBatchNorm2d
    from .modules.lazy_batchnorm import LazyBatchNorm3d as LazyBatchNorm3d
    from .modules.lazy_batchnorm import LazyInstanceNorm1d as LazyInstanceNorm1d
    from .modules.lazy_batchnorm import LazyInstanceNorm2d as LazyInstanceNorm2d
    from .modules.lazy_batchnorm import LazyInstanceNorm3d as LazyInstanceNorm3d
    from .modules.lazy_conv import LazyConv1d as LazyConv1d
    from .modules.lazy_conv import LazyConv2d as LazyConv2d
    from .modules.lazy_conv import LazyConv3d as LazyConv3d
    from .modules.lazy_conv import LazyConvTranspose1d as LazyConvTranspose1d
    from .modules.lazy_conv import LazyConvTranspose2d as LazyConvTranspose2d
    from .modules.lazy_conv import LazyConvTranspose3d as LazyConvTranspose3d
    from .modules.lazy_linear import LazyLinear as LazyLinear
    from .modules.likelihood_loss import CTCLoss as CTCLoss
    from .modules.likelihood_loss import GaussianNLLLoss as GaussianNLLLoss
    from .modules.likelihood_loss import MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss
    from .modules.likelihood_loss import PoissonNLLLoss as PoissonNLLLoss
    from .modules.likelihood_loss import SoftMarginLoss as SoftMarginLoss
    from .modules.linear import Bilinear as Bilinear
    from .modules.linear import Identity as Identity
    from .modules.linear import Linear as Linear
    from .modules.linear_cross_entropy import LinearCrossEntropyLoss as LinearCrossEntropyLoss
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
    from .modules.padding import CircularPad1d as CircularPad1d
    from .modules.padding import CircularPad2d as CircularPad2d
    from .modules.padding import CircularPad3d as CircularPad3d
    from .modules.padding import ConstantPad1d as ConstantPad1d
    from .modules.padding import ConstantPad2d as ConstantPad2d
    from .modules.padding import ConstantPad3d as ConstantPad3d
    from .modules.padding import ReflectionPad1d as ReflectionPad1d
    from .modules.padding import ReflectionPad2d as ReflectionPad2d
    from .modules.padding import ReflectionPad3d as ReflectionPad3d
    from .modules.padding import ReplicationPad1d as ReplicationPad1d
    from .modules.padding import ReplicationPad2d as ReplicationPad2d
    from .modules.padding import ReplicationPad3d as ReplicationPad3d
    from .modules.padding import ZeroPad1d as ZeroPad1d
    from .modules.padding import ZeroPad2d as ZeroPad2d
    from .modules.padding import ZeroPad3d as ZeroPad3d
    from .modules.parameter_containers import ParameterDict as ParameterDict
    from .modules.parameter_containers import ParameterList as ParameterList
    from .modules.piecewise import Hardshrink as Hardshrink
    from .modules.piecewise import Hardsigmoid as Hardsigmoid
    from .modules.piecewise import Hardswish as Hardswish
    from .modules.piecewise import Hardtanh as Hardtanh
    from .modules.piecewise import PReLU as PReLU
    from .modules.piecewise import ReLU6 as ReLU6
    from .modules.piecewise import RReLU as RReLU
    from .modules.piecewise import Softshrink as Softshrink
    from .modules.piecewise import Threshold as Threshold
    from .modules.pixelshuffle import ChannelShuffle as ChannelShuffle
    from .modules.pixelshuffle import PixelShuffle as PixelShuffle
    from .modules.pixelshuffle import PixelUnshuffle as PixelUnshuffle
    from .modules.pooling import MaxPool1d as MaxPool1d
    from .modules.pooling import MaxPool2d as MaxPool2d
    from .modules.pooling import MaxPool3d as MaxPool3d
    from .modules.pooling import MaxUnpool1d as MaxUnpool1d
    from .modules.pooling import MaxUnpool2d as MaxUnpool2d
    from .modules.pooling import MaxUnpool3d as MaxUnpool3d
    from .modules.rnn import GRU as GRU
    from .modules.rnn import LSTM as LSTM
    from .modules.rnn import RNN as RNN
    from .modules.rnn import RNNBase as RNNBase
    from .modules.rnn_cell import GRUCell as GRUCell
    from .modules.rnn_cell import LSTMCell as LSTMCell
    from .modules.rnn_cell import RNNCell as RNNCell
    from .modules.rnn_cell import RNNCellBase as RNNCellBase
    from .modules.softmax import LogSoftmax as LogSoftmax
    from .modules.softmax import Softmax as Softmax
    from .modules.softmax import Softmax2d as Softmax2d
    from .modules.softmax import Softmin as Softmin
    from .modules.sparse import Embedding as Embedding
    from .modules.transformer import Transformer as Transformer
    from .modules.transformer import TransformerDecoder as TransformerDecoder
    from .modules.transformer import TransformerEncoder as TransformerEncoder
    from .modules.transformer_layers import TransformerDecoderLayer as TransformerDecoderLayer
    from .modules.transformer_layers import TransformerEncoderLayer as TransformerEncoderLayer
    from .modules.triplet_loss import TripletMarginLoss as TripletMarginLoss
    from .modules.triplet_loss import TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss
    from .modules.upsampling import Upsample as Upsample
    from .modules.upsampling import UpsamplingBilinear2d as UpsamplingBilinear2d
    from .modules.upsampling import UpsamplingNearest2d as UpsamplingNearest2d
    from .parameter import Buffer as Buffer
    from .parameter import Parameter as Parameter
    from .parameter import UninitializedBuffer as UninitializedBuffer
    from .parameter import UninitializedParameter as UninitializedParameter

_OWN = {
    ".module": "Module",
    ".parameter": "Buffer Parameter UninitializedBuffer UninitializedParameter",
}
_ROOMS = "functional init modules parallel parameter utils"

_HOMES = {**_OWN, **{f".modules{home}": names for home, names in _MODULES.items()}, "": _ROOMS}
_find, _list = names_of_modules(globals(), {home: tuple(names.split()) for home, names in _HOMES.items()})
__all__ = sorted(" ".join(_HOMES.values()).split())


def __getattr__(name: str) -> Any:
    """Load what is used for the first time: a room of this folder, or the module that defines a class.

    `einops` is not listed, because it needs a library that may be missing.
    """
    return import_module(f".{name}", __name__) if name in (*_ROOMS.split(), "einops") else _find(name)


def __dir__() -> list[str]:
    """List what can be used, loaded or not."""
    return _list()
