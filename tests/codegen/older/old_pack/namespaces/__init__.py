# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/namespaces/__init__.py.jinja. Do not edit.
"""Public ops by the place where users find them."""
