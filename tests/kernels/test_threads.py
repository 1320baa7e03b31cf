"""Kernels on several threads: same results, no stalls, no cost when idle, safe under fork."""

import doctest
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from derivata.arrays import kernels, turns
from derivata.arrays.jit.cache import entries
from derivata.arrays.jit.launch import Elementwise, RowKernel
from derivata.arrays.jit.objects import BYTES
from derivata.arrays.jit.threads import pool as threads
from derivata.arrays.jit.threads import words
from derivata.arrays.jit.threads.pool import POOL, Pool, _default_size

pytestmark = pytest.mark.skipif(not kernels.enabled(), reason="kernels need llvmlite")

LOOPS = """
import math

def wave(lo, hi, out, a):
    for i in range(lo, hi):
        out[i] = math.sin(a[i]) * 3.0 + a[i]

def stamp(lo, hi, starts, count):
    for i in range(lo, hi):
        starts[i] = lo
        count[i] += 1

def fail(lo, hi, x, where):
    for i in range(lo, hi):
        if i == where:
            raise ValueError("found it")
        x[i] += 1
"""
LARGE = 2_000_000


@pytest.fixture(scope="module", autouse=True)
def loops(tmp_path_factory):
    folder = tmp_path_factory.mktemp("loops")
    (folder / "loops_of_test_threads.py").write_text(LOOPS)
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(autouse=True)
def four_threads():
    before = kernels.get_num_threads()
    kernels.set_num_threads(4)
    yield
    kernels.set_num_threads(before)


wave = Elementwise("loops_of_test_threads", "wave", cost=16)
stamp = RowKernel("loops_of_test_threads", "stamp", cost=16)
fail = RowKernel("loops_of_test_threads", "fail", cost=16)


def chunks(count):
    """The starts of the chunks that `count` rows are cut into, and how often each row was computed."""
    starts, times = np.zeros(count, np.int64), np.zeros(count, np.int64)
    assert stamp.run(count, starts, times)
    return np.unique(starts).tolist(), np.unique(times).tolist()


def run(program, **variables):
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **variables},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize("size", [20_000, 50_001, 131_071, LARGE + 7])
def test_results_do_not_depend_on_the_number_of_threads(size):
    x = np.linspace(-9, 9, size, dtype=np.float32)
    results = []
    for count in (1, 2, 3, 4, 9):
        kernels.set_num_threads(count)
        results += [wave(x) for _ in range(4)]
    assert all(np.array_equal(result, results[0]) for result in results)


def test_every_row_is_computed_once_in_chunks_that_the_size_fixes():
    starts, times = chunks(LARGE)
    assert times == [1]
    assert 4 <= len(starts) <= 16
    kernels.set_num_threads(2)
    assert chunks(LARGE) == (starts, [1])


def test_short_work_is_done_by_the_caller_alone():
    assert chunks(1000) == ([0], [1])


@pytest.mark.parametrize("sizes", [(300_000,), (40_000, 300_000)], ids=str)
def test_several_python_threads_may_use_kernels_at_once(sizes):
    """Tasks that compiled code shares and those that Python shares do not meet in the team of workers."""
    inputs = [np.linspace(k, k + 1, sizes[k % len(sizes)], dtype=np.float32) for k in range(6)]
    expected = [wave(x) for x in inputs]
    wrong = []

    def use(k):
        for _ in range(9_000_000 // inputs[k].size):
            if not np.array_equal(wave(inputs[k]), expected[k]):
                wrong.append(k)

    threads = [threading.Thread(target=use, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong
    assert not any(thread.is_alive() for thread in threads)


def test_who_finds_the_workers_taken_works_alone():
    """A kernel does not wait for the task of another Python thread: its own thread does all of it."""
    results = []
    POOL.busy = turns.process
    try:
        thread = threading.Thread(target=lambda: results.append(chunks(LARGE)), daemon=True)
        thread.start()
        thread.join(30)
    finally:
        POOL.busy = None
    assert results == [([0], [1])]


@pytest.mark.parametrize("where", [0, LARGE // 2, LARGE - 1])
def test_an_exception_in_a_chunk_reaches_the_caller_and_leaves_the_pool_usable(where):
    with pytest.raises(ValueError, match="found it"):
        fail.run(LARGE, np.zeros(LARGE, np.int64), where)
    assert fail.run(LARGE, np.zeros(LARGE, np.int64), -1)
    assert chunks(LARGE)[1] == [1]


def team_asleep():
    """Wait until all workers sleep."""
    chunks(LARGE)
    deadline = time.monotonic() + 10
    while POOL._team.awake() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not POOL._team.awake()
    return POOL._team


def test_idle_workers_use_no_processor_time():
    team_asleep()
    before = time.process_time()
    time.sleep(0.4)
    assert time.process_time() - before < 0.05


def test_sleeping_workers_are_woken_once_enough_work_has_come_together(monkeypatch):
    team = team_asleep()
    shared = []
    monkeypatch.setattr(team, "run", lambda entry, block, count, chunk, wake: shared.append(count) or 0)
    monkeypatch.setattr(POOL, "_debt", 0)
    x = np.ones(30_000, np.float32)  # 600,000 units
    for _ in range(6):
        wave(x)
    assert shared == []
    wave(x)
    assert shared == [30_000]


def test_one_thread_means_no_workers():
    chunks(LARGE)
    team = POOL._team
    kernels.set_num_threads(1)
    chunks(LARGE)
    assert POOL._team is None
    assert sorted(team._ended) == [0, 1, 2]


def test_sleeping_workers_are_woken_every_time():
    x = np.linspace(0, 9, LARGE, dtype=np.float32)
    expected = wave(x)
    awake = 0
    for pause in (0.0, 0.0002, 0.0004, 0.001) * 25:  # before, while and after they fall asleep
        time.sleep(pause)
        result = wave(x)
        awake += POOL._team.awake()
        assert np.array_equal(result, expected)
    assert awake  # on a busy machine, the caller may be ready before all are


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity") or len(os.sched_getaffinity(0)) < 2, reason="needs two processors"
)
def test_workers_leave_the_processor_of_the_caller():
    """A worker that runs where the caller does moves to another processor, and may run everywhere afterwards."""
    kernels.set_num_threads(2)
    chunks(LARGE)
    everywhere = os.sched_getaffinity(0)
    here = min(everywhere)
    worker = POOL._team._processors.item(words.THREADS // 8 + 1)
    try:
        os.sched_setaffinity(0, {here})
        os.sched_setaffinity(worker, {here})
        os.sched_setaffinity(worker, everywhere)
        deadline = time.monotonic() + 30
        while (noted := POOL._team._processors[5]) in (0, here + 1):
            assert time.monotonic() < deadline, f"the worker is noted at {noted}"
            chunks(LARGE)
        assert os.sched_getaffinity(worker) == everywhere
    finally:
        os.sched_setaffinity(0, everywhere)


def test_more_threads_than_chunks_are_not_started():
    kernels.set_num_threads(40)
    assert chunks(LARGE)[1] == [1]
    assert POOL._team.workers == 15


@pytest.mark.parametrize("count", [0, -1])
def test_fewer_than_one_thread_is_refused(count):
    with pytest.raises(ValueError, match=f"set_num_threads: count must be 1 or more, got {count}"):
        kernels.set_num_threads(count)
    assert kernels.get_num_threads() == 4


@pytest.mark.parametrize("count", [2.0, "2", None])
def test_a_number_of_threads_that_is_no_int_is_refused(count):
    """`set_num_threads` takes ints, NumPy's among them, and nothing else."""
    with pytest.raises(TypeError, match="set_num_threads: count must be an int, got"):
        kernels.set_num_threads(count)
    assert kernels.get_num_threads() == 4
    kernels.set_num_threads(np.int32(2))
    assert kernels.get_num_threads() == 2
    kernels.set_num_threads(10**30)  # as many as possible
    assert chunks(LARGE)[1] == [1]


def test_a_child_s_compiled_code_does_not_know_the_team_of_its_parent():
    pool = Pool(3)
    pool.words[:2] = 64, 128
    pool.forget()
    assert pool.words.item(0) == 0
    assert pool.busy is None


def test_work_that_has_woken_workers_counts_no_more():
    pool = Pool(2)
    assert [pool._pays(work) for work in (threads.WAKE - 1, 1, 1, threads.WAKE)] == [False, True, False, True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_has_workers_of_its_own(loops):
    program = f"""
import os, sys, warnings
sys.path.insert(0, {str(loops)!r})
warnings.simplefilter("ignore")
import numpy as np
from derivata.arrays.kernels import Elementwise, set_num_threads
from derivata.arrays.jit.threads.pool import POOL
set_num_threads(4)
wave = Elementwise("loops_of_test_threads", "wave", cost=16)
x = np.linspace(0, 9, {LARGE}, dtype=np.float32)
expected = wave(x)
child = os.fork()
if child == 0:
    same = all(np.array_equal(wave(x), expected) for _ in range(20))
    os._exit(0 if same and POOL._team is not None else 3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), np.array_equal(wave(x), expected))
"""
    assert run(program) == ["0", "True"]


def test_a_program_ends_silently_while_workers_look_for_tasks(loops):
    program = f"""
import atexit, sys
sys.path.insert(0, {str(loops)!r})
import numpy as np
from derivata.arrays.kernels import Elementwise, set_num_threads
wave = Elementwise("loops_of_test_threads", "wave", cost=16)
x = np.linspace(0, 9, {LARGE}, dtype=np.float32)
atexit.register(lambda: print(len(wave(x))))
set_num_threads(4)
kept = wave(x)
"""
    assert run(program) == [str(LARGE)]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"DERIVATA_NUM_THREADS": "3", "OMP_NUM_THREADS": "2"}, 3),
        ({"OMP_NUM_THREADS": "2", "NUMBA_NUM_THREADS": "3"}, 2),
        ({"OMP_NUM_THREADS": "5,2"}, 5),
        ({"NUMBA_NUM_THREADS": " 3 "}, 3),
        ({"DERIVATA_NUM_THREADS": "many", "OMP_NUM_THREADS": "0", "NUMBA_NUM_THREADS": "7"}, 7),
        ({"OMP_NUM_THREADS": "1000"}, 1000),
    ],
)
def test_the_environment_sets_the_number_of_threads(monkeypatch, variables, expected):
    """`DERIVATA_NUM_THREADS`, else `OMP_NUM_THREADS`, else `NUMBA_NUM_THREADS` says how many threads there are."""
    for name in threads._SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert _default_size() == expected


@pytest.mark.parametrize("nonsense", ["0", "-2", "many", "", ",", "2.5", "0,4"])
def test_a_setting_that_is_no_number_of_threads_is_passed_over(monkeypatch, nonsense):
    """Without a sensible setting there are as many threads as the process may use processors, up to 16."""
    for name in threads._SETTINGS:
        monkeypatch.setenv(name, nonsense)
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert _default_size() == min(usable, 16)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no affinity")
def test_a_process_bound_to_one_processor_starts_no_workers(loops):
    """A process that may use one processor works on one thread."""
    program = f"""
import os, sys
sys.path.insert(0, {str(loops)!r})
os.sched_setaffinity(0, {{min(os.sched_getaffinity(0))}})
import numpy as np
from derivata.arrays.kernels import Elementwise, get_num_threads
from derivata.arrays.jit.threads.pool import POOL
Elementwise("loops_of_test_threads", "wave", cost=16)(np.ones({LARGE}, np.float32))
print(get_num_threads(), POOL._team)
"""
    assert run(program, **dict.fromkeys(threads._SETTINGS, "")) == ["1", "None"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no interval timers")
def test_an_interrupt_at_any_moment_leaves_the_workers_usable():
    """Ctrl-C in the middle of an op takes the workers from nobody: later ops share their work again."""

    armed = []

    def interrupt(number, frame):
        if armed and frame.f_code.co_name != "__del__":  # where Python passes over exceptions
            armed.clear()
            raise KeyboardInterrupt

    chunks(LARGE)  # compiles what follows
    block = np.zeros(14_000, np.int64)  # just not too few: it takes little time to run
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for turn in range(1500):
            with pytest.raises(KeyboardInterrupt):
                armed.append(True)
                signal.setitimer(signal.ITIMER_REAL, 1e-5 + 1e-7 * (turn % 700), 0.001)
                while True:
                    stamp.run(block.size, block, block)
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert POOL.busy is None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert chunks(LARGE)[1] == [1]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 16])
@pytest.mark.parametrize("count", [1, 7, 100, 1000, 100_000, 1_000_001])
def test_chunks_cover_the_range_and_all_threads_get_as_many(size: int, count: int) -> None:
    pool = Pool(size)
    for work in (1, threads.SHORT, 5 * count, 100 * count):
        chunk = pool._chunk(count, work)
        pieces = -(-count // chunk)
        assert 1 <= pieces <= threads.CHUNKS
        if chunk > 64:
            assert chunk % 64 == 0
        if count == 1_000_001 and work == 100 * count:
            assert pieces % size == 0


def test_compiled_code_shares_work_with_a_team_that_is_awake_and_free(monkeypatch):
    """Work of middling length is shared without Python while all workers are awake, and nobody else uses them."""
    monkeypatch.setattr(threads, "ROUNDS", 10**8)  # a worker stays awake, however busy the machine is
    kernels.set_num_threads(2)
    x = np.linspace(-9, 9, 40_000, dtype=np.float32)
    expected = wave(x)
    wave(x), wave(x)  # from now on compiled code checks the arguments
    asked = []
    run = Pool.run
    monkeypatch.setattr(Pool, "run", lambda pool, *task: asked.append(task) or run(pool, *task))
    starts, times = np.zeros(LARGE, np.int64), np.zeros(LARGE, np.int64)
    deadline = time.monotonic() + 30
    while True:
        assert stamp.run(LARGE, starts, times)  # wakes them; they sleep again soon
        asked.clear()
        assert np.array_equal(wave(x), expected)
        if not asked:
            break
        assert time.monotonic() < deadline
    POOL.words[0] = 0  # as while somebody uses the team
    assert np.array_equal(wave(x), expected)
    POOL.words[:2] = POOL._team.words
    assert len(asked) == 1


def test_compiled_code_shares_rows_as_python_does(monkeypatch):
    """Rows of middling length are cut into the same chunks with and without Python, whoever has the workers."""
    monkeypatch.setattr(threads, "ROUNDS", 10**8)  # a worker stays awake, however busy the machine is
    kernels.set_num_threads(2)
    asked, run = [], Pool.run
    monkeypatch.setattr(Pool, "run", lambda pool, *task: asked.append(task) or run(pool, *task))
    rows = np.zeros(LARGE, np.int64), np.zeros(LARGE, np.int64)
    for count in (14_000, 20_001, 100_000):
        expected = None
        deadline = time.monotonic() + 30
        while True:
            assert stamp.run(LARGE, *rows)  # wakes the worker; it sleeps again soon
            asked.clear()
            starts, times = chunks(count)
            assert times == [1]
            if len(starts) > 1:
                expected = expected or starts
                assert starts == expected
                if not asked:  # the second launch and those after it
                    break
            assert time.monotonic() < deadline
        POOL.words[0] = 0  # as while somebody uses the team
        assert chunks(count)[1] == [1]
        POOL.words[:2] = POOL._team.words
        assert len(asked) == 1


@pytest.mark.parametrize("size", [1, 4])
def test_what_a_chunk_raises_reaches_the_caller_of_a_direct_launch(size):
    """A chunk of rows that compiled code shares, or runs without the GIL, raises like one of Python's."""
    kernels.set_num_threads(size)
    x, rows = np.zeros(50_000, np.int64), (np.zeros(LARGE, np.int64), np.zeros(LARGE, np.int64))
    for _ in range(50):
        assert stamp.run(LARGE, *rows)  # wakes the workers
        with pytest.raises(ValueError, match="found it"):
            fail.run(50_000, x, 40_000)
        before = x.copy()
        assert fail.run(50_000, x, -1)
        np.testing.assert_array_equal(x, before + 1)


def test_chunks_of_a_worker_that_stands_still_are_done_by_others():
    """Chunks of a worker that is at work are left to it for a moment only: one that is stopped delays nobody."""
    from derivata.arrays.jit.threads import claim  # imports llvmlite

    chunks(LARGE)  # compiles the loop
    entry = next(iter(stamp._entries.values()))
    starts, times = np.zeros(100, np.int64), np.zeros(100, np.int64)
    control = np.zeros(words.WORDS, np.int64)
    control[words.WORKERS] = 1
    control[words.LANES + words.LINE + words.OWNER] = 1  # has begun the first task, it seems
    drive = entries.find(claim.__name__, *threads._CODES[1])
    table = np.zeros(words.TABLE_WORDS, np.int64)
    control[words.TABLE] = table.ctypes.data
    block = entry.pack(id(starts), id(times))
    drive.release(drive.pack(id(control), entry.address, id(block) + BYTES, False), 10, 100)
    assert np.unique(times).tolist() == [1]
    assert np.unique(starts).tolist() == list(range(0, 100, 10))


def test_no_two_things_have_one_control_word():
    """Every control word and every part of the table has a place of its own, for as many threads as there may be."""
    several = {"ASLEEP": 1, "LOCKS": 1, "LANES": words.LINE}
    single = (
        "NEXT DONE ERROR STOP ENTRY BLOCK CHUNK COUNT PIECES ACQUIRE RELEASE WORKERS YIELD TABLE SLEEPING"
    )
    places = [getattr(words, name) for name in single.split()]
    for name, width in several.items():
        first = getattr(words, name)
        places += range(first, first + width * words.CHUNKS)
    assert len(set(places)) == len(places)
    assert max(places) < words.WORDS
    table = [words.GET_PROCESSOR, words.GET_AFFINITY, words.SET_AFFINITY, words.MEMBERS]
    for first in (words.PROCESSORS, words.MOVE, words.THREADS, words.BOUND):
        table += range(first, first + 8 * words.CHUNKS, 8)
    table += range(words.SETS, words.SETS + 2 * words.SET_BYTES * words.CHUNKS, 8)
    assert sorted(table) == list(range(0, 8 * words.TABLE_WORDS, 8))


@pytest.mark.slow
def test_tasks_do_not_wait_for_workers_whose_code_would_take_longer_to_compile(loops, tmp_path):
    """Without their code in the cache tasks are done without workers, until that has taken as long as compiling it."""
    program = f"""
import sys
sys.path.insert(0, {str(loops)!r})
import numpy as np
from derivata.arrays.kernels import Elementwise, set_num_threads
from derivata.arrays.jit.threads import pool
wave = Elementwise("loops_of_test_threads", "wave", cost=16)
x = np.linspace(0, 9, {LARGE}, dtype=np.float32)
set_num_threads(2)
pool.PATIENT = 5 * wave.cost * x.size // 2
results = []
for _ in range(3):
    results.append(wave(x))
    print(pool.POOL._team is not None)
print(all(np.array_equal(results[0], result) for result in results))
"""
    assert run(program, DERIVATA_CACHE_DIR=str(tmp_path)) == ["False", "False", "True", "True"]
    assert run(program, DERIVATA_CACHE_DIR=str(tmp_path)) == ["True", "True", "True", "True"]


def test_the_page_about_settings_runs():
    """The examples of docs/settings.md are right."""
    page = Path(__file__).resolve().parents[2] / "docs" / "settings.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
