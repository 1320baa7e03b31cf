# Generated from derivatives.yaml by `make codegen`; template: templates/namespaces/namespace.py.jinja. Do not edit.
"""The ops of `nn.backward`."""

from typing import TYPE_CHECKING

from derivata.runtime.later import names_elsewhere

from .. import ops
from ..ops import (
    log_softmax_backward as log_softmax_backward,
    logsumexp_backward as logsumexp_backward,
    slice as slice,
    softmax_backward as softmax_backward,
)

if TYPE_CHECKING:
    from ..ops import (
        GroupNormBackwardOutput as GroupNormBackwardOutput,
        NormalizeBackwardOutput as NormalizeBackwardOutput,
        adaptive_avg_pool2d_backward as adaptive_avg_pool2d_backward,
        avg_pool2d_backward as avg_pool2d_backward,
        cdist_backward as cdist_backward,
        conv2d_input as conv2d_input,
        conv2d_weight as conv2d_weight,
        cross_entropy_backward as cross_entropy_backward,
        embedding_backward as embedding_backward,
        group_norm_backward as group_norm_backward,
        max_pool2d_backward as max_pool2d_backward,
        nll_loss_backward as nll_loss_backward,
        normalize_backward as normalize_backward,
        var_backward as var_backward,
    )
else:
    __getattr__, __dir__ = names_elsewhere(
        globals(),
        ops,
        {
            "GroupNormBackwardOutput": "GroupNormBackwardOutput",
            "NormalizeBackwardOutput": "NormalizeBackwardOutput",
            "adaptive_avg_pool2d_backward": "adaptive_avg_pool2d_backward",
            "avg_pool2d_backward": "avg_pool2d_backward",
            "cdist_backward": "cdist_backward",
            "conv2d_input": "conv2d_input",
            "conv2d_weight": "conv2d_weight",
            "cross_entropy_backward": "cross_entropy_backward",
            "embedding_backward": "embedding_backward",
            "group_norm_backward": "group_norm_backward",
            "max_pool2d_backward": "max_pool2d_backward",
            "nll_loss_backward": "nll_loss_backward",
            "normalize_backward": "normalize_backward",
            "var_backward": "var_backward",
        },
    )

__all__ = [
    "GroupNormBackwardOutput",
    "NormalizeBackwardOutput",
    "adaptive_avg_pool2d_backward",
    "avg_pool2d_backward",
    "cdist_backward",
    "conv2d_input",
    "conv2d_weight",
    "cross_entropy_backward",
    "embedding_backward",
    "group_norm_backward",
    "log_softmax_backward",
    "logsumexp_backward",
    "max_pool2d_backward",
    "nll_loss_backward",
    "normalize_backward",
    "slice",
    "softmax_backward",
    "var_backward",
]
