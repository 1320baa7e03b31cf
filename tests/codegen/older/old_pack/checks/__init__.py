# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/checks/__init__.py.jinja. Do not edit.
"""What the checks of every op need to know, by family."""

from .mine import CASES as CASES
