"""Probability distributions: PyTorch's package, with its names, shapes, checks and gradients.

>>> from derivata.distributions import Normal
>>> mean = dv.tensor(1.0, requires_grad=True)
>>> Normal(mean, 2.0).log_prob(dv.tensor(3.0)).backward()
>>> mean.grad
tensor(0.5)
"""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from . import constraints as constraints
from . import transforms as transforms
from .categorical import Categorical as Categorical
from .categorical import Multinomial as Multinomial
from .categorical import OneHotCategorical as OneHotCategorical
from .categorical import OneHotCategoricalStraightThrough as OneHotCategoricalStraightThrough
from .constraint_registry import biject_to as biject_to
from .constraint_registry import transform_to as transform_to
from .continuous import Cauchy as Cauchy
from .continuous import Exponential as Exponential
from .continuous import Gumbel as Gumbel
from .continuous import HalfCauchy as HalfCauchy
from .continuous import Kumaraswamy as Kumaraswamy
from .continuous import Laplace as Laplace
from .continuous import Pareto as Pareto
from .continuous import Uniform as Uniform
from .continuous import Weibull as Weibull
from .continuous_bernoulli import ContinuousBernoulli as ContinuousBernoulli
from .discrete import Bernoulli as Bernoulli
from .discrete import Binomial as Binomial
from .discrete import Geometric as Geometric
from .discrete import NegativeBinomial as NegativeBinomial
from .discrete import Poisson as Poisson
from .distribution import Distribution as Distribution
from .distribution import ExponentialFamily as ExponentialFamily
from .gamma import Beta as Beta
from .gamma import Chi2 as Chi2
from .gamma import Dirichlet as Dirichlet
from .gamma import FisherSnedecor as FisherSnedecor
from .gamma import Gamma as Gamma
from .gamma import InverseGamma as InverseGamma
from .gamma import StudentT as StudentT
from .generalized_pareto import GeneralizedPareto as GeneralizedPareto
from .independent import Independent as Independent
from .kl import kl_divergence as kl_divergence
from .kl import register_kl as register_kl
from .low_rank import LowRankMultivariateNormal as LowRankMultivariateNormal
from .matrices import LKJCholesky as LKJCholesky
from .matrices import Wishart as Wishart
from .mixture import MixtureSameFamily as MixtureSameFamily
from .multivariate_normal import MultivariateNormal as MultivariateNormal
from .normal import HalfNormal as HalfNormal
from .normal import LogNormal as LogNormal
from .normal import Normal as Normal
from .relaxed import LogisticNormal as LogisticNormal
from .relaxed import RelaxedBernoulli as RelaxedBernoulli
from .relaxed import RelaxedOneHotCategorical as RelaxedOneHotCategorical
from .transformed import TransformedDistribution as TransformedDistribution
from .transforms import AbsTransform as AbsTransform
from .transforms import AffineTransform as AffineTransform
from .transforms import CatTransform as CatTransform
from .transforms import ComposeTransform as ComposeTransform
from .transforms import CorrCholeskyTransform as CorrCholeskyTransform
from .transforms import CumulativeDistributionTransform as CumulativeDistributionTransform
from .transforms import ExpTransform as ExpTransform
from .transforms import IndependentTransform as IndependentTransform
from .transforms import LowerCholeskyTransform as LowerCholeskyTransform
from .transforms import PositiveDefiniteTransform as PositiveDefiniteTransform
from .transforms import PowerTransform as PowerTransform
from .transforms import ReshapeTransform as ReshapeTransform
from .transforms import SigmoidTransform as SigmoidTransform
from .transforms import SoftmaxTransform as SoftmaxTransform
from .transforms import SoftplusTransform as SoftplusTransform
from .transforms import StackTransform as StackTransform
from .transforms import StickBreakingTransform as StickBreakingTransform
from .transforms import TanhTransform as TanhTransform
from .transforms import Transform as Transform
from .transforms import identity_transform as identity_transform
from .von_mises import VonMises as VonMises

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals(), "constraints", "transforms")
