"""`numpy`: the functions of NumPy and SciPy that an op stands for, and how they call it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..diagnostics import did_you_mean, listing
from ..source.entry import MAX_LIST, Entry
from ..source.nodes import Text
from ..spec import NumPyCall, NumPyParameter
from ..vocabulary import NUMPY_MODULES

_NAME = r"[A-Za-z_]\w*"
_CALL = re.compile(rf"\s*({_NAME}(?:\.{_NAME})?)(?:\(((?:[^()]|\([^()]*\))*)\))?\s*(?:,|$)")
_COMMA = re.compile(r",(?![^(]*\))")
_PARAMETER = re.compile(rf"\s*(?:({_NAME})\s+)?({_NAME})\s*(?:=\s*(.*?))?\s*$")
_FORM = "functions of NumPy: 'sinc(self x), linalg.trace(self x, offset=0)'"


def read_numpy(entry: Entry) -> tuple[NumPyCall, ...]:
    """Read `numpy`: ufuncs by their names, functions with their parameters, each after the argument it stands for."""
    node = entry.words_of("numpy", _FORM)
    return () if node is None else tuple(_calls(entry, node))


def _calls(entry: Entry, node: Text) -> Iterator[NumPyCall]:
    start, text = 0, node.value
    if len(text) > MAX_LIST:
        entry.fail(node.location, f"numpy: expected at most {MAX_LIST} characters, got {len(text)}")
        return
    while start < len(text):
        found = _CALL.match(text, start)
        if found is None:
            got = text[start:].strip()
            entry.fail(node.locate(start), f"numpy: expected {_FORM}, got '{got}'", "part calls by commas")
            return
        call = _call(entry, node, found)
        if call is not None:
            yield call
        start = found.end()


def _call(entry: Entry, node: Text, found: re.Match[str]) -> NumPyCall | None:
    name, parameters = found[1], found[2]
    place = node.locate(found.start(1))
    module = name.rpartition(".")[0]
    if module not in NUMPY_MODULES:
        known = listing(f"'{known}.'" for known in NUMPY_MODULES if known)
        message = f"numpy: expected a function of NumPy or one of {known}, got '{name}'"
        entry.fail(place, message, did_you_mean(module, NUMPY_MODULES))
        return None
    if parameters is None:
        return NumPyCall(name, None, place)
    read = [_parameter(entry, part) for part in _COMMA.split(parameters)]
    problems = [problem for problem in read if isinstance(problem, str)]
    kept = tuple([one for one in read if isinstance(one, NumPyParameter)])
    problem = problems[0] if problems else _problem(entry, kept)
    if problem:
        entry.fail(place, f"numpy: {name}: {problem}")
        return None
    return NumPyCall(name, kept, place)


def _parameter(entry: Entry, text: str) -> NumPyParameter | str:
    """Return a parameter, or what is wrong with it."""
    found = _PARAMETER.match(text)
    if found is None:
        return f"expected a parameter such as 'dim axis=None', got '{text.strip()}'"
    argument, name, default = found[1] or found[2], found[2], found[3]
    if argument not in entry.arguments:
        return f"expected an argument of the op before '{name}', got '{argument}'"
    if default is not None:
        try:
            ast.literal_eval(default)
        except (SyntaxError, ValueError):
            return f"expected a literal as default of '{name}', got '{default}'"
    return NumPyParameter(name, argument, default)


def _problem(entry: Entry, parameters: tuple[NumPyParameter, ...]) -> str:
    """Return what is wrong with the combination of parameters, or ""."""
    given = [parameter.argument for parameter in parameters]
    names = [parameter.name for parameter in parameters]
    for twice in (given, names):
        if repeated := next((one for one in twice if twice.count(one) > 1), ""):
            return f"expected each argument once, got '{repeated}' twice"
    defaults = [parameter.default is not None for parameter in parameters]
    if defaults != sorted(defaults):
        return "expected parameters with defaults behind those without, got them in another order"
    missing = [a.name for a in entry.signature.arguments if a.default is None and a.name not in given]
    return f"expected a parameter for the argument '{missing[0]}', got none" if missing else ""
