"""Methods of pruning: hooks that multiply a parameter by a mask before each `forward`, and choose the mask."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral, Real
from typing import Any, ClassVar, TypeVar

from ...generated import ops
from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from ...top_level.factories import ones_like
from ...top_level.random_factories import rand_like
from ..module import Module

Self = TypeVar("Self", bound="BasePruningMethod")


class BasePruningMethod:
    """Base class of methods; a subclass defines `compute_mask` and `PRUNING_TYPE`.

    Attributes
    ----------
    PRUNING_TYPE : str
        What a method that is applied on top of others is shown: "unstructured", the elements that are left, as one
        vector; "structured", the channels of `dim` that are left; "global", all.
    """

    PRUNING_TYPE: ClassVar[str] = "global"
    _tensor_name: str | None = None

    def __call__(self, module: Module, inputs: Any) -> None:
        """Compute the pruned tensor: the hook."""
        setattr(module, self._name(), self.apply_mask(module))

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return a mask for `t`, given the one that it has had: of its shape, ones and zeros."""
        raise NotImplementedError(f"{type(self).__name__}: expected a method compute_mask(t, default_mask)")

    def apply_mask(self, module: Module) -> Tensor:
        """Return the parameter of a module times its mask."""
        name = self._name()
        original = getattr(module, f"{name}_orig")
        pruned: Tensor = getattr(module, f"{name}_mask").to(original.dtype) * original
        return pruned

    def prune(
        self, t: Tensor, default_mask: Tensor | None = None, importance_scores: Tensor | None = None
    ) -> Tensor:
        """Return a pruned tensor, apart from any module."""
        _check_scores(self, t, importance_scores)
        kept = ones_like(t.detach()) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, kept)

    def remove(self, module: Module) -> None:
        """Make the pruned tensor the parameter."""
        name = self._name()
        parameter = module._parameters.pop(f"{name}_orig")
        mask = module._buffers.pop(f"{name}_mask")
        assert parameter is not None and mask is not None
        with no_grad():
            parameter.copy_(mask.to(parameter.dtype) * parameter)
        delattr(module, name)
        setattr(module, name, parameter)

    @classmethod
    def apply(
        cls: type[Self],
        module: Module,
        name: str,
        *args: Any,
        importance_scores: Tensor | None = None,
        **kwargs: Any,
    ) -> Self | PruningContainer:
        """Prune a parameter by a new method of this class, on top of those that prune it already.

        Parameters
        ----------
        module : Module
            The module that has the parameter.
        name : str
            The parameter.
        *args, **kwargs
            Of the class.
        importance_scores : Tensor, optional
            Of the shape of the parameter, for which the mask is computed instead.

        Returns
        -------
        BasePruningMethod
            The hook: the method, or a `PruningContainer` of all.

        Raises
        ------
        ValueError
            If the scores have another shape.
        AttributeError
            If there is no such parameter.
        """
        method = cls(*args, **kwargs)
        method._tensor_name = name
        pruned = getattr(module, name)
        _check_scores(method, pruned, importance_scores)
        scores = (pruned if importance_scores is None else importance_scores).detach()
        key = hook_of(module, name)
        if key is None:
            mask = method.compute_mask(scores, ones_like(pruned.detach()))
            del module._parameters[name]
            module.register_parameter(f"{name}_orig", pruned)
            hook: Any = method
        else:
            hook = PruningContainer(*_methods(module._forward_pre_hooks[key]), method)
            mask = hook.compute_mask(scores, getattr(module, f"{name}_mask").detach().clone())
            del module._forward_pre_hooks[key]
        module.register_buffer(f"{name}_mask", mask)
        setattr(module, name, hook.apply_mask(module))
        module.register_forward_pre_hook(hook)
        return hook  # type: ignore[no-any-return]

    def _name(self) -> str:
        if self._tensor_name is None:
            raise ValueError(f"{type(self).__name__}: expected a method that prunes a module; call `apply`")
        return self._tensor_name


def hook_of(module: Module, name: str) -> int | None:
    """Return the key of the hook that prunes a parameter."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            return key
    return None


class PruningContainer(BasePruningMethod):
    """Methods one on top of the other, of one parameter: what the last one prunes is added to what is pruned."""

    def __init__(self, *args: BasePruningMethod) -> None:
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        self._tensor_name = args[0]._tensor_name if args else None
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: BasePruningMethod) -> None:
        """Add one for the same parameter."""
        if not isinstance(method, BasePruningMethod):
            raise TypeError(
                f"add_pruning_method: expected an instance of a BasePruningMethod subclass, got {type(method).__name__}"
            )
        if method._tensor_name != self._tensor_name:
            raise ValueError(
                "add_pruning_method: Can only add pruning methods acting on the parameter named "
                f"{self._tensor_name!r}, got one that acts on {method._tensor_name!r}"
            )
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Iterator[BasePruningMethod]:
        return iter(self._pruning_methods)

    def __getitem__(self, index: int) -> BasePruningMethod:
        return self._pruning_methods[index]

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return what the last method leaves of what is left."""
        method = self._pruning_methods[-1]
        place = _shown(method, t, default_mask)
        mask = default_mask.to(t.dtype).clone()
        mask[place] = method.compute_mask(t[place], default_mask[place]).to(t.dtype)
        return mask


def _methods(hook: Any) -> tuple[BasePruningMethod, ...]:
    return tuple(hook) if isinstance(hook, PruningContainer) else (hook,)


def _shown(method: BasePruningMethod, t: Tensor, mask: Tensor) -> Any:
    """Return the index of what a method is shown."""
    kind = method.PRUNING_TYPE
    if kind == "unstructured":
        return mask == 1
    if kind == "structured":
        dim = range(t.ndim)[method.dim]  # type: ignore[attr-defined]
        others = [d for d in range(t.ndim) if d != dim]
        return (*[slice(None)] * dim, mask.sum(dim=others) != 0)
    if kind == "global":
        return ...
    raise ValueError(
        f"{type(method).__name__}: expected PRUNING_TYPE to be 'unstructured', 'structured' or 'global', got {kind!r}"
    )


class Identity(BasePruningMethod):
    """Prunes nothing."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return the mask that there was."""
        return default_mask


class CustomFromMask(BasePruningMethod):
    """Prunes where a mask is zero."""

    PRUNING_TYPE = "global"

    def __init__(self, mask: Tensor) -> None:
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return the product of both masks."""
        if self.mask.shape != default_mask.shape:
            raise ValueError(
                f"CustomFromMask: expected a mask of shape {default_mask.shape}, got {self.mask.shape}"
            )
        return default_mask * self.mask.to(default_mask.dtype)


class _Lowest(BasePruningMethod):
    """Prunes what has the lowest scores.

    Attributes
    ----------
    amount : int or float
    """

    def __init__(self, amount: Any) -> None:
        name = type(self).__name__
        real: bool = isinstance(amount, Real)
        if not real:
            raise TypeError(f"{name}: Invalid type for amount: {amount!r}. Must be int or float.")
        if amount < 0 or (amount > 1 and not isinstance(amount, Integral)):
            raise ValueError(
                f"{name}: amount={amount} should either be a float in the range [0, 1] or a non-negative integer"
            )
        self.amount: Any = amount

    def _scores(self, t: Tensor) -> Tensor:
        raise NotImplementedError

    def _lowest(self, t: Tensor) -> Tensor:
        """Return the places of the lowest scores in the order of memory."""
        scores = self._scores(t.detach()).reshape(-1)
        whole = isinstance(self.amount, Integral)
        count = int(self.amount) if whole else round(self.amount * scores.numel())
        if count > scores.numel():
            raise ValueError(
                f"{type(self).__name__}: amount={self.amount} should be smaller than the number of parameters to "
                f"prune={scores.numel()}"
            )
        return scores.topk(count, largest=False).indices


class RandomUnstructured(_Lowest):
    """Prunes elements at random."""

    PRUNING_TYPE = "unstructured"

    def _scores(self, t: Tensor) -> Tensor:
        return rand_like(t)

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return the mask with zeros at the elements of the lowest scores."""
        flat = default_mask.clone().reshape(-1)
        flat[self._lowest(t)] = 0
        return flat.view(default_mask.shape)


class L1Unstructured(RandomUnstructured):
    """Prunes the elements of least magnitude."""

    def _scores(self, t: Tensor) -> Tensor:
        return t.abs()


class RandomStructured(_Lowest):
    """Prunes channels at random.

    Attributes
    ----------
    amount : int or float
    dim : int
    """

    PRUNING_TYPE = "structured"

    def __init__(self, amount: float, dim: int = -1) -> None:
        super().__init__(amount)
        self.dim = dim

    def _scores(self, t: Tensor) -> Tensor:
        return rand_like(t.new_zeros(t.shape[self.dim]))

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return the mask with zeros at the channels of the lowest scores."""
        name = type(self).__name__
        if t.ndim < 2:
            raise ValueError(
                f"{name}: Structured pruning can only be applied to multidimensional tensors, got shape {t.shape}; "
                "prune elements"
            )
        if not -t.ndim <= self.dim < t.ndim:
            raise IndexError(f"{name}: Invalid index {self.dim} for tensor of size {t.shape}")
        mask = default_mask.clone()
        mask[(*[slice(None)] * (self.dim % t.ndim), self._lowest(t))] = 0
        return mask


class LnStructured(RandomStructured):
    """Prunes the channels of the least norms.

    Attributes
    ----------
    amount : int or float
    n : int, float, inf, -inf, "fro" or "nuc"
    dim : int
    """

    def __init__(self, amount: float, n: Any, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def _scores(self, t: Tensor) -> Tensor:
        dim = range(t.ndim)[self.dim]
        return ops.norm(t, p=self.n, dim=[d for d in range(t.ndim) if d != dim])


def _check_scores(method: BasePruningMethod, t: Tensor, scores: Tensor | None) -> None:
    if scores is not None and scores.shape != t.shape:
        raise ValueError(
            f"{type(method).__name__}: importance_scores should have the same shape as the parameter, {t.shape}, got "
            f"{scores.shape}"
        )
