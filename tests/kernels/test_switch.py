"""What turns kernels on and off."""

import logging
import sys

import pytest

from derivata.arrays import kernels
from derivata.arrays.jit.switch import SWITCH, Switch


@pytest.fixture
def switch(monkeypatch):
    """Make a switch as it would be in a process with these environment variables."""

    def make(**variables):
        monkeypatch.delenv("DERIVATA_KERNELS", raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return Switch()

    return make


needs_kernels = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")


@needs_kernels
@pytest.mark.parametrize(
    ("value", "on"), [("1", True), ("strict", True), ("0", False), ("off", False), (" No ", False)]
)
def test_the_environment_may_turn_kernels_off(switch, value, on):
    assert switch(DERIVATA_KERNELS=value).on is on


def test_kernels_are_off_where_llvmlite_cannot_be_found(switch, monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    found = switch()
    assert not found.on
    assert found.native() is None


@needs_kernels
def test_disabled_blocks_nest_and_end_with_an_exception():
    with pytest.raises(KeyError), kernels.disabled():
        with kernels.disabled():
            assert not kernels.enabled()
        assert not kernels.enabled()
        raise KeyError
    assert kernels.enabled()


@needs_kernels
def test_a_broken_llvmlite_turns_kernels_off_with_one_warning(switch, monkeypatch, caplog):
    broken = switch()
    monkeypatch.setitem(sys.modules, "derivata.arrays.jit.native", None)
    with caplog.at_level(logging.WARNING, logger="derivata"):
        assert broken.native() is None
        assert broken.native() is None
    assert not broken.on
    assert len(caplog.records) == 1
    assert "derivata goes on with NumPy alone" in caplog.text
    broken.change(1)
    broken.change(-1)
    assert not broken.on


@needs_kernels
def test_a_strict_switch_raises_instead_of_warning(switch, monkeypatch):
    monkeypatch.setitem(sys.modules, "derivata.arrays.jit.native", None)
    with pytest.raises(ImportError):
        switch(DERIVATA_KERNELS="strict").native()


def test_enabled_tells_the_state_of_the_process():
    assert kernels.enabled() is SWITCH.on
