"""What cannot be compiled, and what is not."""

MOST = 16  # programs of a function
BEYOND = f"it has {MOST} programs, and this call differs from theirs; pass numbers that change as tensors"
"""Why a function runs op by op whose calls are of ever new kinds."""


class CannotCompile(RuntimeError):
    """Why a function does not run as one program."""
