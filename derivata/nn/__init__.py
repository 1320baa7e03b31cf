"""Building blocks of neural networks: modules that own their parameters, and losses to train them with."""

from . import functional, init
from .activation import ELU as ELU
from .activation import GELU as GELU
from .activation import SELU as SELU
from .activation import LeakyReLU as LeakyReLU
from .activation import LogSoftmax as LogSoftmax
from .activation import Mish as Mish
from .activation import ReLU as ReLU
from .activation import Sigmoid as Sigmoid
from .activation import SiLU as SiLU
from .activation import Softmax as Softmax
from .activation import Softplus as Softplus
from .activation import Tanh as Tanh
from .container import ModuleDict as ModuleDict
from .container import ModuleList as ModuleList
from .container import Sequential as Sequential
from .convolution import Conv2d as Conv2d
from .dropout import Dropout as Dropout
from .linear import Identity as Identity
from .linear import Linear as Linear
from .loss import BCEWithLogitsLoss as BCEWithLogitsLoss
from .loss import CrossEntropyLoss as CrossEntropyLoss
from .loss import MSELoss as MSELoss
from .loss import NLLLoss as NLLLoss
from .module import Module as Module
from .normalization import LayerNorm as LayerNorm
from .parameter import Parameter as Parameter
from .pooling import AvgPool2d as AvgPool2d
from .pooling import Flatten as Flatten
from .pooling import MaxPool2d as MaxPool2d
from .sparse import Embedding as Embedding

__all__ = [
    "ELU",
    "GELU",
    "SELU",
    "AvgPool2d",
    "BCEWithLogitsLoss",
    "Conv2d",
    "CrossEntropyLoss",
    "Dropout",
    "Embedding",
    "Flatten",
    "Identity",
    "LayerNorm",
    "LeakyReLU",
    "Linear",
    "LogSoftmax",
    "MSELoss",
    "MaxPool2d",
    "Mish",
    "Module",
    "ModuleDict",
    "ModuleList",
    "NLLLoss",
    "Parameter",
    "ReLU",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softplus",
    "Tanh",
    "functional",
    "init",
]
