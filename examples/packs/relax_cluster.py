"""Seven atoms find their places, then vibrate; and the energy of a crystal of salt by Ewald's method."""

import itertools

import numpy as np
import physics  # generated: derivata codegen physics.yaml --package physics

import derivata as dv

MADELUNG = -1.7475645946  # of rock salt, per pair of ions at distance 1


def relax(seed: int, atoms: int = 7, steps: int = 800) -> dv.Tensor:
    """Return places at which no force acts, found from random ones."""
    rng = np.random.default_rng(seed)
    positions = dv.tensor(rng.uniform(-1, 1, (atoms, 3)), requires_grad=True)
    optimizer = dv.optim.Adam([positions])
    for rate in np.geomspace(0.05, 5e-5, steps):
        optimizer.param_groups[0]["lr"] = rate
        optimizer.zero_grad()
        energy = physics.cluster_energy(positions)
        energy.backward()
        dv.nn.utils.clip_grad_value_([positions], 50)  # of atoms that begin too near to each other
        optimizer.step()
    return positions.detach()


def stiffnesses(positions: dv.Tensor) -> np.ndarray:
    """Return the eigenvalues of the energy's Hessian: six are zero, for shifts and turns of the whole."""
    size = positions.numel()
    hessian = dv.func.hessian(physics.cluster_energy)(positions).reshape(size, size)
    return np.linalg.eigvalsh(hessian.numpy())


def salt_energy(screening: float = 2.2, reach: int = 2, waves: int = 10) -> float:
    """Return Coulomb's energy per pair of ions of rock salt, by a sum over neighbours and one over waves."""
    corners = np.array(list(itertools.product((0.0, 1.0), repeat=3)))
    signs = (-1.0) ** corners.sum(1)
    length, volume = 2.0, 8.0
    shifts = length * np.array(list(itertools.product(range(-reach, reach + 1), repeat=3)))
    distances = np.linalg.norm(corners[:, None, None] - corners[None, :, None] + shifts, axis=-1)
    charges = np.broadcast_to((signs[:, None] * signs)[:, :, None], distances.shape)
    apart = distances > 0
    near = (
        physics.screened_coulomb(dv.tensor(distances[apart]), dv.tensor(charges[apart]), screening).sum() / 2
    )

    k = np.array([n for n in itertools.product(range(-waves, waves + 1), repeat=3) if any(n)]) * (
        2 * np.pi / length
    )
    squares = (k * k).sum(1)
    weights = 2 * np.pi / volume * np.exp(-squares / (4 * screening**2)) / squares
    far = physics.structure_energy(*map(dv.tensor, (corners, signs, k, weights)))
    itself = screening / np.sqrt(np.pi) * (signs * signs).sum()
    return (near.item() + far.item() - itself) / (len(signs) / 2)


def main() -> None:
    """Print the energy of the cluster, its softest and stiffest vibration, and the energy of the crystal."""
    found = [relax(seed) for seed in range(8)]
    energies = [physics.cluster_energy(positions).item() for positions in found]
    positions = found[int(np.argmin(energies))]
    print(f"energy of seven atoms   {min(energies):.6f}   (lowest known: -16.505384)")
    values = stiffnesses(positions)
    print(f"shifts and turns        {np.abs(values[:6]).max():.1e}   (six stiffnesses that should be 0)")
    print(f"vibrations              {values[6]:.2f} to {values[-1]:.2f}")
    print(f"energy of rock salt     {salt_energy():.6f}   (Madelung's constant: {MADELUNG:.6f})")


if __name__ == "__main__":
    main()
