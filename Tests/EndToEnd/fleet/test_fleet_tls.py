"""A fleet whose target speaks TLS."""

import pytest

from certificates import self_signed
from command import error_of
from fleet_socket import FleetServer
from simulator import Simulator, free_port

UNTRUSTED = "no authority that this machine trusts signed its certificate; SSL_CERT_FILE=FILE adds one"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return self_signed(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def target(toque, certificate):
    options = ["--options-delay", "0s", "--result-delay", "0s", "--tls-cert", certificate[0], "--tls-key", certificate[1]]
    with Simulator(toque, "--port", 0, "--memory", *options) as simulator:
        assert simulator.url.startswith("https://")
        yield simulator.url


def trusting(toque, certificate):
    return toque.environment | {"SSL_CERT_FILE": str(certificate[0])}


def test_a_load_test_trusts_the_certificate_that_it_is_given_and_no_other(toque, target, certificate):
    words = ["fleet", "run", "--target", target, "--rate", "40", "--journeys", "3", "--report", "json"]
    result = toque.run(*words, environment={"SSL_CERT_FILE": str(certificate[0])})
    assert result.returncode == 0, result.stderr
    refused = toque.run(*words)
    assert refused.returncode == 1
    assert "3 of 3 steps failed" in error_of(refused.stderr)
    assert UNTRUSTED in refused.stdout


def test_a_served_fleet_trusts_the_certificate_that_it_is_given_and_no_other(toque, target, certificate, tmp_path):
    def failures(**popen):
        with FleetServer(toque, tmp_path / "fleet.sock", "--target", target, **popen) as server, server.client() as client:
            outcomes = client.ask("journey", device=1)["outcomes"]
        return [outcome["failure"] for outcome in outcomes if outcome["failure"] is not None]

    assert failures(env=trusting(toque, certificate)) == []
    assert failures() == [UNTRUSTED]


@pytest.mark.parametrize(
    ("content", "status", "problem"),
    [(None, 3, ": No such file or directory"), ("no certificate", 1, " has no PEM certificates")],
    ids=["missing", "without certificates"],
)
def test_a_file_without_usable_certificates_is_an_error_before_the_test(toque, tmp_path, content, status, problem):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)

    def run(scheme):
        words = ["fleet", "run", "--target", f"{scheme}://127.0.0.1:{free_port()}", "--rate", "40", "--journeys", "1"]
        return toque.run(*words, environment={"SSL_CERT_FILE": str(path)})

    refused = run("https")
    assert (refused.returncode, refused.stdout) == (status, "")
    hint = "hint: name a file with PEM certificates, or unset the variable"
    assert error_of(refused.stderr) == f"SSL_CERT_FILE: {path}{problem} {hint}"
    # Without TLS, nobody needs it.
    assert "1 of 1 steps failed" in error_of(run("http").stderr)


def test_a_target_without_tls_is_a_failure_that_says_so(toque, tmp_path):
    with Simulator(toque, "--port", 0, "--memory", "--quiet") as simulator:
        target = simulator.url.replace("http:", "https:")
        result = toque.run("fleet", "run", "--target", target, "--rate", "40", "--journeys", "1")
    assert result.returncode == 1
    assert "it speaks no TLS; does it serve http?" in result.stdout


def test_a_certificate_of_another_name_is_refused(toque, tmp_path):
    certificate, key = self_signed(tmp_path, "DNS:shop.example")
    with Simulator(toque, "--port", 0, "--memory", "--tls-cert", certificate, "--tls-key", key) as simulator:
        words = ["fleet", "run", "--target", simulator.url, "--rate", "40", "--journeys", "1"]
        result = toque.run(*words, environment={"SSL_CERT_FILE": str(certificate)})
    assert result.returncode == 1
    assert "its certificate is for another name" in result.stdout
