"""`func.rearrange`, a pattern of text for splitting, reordering and merging dimensions."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.func import rearrange

PATTERNS: list[tuple[str, dict[str, int]]] = [
    ("b h w -> b (h w)", {}),
    ("b h w->w b h", {}),
    ("... w -> w ...", {}),
    ("b ... -> b (...)", {}),
    ("b h (w v) -> v b h w", {"v": 2}),
    ("b h (w v) -> v (b h) w", {"v": 2, "w": 2}),
    ("b h w -> (b 1) () h w 1", {}),
    ("b h w -> ... b h w", {}),
]


@pytest.mark.parametrize(("pattern", "lengths"), PATTERNS)
def test_patterns_do_what_pytorch_s_do(pattern: str, lengths: dict[str, int]) -> None:
    torch: Any = pytest.importorskip("torch", reason="the same patterns on both")
    values = np.arange(24.0).reshape(2, 3, 4)
    try:
        expected = torch.func.rearrange(torch.tensor(values), pattern, **lengths)
    except ValueError:
        with pytest.raises(ValueError, match=r"^rearrange: "):
            rearrange(dv.tensor(values), pattern, **lengths)
        return
    x = dv.tensor(values, requires_grad=True)
    result = rearrange(x, pattern, **lengths)
    assert result.tolist() == expected.tolist()
    (result * result.detach()).sum().backward()
    assert x.grad.tolist() == values.tolist()


def test_a_sequence_is_stacked_and_vmap_maps() -> None:
    x = dv.arange(12.0).reshape(3, 4)
    assert rearrange([x, x + 1], "two a b -> b (a two)").shape == (4, 6)
    assert dv.func.vmap(lambda row: rearrange(row, "(a b) -> b a", b=2))(x)[1].tolist() == [[4, 6], [5, 7]]
    assert rearrange(dv.tensor(1.0), "-> 1").tolist() == [1.0]
    assert rearrange(dv.ones(1, 2), "1 a -> a").shape == (2,)
    with pytest.raises(ValueError, match="got 2 in shape"):
        rearrange(dv.ones(2, 2), "1 a -> a")
