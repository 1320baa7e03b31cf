"""`derivata watch`: what happens on save."""

import os
import signal
import subprocess
import sys
import time

import pytest

from derivata.commands.watch import changes


class Waiting(Exception):
    """The watcher sleeps."""


def sleeps(seconds):
    raise Waiting


def test_a_file_is_worked_on_at_once_and_whenever_it_is_saved(tmp_path):
    """A spec is worked on at once, and again whenever its file is another one, also after it was gone for a while."""
    path = tmp_path / "my_ops.yaml"
    path.write_text("one")
    actions = iter([lambda: path.write_text("three"), path.unlink, lambda: path.write_text("fifteen"), None])

    def sleep(seconds):
        action = next(actions)
        if action is None:
            raise Waiting
        action()

    count = 0
    with pytest.raises(Waiting):
        for _ in changes(path, sleep):
            count += 1
    assert count == 3


@pytest.mark.slow
def test_one_round_generates_and_tests_and_says_how_long_each_step_took(derivata, tmp_path):
    """A round generates, checks and tests, and tells the time of each step."""
    derivata("new")
    done = derivata("watch", "my_ops.yaml", "--package", "my_ops", "--once")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "generate: fine, " in done.stdout
    assert "test: fine, " in done.stdout
    assert (tmp_path / "my_ops" / "__init__.py").exists()


@pytest.mark.slow
def test_a_round_with_a_broken_spec_stops_at_the_first_step(derivata, tmp_path):
    """A broken spec ends the round with its errors, and the package stays as it was."""
    derivata("new")
    path = tmp_path / "my_ops.yaml"
    path.write_text(path.read_text().replace("tanh(self", "tanh(slef"))
    done = derivata("watch", "my_ops.yaml", "--package", "my_ops", "--once")
    assert done.returncode == 1
    assert "did you mean 'self'?" in done.stderr
    assert "generate: failed" in done.stderr
    assert "test:" not in done.stdout
    assert not (tmp_path / "my_ops").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_the_watcher_survives_broken_specs_and_ends_with_ctrl_c(derivata, tmp_path):
    """The watcher goes on after a broken spec, works again once it is mended, and Ctrl-C ends it with exit code 0."""
    derivata("new")
    (tmp_path / "test_my_ops.py").unlink()
    path = tmp_path / "my_ops.yaml"
    good = path.read_text()
    path.write_text(good.replace("tanh(self", "tanh(slef"))
    log = tmp_path / "log"
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of shells ignore it
    with log.open("w") as file:
        watcher = subprocess.Popen(
            [sys.executable, "-m", "derivata", "watch", "my_ops.yaml", "--package", "my_ops"],
            cwd=tmp_path, env=derivata.environment, stdout=file, stderr=file,
        )  # fmt: skip
    signal.signal(signal.SIGINT, before)
    try:
        wait_for(log, "generate: failed")
        path.write_text(good)
        wait_for(log, "generate: fine")
        wait_for(log, "waiting for my_ops.yaml", 2)
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait(120) == 0
    finally:
        watcher.kill()
    assert "Traceback" not in log.read_text()


def wait_for(log, text, count=1):
    ends = time.monotonic() + 60
    while log.read_text().count(text) < count:
        assert time.monotonic() < ends, log.read_text()
        time.sleep(0.05)
