"""The commands of docs/operations.md back up and restore a sandbox, which then serves the same data and goes on."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess

import pytest

from cluster import PROGRAMS, REASON, is_installed
from command import ROOT
from merchant import Merchant
from receiver import Receiver
from simulator import Simulator

pytestmark = [pytest.mark.extended, pytest.mark.sqlite]


def commands(first):
    """The block of the page's section that begins with this word."""
    page = (ROOT / "docs/operations.md").read_text()
    section = re.search(r"^## Backup\n(.+?)^## ", page, re.DOTALL | re.MULTILINE)[1]
    [block] = re.findall(rf"^(?:    {first} .+\n)(?:    .+\n)*", section, re.MULTILINE)
    return block


def run(toque, script, folder):
    path = os.pathsep.join(map(str, [toque.path.parent, PROGRAMS, "/usr/bin", "/bin"]))
    result = subprocess.run(
        ["bash", "-e", "-c", f"umask 077\n{script}"],
        env=toque.environment | {"PATH": path}, cwd=folder, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr


def fill(simulator, receiver):
    """A merchant with an enrollment, a payment that succeeded, and one that waits for the phone."""
    merchant = Merchant(simulator.url)
    merchant.freeze()
    merchant.send("POST", "/_toque/webhooks", {"url": receiver.url})
    enrollment = merchant.enrolled()
    merchant.paid(enrollment)
    waiting = merchant.send(*merchant.ordering(enrollment))
    merchant.advance(0)
    return merchant, waiting


def check(simulator, merchant, kept, waiting, receiver):
    """Checks that a restored sandbox has the same, and that the payment that waits succeeds there."""
    restored = Merchant(simulator.url, merchant.phones)
    assert restored.kept() == kept
    count = len(receiver.received)
    restored.authorize(waiting)
    assert waiting["id"] in {each.body["object_id"] for each in receiver.received[count:]}
    events = restored.list("events")
    assert events[: len(kept["events"])] == kept["events"]
    assert events[len(kept["events"])]["cursor"] > kept["events"][-1]["cursor"]


@pytest.mark.skipif(not is_installed(), reason=REASON)
def test_a_database_is_backed_up_during_a_run_and_restored_into_an_empty_one(toque, cluster, tmp_path):
    name = cluster.make_database()
    names = {"postgres": "postgres", "sandbox": name, "restored": f"{name}_restored"}
    script = re.sub(
        r"postgresql://toque@db\.example/(\w+)", lambda found: cluster.url(names[found[1]]), commands("pg_dump")
    )
    backup, restoring = re.sub(r"\brestored$", names["restored"], script, flags=re.MULTILINE).split("\n", 1)
    with Receiver() as receiver:
        with Simulator(toque, "--port", 0, "--database", cluster.url(name)) as simulator:
            merchant, waiting = fill(simulator, receiver)
            kept, journal = merchant.kept(), merchant.list("requests")
            run(toque, backup, tmp_path)
            merchant.authorize(waiting)
        assert (tmp_path / "sandbox.dump").stat().st_mode & 0o777 == 0o600
        run(toque, restoring, tmp_path)
        with Simulator(toque, "--port", 0, "--database", cluster.url(names["restored"])) as simulator:
            assert Merchant(simulator.url).list("requests") == journal != []
            check(simulator, merchant, kept, waiting, receiver)


def test_a_file_is_locked_during_a_run_and_backed_up_after_it(toque, tmp_path):
    file = tmp_path / "sandbox.sqlite"
    with Receiver() as receiver:
        with Simulator(toque, "--port", 0, "--database", file) as simulator:
            merchant, waiting = fill(simulator, receiver)
            kept = merchant.kept()
            with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    connection.execute("SELECT count(*) FROM object")
            simulator.kill()
        assert file.with_name("sandbox.sqlite-wal").stat().st_size > file.stat().st_size
        run(toque, commands("toque"), tmp_path)
        backup = tmp_path / "backup.sqlite"
        assert backup.stat().st_mode & 0o777 == 0o600
        assert not backup.with_name("backup.sqlite-wal").exists()
        for each in tmp_path.glob("sandbox.sqlite*"):
            each.unlink()
        shutil.move(backup, file)
        with Simulator(toque, "--port", 0, "--database", file) as simulator:
            check(simulator, merchant, kept, waiting, receiver)
