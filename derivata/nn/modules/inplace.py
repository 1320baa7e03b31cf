"""What the modules that may write over their input have in common."""

from __future__ import annotations

from ..module import Module


class WithInplace(Module):
    """A function of every element that may write its result over the input; subclasses say which function.

    Parameters
    ----------
    inplace : bool
        Write the result over the input.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        """Return the arguments, and `inplace` if it is set."""
        return ", ".join([*self._arguments(), *(["inplace=True"] if self.inplace else [])])

    def _arguments(self) -> list[str]:
        """Return the other arguments as they are printed."""
        return []
