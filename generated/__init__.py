# Generated from derivatives.yaml by `make codegen`; template: templates/__init__.py.jinja. Do not edit.
"""Generated ops; importing the package gives Tensor its methods."""

from .methods import install

install()
