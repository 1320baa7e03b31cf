"""All transforms: what programs import from `distributions.transforms`."""

from .elementary_transforms import AbsTransform as AbsTransform
from .elementary_transforms import AffineTransform as AffineTransform
from .elementary_transforms import ExpTransform as ExpTransform
from .elementary_transforms import PowerTransform as PowerTransform
from .elementary_transforms import SigmoidTransform as SigmoidTransform
from .elementary_transforms import SoftplusTransform as SoftplusTransform
from .elementary_transforms import TanhTransform as TanhTransform
from .joined_transforms import CatTransform as CatTransform
from .joined_transforms import CumulativeDistributionTransform as CumulativeDistributionTransform
from .joined_transforms import ReshapeTransform as ReshapeTransform
from .joined_transforms import StackTransform as StackTransform
from .transform import ComposeTransform as ComposeTransform
from .transform import IndependentTransform as IndependentTransform
from .transform import Transform as Transform
from .transform import identity_transform as identity_transform
from .vector_transforms import CorrCholeskyTransform as CorrCholeskyTransform
from .vector_transforms import LowerCholeskyTransform as LowerCholeskyTransform
from .vector_transforms import PositiveDefiniteTransform as PositiveDefiniteTransform
from .vector_transforms import SoftmaxTransform as SoftmaxTransform
from .vector_transforms import StickBreakingTransform as StickBreakingTransform
