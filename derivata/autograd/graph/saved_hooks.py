"""Context managers whose hooks decide how tensors saved for backward are stored."""

from collections.abc import Callable
from typing import Self

from ...runtime.graph.tensor_base import TensorBase as Tensor
from ...runtime.memory.saved_hooks import Pack, SavedHooks, Unpack, saved_hooks
from ...runtime.modes.blocks import Block, innermost
from ...runtime.modes.state import SAVED_HOOKS
from ..start_pass import refusal


class saved_tensors_hooks(Block):
    """Context in which `pack_hook` is called with each tensor that is saved for backward, `unpack_hook` to get it back.

    Parameters
    ----------
    pack_hook : callable
        Called with the tensor (an output of the op comes without history); what it returns, anything, is kept instead.
        It must not write to the tensor.
    unpack_hook : callable
        Called with that whenever a backward needs the tensor; must return a tensor of the same values.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([1.0, 2.0], requires_grad=True)
    >>> with dv.autograd.graph.saved_tensors_hooks(lambda t: t.numpy().tolist(), dv.tensor):
    ...     y = x * x
    >>> y.backward(dv.ones(2))
    >>> x.grad
    tensor([2., 4.])
    """

    variable = saved_hooks
    before_write: Callable[[Tensor], None] | None = None  # called with a tensor that an op is about to write

    def __init__(self, pack_hook: Pack, unpack_hook: Unpack) -> None:
        for name, hook in (("pack_hook", pack_hook), ("unpack_hook", unpack_hook)):
            if not callable(hook):
                raise TypeError(f"saved_tensors_hooks: {name} must be callable, got {type(hook).__name__}")
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> Self:
        refused = innermost(refusal)
        if refused is not None:
            raise RuntimeError(refused.value)
        self.begin(SAVED_HOOKS, SavedHooks(self.pack_hook, self.unpack_hook, self.before_write))
        return self

    def left_too_often(self) -> None:
        """Do nothing: an unpack hook may leave the block that it was made in."""


class disable_saved_tensors_hooks(Block):
    """Context in which entering `saved_tensors_hooks` raises an error with this message.

    Raises
    ------
    RuntimeError
        If hooks are active already.
    """

    variable = refusal

    def __init__(self, error_message: str) -> None:
        self._message = error_message

    def __enter__(self) -> Self:
        if innermost(saved_hooks) is not None:
            raise RuntimeError(self._message)
        self.begin(SAVED_HOOKS, self._message)  # so that a pass, which ends what was entered in it, looks
        return self
