"""The page of what is missing names what is missing, and nothing else."""

import re
import types
import warnings
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import derivata as dv

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "not-here.md"
PLACES = ["torch", "torch.Tensor", "torch.nn.functional", "torch.special"]


def stated(place: str) -> list[str]:
    """Return the names that the page gives for a place."""
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, table = section.partition("\n")
        if title == place:
            return re.findall(
                r"`(\w+)`", "".join(row.split("|")[2] for row in table.split("\n") if "`" in row)
            )
    return []


def found(root: Any, place: str) -> Any:
    path = place.partition(".")[2]
    return attrgetter(path)(root) if path else root


def is_name(value: Any, place: str) -> bool:
    """Whether a public attribute is a function; all attributes of tensors count."""
    return place == "torch.Tensor" or (callable(value) and not isinstance(value, type | types.ModuleType))


@pytest.mark.parametrize("place", PLACES)
def test_page_names_what_is_missing(place: str) -> None:
    """Every public function of torch, torch.nn.functional and torch.special, and every attribute of torch.Tensor, is
    here, or stands with the reason on the page of what is not.
    """
    torch = pytest.importorskip("torch", reason="its public names are compared")
    theirs, ours = found(torch, place), found(dv, place)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        public = [name for name in dir(theirs) if name[0] != "_" and is_name(getattr(theirs, name), place)]
        missing = {name for name in public if not hasattr(ours, name)}
    assert len(public) > 50
    assert missing - set(stated(place)) == set(), "say on docs/not-here.md why"
    assert set(stated(place)) - missing == set(), "take them off docs/not-here.md: they are here"


@pytest.mark.parametrize("place", PLACES)
def test_names_are_given_once(place: str) -> None:
    names = stated(place)
    assert len(names) == len(set(names))
