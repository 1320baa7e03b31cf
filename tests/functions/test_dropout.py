"""Dropout's masks: their values, their share of zeros, and what repeats them."""

from __future__ import annotations

import numpy as np
import pytest

from derivata.arrays.random import manual_seed
from derivata.generated import functions as F


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_elements_are_zero_or_scaled_in_the_right_proportion(p: float) -> None:
    manual_seed(0)
    x = np.ones((200, 500), np.float32)
    result, mask = F.dropout(x, p, x.shape)
    assert result.dtype == mask.dtype == np.float32
    np.testing.assert_array_equal(result, mask)
    np.testing.assert_allclose(np.unique(mask), [0.0, 1 / (1 - p)], rtol=1e-6)
    zeros = (mask == 0).mean()
    assert abs(zeros - p) < 5 * np.sqrt(p * (1 - p) / x.size)
    assert abs((mask == 0).mean(axis=0) - p).max() < 0.2


def test_the_extremes_keep_all_and_nothing() -> None:
    x = np.array([1.0, 2.0])
    np.testing.assert_array_equal(F.dropout(x, 0.0, (2,))[0], x)
    np.testing.assert_array_equal(F.dropout(x, 1.0, (2,))[0], [0.0, 0.0])


def test_a_seed_repeats_the_mask() -> None:
    x = np.ones(1000)
    manual_seed(3)
    first, second = F.dropout(x, 0.5, (1000,))[1], F.dropout(x, 0.5, (1000,))[1]
    manual_seed(3)
    np.testing.assert_array_equal(F.dropout(x, 0.5, (1000,))[1], first)
    assert (first != second).any()


def test_a_channel_mask_zeroes_whole_channels() -> None:
    x = np.ones((4, 8, 3, 3))
    result, mask = F.dropout(x, 0.5, F.channel_mask_shape("dropout2d", x.shape))
    assert mask.shape == (4, 8, 1, 1)
    assert set(result.mean(axis=(2, 3)).reshape(-1)) <= {0.0, 2.0}


def test_evaluation_and_probability_zero_leave_dropout_inactive() -> None:
    assert not F.dropout_is_active("dropout", 0.5, False)
    assert not F.dropout_is_active("dropout", 0.0, True)
    assert F.dropout_is_active("dropout", 0.5, True)


def test_wrong_arguments_are_named() -> None:
    for p in (-0.1, 1.1, float("nan")):
        with pytest.raises(
            ValueError, match="dropout: dropout probability has to be between 0 and 1, but got"
        ):
            F.dropout_is_active("dropout", p, False)
    with pytest.raises(RuntimeError, match=r"dropout2d: Expected 3D or 4D input, but received a 2D input"):
        F.channel_mask_shape("dropout2d", (2, 3))
