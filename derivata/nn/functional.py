"""Functions without state: activations, layers that take weights as arguments, losses."""

from typing import TYPE_CHECKING

from ..generated.namespaces import nn_functional as _ops
from ..generated.namespaces.nn_functional import *  # noqa: F403
from ..generated.namespaces.top_level import cosine_similarity as cosine_similarity
from ..generated.namespaces.top_level import pairwise_distance as pairwise_distance
from ..generated.namespaces.top_level import pdist as pdist
from ..generated.namespaces.top_level import relu_ as relu_
from ..generated.namespaces.top_level import sigmoid as sigmoid
from ..generated.namespaces.top_level import tanh as tanh
from ..support.missing_names import only_these
from .adaptive_pooling import adaptive_max_pool1d as adaptive_max_pool1d
from .adaptive_pooling import adaptive_max_pool1d_with_indices as adaptive_max_pool1d_with_indices
from .adaptive_pooling import adaptive_max_pool2d as adaptive_max_pool2d
from .adaptive_pooling import adaptive_max_pool2d_with_indices as adaptive_max_pool2d_with_indices
from .adaptive_pooling import adaptive_max_pool3d as adaptive_max_pool3d
from .adaptive_pooling import adaptive_max_pool3d_with_indices as adaptive_max_pool3d_with_indices
from .attention_forward import multi_head_attention_forward as multi_head_attention_forward
from .batch_statistics import batch_norm as batch_norm
from .batch_statistics import instance_norm as instance_norm
from .ctc import ctc_loss as ctc_loss
from .embedding import embedding as embedding
from .embedding_bag import embedding_bag as embedding_bag
from .fractional_pooling import fractional_max_pool2d as fractional_max_pool2d
from .fractional_pooling import fractional_max_pool2d_with_indices as fractional_max_pool2d_with_indices
from .fractional_pooling import fractional_max_pool3d as fractional_max_pool3d
from .fractional_pooling import fractional_max_pool3d_with_indices as fractional_max_pool3d_with_indices
from .gumbel import gumbel_softmax as gumbel_softmax
from .max_pooling import max_pool1d as max_pool1d
from .max_pooling import max_pool2d as max_pool2d
from .max_pooling import max_pool3d as max_pool3d
from .resampling import affine_grid as affine_grid
from .resampling import grid_sample as grid_sample
from .resampling import upsample as upsample
from .resampling import upsample_bilinear as upsample_bilinear
from .resampling import upsample_nearest as upsample_nearest
from .triplets import triplet_margin_with_distance_loss as triplet_margin_with_distance_loss

# Top-level ops as well, but for embedding
__all__ = [
    *_ops.__all__,
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "affine_grid",
    "grid_sample",
    "cosine_similarity",
    "batch_norm",
    "ctc_loss",
    "embedding",
    "embedding_bag",
    "fractional_max_pool2d",
    "fractional_max_pool2d_with_indices",
    "fractional_max_pool3d",
    "fractional_max_pool3d_with_indices",
    "gumbel_softmax",
    "instance_norm",
    "multi_head_attention_forward",
    "pairwise_distance",
    "pdist",
    "relu_",
    "sigmoid",
    "tanh",
    "triplet_margin_with_distance_loss",
    "upsample",
    "upsample_bilinear",
    "upsample_nearest",
]

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
