# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/__init__.py.jinja. Do not edit.
"""The ops of my_ops.yaml: OPS.md lists them, `pytest --pyargs old_pack` checks them."""

from derivata.runtime.pack import require

require(__name__, "old_pack", interface=3, command="derivata codegen my_ops.yaml --package old_pack")

from derivata import generated as _generated  # noqa: E402, F401

from .namespaces.top_level import *  # noqa: E402, F403
from .namespaces.top_level import __all__ as __all__  # noqa: E402

# pyright: reportUnusedImport=false
