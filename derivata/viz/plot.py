"""Pictures of the values of small tensors, by matplotlib, which is imported when something is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WRITTEN = 100
"""Up to how many elements of a matrix have their numbers written on them."""


def plot(tensor: Tensor, axes: Axes | None = None) -> Axes:
    """Draw the values of a tensor: a vector as a line, a matrix as a map with its first row on top.

    History does not matter: what is drawn is the values. Of complex tensors there are two lines, or the modulus.

    Parameters
    ----------
    tensor : Tensor
        Of one or two dimensions.
    axes : matplotlib.axes.Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ModuleNotFoundError
        If matplotlib is not installed.
    TypeError
        If `tensor` is not a Tensor.
    ValueError
        For other numbers of dimensions, and for no elements.

    Examples
    --------
    >>> x = dv.tensor([[1.0, -2.0], [0.5, 0.0]])
    >>> axes = dv.viz.plot(x)
    >>> [text.get_text() for text in axes.texts]
    ['1', '-2', '0.5', '0']

    Notes
    -----
    A notebook shows the figure; a program keeps it with ``dv.viz.plot(x).figure.savefig("x.png")``.
    """
    array = _values(tensor)
    if axes is None:
        axes = _new_axes()
    if array.ndim == 1:
        _line(array, axes)
    else:
        _map(array, axes)
    return axes


def _values(tensor: Tensor) -> np.ndarray[Any, Any]:
    if not isinstance(tensor, Tensor):
        raise TypeError(
            f"viz.plot: expected a Tensor, got {type(tensor).__name__}; make one with derivata.tensor()"
        )
    if tensor.ndim not in (1, 2) or 0 in tensor.shape:
        raise ValueError(
            f"viz.plot: expected a tensor of one or two dimensions with elements, got shape {tensor.shape}; draw a "
            "part of it, such as x[0], or x.flatten()"
        )
    return tensor.detach().to_dense().numpy()


def _new_axes() -> Axes:
    try:
        from matplotlib import pyplot
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "viz.plot: needs matplotlib, which is not installed; pip install matplotlib", name=error.name
        ) from None
    _, axes = pyplot.subplots()
    return axes


def _line(array: np.ndarray[Any, Any], axes: Axes) -> None:
    if array.dtype.kind == "c":
        axes.plot(array.real, label="real")
        axes.plot(array.imag, label="imag")
        axes.legend()
    else:
        axes.plot(array, marker="." if array.size <= WRITTEN else "")
    axes.set_xlabel("index")


def _map(array: np.ndarray[Any, Any], axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    numbers = np.abs(array) if array.dtype.kind == "c" else array.astype(np.float64)
    finite = np.abs(numbers[np.isfinite(numbers)])
    limit = finite.max(initial=0.0) or 1.0
    signed = bool((numbers < 0).any())  # then the middle of the colours is zero
    image = axes.imshow(
        numbers, cmap="RdBu" if signed else "Blues", vmin=-limit if signed else 0.0, vmax=limit, aspect="auto"
    )
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.figure.colorbar(image, ax=axes)
    if numbers.size <= WRITTEN:
        for (row, column), number in np.ndenumerate(numbers):
            colour = "white" if abs(number) > 0.6 * limit else "black"
            axes.text(column, row, f"{number:.3g}", ha="center", va="center", color=colour)
