# Generated from derivatives.yaml by `make codegen`; template: templates/namespaces/__init__.py.jinja. Do not edit.
"""Public ops by the place where users find them."""
