"""The generator: spec text -> model -> checks -> plans -> rendered text -> files.

It imports neither the runtime nor generated code, and runs nothing that a spec contains.
"""


def __dir__() -> list[str]:
    """List what every module has: this is a program, and its modules are the parts."""
    return sorted(name for name in globals() if name.startswith("__"))
