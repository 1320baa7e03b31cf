# Generated from derivatives.yaml by `make codegen`; template: templates/ops/__init__.py.jinja. Do not edit.
"""Every op under its name: `ops.mul`, internal ones and overloads (`ops.max_dim`) included."""

from typing import TYPE_CHECKING

from derivata.runtime.later import names_of_modules

from . import at_once as at_once  # first: the modules look for each other there
from .activations import *  # noqa: F403
from .arithmetic import *  # noqa: F403
from .clamping import *  # noqa: F403
from .comparison import *  # noqa: F403
from .complex import *  # noqa: F403
from .conversion import *  # noqa: F403
from .elementwise_extrema import *  # noqa: F403
from .exponential import *  # noqa: F403
from .extrema import *  # noqa: F403
from .filling import *  # noqa: F403
from .gathering import *  # noqa: F403
from .hyperbolic import *  # noqa: F403
from .indexing import *  # noqa: F403
from .internal import *  # noqa: F403
from .joining import *  # noqa: F403
from .logarithms import *  # noqa: F403
from .masking import *  # noqa: F403
from .matrix_products import *  # noqa: F403
from .nn_softmax import *  # noqa: F403
from .powers import *  # noqa: F403
from .reductions import *  # noqa: F403
from .reshaping import *  # noqa: F403
from .signs import *  # noqa: F403
from .slicing import *  # noqa: F403
from .transposing import *  # noqa: F403
from .trigonometric import *  # noqa: F403

if TYPE_CHECKING:
    from .added_products import *  # noqa: F403
    from .bessel import *  # noqa: F403
    from .chebyshev_polynomials import *  # noqa: F403
    from .contractions import *  # noqa: F403
    from .cumulative import *  # noqa: F403
    from .diagonals import *  # noqa: F403
    from .distances import *  # noqa: F403
    from .division import *  # noqa: F403
    from .entropy import *  # noqa: F403
    from .error_functions import *  # noqa: F403
    from .floating_point import *  # noqa: F403
    from .gamma_functions import *  # noqa: F403
    from .index_slices import *  # noqa: F403
    from .interpolation import *  # noqa: F403
    from .linalg import *  # noqa: F403
    from .logic import *  # noqa: F403
    from .modified_bessel import *  # noqa: F403
    from .modified_bessel_second_kind import *  # noqa: F403
    from .nn_attention import *  # noqa: F403
    from .nn_binary_loss import *  # noqa: F403
    from .nn_classification_loss import *  # noqa: F403
    from .nn_convolution import *  # noqa: F403
    from .nn_dropout import *  # noqa: F403
    from .nn_embedding import *  # noqa: F403
    from .nn_folding import *  # noqa: F403
    from .nn_likelihood_loss import *  # noqa: F403
    from .nn_margin import *  # noqa: F403
    from .nn_normalization import *  # noqa: F403
    from .nn_pooling import *  # noqa: F403
    from .nn_regression_loss import *  # noqa: F403
    from .norms import *  # noqa: F403
    from .order_statistics import *  # noqa: F403
    from .orthogonal_polynomials import *  # noqa: F403
    from .padding import *  # noqa: F403
    from .piecewise_activations import *  # noqa: F403
    from .random import *  # noqa: F403
    from .random_filling import *  # noqa: F403
    from .rearranging import *  # noqa: F403
    from .repeating import *  # noqa: F403
    from .rounding import *  # noqa: F403
    from .scatter_reductions import *  # noqa: F403
    from .scattering import *  # noqa: F403
    from .searching import *  # noqa: F403
    from .sorting import *  # noqa: F403
    from .splitting import *  # noqa: F403
    from .statistics import *  # noqa: F403
    from .variance import *  # noqa: F403
else:
    __getattr__, __dir__ = names_of_modules(
        globals(),
        {
            "added_products": (
                "addbmm",
                "addbmm_",
                "addmm",
                "addmm_",
                "addmv",
                "addmv_",
                "addr",
                "addr_",
                "baddbmm",
                "baddbmm_",
            ),
            "bessel": (
                "_airy_ai_prime",
                "_bessel_j",
                "_bessel_y",
                "airy_ai",
                "bessel_j0",
                "bessel_j1",
                "bessel_y0",
                "bessel_y1",
                "spherical_bessel_j0",
            ),
            "chebyshev_polynomials": (
                "_gegenbauer",
                "chebyshev_polynomial_t",
                "chebyshev_polynomial_u",
                "chebyshev_polynomial_v",
                "chebyshev_polynomial_w",
                "shifted_chebyshev_polynomial_t",
                "shifted_chebyshev_polynomial_u",
                "shifted_chebyshev_polynomial_v",
                "shifted_chebyshev_polynomial_w",
            ),
            "contractions": (
                "_einsum_gradient",
                "_einsum_term",
                "_einsum_to_shape",
                "einsum",
                "tensordot",
                "tensordot_default",
                "tensordot_dims",
            ),
            "cumulative": (
                "CummaxOutput",
                "CumminOutput",
                "_diff",
                "_exclusive_cumprod",
                "_linear_recurrence",
                "_neighbour_sums",
                "_reverse_cumsum",
                "cummax",
                "cummin",
                "cumprod",
                "cumprod_",
                "cumsum",
                "cumsum_",
                "cumulative_trapezoid",
                "cumulative_trapezoid_default",
                "cumulative_trapezoid_x",
                "diff",
                "logcumsumexp",
                "trapezoid",
                "trapezoid_default",
                "trapezoid_x",
            ),
            "diagonals": (
                "_clear_diagonal",
                "as_strided_scatter",
                "diag",
                "diag_embed",
                "diagflat",
                "diagonal",
                "diagonal_backward",
                "diagonal_scatter",
            ),
            "distances": (
                "_above_diagonal",
                "_cdist_change",
                "_cdist_slopes",
                "_square_of_pairs",
                "cdist",
                "cdist_backward",
                "cosine_similarity",
                "dist",
                "normalize",
                "pairwise_distance",
                "pdist",
                "renorm",
                "renorm_",
            ),
            "division": (
                "_trunc_quotient",
                "_trunc_quotient_",
                "floor_divide",
                "floor_divide_",
                "fmod",
                "fmod_",
                "gcd",
                "gcd_",
                "lcm",
                "lcm_",
                "reciprocal",
                "reciprocal_",
                "remainder",
                "remainder_",
            ),
            "entropy": ("entr", "xlog1py", "xlogy", "xlogy_"),
            "error_functions": (
                "erf",
                "erf_",
                "erfc",
                "erfc_",
                "erfcx",
                "erfinv",
                "erfinv_",
                "log_ndtr",
                "ndtr",
                "ndtri",
            ),
            "floating_point": (
                "FrexpOutput",
                "frexp",
                "ldexp",
                "ldexp_",
                "nan_to_num",
                "nan_to_num_",
                "nextafter",
                "nextafter_",
            ),
            "gamma_functions": (
                "_trigamma",
                "digamma",
                "digamma_",
                "igamma",
                "igamma_",
                "igammac",
                "igammac_",
                "lgamma",
                "lgamma_",
                "mvlgamma",
                "mvlgamma_",
                "polygamma",
                "polygamma_",
                "polygamma_default",
                "polygamma_method",
                "zeta",
            ),
            "index_slices": (
                "index_add",
                "index_add_",
                "index_copy",
                "index_copy_",
                "index_fill",
                "index_fill_",
                "index_fill_Tensor",
                "index_fill_default",
                "index_reduce",
                "index_reduce_",
                "index_select",
                "index_select_backward",
            ),
            "interpolation": ("addcdiv", "addcdiv_", "addcmul", "addcmul_", "lerp", "lerp_"),
            "linalg": (
                "_cross",
                "_linalg_cross",
                "_matrix_power_derivative",
                "chain_matmul",
                "cross",
                "kron",
                "matrix_power",
                "multi_dot",
                "trace",
                "tril",
                "tril_",
                "triu",
                "triu_",
                "vecdot",
            ),
            "logic": (
                "bitwise_and",
                "bitwise_and_",
                "bitwise_left_shift",
                "bitwise_left_shift_",
                "bitwise_not",
                "bitwise_not_",
                "bitwise_or",
                "bitwise_or_",
                "bitwise_right_shift",
                "bitwise_right_shift_",
                "bitwise_xor",
                "bitwise_xor_",
                "logical_and",
                "logical_and_",
                "logical_not",
                "logical_not_",
                "logical_or",
                "logical_or_",
                "logical_xor",
                "logical_xor_",
            ),
            "modified_bessel": (
                "_bessel_i",
                "_bessel_i2",
                "_scaled_bessel_i",
                "_scaled_bessel_i2",
                "i0",
                "i0_",
                "i0e",
                "i1",
                "i1e",
            ),
            "modified_bessel_second_kind": (
                "_bessel_k",
                "_scaled_bessel_k",
                "modified_bessel_k0",
                "modified_bessel_k1",
                "scaled_modified_bessel_k0",
                "scaled_modified_bessel_k1",
            ),
            "nn_attention": (
                "_attention_weights",
                "_causal_scores",
                "_masked_scores",
                "_repeated_heads",
                "bilinear",
                "scaled_dot_product_attention",
            ),
            "nn_binary_loss": (
                "_soft_margin",
                "binary_cross_entropy",
                "binary_cross_entropy_with_logits",
                "multilabel_soft_margin_loss",
                "soft_margin_loss",
            ),
            "nn_classification_loss": (
                "_cross_entropy",
                "_cross_entropy_probabilities",
                "_nll_loss",
                "cross_entropy",
                "cross_entropy_backward",
                "nll_loss",
                "nll_loss_backward",
            ),
            "nn_convolution": (
                "_conv2d",
                "conv1d",
                "conv1d_default",
                "conv1d_padding",
                "conv2d",
                "conv2d_default",
                "conv2d_input",
                "conv2d_padding",
                "conv2d_weight",
                "conv_transpose2d",
            ),
            "nn_dropout": (
                "_alpha_dropout",
                "_dropout",
                "alpha_dropout",
                "alpha_dropout_",
                "dropout",
                "dropout1d",
                "dropout1d_",
                "dropout2d",
                "dropout2d_",
                "dropout3d",
                "dropout3d_",
                "dropout_",
                "feature_alpha_dropout",
                "feature_alpha_dropout_",
            ),
            "nn_embedding": ("_embedding_select", "embedding", "embedding_backward"),
            "nn_folding": ("_fold_images", "_unfold_images"),
            "nn_likelihood_loss": (
                "_at_least",
                "_poisson_nll",
                "gaussian_nll_loss",
                "kl_div",
                "poisson_nll_loss",
            ),
            "nn_margin": (
                "_hinge",
                "_hinge_embedding",
                "_multi_margin",
                "_multi_margin_slopes",
                "_multilabel_margin",
                "_multilabel_slopes",
                "cosine_embedding_loss",
                "hinge_embedding_loss",
                "margin_ranking_loss",
                "multi_margin_loss",
                "multilabel_margin_loss",
                "triplet_margin_loss",
            ),
            "nn_normalization": (
                "BatchNormTrainingOutput",
                "GroupNormBackwardOutput",
                "NormalizeBackwardOutput",
                "RmsNormBackwardOutput",
                "_rms_norm",
                "_rms_norm_backward",
                "batch_norm_inference",
                "batch_norm_training",
                "group_norm",
                "group_norm_backward",
                "layer_norm",
                "local_response_norm",
                "normalize_backward",
                "rms_norm",
            ),
            "nn_pooling": (
                "MaxPool2dWithIndicesOutput",
                "_max_pool2d_select",
                "adaptive_avg_pool2d",
                "adaptive_avg_pool2d_backward",
                "avg_pool2d",
                "avg_pool2d_backward",
                "max_pool2d",
                "max_pool2d_backward",
                "max_pool2d_with_indices",
            ),
            "nn_regression_loss": (
                "_huber_loss_backward",
                "_l1_loss_backward",
                "_logistic_loss_backward",
                "_mse_loss_backward",
                "_reduce_loss",
                "_shares",
                "_smooth_l1_loss_backward",
                "_weight_gradient",
                "_weighted_tangent",
                "huber_loss",
                "l1_loss",
                "mse_loss",
                "smooth_l1_loss",
            ),
            "norms": ("_vector_norm_backward", "norm", "norm_default", "norm_name", "vector_norm"),
            "order_statistics": (
                "KthvalueOutput",
                "MedianDimOutput",
                "ModeOutput",
                "NanmedianDimOutput",
                "_at_ranks",
                "_quantile_rank",
                "_quantile_ranks",
                "kthvalue",
                "median",
                "median_default",
                "median_dim",
                "mode",
                "nanmedian",
                "nanmedian_default",
                "nanmedian_dim",
                "nanquantile",
                "nanquantile_default",
                "nanquantile_scalar",
                "quantile",
                "quantile_default",
                "quantile_scalar",
            ),
            "orthogonal_polynomials": (
                "_laguerre",
                "hermite_polynomial_h",
                "hermite_polynomial_he",
                "laguerre_polynomial_l",
                "legendre_polynomial_p",
            ),
            "padding": ("_index_pad", "_index_pad_backward", "constant_pad_nd", "one_hot", "pad"),
            "piecewise_activations": (
                "_prelu",
                "_rrelu",
                "hardshrink",
                "hardsigmoid",
                "hardsigmoid_",
                "hardswish",
                "hardswish_",
                "hardtanh",
                "hardtanh_",
                "leaky_relu",
                "leaky_relu_",
                "prelu",
                "relu6",
                "relu6_",
                "rrelu",
                "rrelu_",
                "softshrink",
                "threshold",
                "threshold_",
            ),
            "random": ("_normal", "bernoulli", "bernoulli_default", "bernoulli_p", "multinomial", "poisson"),
            "random_filling": (
                "bernoulli_",
                "bernoulli__Tensor",
                "bernoulli__default",
                "cauchy_",
                "exponential_",
                "geometric_",
                "log_normal_",
                "normal_",
                "random_",
                "random__between",
                "random__default",
                "random__to",
                "uniform_",
            ),
            "rearranging": (
                "channel_shuffle",
                "flip",
                "fliplr",
                "flipud",
                "pixel_shuffle",
                "pixel_unshuffle",
                "roll",
                "rot90",
            ),
            "repeating": (
                "repeat",
                "repeat_interleave",
                "repeat_interleave_Tensor",
                "repeat_interleave_default",
                "repeat_interleave_self_Tensor",
                "tile",
            ),
            "rounding": (
                "ceil",
                "ceil_",
                "floor",
                "floor_",
                "frac",
                "frac_",
                "round",
                "round_",
                "trunc",
                "trunc_",
            ),
            "scatter_reductions": (
                "ScatterTableOutput",
                "_scatter_extreme",
                "_scatter_prod",
                "_scatter_table",
                "scatter_reduce",
                "scatter_reduce_",
            ),
            "scattering": (
                "scatter",
                "scatter_",
                "scatter__by",
                "scatter__default",
                "scatter__value",
                "scatter__value_by",
                "scatter_add",
                "scatter_add_",
                "scatter_by",
                "scatter_default",
                "scatter_value",
                "scatter_value_by",
            ),
            "searching": (
                "UniqueConsecutiveOutput",
                "UniqueOutput",
                "_unique",
                "_unique_consecutive",
                "argwhere",
                "bucketize",
                "bucketize_Scalar",
                "bucketize_default",
                "searchsorted",
                "searchsorted_Scalar",
                "searchsorted_default",
            ),
            "sorting": ("SortOutput", "TopkOutput", "argsort", "msort", "sort", "topk"),
            "splitting": (
                "chunk",
                "dsplit",
                "dsplit_default",
                "dsplit_indices",
                "hsplit",
                "hsplit_default",
                "hsplit_indices",
                "split",
                "split_default",
                "split_sizes",
                "split_with_sizes",
                "tensor_split",
                "tensor_split_default",
                "tensor_split_indices",
                "unbind",
                "unsafe_chunk",
                "unsafe_split",
                "unsafe_split_with_sizes",
                "vsplit",
                "vsplit_default",
                "vsplit_indices",
            ),
            "statistics": (
                "HistogramEdgesOutput",
                "HistogramOutput",
                "_correlation",
                "_histogram",
                "_histogram_edges",
                "_nonnegative",
                "_plain_cov",
                "_weighted_cov",
                "bincount",
                "corrcoef",
                "cov",
                "histc",
                "vander",
            ),
            "variance": (
                "StdMeanOutput",
                "VarMeanOutput",
                "std",
                "std_mean",
                "var",
                "var_backward",
                "var_mean",
            ),
        },
    )
