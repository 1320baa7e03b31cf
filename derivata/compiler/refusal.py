"""What cannot be compiled."""


class CannotCompile(RuntimeError):
    """Why a function does not run as one program."""
