"""The processor that this process runs on, as far as machine code depends on it.

Linux tells it in a file. LLVM, which is asked elsewhere, takes longer to load than all kernels of an op.
"""

from __future__ import annotations

import os
from functools import lru_cache

__all__ = ["has", "host"]

_FILE = "/proc/cpuinfo"
_KINDS = frozenset((
    "vendor_id", "cpu family", "model", "model name", "stepping", "flags", "CPU implementer", "CPU architecture",
    "CPU variant", "CPU part", "CPU revision", "Features",
))  # fmt: skip
_INSTRUCTIONS = frozenset(("flags", "Features"))


@lru_cache(maxsize=1)
def host() -> str:
    """Return what kind of processor it is, and what instructions it has."""
    lines = _lines()
    if lines:
        return "\n".join((os.uname().machine, *(f"{name}: {value}" for name, value in lines.items())))
    import llvmlite.binding as llvm  # not at the top: see above

    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {_features_by_llvm()}"


def has(*instructions: str) -> bool:
    """Whether the processor has instructions, such as `avx2`."""
    lines = _lines()
    if not lines:
        return all(f"+{name}" in _features_by_llvm().split(",") for name in instructions)
    known = next(lines[name] for name in _INSTRUCTIONS if name in lines).split()
    return all(name in known for name in instructions)


@lru_cache(maxsize=1)
def _lines() -> dict[str, str]:
    """Return what Linux tells of the first processor; nothing if it does not tell what instructions it has."""
    lines = dict[str, str]()
    try:
        with open(_FILE, encoding="ascii", errors="replace") as file:
            for line in file:
                name, _, value = line.partition(":")
                if not value:
                    break
                if name.strip() in _KINDS:
                    lines[name.strip()] = value.strip()
    except OSError:
        return {}
    return lines if _INSTRUCTIONS & lines.keys() else {}


def _features_by_llvm() -> str:
    import llvmlite.binding as llvm  # not at the top: see above

    return str(llvm.get_host_cpu_features().flatten())
