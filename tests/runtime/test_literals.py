"""The numbers of formulas that are kept as arrays."""

import numpy as np
import pytest

from derivata.support.literals import Literals, literals


def test_an_array_that_stands_for_a_number_cannot_be_changed() -> None:
    """All formulas share one array per number and dtype: nobody can write into it, or make it writeable by a view."""
    array = literals[2.5, np.dtype(np.float32)]
    assert array is literals[2.5, np.dtype(np.float32)]
    assert (array.shape, array.dtype, float(array)) == ((), np.float32, 2.5)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 1
    with pytest.raises(ValueError, match="read-only"):
        np.add(array, 1, out=array)
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.view().flags.writeable = True


def test_other_dtypes_get_the_number_itself() -> None:
    kept = Literals()
    assert kept[2.5, np.dtype(np.complex64)] == 2.5
    assert not isinstance(kept[3, np.dtype(np.int64)], np.ndarray)
    assert not kept
