"""What users meet who ask for something that derivata does not have."""

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

import numpy as np
import pytest

import derivata as dv
from derivata.suggestions.entries import entry, place_of_entry
from derivata.suggestions.names import _INSTEAD
from derivata.support.missing_names import damerau_distance, elsewhere, near, nearest, reasons


def test_a_misspelt_name_of_derivata_has_its_nearest_one_in_the_error() -> None:
    """The error for a name that derivata does not have says which name is nearest."""
    with pytest.raises(AttributeError) as caught:
        dv.tanhh  # type: ignore[attr-defined]  # noqa: B018
    assert str(caught.value) == "module 'derivata' has no attribute 'tanhh'; did you mean 'tanh'?"


def test_a_function_of_numpy_that_has_no_op_comes_with_the_entry_that_would_make_it_one() -> None:
    """The error for a function of NumPy that derivata does not have shows an entry with its arguments."""
    with pytest.raises(AttributeError) as caught:
        dv.convolve  # type: ignore[attr-defined]  # noqa: B018
    text = str(caught.value)
    assert text.startswith("module 'derivata' has no attribute 'convolve'")
    assert "- name: convolve(Tensor self, Tensor other, str mode='full') -> Tensor\n  forward: ..." in text


def test_a_name_whose_entry_is_not_generated_yet_is_answered_with_the_place_of_the_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who adds an entry and forgets `make codegen` is told so, and not which other name is near."""
    place = place_of_entry("sin")
    spec = Path(dv.__file__).parents[1] / "derivatives.yaml"
    assert (
        spec.read_text(encoding="utf-8").splitlines()[int(place.split(":")[1]) - 1].startswith("- name: sin(")
    )
    assert place_of_entry("nothing_like_this") == ""
    monkeypatch.setattr("derivata.suggestions.entries.place_of_entry", lambda name: "derivatives.yaml:7")
    with pytest.raises(
        AttributeError, match=r"'squashedd'; derivatives.yaml:7 has its entry: run 'make codegen'"
    ):
        dv.squashedd  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", ["backend", "Backends"])
def test_a_misspelt_module_is_answered_with_the_module_and_no_entry(name: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(dv, name)
    assert str(caught.value) == f"module 'derivata' has no attribute {name!r}; did you mean 'backends'?"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("softplus", "use derivata.nn.functional.softplus"),
        ("kl_div", "use derivata.nn.functional.kl_div"),
        ("solve", "use derivata.linalg.solve"),
        ("grad", "use derivata.autograd.grad"),
        ("Linear", "use derivata.nn.Linear"),
        ("jit", f"not here: {reasons()['modules of torch', 'jit']} (derivata/not-here.md)"),
    ],
)
def test_what_is_elsewhere_and_modules_of_pytorch_are_answered_with_no_entry(name: str, answer: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(dv, name)
    assert str(caught.value) == f"module 'derivata' has no attribute {name!r}; {answer}"


def test_a_misspelt_class_is_not_answered_with_an_entry() -> None:
    with pytest.raises(AttributeError, match=r"derivata/not-here.md lists .* beyond derivata$"):
        dv.Frobnicator  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    "name",
    [
        "autograd",
        "backends",
        "cuda",
        "fft",
        "func",
        "linalg",
        "masked",
        "nn",
        "nn.functional",
        "nn.init",
        "nn.utils",
        "optim",
        "optim.lr_scheduler",
        "random",
        "signal",
        "special",
        "utils",
        "utils.checkpoint",
        "utils.data",
    ],
)
def test_dir_of_a_module_lists_what_it_offers_and_nothing_that_it_imports(name: str) -> None:
    """Tab completion shows names that exist, of derivata's own."""
    module = attrgetter(name)(dv)
    listed = [known for known in dir(module) if known[0] != "_"]
    assert listed
    assert all(hasattr(module, known) for known in listed)
    assert not {"TYPE_CHECKING", "Any", "import_module", "only_these", "MissingName", "np"} & {
        *listed,
        *dir(dv),
    }


def test_asking_whether_a_name_exists_makes_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """`hasattr(derivata, name)` does not pay for the text of an error that nobody sees."""

    def fails(*arguments: object) -> str:
        raise AssertionError("the text was made")

    monkeypatch.setattr("derivata.suggestions.entries.entry", fails)
    monkeypatch.setattr("derivata.support.missing_names.nearest", fails)
    assert not hasattr(dv, "nothing_like_this")
    assert not hasattr(dv, "_private")


@pytest.mark.parametrize(
    ("function", "signature"),
    [
        (np.spacing, "spacing(Tensor self) -> Tensor"),
        (np.divmod, "divmod(Tensor self, Tensor other) -> (Tensor first, Tensor second)"),
        (
            np.unwrap,
            "unwrap(Tensor self, int? discont=None, int dim=-1, float period=6.283185307179586) -> Tensor",
        ),
        (None, "nothing(Tensor self) -> Tensor"),
    ],
)
def test_the_signature_of_an_entry_is_that_of_the_function(
    function: Callable[..., object] | None, signature: str
) -> None:
    """The entry for a function has its arguments in the words of the spec language; the first ones are tensors."""
    name = signature.partition("(")[0]
    assert entry(name, function).splitlines()[0] == f"- name: {signature}"


def test_no_name_is_near_to_one_that_is_like_none() -> None:
    """Nothing is suggested for a name that is like no other."""
    assert near("tannh", ["tanh", "sin"]) == "did you mean 'tanh'?"
    assert near("xyzzy", ["tanh", "tan"]) == ""


def test_numpy_functions_work_on_tensors_without_gradient_as_on_arrays() -> None:
    """A function of NumPy that has no op takes tensors that need no gradient as if they were arrays."""
    x, y = dv.tensor([1.0, 2.0]), dv.tensor([3.0, 4.0])
    assert np.convolve(x, y).tolist() == [3.0, 10.0, 8.0]
    assert np.stack([x, y]).tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert np.shape(x) == (2,)


def test_a_numpy_function_that_would_lose_a_history_names_itself_and_what_to_use() -> None:
    """A function of NumPy that has no op refuses a tensor that requires grad, and says what to use instead."""
    x = dv.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(
        TypeError, match=r"^np\.polydiv: .* use a derivata function, or tensor\.detach\(\)\.numpy\(\)"
    ):
        np.polydiv(x, x)
    with dv.no_grad():
        assert np.polydiv(x, x)[0].tolist() == [1.0]


def test_modules_of_ops_name_what_is_nearest_or_the_page_of_what_is_missing() -> None:
    """The error for a function that `linalg` or `special` lacks names the nearest, or the page of what is missing."""
    with pytest.raises(AttributeError) as caught:
        dv.special.erff  # noqa: B018
    assert str(caught.value) == "module 'derivata.special' has no attribute 'erff'; did you mean 'erf'?"
    with pytest.raises(AttributeError) as caught:
        dv.linalg.jordan  # noqa: B018
    assert "'jordan'; derivata/not-here.md lists what PyTorch has beyond" in str(caught.value)
    assert not hasattr(dv.linalg, "_jordan")


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("astype", "use .to(dtype), such as .to(derivata.float64)"),
        ("copy", "use .clone(), or .detach().clone() for a copy without history"),
        ("cuda", "the processor is the only device, so that nothing has to be moved: leave the call out"),
        ("to_numpy", "use .numpy()"),
        ("tobytes", "use .numpy().tobytes, on the array that shares the memory"),
        ("symeig", "use numpy.linalg or scipy.linalg on .detach().numpy() where no gradient is wanted"),
    ],
)
def test_attributes_of_other_libraries_are_answered_with_what_to_use(name: str, cure: str) -> None:
    """The error for an attribute of NumPy's arrays or PyTorch's tensors says what to use instead."""
    for tensor, kind in ((dv.ones(2), "Tensor"), (dv.nn.Parameter(dv.ones(2)), "Parameter")):
        with pytest.raises(AttributeError) as caught:
            getattr(tensor, name)
        assert str(caught.value) == f"{kind!r} object has no attribute {name!r}; {cure}"
        assert caught.value.name == name


def test_every_attribute_of_arrays_is_there_or_answered() -> None:
    """No public attribute of NumPy's arrays ends in Python's own error."""
    unanswered = []
    for name in dir(np.ndarray):
        try:
            getattr(dv.ones(2, 2, dtype=dv.complex64), name)
        except AttributeError as error:
            if name[0] != "_" and "; " not in str(error):
                unanswered.append(name)
    assert unanswered == []


def test_absent_attributes_are_neither_listed_nor_found() -> None:
    """`hasattr` says no to such names and `dir` does not list them, unless a subclass has them."""
    x = dv.ones(2)
    assert not hasattr(x, "astype")
    assert not hasattr(dv.Tensor, "astype")
    for listed in (dir(x), dir(dv.Tensor)):
        assert "astype" not in listed
        assert {"sum", "shape", "_array"} <= set(listed)

    class Other(dv.Tensor):
        def astype(self) -> str:
            return "here"

    assert "astype" in dir(Other)
    assert "cuda" not in dir(Other)


def test_attributes_are_looked_up_without_a_hook() -> None:
    """Tensors have no `__getattr__`, which would make each look-up of an attribute slower."""
    assert dv.Tensor.__getattribute__ is object.__getattribute__
    assert not hasattr(dv.Tensor, "__getattr__")


def test_what_no_op_could_be_comes_with_what_to_do_instead_and_no_entry() -> None:
    """What programs for PyTorch ask for, and no op could be, comes with what to do instead; a module with the page."""
    assert str(missing("bfloat16")).endswith("'bfloat16'; NumPy has no such numbers: use float32 or float16")
    assert str(missing("einops")).endswith(
        "'einops'; the functions of `import einops` take tensors; its layers are in derivata.nn.einops"
    )
    assert str(missing("polynomial")).endswith(
        "'polynomial'; derivata/not-here.md lists what PyTorch has beyond derivata"
    )


def test_a_function_of_pytorch_comes_with_the_page_of_what_is_missing_and_an_entry() -> None:
    """The error for a function that derivata does not have says why, or names the page, then shows an entry."""
    first, *rest = str(missing("hspmm")).splitlines()
    assert first.endswith(
        "'hspmm'; not here: Sparse layouts but COO, and their products (derivata/not-here.md)"
    )
    assert "- name: hspmm(Tensor self) -> Tensor" in rest


def test_classes_are_found_in_the_modules_where_pytorch_keeps_them() -> None:
    """`nn.modules.activation` and its like have every class of the package, wherever it is written here."""
    from derivata.distributions.kl import Bernoulli
    from derivata.nn.modules.activation import ReLU6

    assert (ReLU6, Bernoulli) == (dv.nn.ReLU6, dv.distributions.Bernoulli)


def test_nothing_is_to_be_left_out_that_is_there() -> None:
    """Every name that comes with what to do instead is missing."""
    assert not [name for name in _INSTEAD if hasattr(dv, name)]


def test_autograd_lists_what_is_loaded_later() -> None:
    """`dir` of `autograd` lists what is loaded when it is first used."""
    assert {"backward", "gradcheck", "gradgradcheck", "profiler"} <= set(dir(dv.autograd))


@pytest.mark.parametrize(
    ("module", "name", "meant"),
    [
        ("", "tahn", "tanh"),
        ("linalg", "choleksy", "cholesky"),
        ("fft", "ftt", "fft"),
        ("special", "erff", "erf"),
        ("nn", "Sequental", "Sequential"),
        ("nn", "crossentropy", "CrossEntropyLoss"),
        ("nn.functional", "sofmtax", "softmax"),
        ("nn.init", "xavier_unifrom_", "xavier_uniform_"),
        ("nn.utils", "clip_grad_norm", "clip_grad_norm_"),
        ("optim", "Adm", "Adam"),
        ("optim.lr_scheduler", "SteplR", "StepLR"),
        ("func", "jacrve", "jacrev"),
        ("utils", "chekpoint", "checkpoint"),
        ("autograd", "gradchek", "gradcheck"),
        ("autograd.functional", "jacobain", "jacobian"),
    ],
)
def test_every_module_names_what_was_probably_meant(module: str, name: str, meant: str) -> None:
    """The error for a misspelt name of any module says which name is nearest; exchanged letters are one slip."""
    with pytest.raises(AttributeError) as caught:
        attrgetter(f"{module}.{name}".strip("."))(dv)
    assert str(caught.value).endswith(f"has no attribute {name!r}; did you mean {meant!r}?")


@pytest.mark.parametrize(
    "module",
    [
        "",
        "nn",
        "nn.functional",
        "optim",
        "func",
        "linalg",
        "fft",
        "special",
        "masked",
        "utils",
        "utils.data",
        "autograd",
        "autograd.graph",
    ],
)
def test_every_module_says_why_a_name_of_pytorch_is_missing(module: str) -> None:
    """The error for a name that docs/not-here.md has says the reason that stands there."""
    place = f"torch.{module}".strip(".")
    names = {name: why for (where, name), why in reasons().items() if where == place}
    asked = attrgetter(module)(dv) if module else dv
    assert names or place in ("torch.linalg", "torch.fft", "torch.special")
    for name, why in names.items():
        if name in _INSTEAD or (not module and elsewhere(name)):
            continue
        if module != "utils":  # of which some are modules on disk
            assert not hasattr(asked, name)
        with pytest.raises(AttributeError) as caught:
            getattr(asked, name)
        assert f"not here: {why} (derivata/not-here.md)" in str(caught.value)


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ("", "", 0),
        ("tahn", "tanh", 1),
        ("tahn", "tan", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
        ("a", "", 1),
    ],
)
def test_distances_of_words(first: str, second: str, distance: int) -> None:
    assert damerau_distance(first, second) == damerau_distance(second, first) == distance


def test_no_name_is_suggested_for_one_of_two_letters_or_the_name_itself() -> None:
    assert nearest("tf", ["t", "ti"]) == nearest("tanh", ["tanh"]) == ""


def missing(name: str) -> AttributeError:
    with pytest.raises(AttributeError) as caught:
        getattr(dv, name)
    return caught.value
