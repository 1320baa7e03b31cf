"""Memory that several tensors see: versions, views, and writing in place."""

from ..graph.versions import bump as count_write
from ..graph.versions import shared_counter as shared_counter
from ..graph.versions import uncount as uncount_write
from ..graph.versions import version_of as version_of
from ..memory.inplace import check_changeable as check_changeable
from ..memory.inplace import check_writable as check_writable
from ..memory.inplace import written as written
from ..memory.metadata_in_place import inplace_view as inplace_view
from ..memory.out_argument import into as into
from ..memory.out_argument import into_several as into_several
from ..views.views import as_parts as as_parts

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
