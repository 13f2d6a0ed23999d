"""A sandbox on a PostgreSQL server that is away, full, of others, or asks for TLS."""

import os
import random
import shutil
import subprocess
import time

import pytest

from cluster import REASON, Cluster, is_installed
from full_disk import NO_MOUNTS, can_mount
from provider import Provider, Refused
from simulator import Simulator
from test_sandbox_database import CUSTOMER, health, refused_status

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_installed(), reason=REASON),
]


@pytest.fixture(scope="module")
def server():
    """A server on a loopback address of its own, so that its port is free. Its small disk is for one database."""
    address = f"127.{random.randint(1, 254)}.{random.randint(0, 255)}.{random.randint(1, 254)}"
    size = "24m" if os.geteuid() == 0 and can_mount() else None
    with Cluster(disk_size=size, fsync="off", listen_addresses=address) as cluster:
        cluster.address = address
        yield cluster


class Log:
    """The standard error of a sandbox."""

    def __init__(self, path):
        self.path = path

    def lines(self, text):
        return [line for line in self.path.read_text().splitlines() if text in line]

    def wait_for(self, text):
        deadline = time.monotonic() + 60
        while not self.lines(text):
            assert time.monotonic() < deadline, self.path.read_text()
            time.sleep(0.05)


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log")


def wait_until_healthy(url):
    deadline = time.monotonic() + 60
    while (answer := health(url))[0] != 200:
        assert time.monotonic() < deadline, answer
        time.sleep(0.05)


def customers(provider):
    """The ids of all customers."""
    found, page = [], 1
    while True:
        answer = provider.request("GET", f"/customers/?page={page}&page_size=100")
        found += [each["id"] for each in answer["results"]]
        if not answer["next"]:
            return found
        page += 1


def check_outage(log, refused):
    """Checks that the log tells of one outage, which refused this number of requests."""
    log.wait_for("the database serves again")
    assert len(log.lines("the database is away")) == 1
    (end,) = log.lines("the database serves again")
    assert end.endswith(f"refused requests meanwhile: {refused}"), end
    assert not log.lines("error request")


# Away


def test_health_fails_at_once_without_the_server_and_the_log_tells_once(toque, server, log):
    database = server.url(server.make_database())
    options = ["--port", 0, "--database", database]
    with log.path.open("w") as output, Simulator(toque, *options, stderr=output) as simulator:
        provider = Provider(simulator.url)
        provider.request("POST", "/customers/", CUSTOMER)
        assert health(simulator.url)[0] == 200
        server.stop()
        status, said = health(simulator.url)
        assert status == 503 and "cannot be reached" in said["reason"], said
        for _ in range(5):
            assert refused_status(provider, "POST", "/customers/", CUSTOMER) == 503
        log.wait_for("the database is away")
        server.start()
        wait_until_healthy(simulator.url)
        provider.request("POST", "/customers/", CUSTOMER)
        check_outage(log, 5)


# Full


@pytest.mark.skipif(os.geteuid() != 0 or not can_mount(), reason=NO_MOUNTS)
def test_a_full_disk_refuses_requests_and_loses_nothing(toque, server, log):
    server.query("postgres", f"CREATE TABLESPACE small LOCATION '{server.disk.folder}'")
    server.query("postgres", "CREATE DATABASE small TABLESPACE small")
    options = ["--port", 0, "--database", server.url("small")]
    with log.path.open("w") as output, Simulator(toque, *options, stderr=output) as simulator:
        provider = Provider(simulator.url)
        before = customers(provider)
        stored = [provider.request("POST", "/customers/", CUSTOMER)["id"]]
        server.disk.fill()
        refused = 0
        # The tables' last pages still have room.
        for _ in range(2000):
            try:
                stored.append(provider.request("POST", "/customers/", CUSTOMER)["id"])
            except Refused as refusal:
                assert refusal.status == 503
                refused = 1
                break
        assert refused
        status, said = health(simulator.url)
        assert status == 503 and "No space left" in said["reason"], said
        assert sorted(customers(provider)) == sorted(before + stored)
        server.disk.free()
        wait_until_healthy(simulator.url)
        stored.append(provider.request("POST", "/customers/", CUSTOMER)["id"])
        assert sorted(customers(provider)) == sorted(before + stored)
        check_outage(log, refused)
    server.query("postgres", "DROP DATABASE small")
    server.query("postgres", "DROP TABLESPACE small")


# Of others


def test_a_later_schema_is_refused_at_the_start_and_served_while_running(toque, server):
    name = server.make_database()
    with Simulator(toque, "--port", 0, "--database", server.url(name)) as simulator:
        provider = Provider(simulator.url)

        def use():
            provider.request("POST", "/customers/", CUSTOMER)
            for log in ("events", "deliveries", "ceremonies"):
                assert log in provider.request("GET", f"/_toque/{log}")
            return len(provider.request("GET", "/_toque/requests")["requests"])

        count = use()
        for table in ["tenant", "object", "object_status", "event", "delivery", "ceremony", "timer", "request"]:
            server.query(name, f"ALTER TABLE {table} ADD COLUMN later bigint")
        server.query(name, "UPDATE toque_schema SET version = version + 1")
        # An instance that runs while another one migrates goes on.
        assert use() == count + 1
        result = toque.run("simulate", "--port", "0", "--database", server.url(name), "--", "true")
        assert (result.returncode, result.stdout) == (3, "")
        assert "tables of version" in result.stderr and "take a later toque" in result.stderr, result.stderr
        assert health(simulator.url)[0] == 200


def test_a_database_that_an_instance_uses_is_not_copied(toque, server, tmp_path):
    database, copy = server.url(server.make_database()), tmp_path / "copy.sqlite"
    with Simulator(toque, "--port", 0, "--database", database) as simulator:
        customer = Provider(simulator.url).request("POST", "/customers/", CUSTOMER)
        running = toque.run("sandbox", "migrate", database, str(copy))
        assert running.returncode == 3
        assert "in use by a sandbox" in running.stderr and "stop all instances" in running.stderr, running.stderr
        assert not copy.exists()
    itself = toque.run("sandbox", "migrate", database, f"{database}&application_name=other")
    assert itself.returncode == 2
    assert "both databases are the same" in itself.stderr, itself.stderr
    assert toque.output("sandbox", "migrate", database, str(copy), "--json")["rows"]["tenant"] == 1
    with Simulator(toque, "--port", 0, "--database", copy) as simulator:
        assert Provider(simulator.url).request("GET", f"/customers/{customer['id']}/") == customer


def test_a_database_of_another_program_is_refused_and_not_changed(toque, server):
    name = server.make_database()
    server.query(name, "CREATE TABLE tenant (id bigint)")
    result = toque.run("simulate", "--port", "0", "--database", server.url(name), "--", "true")
    assert (result.returncode, result.stdout) == (3, "")
    assert 'tables of another program, such as "tenant"' in result.stderr
    assert server.query(name, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace") == ["1"]


# TLS


def make_certificate(folder, name, address):
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", f"subjectAltName=IP:{address}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    return certificate, key


def test_tls_is_verified(toque, server, tmp_path):
    certificate, key = make_certificate(tmp_path, "server", server.address)
    wrong, _ = make_certificate(tmp_path, "other", server.address)
    name = server.make_database()

    def run(authority, host=server.address):
        tls = f"sslmode=verify-full&sslrootcert={authority}&hostaddr={server.address}"
        url = f"postgresql://toque@{host}/{name}?{tls}"
        return toque.run("simulate", "--port", "0", "--database", url, "--", "true")

    result = run(certificate)
    assert result.returncode == 3
    assert "server does not support SSL" in result.stderr

    data = server.folder / "data"
    for source, place in [(certificate, "server.crt"), (key, "server.key")]:
        target = data / place
        shutil.copyfile(source, target)
        target.chmod(0o600)
        if os.geteuid() == 0:
            shutil.chown(target, "postgres", "postgres")
    server.query("postgres", "ALTER SYSTEM SET ssl = on")
    server.stop()
    server.start()

    result = run(certificate)
    assert result.returncode == 0, result.stderr
    for arguments, problem in [
        ([wrong], "certificate verify failed"),
        ([tmp_path / "missing.pem"], "does not exist"),
        ([certificate, "db.example"], "does not match host name"),
    ]:
        result = run(*arguments)
        assert (result.returncode, result.stdout) == (3, "")
        assert "cannot be reached" in result.stderr and problem in result.stderr, result.stderr
