"""Programs of the kinds that PyTorch's tutorials have, each a function of the library, which is called `torch` in it.

Only the import differs. Weights and noise come from NumPy, so that both libraries compute the same numbers; each
program returns its losses.
"""

import math
import random
from collections import deque, namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

PROGRAMS: dict[str, Callable[[Any, Path], list[float]]] = {}


def program(function: Callable[[Any, Path], list[float]]) -> Callable[[Any, Path], list[float]]:
    PROGRAMS[function.__name__] = function
    return function


def fill(torch: Any, model: Any, scale: float = 0.4) -> Any:
    """Give a model weights that do not depend on the library, in double precision."""
    model.double()
    with torch.no_grad():
        for number, weight in enumerate(model.parameters()):
            values = np.random.default_rng(number).uniform(-scale, scale, tuple(weight.shape))
            weight.copy_(torch.from_numpy(values))
    return model


@program
def variational_autoencoder(torch: Any, folder: Path) -> list[float]:
    from_numpy, nn, F = torch.from_numpy, torch.nn, torch.nn.functional
    rng = np.random.default_rng(0)

    class VAE(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.fc1 = nn.Linear(12, 8)
            self.fc21 = nn.Linear(8, 2)
            self.fc22 = nn.Linear(8, 2)
            self.fc3 = nn.Linear(2, 8)
            self.fc4 = nn.Linear(8, 12)

        def encode(self, x: Any) -> Any:
            h1 = F.relu(self.fc1(x))
            return self.fc21(h1), self.fc22(h1)

        def reparameterize(self, mu: Any, logvar: Any) -> Any:
            std = torch.exp(0.5 * logvar)
            eps = from_numpy(rng.standard_normal(tuple(std.shape))).to(std)
            return mu + eps * std

        def decode(self, z: Any) -> Any:
            return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

        def forward(self, x: Any) -> Any:
            mu, logvar = self.encode(x.view(-1, 12))
            return self.decode(self.reparameterize(mu, logvar)), mu, logvar

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = fill(torch, VAE()).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    data = torch.utils.data.TensorDataset(from_numpy((rng.random((16, 1, 3, 4)) > 0.7).astype("float64")))
    losses = []
    model.train()
    for _ in range(4):
        train_loss = 0.0
        for (batch,) in torch.utils.data.DataLoader(data, batch_size=8, shuffle=False):
            batch = batch.to(device)
            optimizer.zero_grad()
            recon, mu, logvar = model(batch)
            BCE = F.binary_cross_entropy(recon, batch.view(-1, 12), reduction="sum")
            KLD = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
            loss = BCE + KLD
            loss.backward()
            train_loss += loss.item()
            optimizer.step()
        losses.append(train_loss / len(data))
    with torch.no_grad():
        losses.append(float(model.decode(torch.zeros(1, 2, dtype=torch.float64)).mean()))
    return losses


@program
def char_lstm(torch: Any, folder: Path) -> list[float]:
    nn = torch.nn
    text = "the quick brown fox jumps over the lazy dog "
    chars = tuple(sorted(set(text)))
    encoded = np.array([chars.index(c) for c in text])

    class CharRNN(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, tokens: Any, n_hidden: int = 6, n_layers: int = 2) -> None:
            super().__init__()
            self.n_layers, self.n_hidden = n_layers, n_hidden
            self.embed = nn.Embedding(len(tokens), 5)
            self.lstm = nn.LSTM(5, n_hidden, n_layers, dropout=0.0, batch_first=True)
            self.fc = nn.Linear(n_hidden, len(tokens))

        def forward(self, x: Any, hidden: Any) -> Any:
            output, hidden = self.lstm(self.embed(x), hidden)
            return self.fc(output.contiguous().view(-1, self.n_hidden)), hidden

        def init_hidden(self, batch_size: int) -> Any:
            weight = next(self.parameters()).data
            return (
                weight.new(self.n_layers, batch_size, self.n_hidden).zero_(),
                weight.new(self.n_layers, batch_size, self.n_hidden).zero_(),
            )

    net = fill(torch, CharRNN(chars))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
    criterion = nn.CrossEntropyLoss()
    losses = []
    x = torch.from_numpy(encoded[:-1][:42].reshape(2, 21))
    y = torch.from_numpy(encoded[1:][:42].reshape(2, 21))
    for _ in range(3):
        h = net.init_hidden(2)
        for start in range(0, 21, 7):
            h = tuple([each.data for each in h])
            net.zero_grad()
            output, h = net(x[:, start : start + 7], h)
            loss = criterion(output, y[:, start : start + 7].reshape(14).long())
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5)
            optimizer.step()
            losses.append(loss.item())
    net.eval()
    with torch.no_grad():
        out, h = net(torch.tensor([[3]]), net.init_hidden(1))
        p, top_ch = torch.nn.functional.softmax(out, dim=1).topk(3)
    return [*losses, *p.squeeze().tolist(), *top_ch.flatten().tolist()]


@program
def transformer(torch: Any, folder: Path) -> list[float]:
    nn = torch.nn

    class PositionalEncoding(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, d_model: int, max_len: int = 20) -> None:
            super().__init__()
            position = torch.arange(max_len).unsqueeze(1)
            div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
            pe = torch.zeros(max_len, 1, d_model)
            pe[:, 0, 0::2] = torch.sin(position * div_term)
            pe[:, 0, 1::2] = torch.cos(position * div_term)
            self.register_buffer("pe", pe)

        def forward(self, x: Any) -> Any:
            return x + self.pe[: x.size(0)]

    class TransformerModel(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, ntoken: int, d_model: int) -> None:
            super().__init__()
            self.d_model = d_model
            self.pos_encoder = PositionalEncoding(d_model)
            layer = nn.TransformerEncoderLayer(d_model, nhead=2, dim_feedforward=8, dropout=0.0)
            self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
            self.embedding = nn.Embedding(ntoken, d_model)
            self.linear = nn.Linear(d_model, ntoken)

        def forward(self, src: Any, src_mask: Any) -> Any:
            src = self.pos_encoder(self.embedding(src) * math.sqrt(self.d_model))
            return self.linear(self.encoder(src, src_mask))

    ntokens = 7
    model = fill(torch, TransformerModel(ntokens, 4))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1.0, gamma=0.95)
    tokens = torch.tensor([[(3 * i + j * j) % ntokens for j in range(3)] for i in range(9)])
    mask = nn.Transformer.generate_square_subsequent_mask(4).double()
    losses = []
    for _ in range(3):
        model.train()
        for i in range(0, 8, 4):
            data, targets = tokens[i : i + 4], tokens[i + 1 : i + 5].reshape(-1)
            loss = criterion(model(data, mask).view(-1, ntokens), targets)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()
            losses.append(loss.item())
        scheduler.step()
    model.eval()
    with torch.no_grad():
        losses.append(criterion(model(tokens[:4], mask).view(-1, ntokens), tokens[1:5].reshape(-1)).item())
    return [*losses, scheduler.get_last_lr()[0]]


@program
def normalizing_flow(torch: Any, folder: Path) -> list[float]:
    nn, distributions = torch.nn, torch.distributions

    class RealNVP(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, nets: Any, nett: Any, mask: Any, prior: Any) -> None:
            super().__init__()
            self.prior = prior
            self.mask = nn.Parameter(mask, requires_grad=False)
            self.t = torch.nn.ModuleList([nett() for _ in range(len(mask))])
            self.s = torch.nn.ModuleList([nets() for _ in range(len(mask))])

        def f(self, x: Any) -> Any:
            log_det_J, z = x.new_zeros(x.shape[0]), x
            for i in reversed(range(len(self.t))):
                z_ = self.mask[i] * z
                s = self.s[i](z_) * (1 - self.mask[i])
                t = self.t[i](z_) * (1 - self.mask[i])
                z = (1 - self.mask[i]) * (z - t) * torch.exp(-s) + z_
                log_det_J -= s.sum(dim=1)
            return z, log_det_J

        def log_prob(self, x: Any) -> Any:
            z, logp = self.f(x)
            return self.prior.log_prob(z) + logp

    def nets() -> Any:
        return nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(), nn.Linear(6, 2), nn.Tanh())

    def nett() -> Any:
        return nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(), nn.Linear(6, 2))

    masks = torch.from_numpy(np.array([[0, 1], [1, 0]] * 2).astype(np.float64))
    prior = distributions.MultivariateNormal(
        torch.zeros(2, dtype=torch.float64), torch.eye(2, dtype=torch.float64)
    )
    flow = RealNVP(nets, nett, masks, prior)
    for part in (flow.s, flow.t):
        fill(torch, part)
    optimizer = torch.optim.Adam([p for p in flow.parameters() if p.requires_grad], lr=1e-2)
    angles = np.linspace(0, np.pi, 24)
    x = torch.from_numpy(np.stack([np.cos(angles), np.sin(angles)], 1))
    losses = []
    for _ in range(5):
        loss = -flow.log_prob(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@program
def physics_informed_network(torch: Any, folder: Path) -> list[float]:
    nn = torch.nn
    net = fill(torch, nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1)))
    x = torch.linspace(0, 1, 12, dtype=torch.float64).view(-1, 1).requires_grad_(True)
    optimizer = torch.optim.LBFGS(net.parameters(), lr=1, max_iter=6, line_search_fn="strong_wolfe")
    losses = []

    def closure() -> Any:
        optimizer.zero_grad()
        u = net(x)
        u_x = torch.autograd.grad(u, x, grad_outputs=torch.ones_like(u), create_graph=True)[0]
        u_xx = torch.autograd.grad(u_x, x, torch.ones_like(u_x), create_graph=True, retain_graph=True)[0]
        residual = u_xx + math.pi**2 * torch.sin(math.pi * x)
        loss = (residual**2).mean() + u[0].pow(2).sum() + u[-1].pow(2).sum()
        loss.backward()
        losses.append(loss.item())
        return loss

    for _ in range(2):
        optimizer.step(closure)
    return losses


@program
def deep_q_learning(torch: Any, folder: Path) -> list[float]:
    nn = torch.nn
    Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))
    chance, rng = random.Random(0), np.random.default_rng(0)

    class DQN(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, n_observations: int, n_actions: int) -> None:
            super().__init__()
            self.layer1 = nn.Linear(n_observations, 8)
            self.layer2 = nn.Linear(8, n_actions)

        def forward(self, x: Any) -> Any:
            return self.layer2(torch.nn.functional.relu(self.layer1(x)))

    policy_net, target_net = fill(torch, DQN(3, 2)), DQN(3, 2).double()
    target_net.load_state_dict(policy_net.state_dict())
    optimizer = torch.optim.AdamW(policy_net.parameters(), lr=1e-2, amsgrad=True)
    memory: deque[Any] = deque(maxlen=100)
    losses = []
    state = torch.tensor(rng.standard_normal(3), dtype=torch.float64).unsqueeze(0)
    for step in range(14):
        if chance.random() > 0.5:
            with torch.no_grad():
                action = policy_net(state).max(1).indices.view(1, 1)
        else:
            action = torch.tensor([[chance.randrange(2)]], device="cpu", dtype=torch.long)
        reward = torch.tensor([1.0 if action.item() == step % 2 else -1.0], dtype=torch.float64)
        next_state = None if step % 5 == 4 else state * 0.5 + torch.from_numpy(rng.standard_normal((1, 3)))
        memory.append(Transition(state, action, next_state, reward))
        state = torch.from_numpy(rng.standard_normal((1, 3))) if next_state is None else next_state
        if len(memory) < 6:
            continue
        batch = Transition(*zip(*chance.sample(memory, 6), strict=True))
        non_final_mask = torch.tensor(tuple(s is not None for s in batch.next_state), dtype=torch.bool)
        non_final_next_states = torch.cat([s for s in batch.next_state if s is not None])
        action_batch, reward_batch = torch.cat(batch.action), torch.cat(batch.reward)
        state_action_values = policy_net(torch.cat(batch.state)).gather(1, action_batch)
        next_state_values = torch.zeros(6, dtype=torch.float64)
        with torch.no_grad():
            next_state_values[non_final_mask] = target_net(non_final_next_states).max(1).values
        expected = (next_state_values * 0.99) + reward_batch
        loss = nn.SmoothL1Loss()(state_action_values, expected.unsqueeze(1))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
        optimizer.step()
        target_dict, policy_dict = target_net.state_dict(), policy_net.state_dict()
        for key in policy_dict:
            target_dict[key] = policy_dict[key] * 0.005 + target_dict[key] * (1 - 0.005)
        target_net.load_state_dict(target_dict)
        losses.append(loss.item())
    return losses


@program
def generative_adversarial_network(torch: Any, folder: Path) -> list[float]:
    nn = torch.nn
    rng = np.random.default_rng(0)

    def weights_init(m: Any) -> None:
        classname = m.__class__.__name__
        if classname.find("BatchNorm") != -1:
            nn.init.constant_(m.weight.data, 1.1)
            nn.init.constant_(m.bias.data, 0)

    netG = nn.Sequential(
        nn.ConvTranspose2d(3, 4, 2, 1, 0, bias=False),
        nn.BatchNorm2d(4),
        nn.ReLU(True),
        nn.ConvTranspose2d(4, 1, 4, 2, 1, bias=False),
        nn.Tanh(),
    )
    netD = nn.Sequential(
        nn.Conv2d(1, 4, 4, 2, 1, bias=False),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(4, 4, 1, bias=False),
        nn.BatchNorm2d(4),
        nn.Conv2d(4, 1, 2, 1, 0, bias=False),
        nn.Sigmoid(),
    )
    for net in (netG, netD):
        fill(torch, net).apply(weights_init)
    criterion = nn.BCELoss()
    optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-2, betas=(0.5, 0.999))
    optimizerG = torch.optim.Adam(netG.parameters(), lr=2e-2, betas=(0.5, 0.999))
    losses = []
    for _ in range(3):
        netD.zero_grad()
        real = torch.from_numpy(rng.standard_normal((5, 1, 4, 4)))
        label = torch.full((real.size(0),), 1.0, dtype=torch.float64)
        output = netD(real).view(-1)
        errD_real = criterion(output, label)
        errD_real.backward()
        D_x = output.mean().item()
        fake = netG(torch.from_numpy(rng.standard_normal((5, 3, 1, 1))))
        label.fill_(0.0)
        output = netD(fake.detach()).view(-1)
        errD_fake = criterion(output, label)
        errD_fake.backward()
        optimizerD.step()
        netG.zero_grad()
        label.fill_(1.0)
        output = netD(fake).view(-1)
        errG = criterion(output, label)
        errG.backward()
        optimizerG.step()
        losses += [(errD_real + errD_fake).item(), errG.item(), D_x, output.mean().item()]
    return losses


@program
def model_agnostic_meta_learning(torch: Any, folder: Path) -> list[float]:
    from_numpy, nn, func = torch.from_numpy, torch.nn, torch.func
    model = fill(torch, nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1)))
    params = dict(model.named_parameters())
    opt = torch.optim.Adam(list(params.values()), lr=0.01)
    rng = np.random.default_rng(0)

    def loss_of(new_params: Any, x: Any, y: Any) -> Any:
        return ((func.functional_call(model, new_params, (x,)) - y) ** 2).mean()

    def get_loss_for_task(params: Any, x1: Any, y1: Any, x2: Any, y2: Any) -> Any:
        grads = func.grad(loss_of)(params, x1, y1)
        new_params = {k: params[k] - 0.1 * grads[k] for k in params}
        return loss_of(new_params, x2, y2)

    losses = []
    for _ in range(3):
        amplitude, phase = rng.uniform(0.5, 2, (4, 1, 1)), rng.uniform(0, 3, (4, 1, 1))
        x1, x2 = rng.uniform(-3, 3, (4, 5, 1)), rng.uniform(-3, 3, (4, 5, 1))
        task = [from_numpy(each) for each in (x1, amplitude * np.sin(x1 + phase))]
        task += [from_numpy(each) for each in (x2, amplitude * np.sin(x2 + phase))]
        inner = torch.vmap(get_loss_for_task, in_dims=(None, 0, 0, 0, 0))(params, *task)
        loss2 = inner.mean()
        opt.zero_grad()
        loss2.backward()
        opt.step()
        by_hand = 0.0
        for x, y, u, v in zip(*task, strict=True):  # the way before torch.func
            grads = torch.autograd.grad(loss_of(params, x, y), params.values(), create_graph=True)
            adapted = {k: p - 0.1 * g for (k, p), g in zip(params.items(), grads, strict=True)}
            by_hand += loss_of(adapted, u, v).item()
        losses += [loss2.item(), by_hand / 4]
    return losses


@program
def image_classifier(torch: Any, folder: Path) -> list[float]:
    nn, F, data = torch.nn, torch.nn.functional, torch.utils.data

    class Stripes(data.Dataset):  # type: ignore[misc, name-defined]
        def __init__(self, count: int) -> None:
            self.count = count

        def __len__(self) -> int:
            return self.count

        def __getitem__(self, index: int) -> Any:
            image = np.random.default_rng(index).standard_normal((1, 6, 6)) * 0.3
            image[0, :, ::2] += index % 2
            image[0, ::2] += 1 - index % 2
            return torch.from_numpy(image), index % 2

    class Net(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2d(1, 3, 3, 1)
            self.dropout = nn.Dropout(0.0)
            self.fc = nn.Linear(12, 2)

        def forward(self, x: Any) -> Any:
            x = F.max_pool2d(F.relu(self.conv1(x)), 2)
            return F.log_softmax(self.fc(torch.flatten(self.dropout(x), 1)), dim=1)

    train, test = data.Subset(Stripes(16), range(12)), data.Subset(Stripes(16), range(12, 16))
    model = fill(torch, Net())
    optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.7)
    losses, path = [], folder / "net.pt"
    for epoch in range(1, 4):
        model.train()
        for images, target in data.DataLoader(train, batch_size=6, drop_last=True):
            optimizer.zero_grad()
            loss = F.nll_loss(model(images), target)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        model.eval()
        test_loss, correct = 0.0, 0
        with torch.no_grad():
            for images, target in data.DataLoader(test, batch_size=4):
                output = model(images)
                test_loss += F.nll_loss(output, target, reduction="sum").item()
                pred = output.argmax(dim=1, keepdim=True)
                correct += pred.eq(target.view_as(pred)).sum().item()
        scheduler.step()
        losses += [test_loss, correct]
        torch.save({"epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)
        model, checkpoint = Net().double(), torch.load(path)
        model.load_state_dict(checkpoint["model"])
        optimizer = torch.optim.Adadelta(model.parameters(), lr=1.0)
        optimizer.load_state_dict(checkpoint["optimizer"])
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.7, last_epoch=checkpoint["epoch"] - 1)
    return losses


@program
def policy_gradient(torch: Any, folder: Path) -> list[float]:
    nn, Categorical = torch.nn, torch.distributions.Categorical
    policy = fill(torch, nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(dim=-1)))
    optimizer = torch.optim.RMSprop(policy.parameters(), lr=1e-2)
    rng, losses = np.random.default_rng(0), []
    for _ in range(4):
        log_probs, rewards, returns = [], [], deque()  # type: ignore[var-annotated]
        for _ in range(6):
            m = Categorical(policy(torch.from_numpy(rng.standard_normal((1, 4)))))
            action = torch.tensor([int(rng.integers(2))])
            log_probs.append(m.log_prob(action) + 0.01 * m.entropy())
            rewards.append(float(action.item()))
        R = 0.0
        for r in rewards[::-1]:
            R = r + 0.99 * R
            returns.appendleft(R)
        scaled = torch.tensor(returns, dtype=torch.float64)
        scaled = (scaled - scaled.mean()) / (scaled.std() + np.finfo(np.float32).eps.item())
        loss = torch.cat([-p * R for p, R in zip(log_probs, scaled, strict=True)]).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
