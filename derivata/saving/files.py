"""`save` and `load`: files are replaced as a whole or not at all, and damaged ones are errors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

from ..support.devices import check_device
from . import container, structure
from .container import DamagedFile

File = str | os.PathLike[str] | IO[bytes]


def save(obj: object, f: File, pickle_module: Any = None, pickle_protocol: Any = None) -> None:
    """Write tensors and plain data to a file.

    Parameters
    ----------
    obj : object
        A tensor, or numbers, texts, bytes, dtypes, devices and arrays, in lists, tuples, sets and dictionaries: what
        `state_dict` of modules, optimizers and schedulers returns. Tensors on the same memory share it when loaded.
    f : path or file
        A path is written beside its place and then put there, so that a file that is there stays whole in any case.
    pickle_module, pickle_protocol
        Accepted for the sake of PyTorch's programs, without effect: nothing is pickled.

    Raises
    ------
    TypeError
        For an object of any other class, whose code no file can hold; nothing is written then.

    Examples
    --------
    >>> import io, derivata as dv
    >>> file = io.BytesIO()
    >>> dv.save({"epoch": 3, "weights": [dv.ones(2)]}, file)
    >>> _ = file.seek(0)
    >>> dv.load(file)
    {'epoch': 3, 'weights': [tensor([1., 1.])]}
    """
    arrays, text = structure.described(obj)
    parts = container.parts(arrays, text)
    if not isinstance(f, str | os.PathLike):
        for part in parts:
            f.write(part)
        return
    place = Path(f)
    staged = place.with_name(f".{place.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with open(staged, "xb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(staged, place)
    except BaseException:
        staged.unlink(missing_ok=True)
        raise


def load(
    f: File,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
) -> Any:
    """Read what `save` wrote, or any file of safetensors as a dictionary.

    Parameters
    ----------
    f : path or file
        Numbers of bfloat16 in it become float32, which holds them all.
    map_location : "cpu", device, dict or callable, optional
        Where tensors are to be: on the processor, in every spelling. A callable is not called.
    pickle_module, weights_only, mmap
        Accepted for the sake of PyTorch's programs, without effect: no file holds code.

    Returns
    -------
    object
        Tensors are leaves that require grad as those did that were saved.

    Raises
    ------
    DamagedFile
        A ValueError: for a file that is cut off, changed, or of another format, such as one of PyTorch's own.

    Examples
    --------
    >>> import io, derivata as dv
    >>> file = io.BytesIO()
    >>> dv.save(dv.nn.Linear(2, 1).state_dict(), file)
    >>> _ = file.seek(0)
    >>> sorted(dv.load(file, map_location="cpu", weights_only=True))
    ['bias', 'weight']
    """
    for place in map_location.values() if isinstance(map_location, dict) else [map_location]:
        if not callable(place):
            check_device(place)
    if isinstance(f, str | os.PathLike):
        name, data = str(f), Path(f).read_bytes()
    else:
        name, data = str(getattr(f, "name", "the file")), f.read()
    try:
        arrays, text = container.read(data)
        return structure.rebuilt(arrays, text)
    except DamagedFile as error:
        raise DamagedFile(f"load: {name}: {error}") from None
