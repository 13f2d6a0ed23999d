"""The sandbox's process ends with the test run, however that ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import List

import pytest

from conftest import HANGING, Process, noted
from toque_testing.process import Lifeline

WAITS = """
    import os, time
    from note import note

    def test_waits(toque_sandbox):
        note()
        with open("worker", "w") as file:
            file.write(str(os.getpid()))
        time.sleep(600)
"""


def heed_interrupts() -> None:
    """A process in the background of a shell inherits that interrupts are ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(project: pytest.Pytester, processes: List[Process], *options: str) -> subprocess.Popen[bytes]:
    """A test run whose test waits, once its sandbox runs."""
    run = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options], cwd=project.path, stdout=subprocess.DEVNULL,
        preexec_fn=heed_interrupts,
    )
    note = project.path / "worker"
    deadline = time.monotonic() + HANGING
    while not (note.exists() and note.read_text()):
        assert run.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    processes.append(Process(noted(project)["pid"]))
    assert processes[0].runs()
    return run


def leftovers(project: pytest.Pytester) -> List[Path]:
    return list((project.path / "tmp").glob("toque-testing-*"))


def has_ended(pid: int) -> bool:
    """Whether it is gone, or only waits to be collected by its new parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize("options", [[], ["-n", "2"]])
def test_a_run_leaves_nothing(project: pytest.Pytester, options: List[str]) -> None:
    project.makepyfile("from note import note\ndef test_starts(toque_sandbox): note()")
    project.runpytest_subprocess(*options).assert_outcomes(passed=1)
    assert has_ended(noted(project)["pid"])
    assert leftovers(project) == []


@pytest.mark.parametrize("options", [[], ["-n", "1"]])
def test_a_killed_run_takes_the_sandbox_with_it(
    project: pytest.Pytester, processes: List[Process], options: List[str]
) -> None:
    project.makepyfile(WAITS)
    run = start(project, processes, *options)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert processes[0].ends()
    assert leftovers(project) == []


def test_another_process_with_the_number_of_the_sandbox_is_spared() -> None:
    lifeline = Lifeline()
    other = subprocess.Popen(["sleep", "600"])
    try:
        (lifeline.folder / "ready.json").write_text(json.dumps({"pid": other.pid}))
        lifeline.close()
        assert other.poll() is None
        assert not lifeline.folder.exists()
    finally:
        other.kill()
        other.wait()


def test_an_interrupted_run_ends_the_sandbox(project: pytest.Pytester, processes: List[Process]) -> None:
    project.makepyfile(WAITS)
    run = start(project, processes)
    run.send_signal(signal.SIGINT)
    assert run.wait(HANGING) == pytest.ExitCode.INTERRUPTED
    assert not processes[0].runs()
    assert leftovers(project) == []


def test_the_sandbox_survives_the_worker_that_started_it(project: pytest.Pytester, processes: List[Process]) -> None:
    project.makepyfile(
        """
        import os, signal
        from pathlib import Path
        from note import note

        def test_crashes(toque_sandbox):
            note()
            os.kill(os.getpid(), signal.SIGKILL)

        def test_goes_on(toque_sandbox):
            note("second.json")
        """
    )
    project.runpytest_subprocess("-n", "1").assert_outcomes(failed=1, passed=1)
    assert noted(project) == noted(project, "second.json")


def test_a_sandbox_that_is_there_is_used(project: pytest.Pytester) -> None:
    """Without xdist with the key of the environment, as a backend outside of pytest has it."""
    project.makepyfile(
        """
        import os, tempfile
        from pathlib import Path

        server, key = os.environ["TOQUE_SERVER"], os.environ["TOQUE_API_KEY_ID"]

        def test_uses_it(toque_sandbox):
            assert toque_sandbox.url == server
            is_worker = "PYTEST_XDIST_WORKER" in os.environ
            assert (toque_sandbox.api_key_id == key) != is_worker
            assert toque_sandbox.requests() == []
            assert list(Path(tempfile.gettempdir()).glob("toque-testing-*/ready.json")) == []
        """
    )
    toque = os.environ["TOQUE_BIN"]
    script = f"{sys.executable} -m pytest && {sys.executable} -m pytest -n 2 && {toque} sandbox keys list --json"
    result = project.run(toque, "simulate", "--", "sh", "-c", script)
    assert result.ret == 0, result.stderr.str()
    # The workers' keys are gone.
    assert result.stdout.str().count('"id"') == 1
