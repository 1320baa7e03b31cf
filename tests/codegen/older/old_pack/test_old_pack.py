# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/test_pack.py.jinja. Do not edit.
"""All checks of all ops of this pack, one test each: `pytest --pyargs old_pack`."""

from typing import Any

from derivata.testing import PackCheck, pack_checks


def pytest_generate_tests(metafunc: Any) -> None:
    """Make a test of every check."""
    metafunc.parametrize("check", pack_checks("old_pack"), ids=str)


def test_op(check: PackCheck) -> None:
    """The op passes the check."""
    check()
