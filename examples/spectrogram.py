"""Find a signal from the magnitudes of its short-time Fourier transforms; their phases are lost.

    python examples/spectrogram.py

Noise is changed by Adam until its spectrogram is that of half a second of song: a gliding tone, a trill and a hiss.
Takes a few seconds, prints how far off the spectrogram still is, and exits with 1 if that is more than 5 %.
"""

import argparse
import sys

import numpy as np

import derivata as dv

RATE, LENGTH, N_FFT, HOP = 8000, 4096, 256, 64
GOAL = 0.05


def song() -> dv.Tensor:
    """Return the signal that is to be found."""
    time = np.arange(LENGTH) / RATE
    glide = np.sin(2 * np.pi * (600 * time + 1500 * time**2))
    trill = 0.5 * np.sin(2 * np.pi * 2500 * time + 5 * np.sin(2 * np.pi * 20 * time))
    hiss = 0.02 * np.random.default_rng(0).normal(size=LENGTH)
    return dv.from_numpy(((glide + trill) * np.hanning(LENGTH) + hiss).astype(np.float32))


def spectrogram(signal: dv.Tensor) -> dv.Tensor:
    """Return the magnitudes; a little more than those, so that there is a slope where one is 0."""
    spectra = dv.stft(signal, N_FFT, HOP, window=dv.hann_window(N_FFT), return_complex=True)
    return (dv.view_as_real(spectra).square().sum(-1) + 1e-8).sqrt()


def distance(signal: dv.Tensor, wanted: dv.Tensor) -> dv.Tensor:
    """Return how far a signal's spectrogram is from the one that is wanted, as a share of it."""
    return (spectrogram(signal) - wanted).norm() / wanted.norm()


def found(wanted: dv.Tensor, steps: int) -> dv.Tensor:
    """Return a signal with nearly this spectrogram."""
    dv.manual_seed(0)
    signal = (0.1 * dv.randn(LENGTH)).requires_grad_()
    optimizer = dv.optim.Adam([signal], lr=0.05)
    for step in range(steps):
        optimizer.zero_grad()
        loss = distance(signal, wanted)
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step:3}: the spectrogram is {loss.item():.1%} off")
    return signal.detach()


def main() -> None:
    """Find the signal, and tell how near it is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    parser.add_argument("--steps", type=int, default=300)
    wanted = spectrogram(song())
    rest = float(distance(found(wanted, parser.parse_args().steps), wanted))
    print(f"in the end: {rest:.1%} (goal: {GOAL:.0%})")
    if rest > GOAL:
        sys.exit(f"spectrogram: expected at most {GOAL:.0%}, got {rest:.1%}; take more steps")


if __name__ == "__main__":
    main()
