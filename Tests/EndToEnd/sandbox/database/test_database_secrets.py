"""A PostgreSQL server that asks for a password: where it comes from, and that nobody sees it."""

import json
from pathlib import Path

import pytest

from cluster import REASON, Cluster, is_installed
from holder import private_file
from merchant import Merchant
from simulator import Simulator
from test_database_server import Log, wait_until_healthy

pytestmark = [
    pytest.mark.extended,
    pytest.mark.sqlite,
    pytest.mark.skipif(not is_installed(), reason=REASON),
]
PASSWORD = "s3cret:word"


@pytest.fixture(scope="module")
def server():
    """Its user `keeper` has a password."""
    with Cluster(fsync="off") as cluster:
        cluster.query("postgres", f"CREATE ROLE keeper LOGIN PASSWORD '{PASSWORD}'")
        rules = cluster.folder / "data/pg_hba.conf"
        rules.write_text("local all keeper scram-sha-256\n" + rules.read_text())
        cluster.stop()
        cluster.start()
        yield cluster


def make_database(server):
    """Returns the name of a database of `keeper`."""
    name = server.make_database()
    server.query("postgres", f"ALTER DATABASE {name} OWNER TO keeper")
    return name


def in_variable(server, name, folder, password):
    return f"postgresql:///{name}?host={server.folder}&user=keeper", {"PGPASSWORD": password}


def in_file(server, name, folder, password):
    line = f"{server.folder}:5432:{name}:keeper:{password.replace(':', chr(92) + ':')}\n"
    variables = {"PGPASSFILE": str(private_file(folder / "pgpass", line))}
    return f"postgresql:///{name}?host={server.folder}&user=keeper", variables


def in_service(server, name, folder, password):
    lines = ["[sandbox]", f"host={server.folder}", f"dbname={name}", "user=keeper", f"password={password}", ""]
    file = private_file(folder / "services", "\n".join(lines))
    return "postgresql://?service=sandbox", {"PGSERVICEFILE": str(file)}


SOURCES = [in_variable, in_file, in_service]


@pytest.mark.parametrize("source", SOURCES)
def test_the_password_is_accepted_and_shown_nowhere(toque, server, tmp_path, source):
    database, variables = source(server, make_database(server), tmp_path, PASSWORD)
    ready, log = tmp_path / "ready.json", Log(tmp_path / "log")
    options = ["--port", 0, "--database", database, "--ready-file", ready, "--log-level", "trace"]
    shown = {}
    with log.path.open("w") as output:
        environment = toque.environment | variables
        with Simulator(toque, *options, stderr=output, env=environment) as simulator:
            shown["ready line"] = simulator.first_line
            merchant = Merchant(simulator.url)
            merchant.freeze()
            merchant.enrolled()
            # The log tells of an outage in the words of libpq.
            server.stop()
            assert merchant.client.send(*merchant.beginning()).status == 503
            shown["health"] = merchant.client.send("GET", "/_toque/health").content.decode()
            server.start()
            wait_until_healthy(simulator.url)
            merchant.send(*merchant.beginning())
            shown |= {what: json.dumps(kept) for what, kept in merchant.kept().items()}
            shown["journal"] = json.dumps(merchant.send("GET", "/_toque/requests?limit=1000"))
            shown["metrics"] = merchant.client.send("GET", "/_toque/metrics").content.decode()
            shown["ready file"] = ready.read_text()
            shown["arguments"] = Path(f"/proc/{simulator.process.pid}/cmdline").read_text()
            log.wait_for("the database serves again")
            simulator.process.terminate()
            shown["stdout"] = simulator.process.stdout.read()
            simulator.process.wait(60)
    shown["log"] = log.path.read_text()
    assert "/enrollments/" in shown["journal"]
    # A part of it is as bad, and has no character that JSON or a shell escapes.
    assert [what for what, text in shown.items() if "s3cret" in text] == []


def test_a_copy_takes_the_password_from_the_same_places(toque, server, tmp_path):
    file = tmp_path / "sandbox.sqlite"
    with Simulator(toque, "--port", 0, "--database", file):
        pass
    for source in SOURCES:
        database, variables = source(server, make_database(server), tmp_path, PASSWORD)
        result = toque.run("sandbox", "migrate", file, database, environment=variables)
        assert result.returncode == 0, result.stderr
        assert "s3cret" not in result.stdout + result.stderr


def test_a_wrong_password_is_refused_and_not_shown(toque, server, tmp_path):
    name = make_database(server)
    for source in SOURCES:
        database, variables = source(server, name, tmp_path, "wr0ng-word")
        result = toque.run("simulate", "--port", "0", "--database", database, "--", "true", environment=variables)
        assert (result.returncode, result.stdout) == (3, "")
        assert 'password authentication failed for user "keeper"' in result.stderr, result.stderr
        assert "wr0ng" not in result.stderr


def test_a_password_file_that_others_may_read_is_not_used(toque, server, tmp_path):
    database, variables = in_file(server, make_database(server), tmp_path, PASSWORD)
    Path(variables["PGPASSFILE"]).chmod(0o644)
    result = toque.run("simulate", "--port", "0", "--database", database, "--", "true", environment=variables)
    assert (result.returncode, result.stdout) == (3, "")
    assert "no password supplied" in result.stderr, result.stderr
    assert variables["PGPASSFILE"] in result.stderr and "permissions" in result.stderr, result.stderr
    assert "s3cret" not in result.stderr
