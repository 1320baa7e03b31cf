"""Functions without state: activations, layers with their weights as arguments, losses; generated ops."""

from ..generated.namespaces import nn_functional as _ops
from ..generated.namespaces.nn_functional import *  # noqa: F403
from ..generated.namespaces.top_level import cosine_similarity as cosine_similarity
from ..generated.namespaces.top_level import pairwise_distance as pairwise_distance
from ..generated.namespaces.top_level import pdist as pdist
from ..generated.namespaces.top_level import relu_ as relu_
from ..generated.namespaces.top_level import sigmoid as sigmoid
from ..generated.namespaces.top_level import tanh as tanh
from .batch_statistics import batch_norm as batch_norm
from .batch_statistics import instance_norm as instance_norm
from .ctc import ctc_loss as ctc_loss
from .embedding import embedding as embedding
from .embedding_bag import embedding_bag as embedding_bag
from .gumbel import gumbel_softmax as gumbel_softmax
from .max_pooling import max_pool2d as max_pool2d
from .triplets import triplet_margin_with_distance_loss as triplet_margin_with_distance_loss

# Top-level ops as well, but for embedding
__all__ = [
    *_ops.__all__,
    "cosine_similarity",
    "batch_norm",
    "ctc_loss",
    "embedding",
    "embedding_bag",
    "gumbel_softmax",
    "instance_norm",
    "pairwise_distance",
    "pdist",
    "relu_",
    "sigmoid",
    "tanh",
    "triplet_margin_with_distance_loss",
]
