"""What went wrong, told in terms of the arguments of an op."""

from ..operands.errors import explain, explain_call, not_implemented
from ..warn import warn_of_broadcast

__all__ = [
    "explain",
    "explain_call",
    "not_implemented",
    "warn_of_broadcast",
]
