"""Forward mode: tensors that carry tangents."""

from ..runtime.forward_mode.dual_level import enter_dual_level as enter_dual_level
from ..runtime.forward_mode.dual_level import exit_dual_level as exit_dual_level
from ..runtime.forward_mode.forward_ad import UnpackedDualTensor as UnpackedDualTensor
from ..runtime.forward_mode.forward_ad import dual_level as dual_level
from ..runtime.forward_mode.forward_ad import make_dual as make_dual
from ..runtime.forward_mode.forward_ad import unpack_dual as unpack_dual
