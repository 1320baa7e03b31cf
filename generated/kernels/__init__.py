# Generated from derivatives.yaml by `make codegen`; template: templates/kernels/__init__.py.jinja. Do not edit.
"""Loops that are compiled at their first profitable use: one module per op."""
