"""What went wrong, told in terms of the arguments of an op."""

from ..errors import explain as explain
from ..errors import explain_call as explain_call
from ..errors import not_implemented as not_implemented
from ..warn import warn_of_broadcast as warn_of_broadcast

__all__ = [
    "explain",
    "explain_call",
    "not_implemented",
    "warn_of_broadcast",
]
