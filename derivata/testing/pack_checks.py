"""Checks of whole packs: one by one for pytest, or all at once."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from .cases import OpCase
from .op_check import OpCheck, check_ops, collect

__all__ = ["PackCheck", "check_pack", "pack_checks"]


@dataclass(frozen=True)
class PackCheck:
    """One check of one op of a pack; calling it runs it, its `str` names a test.

    Attributes
    ----------
    case : OpCase
        What the spec says of the op.
    check : str
        The name of a method of `OpCheck`: ``gradients``, ``forward_mode``, ...
    """

    case: OpCase
    check: str

    def __call__(self) -> None:
        """Run the check; raise AssertionError with op, check, sample, and what was expected and what came."""
        OpCheck(self.case).run(self.check)

    def __str__(self) -> str:
        return f"{self.case.op}-{self.check}"


def pack_checks(pack: ModuleType | str) -> list[PackCheck]:
    """Return every check of every op of a pack, to be made tests or the parameters of a fixture.

    Parameters
    ----------
    pack : module or str
        The pack that ``derivata codegen`` has written, or the name that it is imported by.

    Raises
    ------
    TypeError
        For a module that is not such a pack.

    Examples
    --------
    One test of each check, with pytest::

        @pytest.mark.parametrize("check", derivata.testing.pack_checks(my_ops), ids=str)
        def test_my_ops(check):
            check()

    The same as a fixture::

        @pytest.fixture(params=derivata.testing.pack_checks(my_ops), ids=str)
        def check(request):
            return request.param
    """
    return [PackCheck(case, check) for case, check in collect(_cases(pack))]


def check_pack(pack: ModuleType | str) -> int:
    """Run every check of every op of a pack, and raise one AssertionError with everything that failed.

    Parameters
    ----------
    pack : module or str
        The pack that ``derivata codegen`` has written, or the name that it is imported by.

    Returns
    -------
    int
        The number of checks.

    Raises
    ------
    AssertionError
        With op, check and sample of everything that failed, and what was expected and what came.
    TypeError
        For a module that is not such a pack.

    Examples
    --------
    ::

        def test_my_ops():
            derivata.testing.check_pack(my_ops)
    """
    return check_ops(_cases(pack), subject=_name(pack))


def _cases(pack: ModuleType | str) -> tuple[OpCase, ...]:
    name = _name(pack)
    try:
        cases: tuple[OpCase, ...] = import_module(f"{name}.checks").CASES
    except (ModuleNotFoundError, AttributeError) as error:
        if isinstance(error, ModuleNotFoundError) and not f"{name}.checks.".startswith(f"{error.name}."):
            raise  # it is there, and something that it needs is not
        raise TypeError(
            f"check_pack: expected a pack that derivata codegen has written, got {name}, which has no checks.CASES"
        ) from None
    return cases


def _name(pack: ModuleType | str) -> str:
    return pack if isinstance(pack, str) else pack.__name__
