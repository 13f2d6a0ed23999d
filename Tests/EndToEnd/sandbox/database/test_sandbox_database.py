"""The database of a sandbox: its permissions and versions, its deletion during a run, and a full disk."""

import contextlib
import json
import os
import sqlite3
import subprocess
import urllib.error
import urllib.request

import pytest

from full_disk import NO_MOUNTS, SmallDisk, can_mount
from provider import Provider, Refused
from simulator import Simulator

pytestmark = pytest.mark.sqlite
CUSTOMER = {"identifier": "11144477735", "name": "Bruno Exemplo", "email": "bruno@example.com"}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "sandbox.sqlite"


def health(url):
    try:
        with urllib.request.urlopen(f"{url}/_toque/health", timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def refused_status(provider, *request):
    with pytest.raises(Refused) as refusal:
        provider.request(*request)
    return refusal.value.status


# Permissions


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o606])
def test_a_database_accessible_to_others_is_refused(toque, file, mode):
    with Simulator(toque, "--port", 0, "--database", file):
        pass
    file.chmod(mode)
    result = toque.run("simulate", "--database", str(file), "--", "true")
    assert (result.returncode, result.stdout) == (3, "")
    assert f"chmod 600 {file}" in result.stderr
    file.chmod(0o600)
    with Simulator(toque, "--port", 0, "--database", file):
        pass


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give files away")
def test_database_and_key_files_of_another_user_are_refused(toque, file, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("shop:s3cret-word\n")
    for path, option in [(file, "--database"), (keys, "--api-keys")]:
        path.touch()
        path.chmod(0o600)
        os.chown(path, 12345, 12345)
        arguments = ["--memory"] if path == keys else []
        result = toque.run("simulate", *arguments, option, str(path), "--", "true")
        assert result.returncode != 0
        assert f"{path}: belongs to user 12345" in result.stderr
        assert "s3cret-word" not in result.stderr


def test_a_key_file_readable_by_others_is_refused(toque, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("shop:s3cret-word\n")
    keys.chmod(0o644)
    for command in (["simulate", "--memory"], ["institutions", "--server", "http://127.0.0.1:9"]):
        result = toque.run(*command, "--api-keys", str(keys), *(["--", "true"] if command[0] == "simulate" else []))
        assert (result.returncode, result.stdout) == (1, "")
        assert f"chmod 600 {keys}" in result.stderr
        assert "s3cret-word" not in result.stderr


@pytest.mark.parametrize("name", [":memory:", "file:sandbox.sqlite"])
def test_a_database_name_that_sqlite_takes_for_no_file_is_refused(toque, tmp_path, name):
    command = [toque.path, "simulate", "--database", name, "--", "true"]
    result = subprocess.run(command, env=toque.environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert result.returncode == 3
    assert f"write ./{name}" in result.stderr
    assert os.listdir(tmp_path) == []


# Copies and old data


def test_a_copy_serves_what_the_original_did(toque, file, tmp_path):
    copy = tmp_path / "copy.sqlite"
    with Simulator(toque, "--port", 0, "--database", file) as simulator:
        provider = Provider(simulator.url)
        customers = [provider.request("POST", "/customers/", CUSTOMER)["id"]]
        running = toque.run("sandbox", "migrate", str(file), str(copy))
        assert running.returncode == 3
        assert f"{file} is in use by process {simulator.process.pid}" in running.stderr
        assert not copy.exists()
    said = toque.output("sandbox", "migrate", str(file), str(copy), "--json")
    assert (said["from"], said["to"]) == (str(file), str(copy))
    assert said["rows"]["tenant"] == 1
    assert copy.stat().st_mode & 0o777 == 0o600
    again = toque.run("sandbox", "migrate", str(file), str(copy))
    assert again.returncode == 3
    assert "the target has data in tenant already" in again.stderr
    with Simulator(toque, "--port", 0, "--database", copy, "--keep", "30d") as simulator:
        provider = Provider(simulator.url)
        assert provider.request("GET", f"/customers/{customers[0]}/")["name"] == CUSTOMER["name"]
        assert health(simulator.url) == (200, {"status": "ready"})


@pytest.mark.parametrize("span", ["30", "0d", "a month"])
def test_a_span_of_keeping_is_at_least_a_minute(toque, span):
    result = toque.run("simulate", "--memory", "--keep", span, "--", "true")
    assert result.returncode == 2
    assert f'--keep: "{span}" is not a time from 1m to 366000d' in result.stderr


# Versions

# A file of version 5 as earlier releases made it: without statuses, and without the tables of its last releases.
VERSION_5 = """
    CREATE TABLE provider (
        only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL, version INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE tenant (
        id TEXT PRIMARY KEY, key_hash TEXT NOT NULL, is_configured INTEGER NOT NULL, frozen_at INTEGER,
        clock_offset INTEGER NOT NULL DEFAULT 0, ordinal INTEGER NOT NULL DEFAULT 0, scenario TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE object (
        sequence INTEGER PRIMARY KEY, tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
        body TEXT NOT NULL, UNIQUE (id, kind, tenant)
    ) STRICT;
    CREATE TABLE timer (
        sequence INTEGER PRIMARY KEY, tenant TEXT NOT NULL, due INTEGER NOT NULL, kind TEXT NOT NULL,
        subject TEXT NOT NULL
    ) STRICT;
    CREATE TABLE event (
        cursor INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, time INTEGER NOT NULL, type TEXT NOT NULL,
        kind TEXT NOT NULL, object TEXT NOT NULL, data TEXT NOT NULL
    ) STRICT;
    PRAGMA application_id = 1953460595;
    PRAGMA user_version = 5;
    INSERT INTO provider VALUES (1, 'biometric-pix', 1);
    INSERT INTO tenant (id, key_hash, is_configured, frozen_at)
        VALUES ('sandbox', 'not the current hash', 1, 1769860800000000);
    INSERT INTO event (cursor, tenant, time, type, kind, object, data) VALUES
        (41, 'sandbox', 1769860800000000, 'enrollment.created', 'enrollment', 'e-1', '{"status": "CREATED"}'),
        (42, 'sandbox', 1769860801000000, 'enrollment.failed', 'enrollment', 'e-1',
            '{"status": "FAILED", "reason": "expired"}');
"""


def make_file(file, sql):
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(sql)
    file.chmod(0o600)


def test_a_file_of_an_earlier_version_is_migrated(toque, file, tmp_path):
    # An object as this version stores it, which has not changed since.
    with Simulator(toque, "--port", 0, "--database", tmp_path / "new.sqlite") as simulator:
        customer = Provider(simulator.url).request("POST", "/customers/", CUSTOMER)
    with contextlib.closing(sqlite3.connect(tmp_path / "new.sqlite")) as connection:
        (body,) = connection.execute("SELECT body FROM object WHERE id = ?", [customer["id"]]).fetchone()
    make_file(file, VERSION_5)
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO object (tenant, kind, id, body) VALUES ('sandbox', 'customer', ?, ?)", [customer["id"], body]
        )
    for _ in range(2):
        with Simulator(toque, "--port", 0, "--database", file) as simulator:
            provider = Provider(simulator.url)
            assert provider.request("GET", f"/customers/{customer['id']}/") == customer
            assert provider.request("GET", "/_toque/clock")["now"].startswith("2026-01-31T12:00:00")
            events = provider.request("GET", "/_toque/events")["events"]
            assert [event["cursor"] for event in events][:2] == [41, 42]
            assert provider.request("POST", "/customers/", CUSTOMER)["id"]
    with contextlib.closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (8,)
        statuses = connection.execute("SELECT object, status, reason, cursor FROM object_status").fetchall()
        assert statuses == [("e-1", "FAILED", "expired", 42)]


@pytest.mark.parametrize(
    "sql, problem",
    [
        ("PRAGMA application_id = 1953460595; PRAGMA user_version = 99; CREATE TABLE x (y)", "take a later toque"),
        ("PRAGMA application_id = 1953460595; PRAGMA user_version = 4; CREATE TABLE x (y)", "an earlier version's"),
        ("CREATE TABLE tenant (id TEXT)", "another program's"),
    ],
)
def test_a_file_of_another_version_or_program_is_refused_and_not_changed(toque, file, sql, problem):
    make_file(file, sql)
    before = file.read_bytes()
    result = toque.run("simulate", "--port", "0", "--database", file, "--", "true")
    assert (result.returncode, result.stdout) == (3, "")
    assert problem in result.stderr and "name another file" in result.stderr, result.stderr
    assert file.read_bytes() == before


# Deletion


@pytest.mark.parametrize("what", ["deleted", "replaced"])
def test_a_deleted_or_replaced_database_refuses_writes(toque, file, tmp_path, what):
    with Simulator(toque, "--port", 0, "--database", file) as simulator:
        provider = Provider(simulator.url)
        provider.request("POST", "/customers/", CUSTOMER)
        assert health(simulator.url) == (200, {"status": "ready"})
        if what == "deleted":
            file.unlink()
        else:
            other = tmp_path / "other"
            other.write_bytes(b"")
            other.rename(file)
        assert refused_status(provider, "POST", "/customers/", CUSTOMER) == 503
        # Reading still works.
        assert len(provider.request("GET", "/customers/")["results"]) == 2
        status, said = health(simulator.url)
        assert status == 503
        assert what in said["reason"]
        assert simulator.stop() == 3


def test_the_end_of_a_run_reports_a_deleted_database(toque, file):
    script = f"rm {file}"
    result = toque.run("simulate", "--database", str(file), "--", "sh", "-c", script)
    assert result.returncode == 3
    assert f"{file} was deleted" in result.stderr
    # The command's own exit code takes precedence.
    result = toque.run("simulate", "--database", str(file), "--", "sh", "-c", f"{script}; exit 7")
    assert result.returncode == 7
    assert f"{file} was deleted" in result.stderr


# Full disk


def test_a_key_whose_removal_fails_on_a_full_disk_stays_taken(toque, tmp_path):
    if not can_mount():
        pytest.skip(NO_MOUNTS)
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = SmallDisk(folder)
    arguments = ["--port", 0, "--database", folder / "sandbox.sqlite"]
    with Simulator(toque, *arguments, prefix=disk.prefix) as simulator:
        disk.process = simulator.process
        control = Provider(simulator.url)
        key = control.request("POST", "/_toque/keys", {"id": "shop", "secret": "s3cret-word"})
        shop = Provider(simulator.url, f"{key['id']}:{key['secret']}")
        shop.request("POST", "/customers/", CUSTOMER)
        disk.fill()
        # SQLite first overwrites the existing pages of its log.
        for _ in range(1000):
            try:
                shop.request("POST", "/customers/", CUSTOMER)
            except Refused as refusal:
                assert refusal.status == 503
                break
        assert refused_status(control, "DELETE", "/_toque/keys/shop") == 503
        assert "shop" in [key["id"] for key in control.request("GET", "/_toque/keys")["keys"]]
        assert shop.request("GET", "/customers/")["results"]
        disk.free()
        control.request("DELETE", "/_toque/keys/shop")
        assert refused_status(shop, "GET", "/customers/") == 401
        assert "shop" not in [key["id"] for key in control.request("GET", "/_toque/keys")["keys"]]
