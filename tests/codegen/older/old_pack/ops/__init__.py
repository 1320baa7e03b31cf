# Generated from my_ops.yaml by `derivata codegen my_ops.yaml --package old_pack`; template: templates/ops/__init__.py.jinja. Do not edit.
"""Every op under its name: `ops.mul`, internal ones and overloads (`ops.max_dim`) included."""

from . import at_once as at_once  # first: the modules look for each other there
from .mine import *  # noqa: F403
