# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/ops/at_once.py.jinja. Do not edit.
"""The ops that are loaded with the package, for formulas: a module without `__getattr__` is fastest."""

from .mine import *  # noqa: F403
