"""The state of an optimizer that is spread over ranks: collected on one of them, saved and loaded as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...optim import saved_state
from ...optim.optimizer import Group, Optimizer
from ...runtime.tensors.tensor import Tensor
from ..objects import gather_object
from ..process_group import ProcessGroup
from .shares import Shares

WHO = "ZeroRedundancyOptimizer"


class SpreadState(Optimizer):
    """An optimizer, each rank of which has an inner one for its share of the parameters."""

    process_group: ProcessGroup
    optim: Optimizer
    _shares: Shares
    _consolidated: dict[int, Any] | None = None  # the state of all parameters, by number

    def consolidate_state_dict(self, to: int = 0) -> None:
        """Collect the state of all ranks on one, where `state_dict` returns it until the next step.

        All ranks call this.

        Parameters
        ----------
        to : int
            The rank, by its number among all.
        """
        own = self.state_of_share()["state"]
        here = self.process_group.global_rank() == to
        found: list[Any] | None = [None] * self.process_group.size() if here else None
        gather_object(own, found, to, self.process_group)
        if found is not None:
            self._consolidated = dict(sorted(item for state in found for item in state.items()))

    def state_of_share(self) -> dict[str, Any]:
        """Return the state of this rank's share by the numbers of all parameters, and all groups: for checkpoints."""
        number = {id(param): index for index, param in enumerate(saved_state.params_of(self.param_groups))}
        mine = [number[id(param)] for param in saved_state.params_of(self.optim.param_groups)]
        own = {mine[index]: entries for index, entries in self.optim.state_dict()["state"].items()}
        return {**saved_state.collect(self.param_groups, {}, False), "state": own}

    def has(self, param: Tensor) -> bool:
        """Tell whether a parameter is one of this rank's share."""
        return self._shares.owner(param) == self.process_group.rank()

    def _collected(self) -> dict[str, Any]:
        """Return the state of all parameters, which `consolidate_state_dict` has collected on this rank.

        Raises
        ------
        RuntimeError
            Where the state is not, or was collected before the last step.
        """
        if self._consolidated is None:
            raise RuntimeError(
                f"{WHO}: Optimizer state has not been consolidated on this rank since the last step. Please call "
                f"`consolidate_state_dict(to={self.process_group.global_rank()})` on all ranks beforehand if you meant "
                "to save the global state"
            )
        return {**saved_state.collect(self.param_groups, {}, False), "state": self._consolidated}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        """Take this rank's share of the state of all parameters, which all ranks are given."""
        groups = saved_state.restored_groups(WHO, self.param_groups, saved, self.optim.defaults)
        self.optim.load_state_dict(self._share_of(saved))
        self.param_groups, self.state = groups, self.optim.state
        self._consolidated = None

    def _share_of(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """Return this rank's part of a state of all parameters."""
        numbers = [number for group in saved["param_groups"] for number in group["params"]]
        owners = map(self._shares.owner, saved_state.params_of(self.param_groups))
        own = {
            number
            for number, owner in zip(numbers, owners, strict=True)
            if owner == self.process_group.rank()
        }
        return {
            "state": {number: entries for number, entries in saved["state"].items() if number in own},
            "param_groups": [
                {**options_of(group), "params": [number for number in group["params"] if number in own]}
                for group in saved["param_groups"]
            ],
        }


def options_of(group: Group) -> Group:
    """Return the options of a group, which do not depend on how many parameters it has."""
    return {key: value for key, value in group.items() if key not in ("params", "param_names")}
