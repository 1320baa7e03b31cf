"""What is built on collectives: communication hooks, and uneven inputs."""

from typing import TYPE_CHECKING

from ...support.missing_names import only_these
from . import ddp_comm_hooks as ddp_comm_hooks
from . import join as join

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals(), "ddp_comm_hooks", "join")
