"""The generator: spec text -> model -> checks -> plans -> rendered text -> files.

It imports neither the runtime nor generated code, and runs nothing that a spec contains.
"""
