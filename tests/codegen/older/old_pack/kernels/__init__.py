# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/kernels/__init__.py.jinja. Do not edit.
"""Loops that are compiled at their first profitable use: one module per op."""
