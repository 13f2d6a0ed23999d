"""Commands that write files replace or remove only regular files, never devices, links or pipes."""

import json
import os
import select
import signal
import stat
import subprocess
import threading

import pytest

from simulator import Simulator

NULL = os.makedev(1, 3)


@pytest.fixture
def device(tmp_path):
    """A device of our own that accepts everything, like /dev/null."""
    path = tmp_path / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, NULL)
        path.write_bytes(b"x")
    except OSError as error:
        pytest.skip(f"needs the right to make a device: {error}")
    return path


def is_device(path):
    status = path.lstat()
    return stat.S_ISCHR(status.st_mode) and status.st_rdev == NULL


def test_a_device_as_ready_file_is_kept(toque, device):
    with Simulator(toque, "--memory", "--port", 0, "--ready-file", device) as simulator:
        assert is_device(device)
        assert simulator.stop() == 0
    assert is_device(device)
    assert os.listdir(device.parent) == ["null"]


def test_a_link_to_a_device_as_ready_file_is_kept(toque, device):
    link = device.with_name("link")
    link.symlink_to("null")
    with Simulator(toque, "--memory", "--port", 0, "--ready-file", link) as simulator:
        assert simulator.stop() == 0
    assert is_device(device)
    assert link.is_symlink()


def test_a_link_as_ready_file_is_kept_and_its_target_removed(toque, tmp_path):
    link, target = tmp_path / "link", tmp_path / "folder" / "ready.json"
    target.parent.mkdir()
    link.symlink_to("folder/ready.json")
    with Simulator(toque, "--memory", "--port", 0, "--ready-file", link) as simulator:
        assert json.loads(target.read_text())["url"] == simulator.url
        assert link.is_symlink()
        assert simulator.stop() == 0
    assert link.is_symlink()
    assert not target.exists()


def test_a_ready_file_replaced_by_another_program_is_kept(toque, tmp_path):
    file, other = tmp_path / "ready.json", tmp_path / "other"
    with Simulator(toque, "--memory", "--port", 0, "--ready-file", file) as simulator:
        other.write_text("not the sandbox's")
        other.rename(file)
        assert simulator.stop() == 0
    assert file.read_text() == "not the sandbox's"


@pytest.fixture
def fifo(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_fifo_without_a_reader_delays_neither_start_nor_end(toque, fifo, number):
    with Simulator(toque, "--memory", "--port", 0, "--ready-file", fifo) as simulator:
        simulator.process.send_signal(number)
        assert simulator.process.wait(timeout=60) == 0
    assert stat.S_ISFIFO(fifo.lstat().st_mode)


def test_a_fifo_gets_the_ready_message_once_it_is_read(toque, fifo):
    with Simulator(toque, "--memory", "--port", 0, "--ready-file", fifo) as simulator:
        told = []
        reader = threading.Thread(target=lambda: told.append(fifo.read_text()), daemon=True)
        reader.start()
        reader.join(timeout=60)
        assert json.loads(told[0])["url"] == simulator.url
        assert simulator.stop() == 0
    assert stat.S_ISFIFO(fifo.lstat().st_mode)


# Results that a person names a file for


@pytest.fixture(scope="module")
def sandbox(toque):
    with Simulator(toque, "--memory", "--port", 0) as simulator:
        yield simulator


def save(toque, sandbox, file, **options):
    command = [toque.path, "sandbox", "save", file, "--server", sandbox.url]
    return subprocess.run(command, env=toque.environment, stderr=subprocess.PIPE, text=True, timeout=60, **options)


@pytest.mark.parametrize("target", ["/dev/stdout", "/proc/self/fd/1"])
def test_a_state_is_written_through_a_link_to_stdout(toque, sandbox, tmp_path, target):
    link, output = tmp_path / "link", tmp_path / "output"
    link.symlink_to(target)
    with output.open("w") as stream:
        stream.write("before\n")
        stream.flush()
        result = save(toque, sandbox, link, stdout=stream)
    assert result.returncode == 0, result.stderr
    assert os.readlink(link) == target
    # And nothing else, as the next program in a pipe reads it.
    before, _, state = output.read_text().partition("\n")
    assert before == "before"
    assert json.loads(state)["format"] == "toque-sandbox-state"


def test_a_state_is_written_to_a_device_that_is_kept(toque, sandbox, device):
    assert save(toque, sandbox, device, stdout=subprocess.DEVNULL).returncode == 0
    assert is_device(device)


def test_a_state_is_written_to_a_fifo(toque, sandbox, fifo):
    read = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    text = b""
    process = subprocess.Popen(
        [toque.path, "sandbox", "save", fifo, "--server", sandbox.url], env=toque.environment, stdout=subprocess.DEVNULL
    )
    try:
        while select.select([read], [], [], 60)[0] and (chunk := os.read(read, 1 << 16)):
            text += chunk
    finally:
        os.close(read)
        assert process.wait(timeout=60) == 0
    assert json.loads(text)["format"] == "toque-sandbox-state"
    assert stat.S_ISFIFO(fifo.lstat().st_mode)


def test_a_state_is_written_to_the_target_of_a_link(toque, sandbox, tmp_path):
    link, file = tmp_path / "link", tmp_path / "state.json"
    link.symlink_to("state.json")
    for _ in range(2):  # A new file and an existing one.
        assert save(toque, sandbox, link, stdout=subprocess.DEVNULL).returncode == 0
        assert link.is_symlink()
        assert json.loads(file.read_text())["format"] == "toque-sandbox-state"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["link", "state.json"]


def test_a_full_device_is_an_error(toque, sandbox, tmp_path):
    link = tmp_path / "link"
    link.symlink_to("/dev/full")
    result = save(toque, sandbox, link, stdout=subprocess.DEVNULL)
    assert result.returncode == 3
    assert "No space left on device" in result.stderr
    assert link.is_symlink()
