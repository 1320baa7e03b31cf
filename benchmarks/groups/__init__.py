"""The groups of cases, in the order of the table."""

from ..case import Group
from .convolutions import CONVOLUTIONS
from .elementwise import ELEMENTWISE
from .images import IMAGES
from .in_place import IN_PLACE
from .linear_algebra import LINEAR_ALGEBRA
from .models import MODELS
from .products import PRODUCTS
from .reductions import REDUCTIONS
from .second_order import SECOND_ORDER
from .shapes import SHAPES
from .signals import SIGNALS
from .tape import TAPE

GROUPS: tuple[Group, ...] = (
    TAPE,
    ELEMENTWISE,
    REDUCTIONS,
    IMAGES,
    IN_PLACE,
    MODELS,
    SECOND_ORDER,
    SHAPES,
    LINEAR_ALGEBRA,
    SIGNALS,
    PRODUCTS,
    CONVOLUTIONS,
)
