"""Settings of libraries below PyTorch, which derivata does not use: they can be read and set, and change nothing."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .support.missing_names import only_these

__all__ = ["cuda", "cudnn", "mkldnn", "mps", "openmp"]


class Backend(ModuleType):
    """One of these libraries: not available, with the settings that programs make.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.backends.mps.is_available()
    False
    >>> dv.backends.cudnn.benchmark = True
    """

    def __init__(self, name: str, **settings: Any) -> None:
        super().__init__(f"{__name__}.{name}", f"Settings of {name}, which change nothing.")
        self.__dict__.update(settings)
        sys.modules[self.__name__] = self

    def is_available(self) -> bool:
        """Tell whether derivata uses the library: never."""
        return False

    def is_built(self) -> bool:
        """Tell whether derivata was built with the library: never."""
        return False

    def __setattr__(self, name: str, value: object) -> None:
        if name[0] != "_" and name not in self.__dict__:
            raise only_settings(self.__name__, name, self.__dict__)
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        raise only_settings(self.__name__, name, self.__dict__)


def only_settings(module: str, name: str, known: dict[str, Any]) -> AttributeError:
    """Return the error for a setting that a library does not have."""
    from .support.missing_names import MissingName

    return MissingName(module, name, [setting for setting in known if setting[0] != "_"])


_PRODUCTS = {"allow_tf32": False, "allow_fp16_reduced_precision_reduction": True}

__path__: list[str] = []  # `import derivata.backends.cudnn` asks for it
cudnn = Backend(
    "cudnn", enabled=False, benchmark=False, deterministic=True, allow_tf32=False, benchmark_limit=10
)
cuda = Backend("cuda", matmul=Backend("cuda.matmul", **_PRODUCTS))
mps = Backend("mps")
mkldnn = Backend("mkldnn", enabled=False)
openmp = Backend("openmp")

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
