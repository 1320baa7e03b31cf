"""The hand-written engine: tensors, nodes, edges, accumulation. It names no op; generated code plugs into it."""

import warnings

if __name__ != "derivata.runtime":
    raise ImportError(
        f"the folder runtime/ was imported as {__name__!r}; it is the package derivata.runtime: import that instead"
    )

# Infinities and NaN are values like others, in a small array (NumPy's loops) as in a large one (compiled loops). Said
# here, once, because entering numpy.errstate costs as much as a small op.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"derivata\.")
