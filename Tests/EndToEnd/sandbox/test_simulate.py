"""How `toque simulate` starts, reports that it is ready, and ends."""

import json
import os
import shlex
import signal
import stat
import subprocess
import sys

import pytest

from certificates import self_signed
from command import Toque
from holder import private_file
from provider import Provider
from simulator import Simulator, free_port

# It is about the command's options and what it prints.
pytestmark = pytest.mark.sqlite


@pytest.fixture
def home(tmp_path):
    """The command with a home of its own, without settings for trusted certificates."""
    home = Toque(tmp_path / "home")
    for variable in ("SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"):
        home.environment.pop(variable, None)
    return home


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_without_options_the_database_is_kept_in_the_state_directory(home):
    file = home.environment["XDG_STATE_HOME"] + "/toque/sandbox.sqlite"
    with Simulator(home, "--port", 0) as simulator:
        assert mode(home.folder / "toque") == 0o700
        assert mode(home.folder / "toque/sandbox.sqlite") == 0o600
        body = {"identifier": "11144477735", "name": "Bruno Exemplo", "email": "bruno@example.com"}
        Provider(simulator.url).request("POST", "/customers/", body)
    with Simulator(home, "--port", 0) as simulator:
        names = [customer["name"] for customer in Provider(simulator.url).request("GET", "/customers/")["results"]]
    assert "Bruno Exemplo" in names, file


def test_a_database_in_use_is_refused_with_the_process_that_has_it(home):
    with Simulator(home, "--port", 0) as simulator:
        result = home.run("simulate", "--port", "0")
        assert result.returncode == 3
        assert f"process {simulator.process.pid}" in result.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_ready_file_exists_while_the_sandbox_answers(home, tmp_path, number):
    file = tmp_path / "ready.json"
    with Simulator(home, "--memory", "--port", 0, "--ready-file", file) as simulator:
        assert mode(file) == 0o600
        ready = json.loads(file.read_text())
        assert ready == {
            "url": simulator.url,
            "control_url": f"{simulator.url}/_toque",
            "keys": [{"id": "sandbox", "secret": "sandbox"}],
            "tenant": "sandbox",
            "database": None,
            "pid": simulator.process.pid,
        }
        key = ready["keys"][0]
        assert Provider(ready["url"], f"{key['id']}:{key['secret']}").customer
        simulator.process.send_signal(number)
        assert simulator.process.wait(timeout=60) == 0
        assert not file.exists()
        assert os.listdir(tmp_path) in ([], ["home"])


def test_json_prints_the_start_message_as_one_line(home):
    class JSONSimulator(Simulator):
        def is_ready(self):
            return self.first_line.startswith("{")

    with JSONSimulator(home, "--memory", "--port", 0, "--json", "--no-control") as simulator:
        ready = json.loads(simulator.first_line)
        assert ready["control_url"] is None
        assert Provider(ready["url"]).customer


@pytest.mark.parametrize("source", ["none", "file", "environment"])
def test_the_printed_curl_line_works_when_pasted(home, tmp_path, source):
    arguments, secret = [], None
    if source == "file":
        keys = private_file(tmp_path / "my keys", "# of the shop\nshop:s3cret word\nother:x\n")
        arguments, secret = ["--api-keys", keys], "s3cret word"
    if source == "environment":
        secret = "t0p s3cret"
        home.environment |= {"TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": secret}
    command = ["simulate", "--memory", "--port", "0", *arguments]
    process = subprocess.Popen(
        [home.path, *map(str, command)], env=home.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        said = [process.stdout.readline()]
        while not said[-1].startswith("curl "):
            said.append(process.stderr.readline())
            assert said[-1], said
        assert secret is None or secret not in "".join(said)
        result = subprocess.run(
            ["sh", "-c", said[-1].replace("curl ", "curl --silent --fail ", 1)],
            env=home.environment, capture_output=True, text=True, timeout=60,
        )
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["results"]
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_every_option_can_be_set_by_a_variable(home, tmp_path):
    port = free_port()
    file = tmp_path / "ready.json"
    home.environment |= {
        "TOQUE_SIMULATE_LISTEN": f"127.0.0.1:{port}",
        "TOQUE_SIMULATE_DATABASE": str(tmp_path / "sandbox.sqlite"),
        "TOQUE_SIMULATE_READY_FILE": str(file),
        "TOQUE_SIMULATE_NO_CONTROL": "true",
    }
    with Simulator(home) as simulator:
        assert simulator.url == f"http://127.0.0.1:{port}"
        ready = json.loads(file.read_text())
        assert ready["database"] == str(tmp_path / "sandbox.sqlite")
        assert ready["control_url"] is None
    with Simulator(home, "--memory", "--port", 0) as simulator:
        assert simulator.url != f"http://127.0.0.1:{port}"
        assert json.loads(file.read_text())["database"] is None


def test_a_nested_sandbox_has_its_own_key(home):
    home.environment |= {"TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret-word"}
    show = "import json, os; print(json.dumps({n: v for n, v in os.environ.items() if n.startswith('TOQUE_')}))"
    outer = home.output("simulate", "--", sys.executable, "-c", show)
    assert outer["TOQUE_API_KEY_ID"] == outer["TOQUE_BIOMETRIC_PIX_KEY_ID"] == "shop"
    assert outer["TOQUE_BIOMETRIC_PIX_KEY_SECRET"] == "s3cret-word"
    assert outer["TOQUE_PROVIDER"] == "biometric-pix"
    assert outer["TOQUE_SERVER"] == outer["TOQUE_BIOMETRIC_PIX_SERVER"]
    inner = home.output("simulate", "--", home.path, "simulate", "--", sys.executable, "-c", show)
    assert inner["TOQUE_API_KEY_ID"] == inner["TOQUE_BIOMETRIC_PIX_KEY_ID"] == "sandbox"
    assert inner["TOQUE_SERVER"] == inner["TOQUE_BIOMETRIC_PIX_SERVER"]


@pytest.mark.parametrize(
    "variables, arguments, said",
    [
        ({"TOQUE_SIMULATE_PORT": "many"}, [], "TOQUE_SIMULATE_PORT"),
        ({"TOQUE_SIMULATE_PORT": "many"}, ["--port", "more"], "--port"),
        ({"TOQUE_SIMULATE_MEMORY": "perhaps"}, [], "TOQUE_SIMULATE_MEMORY"),
        ({"TOQUE_SIMULATE_MEMORY": "1", "TOQUE_SIMULATE_DATABASE": "x"}, [], "TOQUE_SIMULATE_DATABASE: excludes TOQUE_SIMULATE_MEMORY"),
        ({}, ["--listen", "127.0.0.1"], "--listen"),
        ({}, ["--listen", "127.0.0.1:0", "--port", "0"], "--listen: excludes --port"),
        ({}, ["--now", "yesterday"], "--now"),
        ({}, ["--risk", "none"], "--risk"),
        ({}, ["--risk-allow", "isCharging"], "--risk-allow"),
        ({"TOQUE_SIMULATE_RISK_ALLOW": "isEmulated container"}, [], "TOQUE_SIMULATE_RISK_ALLOW"),
        ({}, ["--fidelity", "loose"], "--fidelity"),
        ({}, ["--durability", "some"], "--durability"),
        ({}, ["--options-delay", "soon"], "--options-delay"),
        ({}, ["--log-level", "loud"], "--log-level"),
        ({}, ["--public-url", "example.com"], "--public-url"),
        ({}, ["--tls-cert", "cert.pem"], "--tls-cert: requires --tls-key"),
        ({"TOQUE_SIMULATE_TLS_KEY": "key.pem"}, [], "TOQUE_SIMULATE_TLS_KEY: requires --tls-cert"),
        ({"TOQUE_SIMULATE_SCENARIO": "no_such"}, [], "TOQUE_SIMULATE_SCENARIO"),
        ({}, ["--scenario", "insufficient_fund"], "--scenario: "),
        ({}, ["--port", "0", "--webhook", "http://example.com/"], "--webhook"),
        ({"TOQUE_SIMULATE_WEBHOOK": "ftp://x/"}, ["--port", "0"], "TOQUE_SIMULATE_WEBHOOK"),
        ({"TOQUE_SIMULATE_JSON": "1"}, ["--", "true"], "TOQUE_SIMULATE_JSON"),
        ({}, ["--json", "--", "true"], "--json"),
        ({"TOQUE_API_KEY_ID": "shop"}, [], "TOQUE_API_KEY_SECRET"),
        ({}, ["--listen", "0.0.0.0:0"], "--api-keys"),
        ({"TOQUE_API_KEY_ID": "a", "TOQUE_API_KEY_SECRET": "b"}, ["--listen", "0.0.0.0:0"], "--listen"),
    ],
)
def test_a_bad_value_is_refused_with_the_option_or_variable_it_came_from(home, variables, arguments, said):
    result = home.run("simulate", *arguments, environment={"TOQUE_SIMULATE_MEMORY": "1"} | variables)
    assert result.returncode == 2
    assert f"error: {said}" in result.stderr
    assert result.stdout == "" or "--json" in arguments


def test_two_api_keys_with_the_same_id_are_refused(home, tmp_path):
    keys = private_file(tmp_path / "keys", "shop:s3cret\nshop:other\n")
    result = home.run("simulate", "--memory", "--port", "0", "--api-keys", keys)
    assert (result.returncode, result.stdout) == (1, "")
    assert '--api-keys: two API keys have the id "shop"' in result.stderr
    assert "s3cret" not in result.stderr


def issued(folder):
    """Makes a certificate of 127.0.0.1 that another one signed, and its key."""
    (folder / "authority").mkdir()
    authority, authority_key = self_signed(folder / "authority")
    certificate, key, request = folder / "issued.pem", folder / "issued-key.pem", folder / "request.pem"
    subprocess.run(
        ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=sandbox",
         "-keyout", key, "-out", request],
        check=True, capture_output=True,
    )
    subprocess.run(
        ["openssl", "x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority_key, "-CAcreateserial",
         "-days", "2", "-out", certificate],
        check=True, capture_output=True,
    )
    key.chmod(0o600)
    return certificate, key


def trusted_file(home, certificate, key, environment=None):
    """Returns the SSL_CERT_FILE of a command under the sandbox, run in another folder."""
    options = ["--tls-cert", os.path.relpath(certificate), "--tls-key", key]
    script = 'cd / && printf "%s" "$SSL_CERT_FILE" >&2'
    result = home.run("simulate", *options, "--", "sh", "-c", script, environment=environment)
    assert result.returncode == 0, result.stderr
    return result.stderr


def test_a_command_gets_a_self_signed_certificate_to_trust(home, tmp_path):
    certificate, key = self_signed(tmp_path)
    assert trusted_file(home, certificate, key) == str(certificate)
    assert trusted_file(home, certificate, key, {"SSL_CERT_FILE": "/nowhere/mine.pem"}) == str(certificate)
    # For a certificate with another issuer, the machine's trust store decides.
    assert trusted_file(home, *issued(tmp_path)) == ""
    options = ["--tls-cert", certificate, "--tls-key", key]
    script = 'curl --silent --fail -u sandbox:sandbox "$TOQUE_SERVER/institutions/" && toque sandbox status'
    result = home.run(
        "simulate", *options, "--", "sh", "-c", script,
        environment={"PATH": f"{home.path.parent}:{os.environ['PATH']}"},
    )
    assert result.returncode == 0, result.stderr


def test_a_command_trusts_the_sandbox_and_the_certificates_of_its_caller(home, tmp_path):
    (tmp_path / "other").mkdir()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    certificate, key = self_signed(tmp_path)
    other, _ = self_signed(tmp_path / "other")
    environment = {
        "SSL_CERT_FILE": str(other), "TMPDIR": str(temporary), "PATH": f"{home.path.parent}:{os.environ['PATH']}",
    }  # fmt: skip
    python = (
        "import os, ssl, urllib.request\n"
        "url = os.environ['TOQUE_SERVER'] + '/_toque/health'\n"
        "urllib.request.urlopen(url, timeout=60).read()\n"
        "assert len(ssl.create_default_context().get_ca_certs()) >= 2"
    )
    script = f'cat "$SSL_CERT_FILE" && curl --silent --fail "$TOQUE_SERVER/_toque/health" && "$0" -c {shlex.quote(python)}'
    options = ["--tls-cert", certificate, "--tls-key", key]
    command = ["sh", "-c", f"{script} && toque sandbox status", sys.executable]
    result = home.run("simulate", *options, "--", *command, environment=environment)
    assert result.returncode == 0, result.stderr
    for file in (certificate, other):
        assert file.read_text().strip() in result.stdout
    # The temporary file with both certificates is gone.
    assert os.listdir(temporary) == []


def test_the_start_message_reports_what_a_database_resumes(home):
    def said(*options):
        with Simulator(home, "--port", 0, *options, stderr=subprocess.PIPE) as simulator:
            simulator.process.terminate()
            return simulator.process.stderr.read()

    with Simulator(home, "--port", 0) as simulator:
        server = ["--server", simulator.url]
        assert home.run("sandbox", "scenario", "set", "payment.insufficient_funds", *server).returncode == 0
        assert home.run("sandbox", "clock", "freeze", "--at", "2030-01-31T12:00:00Z", *server).returncode == 0
        assert home.run("trigger", "enrollment.pending", *server).returncode == 0
    file = home.environment["XDG_STATE_HOME"] + "/toque/sandbox.sqlite"
    [line] = [line for line in said().splitlines() if line.startswith("Resuming")]
    assert line.startswith(
        f"Resuming {file}: default scenario payment.insufficient_funds, clock frozen at 2030-01-31T12:00:00.000000Z, "
        "1 pending timer. To clear it: toque sandbox reset"
    )
    with Simulator(home, "--port", 0) as simulator:
        assert home.run("sandbox", "reset", "--server", simulator.url).returncode == 0
    assert "Resuming" not in said()
    assert "Resuming" not in said("--memory")


def test_the_sandbox_serves_https_with_a_certificate(home, tmp_path):
    certificate, key = self_signed(tmp_path)
    options = ["--memory", "--port", 0, "--tls-cert", certificate, "--tls-key", key]
    with Simulator(home, *options) as simulator:
        assert simulator.url.startswith("https://127.0.0.1:")
        trusting = ["curl", "--silent", "--fail", "--cacert", certificate, "-u", "sandbox:sandbox"]
        answer = subprocess.run([*trusting, f"{simulator.url}/institutions/"], capture_output=True, timeout=60)
        assert json.loads(answer.stdout)["results"]
        # Commands trust the same certificates as curl; the error names the variable.
        for command in [["sandbox", "status"], ["institutions"]]:
            arguments = [*command, "--server", simulator.url]
            result = home.run(*arguments, environment={"SSL_CERT_FILE": str(certificate)})
            assert result.returncode == 0, result.stderr
            result = home.run(*arguments)
            assert result.returncode == 3
            assert "SSL_CERT_FILE" in result.stderr
            assert "BoringSSL" not in result.stderr
            result = home.run(*command, "--server", simulator.url.replace("https:", "http:"))
            assert result.returncode == 3
            assert "https" in result.stderr


def test_an_https_url_of_an_http_server_is_explained(home):
    with Simulator(home, "--memory", "--port", 0) as simulator:
        result = home.run("sandbox", "status", "--server", simulator.url.replace("http:", "https:"))
    assert result.returncode == 3
    assert "does it serve http?" in result.stderr


def test_a_seed_and_a_frozen_time_make_runs_reproducible(home):
    def customer():
        with Simulator(home, "--memory", "--port", 0, "--seed", "7", "--now", "2026-01-31T12:00:00Z") as simulator:
            body = {"identifier": "11144477735", "name": "Bruno Exemplo", "email": "bruno@example.com"}
            return Provider(simulator.url).request("POST", "/customers/", body)

    first = customer()
    assert first["created_at"].startswith("2026-01-31T12:00:00")
    assert customer() == first


def test_the_start_message_names_tenants_that_keep_their_clock(home):
    time = ["--now", "2026-01-31T12:00:00Z"]

    def said(*options):
        with Simulator(home, "--port", 0, *options, stderr=subprocess.PIPE) as simulator:
            simulator.process.terminate()
            return simulator.process.stderr.read()

    assert "time does not stand" not in said()
    assert '2026-01-31T12:00:00.000000Z for tenants with a state of their own: "sandbox"' in said(*time)
    assert "time does not stand" not in said("--memory", *time)


def test_a_failed_command_lists_the_last_50_requests(home):
    script = 'for number in $(seq 60); do curl --silent -o /dev/null "$TOQUE_SERVER/r$number/"; done; exit 3'
    result = home.run("simulate", "--", "sh", "-c", script)
    assert result.returncode == 3
    head, *lines = result.stderr.splitlines()
    assert "the last 50 requests" in head
    assert "10 before them" in head
    assert [line.split()[5] for line in lines] == [f"/r{number}/" for number in range(11, 61)]


def test_webhook_receivers_are_trusted_through_a_certificate_file(home, tmp_path):
    no_certificate = tmp_path / "empty.pem"
    no_certificate.write_text("")
    result = home.run("simulate", "--memory", "--port", "0", "--webhook-ca", no_certificate)
    assert result.returncode == 1
    assert str(no_certificate) in result.stderr
    certificate, _ = self_signed(tmp_path)
    home.environment["TOQUE_SIMULATE_WEBHOOK_CA"] = str(certificate)
    assert home.run("simulate", "--", "true").returncode == 0
    home.environment["TOQUE_SIMULATE_WEBHOOK_CA"] = str(no_certificate)
    assert home.run("simulate", "--", "true").returncode == 1


def test_the_log_format_json_writes_json_lines(home):
    command = [home.path, "simulate", "--memory", "--port", "0", "--log-format", "json", "--log-level", "info"]
    with subprocess.Popen(
        [*command, "--json"], env=home.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        ready = json.loads(process.stdout.readline())
        Provider(ready["url"]).request("GET", "/customers/")
        process.terminate()
        _, log = process.communicate(timeout=60)
    entries = [json.loads(line) for line in log.splitlines()]
    assert entries
    assert all({"time", "level", "message"} <= entry.keys() for entry in entries)


def test_a_command_gets_the_path_of_the_control_token_file(home, tmp_path):
    token = tmp_path / "token"
    token.write_text("a-t0ken\n")
    token.chmod(0o600)
    script = f"test $TOQUE_CONTROL_TOKEN_FILE = {shlex.quote(str(token))}"
    assert home.run("simulate", "--control-token-file", token, "--", "sh", "-c", script).returncode == 0
    token.chmod(0o644)
    result = home.run("simulate", "--control-token-file", token, "--", "true")
    assert result.returncode == 1
    assert "chmod 600" in result.stderr
    assert "a-t0ken" not in result.stderr
