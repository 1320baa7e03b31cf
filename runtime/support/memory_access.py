"""Memory that several tensors see: versions, views, and writing in place."""

from ..graph.versions import bump as count_write
from ..graph.versions import shared_counter, version_of
from ..graph.versions import uncount as uncount_write
from ..memory.inplace import check_changeable, check_writable, written
from ..memory.metadata_in_place import inplace_view
from ..memory.out_argument import into, into_several
from ..views.views import as_parts

__all__ = [
    "as_parts",
    "check_changeable",
    "check_writable",
    "count_write",
    "inplace_view",
    "into",
    "into_several",
    "shared_counter",
    "uncount_write",
    "version_of",
    "written",
]
