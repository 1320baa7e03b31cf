"""Training as in PyTorch's tutorials: a few steps, of which only the import differs, in both libraries."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv


def filled(lib: Any, module: Any) -> Any:
    """Return a module of double precision whose parameters are the same in every library."""
    random = np.random.default_rng(0)
    module = module.double()
    with lib.no_grad():
        for parameter in module.parameters():
            parameter.copy_(lib.from_numpy(random.normal(0, 0.3, tuple(parameter.shape))))
    return module


def drawn(lib: Any, *shape: int, seed: int = 1) -> Any:
    """Return normal numbers that are the same in every library."""
    return lib.from_numpy(np.random.default_rng(seed).standard_normal(shape))


def perceptron(lib: Any, *sizes: int, activation: str = "Tanh") -> Any:
    layers: list[Any] = []
    for number in range(len(sizes) - 1):
        layers += [lib.nn.Linear(sizes[number], sizes[number + 1]), getattr(lib.nn, activation)()]
    return filled(lib, lib.nn.Sequential(*layers[:-1]))


def trained(
    lib: Any, model: Any, loss_of: Callable[[], Any], steps: int = 6, lr: float = 0.02
) -> list[float]:
    """Return the losses of some steps of Adam."""
    optimizer, losses = lib.optim.Adam(model.parameters(), lr=lr), []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def generator_against_discriminator(lib: Any) -> list[float]:
    generator, judge = perceptron(lib, 2, 8, 2), perceptron(lib, 2, 8, 1, activation="LeakyReLU")
    losses: list[float] = []
    steps = [lib.optim.Adam(model.parameters(), lr=0.01, betas=(0.5, 0.999)) for model in (generator, judge)]
    loss_of, real = lib.nn.BCEWithLogitsLoss(), drawn(lib, 16, 2) + 2
    for number in range(4):
        made = generator(drawn(lib, 16, 2, seed=number))
        steps[1].zero_grad()
        truth = lib.ones(16, 1, dtype=lib.float64)
        loss = loss_of(judge(real), truth) + loss_of(judge(made.detach()), lib.zeros_like(truth))
        loss.backward()
        steps[1].step()
        steps[0].zero_grad()
        fooled = loss_of(judge(made), truth)
        fooled.backward()
        steps[0].step()
        losses += [loss.item(), fooled.item()]
    return losses


def deep_q_learning(lib: Any) -> list[float]:
    policy, target = (
        perceptron(lib, 4, 16, 2, activation="ReLU"),
        perceptron(lib, 4, 16, 2, activation="ReLU"),
    )
    target.load_state_dict(policy.state_dict())
    state, following, reward = drawn(lib, 8, 4), drawn(lib, 8, 4, seed=2), drawn(lib, 8, seed=3)
    action = lib.tensor([0, 1, 1, 0, 1, 0, 0, 1])

    def loss() -> Any:
        with lib.no_grad():
            expected = reward + 0.9 * target(following).max(1).values
        chosen = policy(state).gather(1, action.unsqueeze(1)).squeeze(1)
        found = lib.nn.functional.smooth_l1_loss(chosen, expected)
        for slow, fast in zip(target.parameters(), policy.parameters(), strict=True):
            slow.data.mul_(0.9).add_(fast.data, alpha=0.1)
        return found

    return trained(lib, policy, loss)


def model_agnostic_meta_learning(lib: Any) -> list[float]:
    model, x = perceptron(lib, 1, 8, 1), drawn(lib, 10, 1)

    def error(parameters: dict[str, Any], phase: float) -> Any:
        return ((lib.func.functional_call(model, parameters, (x,)) - lib.sin(x + phase)) ** 2).mean()

    def loss() -> Any:
        whole = 0.0
        for phase in (0.0, 1.0):
            names, values = zip(*model.named_parameters(), strict=True)
            slopes = lib.autograd.grad(
                error(dict(zip(names, values, strict=True)), phase), values, create_graph=True
            )
            adapted = {name: p - 0.1 * g for name, p, g in zip(names, values, slopes, strict=True)}
            whole = whole + error(adapted, phase)
        return whole

    return trained(lib, model, loss)


def physics_informed_network(lib: Any) -> list[float]:
    model = perceptron(lib, 1, 12, 1)
    x = lib.linspace(0, 3, 20, dtype=lib.float64).reshape(-1, 1).requires_grad_()

    def loss() -> Any:
        y = model(x)
        (slope,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        (bend,) = lib.autograd.grad(slope.sum(), x, create_graph=True)
        return ((bend + y) ** 2).mean() + (y[0] - 1).pow(2).sum() + slope[0].pow(2).sum()

    return trained(lib, model, loss)


def normalising_flow(lib: Any) -> list[float]:
    class Coupling(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = perceptron(lib, 1, 8, 2), perceptron(lib, 1, 8, 2)

        def forward(self, x: Any) -> tuple[Any, Any]:
            scale, shift = self.first(x[:, :1]).chunk(2, 1)
            second = x[:, 1:] * scale.tanh().exp() + shift
            other, move = self.second(second).chunk(2, 1)
            return lib.cat([x[:, :1] * other.tanh().exp() + move, second], 1), (
                scale.tanh() + other.tanh()
            ).sum(1)

    flow, x = Coupling(), drawn(lib, 16, 2) * 0.5 + 1
    normal = lib.distributions.Normal(lib.zeros(2, dtype=lib.float64), lib.ones(2, dtype=lib.float64))

    def loss() -> Any:
        z, volume = flow(x)
        return -(normal.log_prob(z).sum(1) + volume).mean()

    return trained(lib, flow, loss)


def recurrent_network_of_characters(lib: Any) -> list[float]:
    class Characters(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.embedding = lib.nn.Embedding(5, 6)
            self.lstm = lib.nn.LSTM(6, 8, num_layers=2, batch_first=True)
            self.head = lib.nn.Linear(8, 5)

        def forward(self, text: Any) -> Any:
            return self.head(self.lstm(self.embedding(text))[0])

    model, text = filled(lib, Characters()), lib.tensor([[0, 1, 2, 3, 4, 0, 1], [4, 3, 2, 1, 0, 4, 3]])
    loss_of = lib.nn.CrossEntropyLoss()
    return trained(lib, model, lambda: loss_of(model(text[:, :-1]).transpose(1, 2), text[:, 1:]))


def transformer_that_classifies(lib: Any) -> list[float]:
    class Classifier(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            layer = lib.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
            self.encoder = lib.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
            self.head = lib.nn.Linear(8, 3)

        def forward(self, x: Any, padding: Any) -> Any:
            return self.head(self.encoder(x, src_key_padding_mask=padding)[:, 0])

    model, x, truth = filled(lib, Classifier()), drawn(lib, 4, 5, 8), lib.tensor([0, 1, 2, 1])
    padding = lib.tensor([[False] * 5, [False] * 4 + [True], [False] * 3 + [True] * 2, [False] * 5])
    return trained(lib, model, lambda: lib.nn.functional.cross_entropy(model(x, padding), truth))


def variational_autoencoder(lib: Any) -> list[float]:
    class Autoencoder(lib.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.encoder = lib.nn.Sequential(
                lib.nn.Conv2d(1, 4, 3, stride=2, padding=1),
                lib.nn.ReLU(),
                lib.nn.Flatten(),
                lib.nn.Linear(64, 6),
            )
            self.decoder = lib.nn.Sequential(
                lib.nn.Linear(3, 64), lib.nn.Unflatten(1, (4, 4, 4)), lib.nn.ReLU(),
                lib.nn.ConvTranspose2d(4, 1, 4, stride=2, padding=1),
            )  # fmt: skip

        def forward(self, x: Any, noise: Any) -> tuple[Any, Any]:
            d, both = lib.distributions, self.encoder(x).chunk(2, 1)
            hidden = d.Normal(both[0], both[1].exp())
            prior = d.Normal(lib.zeros_like(both[0]), lib.ones_like(both[0]))
            divergence = d.kl_divergence(hidden, prior).sum(1).mean()
            return self.decoder(hidden.loc + hidden.scale * noise), divergence

    model, x, noise = filled(lib, Autoencoder()), drawn(lib, 4, 1, 8, 8).sigmoid(), drawn(lib, 4, 3)

    def loss() -> Any:
        made, divergence = model(x, noise)
        return lib.nn.functional.binary_cross_entropy_with_logits(made, x) + 0.1 * divergence

    return trained(lib, model, loss)


PROGRAMS = (
    generator_against_discriminator,
    deep_q_learning,
    model_agnostic_meta_learning,
    physics_informed_network,
    normalising_flow,
    recurrent_network_of_characters,
    transformer_that_classifies,
    variational_autoencoder,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_losses_of_training_are_those_of_torch(program: Callable[[Any], list[float]]) -> None:
    """Programs for PyTorch of which only the import differs have the same losses, step by step."""
    torch = pytest.importorskip("torch", reason="the same program on both")
    np.testing.assert_allclose(program(dv), program(torch), rtol=1e-8)


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.__name__[0] != "g"], ids=lambda p: p.__name__)
def test_training_lowers_the_loss(program: Callable[[Any], list[float]]) -> None:
    """The losses of programs for PyTorch fall."""
    losses = program(dv)
    assert losses[-1] < losses[0]
