"""The safetensors format: eight bytes with the length of a header, the header as JSON, and the numbers of the tensors.

What is read is believed only after it has been checked: every length and every place lies inside of the file, and a
file that `save` wrote has the check sum that it names.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

STRUCTURE, CHECK_SUM = "derivata.structure", "derivata.crc32"
MAX_HEADER = 100_000_000  # bytes, as in the format's own readers

_NAMES = {
    "bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
    "uint16": "U16", "uint32": "U32", "uint64": "U64", "float16": "F16", "float32": "F32", "float64": "F64",
}  # fmt: skip
_DTYPES = {name: np.dtype(dtype).newbyteorder("<") for dtype, name in _NAMES.items()}
_BRAIN = np.dtype("<u2")  # the upper half of a float32


class DamagedFile(ValueError):
    """A file that is cut off, changed, or of another format."""


def parts(arrays: Mapping[str, Array], text: str) -> Iterator[bytes]:
    """Yield the bytes of a file with these arrays, and a text about them."""
    table, blocks, place = {}, [], 0
    for name, array in arrays.items():
        block = np.asarray(array, _DTYPES[_NAMES[array.dtype.name]], order="C")
        table[name] = _row(block, _NAMES[array.dtype.name], place)
        blocks.append(block.reshape(-1).view(np.uint8).data)
        place += block.nbytes
    check = check_sum(table, text, blocks)
    header = json.dumps({"__metadata__": {STRUCTURE: text, CHECK_SUM: str(check)}, **table}).encode()
    header += b" " * (-len(header) % 8)
    yield struct.pack("<Q", len(header))
    yield header
    yield from (bytes(block) for block in blocks)


def _row(block: Array, dtype: str, place: int) -> dict[str, Any]:
    return {"dtype": dtype, "shape": list(block.shape), "data_offsets": [place, place + block.nbytes]}


def check_sum(table: Mapping[str, Any], text: str, blocks: Any) -> int:
    """Return a checksum of everything that is read."""
    found = zlib.crc32(json.dumps(table, sort_keys=True).encode() + text.encode())
    for block in blocks:
        found = zlib.crc32(block, found)
    return found


def read(data: bytes) -> tuple[dict[str, Array], str | None]:
    """Return the arrays of a file and the text about them, None if it has none.

    Raises
    ------
    DamagedFile
        When anything does not fit.
    """
    table, start = _header(data)
    metadata = table.pop("__metadata__", {})
    if not isinstance(metadata, dict):
        raise DamagedFile("expected a header with a dictionary of metadata; the file is damaged")
    body = memoryview(data)[start:]
    places = sorted(_place(name, row, len(body)) for name, row in table.items())
    end = 0
    for first, last in places:
        if first != end:
            raise DamagedFile("expected tensors that lie side by side; the file is damaged")
        end = last
    if end != len(body):
        raise DamagedFile(f"expected {end} bytes of numbers, got {len(body)}; the file is cut off or damaged")
    text = metadata.get(STRUCTURE)
    if CHECK_SUM in metadata and text is None:
        raise DamagedFile("expected a description of its data beside the check sum; the file is damaged")
    if text is not None and str(check_sum(table, str(text), [body])) != metadata.get(CHECK_SUM):
        raise DamagedFile("the check sum differs from the one in the header; the file is damaged")
    return {name: _array(row, body) for name, row in table.items()}, text


def _header(data: bytes) -> tuple[dict[str, Any], int]:
    for beginning, what in (
        (b"PK", "PyTorch's or NumPy's zip"),
        (b"\x80", "pickle"),
        (b"\x93NUMPY", "NumPy's"),
    ):
        if data.startswith(beginning) and not data[8:9] == b"{":
            raise DamagedFile(
                f"expected a file of derivata.save or safetensors, got one in {what} format, which may hold code; load "
                "it with the library that wrote it, and save its tensors with safetensors"
            )
    length = struct.unpack("<Q", data[:8])[0] if len(data) >= 8 else -1
    if not 0 < length <= min(len(data) - 8, MAX_HEADER):
        raise DamagedFile(
            "expected a file of derivata.save or safetensors, got one without its header; it is cut off, damaged or of "
            "another format"
        )
    try:
        table = json.loads(data[8 : 8 + length].decode(), object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise DamagedFile("expected a header of JSON; the file is damaged or of another format") from None
    if not isinstance(table, dict):
        raise DamagedFile("expected a header that is a dictionary; the file is damaged")
    return table, 8 + length


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a dictionary; refuse duplicate keys."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DamagedFile("expected each name once; the file is damaged")
    return found


def _place(name: str, row: Any, size: int) -> tuple[int, int]:
    """Return the byte range of a tensor, after validating its header entry."""
    if not isinstance(row, dict) or row.keys() != {"dtype", "shape", "data_offsets"}:
        raise DamagedFile(f"expected dtype, shape and data_offsets of tensor {name!r}; the file is damaged")
    dtype, shape, place = row["dtype"], row["shape"], row["data_offsets"]
    known = dtype == "BF16" or (isinstance(dtype, str) and dtype in _DTYPES)
    if not known:
        raise DamagedFile(
            f"expected one of the dtypes BF16, {', '.join(_DTYPES)} for tensor {name!r}, got {dtype!r}"
        )
    if not (_are_sizes(shape) and _are_sizes(place) and len(place) == 2 and len(shape) <= 64):
        raise DamagedFile(f"expected sizes and places of at least 0 for tensor {name!r}; the file is damaged")
    needed = math.prod(shape) * _DTYPES.get(dtype, _BRAIN).itemsize
    if not place[0] <= place[1] <= size or place[1] - place[0] != needed:
        raise DamagedFile(
            f"expected {needed} bytes for tensor {name!r} of shape {tuple(shape)}, got the place {tuple(place)} in "
            f"{size} bytes; the file is cut off or damaged"
        )
    return place[0], place[1]


def _are_sizes(value: Any) -> bool:
    """Whether a value is a list of whole numbers that NumPy takes for sizes."""
    return isinstance(value, list) and all(
        isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**62 for number in value
    )


def _array(row: dict[str, Any], body: memoryview) -> Array:
    """Return a writable copy of the numbers of a tensor, in the byte order of this machine."""
    kind = _DTYPES.get(row["dtype"], _BRAIN)
    block: Array = np.frombuffer(body[slice(*row["data_offsets"])], kind).reshape(row["shape"])
    if row["dtype"] == "BF16":
        return (block.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return block.astype(kind.newbyteorder("="))
