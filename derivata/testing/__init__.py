"""What tests of ops and models need: comparing numbers, and checking whole ops from their generated cases."""

from typing import TYPE_CHECKING

from ..support.missing_names import only_these
from .cases import OpCase as OpCase
from .closeness import assert_close as assert_close
from .op_check import OpCheck as OpCheck
from .op_check import check_ops as check_ops
from .op_check import collect as collect
from .pack_checks import PackCheck as PackCheck
from .pack_checks import check_pack as check_pack
from .pack_checks import pack_checks as pack_checks
from .random_tensors import make_tensor as make_tensor

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
