"""ModuleHooks: how hooks get onto a module."""

from __future__ import annotations

from ..runtime.graph.hooks import HookTable, RemovableHandle
from .hooks import NO_HOOKS, CallHooks, Hook, Options, add_hook
from .tree import ModuleTree


class ModuleHooks(ModuleTree):
    """A tree with hooks; the base of `Module`."""

    _forward_pre_hooks: CallHooks = NO_HOOKS
    _forward_hooks: CallHooks = NO_HOOKS
    _backward_pre_hooks: CallHooks = NO_HOOKS
    _backward_hooks: CallHooks = NO_HOOKS
    _state_dict_pre_hooks: HookTable = NO_HOOKS
    _state_dict_hooks: HookTable = NO_HOOKS
    _load_state_dict_pre_hooks: HookTable = NO_HOOKS
    _load_state_dict_post_hooks: HookTable = NO_HOOKS
    _hooked: bool = False  # whether there are or were hooks: the only question of a call without any
    _has_full_backward_hooks: bool | None = None  # None before the first

    def register_forward_pre_hook(
        self, hook: Hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before every `forward`; a result that is not None replaces `args`.

        Parameters
        ----------
        hook : callable
            What is called.
        prepend : bool
            Whether it is called before the hooks that are there.
        with_kwargs : bool
            Whether it is called as `hook(module, args, kwargs)`; it returns None or a tuple of both.
        """
        return add_hook(self, "_forward_pre_hooks", hook, prepend, Options(with_kwargs))

    def register_forward_hook(
        self, hook: Hook, *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args, output)` after every `forward`; a result that is not None replaces it.

        Parameters
        ----------
        hook : callable
            What is called.
        prepend : bool
            Whether it is called before the hooks that are there.
        with_kwargs : bool
            Whether it is called as `hook(module, args, kwargs, output)`.
        always_call : bool
            Whether it is called even after an error, with the output None if there is none.

        Examples
        --------
        >>> layer = nn.ReLU()
        >>> handle = layer.register_forward_hook(lambda module, args, output: output * 10)
        >>> layer(dv.tensor([-1.0, 2.0])).tolist()
        [0.0, 20.0]
        >>> handle.remove()
        """
        return add_hook(self, "_forward_hooks", hook, prepend, Options(with_kwargs, always_call))

    def register_full_backward_pre_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_output)` before the backward of the module.

        A result that is not None replaces `grad_output`, a tuple with a gradient for each output, None for those that
        are no tensors.
        """
        return add_hook(self, "_backward_pre_hooks", hook, prepend)

    def register_full_backward_hook(self, hook: Hook, prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` when the gradients of the positional inputs are computed.

        Where no input needs a gradient, it is called with the gradients of the outputs. A result that is not None
        replaces `grad_input`. While there are such hooks, inputs and outputs of `forward` are views.

        Raises
        ------
        RuntimeError
            If the module has hooks of `register_backward_hook`.

        Examples
        --------
        >>> layer = nn.Identity()
        >>> _ = layer.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 2,))
        >>> x = dv.tensor([1.0], requires_grad=True)
        >>> layer(x).sum().backward()
        >>> x.grad.tolist()
        [2.0]
        """
        self._say_which_backward_hooks(True)
        return add_hook(self, "_backward_hooks", hook, prepend)

    def register_backward_hook(self, hook: Hook) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` with the gradients of the node that made the output.

        PyTorch's older form, which sees the last op of the module only; use `register_full_backward_hook`.

        Raises
        ------
        RuntimeError
            If the module has hooks of `register_full_backward_hook`.
        """
        self._say_which_backward_hooks(False)
        return add_hook(self, "_backward_hooks", hook)

    def _say_which_backward_hooks(self, full: bool) -> None:
        if self._has_full_backward_hooks is (not full):
            raise RuntimeError(
                f"{type(self).__name__}: Cannot use both regular backward hooks and full backward hooks on a single "
                "Module. Please use only one of them."
            )
        self._has_full_backward_hooks = full

    # ---- of state dictionaries

    def register_state_dict_pre_hook(self, hook: Hook) -> RemovableHandle:
        """Call `hook(module, prefix, keep_vars)` before the module's state is collected."""
        return add_hook(self, "_state_dict_pre_hooks", hook)

    def register_state_dict_post_hook(self, hook: Hook) -> RemovableHandle:
        """Call `hook(module, state_dict, prefix, local_metadata)` with the state; it may change the dictionary."""
        return add_hook(self, "_state_dict_hooks", hook)

    def register_load_state_dict_pre_hook(self, hook: Hook) -> RemovableHandle:
        """Call a hook before the module's own state is looked for in a state dictionary, which it may change.

        It is called as ``hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
        error_msgs)``; what it appends to the last three is reported.
        """
        return add_hook(self, "_load_state_dict_pre_hooks", hook)

    def register_load_state_dict_post_hook(self, hook: Hook) -> RemovableHandle:
        """Call `hook(module, incompatible_keys)` after a state was loaded; it may change the two lists of names."""
        return add_hook(self, "_load_state_dict_post_hooks", hook)
