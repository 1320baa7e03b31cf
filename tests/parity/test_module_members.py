"""Modules have the public methods and attributes that PyTorch's have."""

import inspect
from typing import Any

import pytest

import derivata as dv

torch = pytest.importorskip("torch", reason="its modules are compared")

NOT_HERE = {
    "bfloat16 cuda ipu mtia xpu share_memory": "there are processors and NumPy's dtypes only",
    "T_destination call_super_init dump_patches": "of how torch.nn.Module is made and saved",
    "compile": "derivata.compile(module)",
    "replicate parallel_apply scatter gather": "of DataParallel, which has one device",
    "check_input check_hidden_size check_forward_args get_expected_hidden_size get_expected_cell_size permute_hidden": (
        "steps of torch's RNN.forward"
    ),
    "merge_masks activation_relu_or_gelu": "steps of torch's fast path of attention",
}
"""Members that modules lack, with the reason."""

LACKING = {name for names in NOT_HERE for name in names.split()}
ARGUMENTS: list[Any] = [
    (), (2,), (4,), (2, 2), (2, 2, 2), (2, 2, 2, 2), (4, 2), ([2],), (2, [2, 2]), ([3], [4]), (2, 4), (8, 10, [2, 5]),
]  # fmt: skip
PUBLIC = [
    name
    for name, kind in inspect.getmembers(torch.nn, inspect.isclass)
    if issubclass(kind, torch.nn.Module) and hasattr(dv.nn, name)
]


def made(library: Any, name: str) -> Any:
    """Return a module, made with the first arguments that it takes; None if it takes none of them."""
    for arguments in ARGUMENTS:
        try:
            return getattr(library.nn, name)(*arguments)
        except (TypeError, ValueError, AssertionError, AttributeError):  # it wants others
            continue
    return None


@pytest.mark.parametrize("name", PUBLIC)
def test_modules_have_the_members_of_torch(name: str) -> None:
    """What can be called on, or read from, a module in PyTorch is there, or is in the list of exceptions."""
    theirs, ours = made(torch, name), made(dv, name)
    if theirs is None or ours is None:
        assert name in ("RNNBase", "TransformerDecoder", "TransformerEncoder"), "find arguments"
        return
    members = {member for member in dir(theirs) if member[0] != "_"} - LACKING
    assert [member for member in sorted(members) if not hasattr(ours, member)] == []
