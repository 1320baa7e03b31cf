"""The hand-written engine: tensors, nodes, edges, accumulation. It names no op; generated code plugs into it."""

if __name__ != "derivata.runtime":
    raise ImportError(
        f"the folder runtime/ was imported as {__name__!r}; it is the package derivata.runtime: import that instead"
    )
