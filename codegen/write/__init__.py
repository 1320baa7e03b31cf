"""Texts -> files: compare, write what changed, delete what is no longer generated. The only writes there are.

`generated.txt` in the output folder lists what was written there, with checksums. A file is replaced or deleted only if
it is on that list and still as it was written; every other one makes a run stop before it has written anything.
"""

from .folder import compare as compare
from .folder import diff as diff
from .folder import recover as recover
from .folder import write as write
from .listing import LIST as LIST
from .refusals import Refusal as Refusal
from .schema_file import SCHEMA_FILE as SCHEMA_FILE
from .schema_file import is_outdated as is_outdated
from .schema_file import refresh as refresh
from .transaction import is_interrupted as is_interrupted
