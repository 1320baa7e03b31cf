"""Files of tensors and plain data: `save` and `load`. A file holds numbers and names, never code.

A file is in the safetensors format, so that other programs read its tensors; how they were nested, and all that is no
tensor, stands in its header as JSON.
"""

from .files import load as load
from .files import save as save

__all__ = ["load", "save"]
