"""Hooks of all modules: for debugging and profiling, and to see what modules are made of.

They are called before the hooks of the module itself. Every function returns a handle whose `remove` takes the hook
off again.
"""

from ...runtime.graph.hooks import RemovableHandle
from ..hooks import Hook, Options, add_everywhere, calls_everywhere
from ..module import Module as Module

__all__ = [
    "Module",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]


def register_module_forward_pre_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, args)` before every `forward`; a result that is not None replaces `args`."""
    return add_everywhere("forward_pre", hook)


def register_module_forward_hook(
    hook: Hook, *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call `hook(module, args, output)` after every `forward`; a result that is not None replaces the output.

    Parameters
    ----------
    hook : callable
        What is called.
    with_kwargs : bool
        Whether it is called as `hook(module, args, kwargs, output)`.
    always_call : bool
        Whether it is called even after an error, with the output None if there is none.

    Examples
    --------
    >>> names = []
    >>> with nn.modules.module.register_module_forward_hook(lambda module, *_: names.append(type(module).__name__)):
    ...     _ = nn.Sequential(nn.Linear(2, 1), nn.ReLU())(dv.ones(1, 2))
    >>> names
    ['Linear', 'ReLU', 'Sequential']
    """
    return add_everywhere("forward", hook, Options(with_kwargs, always_call))


def register_module_full_backward_pre_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, grad_output)` before the backward of every module; see the method of `Module`."""
    return add_everywhere("full_backward_pre", hook)


def register_module_full_backward_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` in the backward of every module; see the method of `Module`."""
    _refuse_beside("backward")
    return add_everywhere("full_backward", hook)


def register_module_backward_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, grad_input, grad_output)` for the last node of every module: PyTorch's older form."""
    _refuse_beside("full_backward")
    return add_everywhere("backward", hook)


def register_module_buffer_registration_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, name, buffer)` for every new buffer; a result that is not None takes its place."""
    return add_everywhere("buffer_registration", hook)


def register_module_module_registration_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, name, submodule)` for every new child; a result that is not None takes its place."""
    return add_everywhere("module_registration", hook)


def register_module_parameter_registration_hook(hook: Hook) -> RemovableHandle:
    """Call `hook(module, name, param)` for every new parameter; a result that is not None takes its place."""
    return add_everywhere("parameter_registration", hook)


def _refuse_beside(kind: str) -> None:
    if calls_everywhere(kind):
        raise RuntimeError(
            "register_module_full_backward_hook: Cannot use both regular backward hooks and full backward hooks as a "
            "global Module hook. Please use only one of them."
        )
