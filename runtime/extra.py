"""What most tensors never have: a record of its own, made when it is first needed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tensor import Tensor
    from .views import View


class Extra:
    """The rare attributes of one tensor."""

    __slots__ = ("grad", "retained", "tangent", "view")

    def __init__(self) -> None:
        self.grad: Tensor | None = None  # of a tensor that does not own an AccumulateGrad
        self.retained = False
        self.tangent: Tensor | None = None
        self.view: View | None = None
