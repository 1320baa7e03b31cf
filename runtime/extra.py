"""What most tensors never have: a record of its own, made when it is first needed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .accumulate_grad import AccumulateGrad
    from .diagnosis.cuts import Cut
    from .dual_level import Tangents
    from .tensor import Tensor
    from .views import View


class Extra:
    """The rare attributes of one tensor."""

    __slots__ = ("accumulator", "cuts", "grad", "retained", "source", "tangents", "view")

    cuts: "tuple[Cut, ...]"  # how what it was computed from left the graph; only set in anomaly mode

    def __init__(self) -> None:
        self.accumulator: AccumulateGrad | None = None  # of a leaf that requires no grad at present
        self.grad: Tensor | None = None  # of a tensor that does not own an AccumulateGrad
        self.retained: bool = False
        self.source: Tensor | None = None  # whose memory and history this tensor shares: a dual's primal
        self.tangents: Tangents | None = None
        self.view: View | None = None
