"""Ctrl-C at any instruction leaves modes, turns and leaves as usable as before."""

import contextvars
from typing import Any

import pytest
from hunt.hunters import interrupts

import derivata as dv

MOST = 120  # places of one program that are tried; the hunt tries others, and real signals


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", interrupts.PROGRAMS)
def test_an_interrupt_at_any_place_of_a_program_leaves_everything_usable(name: str) -> None:
    """A KeyboardInterrupt at each place where the interpreter looks for signals leaves modes as they were, in this
    context and in others, and the same tensors then give the same results. It comes out of the program, and memory
    that was written has another version.
    """
    threads = dv.get_num_threads()
    space: dict[str, Any] = {}
    exec(interrupts.SETUP, space)
    code = compile(interrupts.PROGRAMS[name], "<program>", "exec")
    after = compile(interrupts.AFTER, "<after>", "exec")
    exec(after, space)
    expected = space["result"]
    elsewhere = contextvars.copy_context()
    mode = dv.no_grad()
    elsewhere.run(mode.__enter__)
    exec(code, space)
    total = interrupts._count(code, space)
    for place in range(1, total + 1, max(total // MOST, 1)):
        lost: list[str] = []
        memory = interrupts._memory(space)
        with interrupts._losses(lost) as theirs:
            raised = interrupts._by_profile(code, space, place)
        assert interrupts._look(elsewhere) == "", f"place {place}"
        assert interrupts._unnoticed(memory) == "", f"place {place}"
        assert not raised or theirs, f"the interrupt at place {place} is lost {lost}"
    exec(after, space)
    assert space["result"] == expected
    elsewhere.run(mode.__exit__, None, None, None)
    dv.set_num_threads(threads)


def test_a_block_that_was_left_without_a_word_is_over() -> None:
    """A mode whose block is left although its `__exit__` did not run to its end is off, in this thread."""

    class Interrupted(dv.no_grad):  # type: ignore[misc]
        def ended(self, mode: Any) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Interrupted():
        assert not dv.is_grad_enabled()
    assert dv.is_grad_enabled()
    assert (dv.ones(1, requires_grad=True) * 2).requires_grad


def test_blocks_begun_by_hand_last_until_they_are_ended_by_hand() -> None:
    """`__enter__` and `__exit__` called by hand switch on and off, one object several times."""
    mode = dv.no_grad()
    mode.__enter__()
    mode.__enter__()
    assert not dv.is_grad_enabled()
    mode.__exit__(None, None, None)
    assert not dv.is_grad_enabled()
    mode.__exit__(None, None, None)
    assert dv.is_grad_enabled()
