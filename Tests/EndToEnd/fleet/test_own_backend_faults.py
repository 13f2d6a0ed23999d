"""A load test of one's own backend with faults: what the backend gets, and what counts as a success."""

import json

import pytest

from command import error_of
from relying_party import OwnBackend

SIGN_IN, CHALLENGE = "POST /sign-in", "POST /challenge"


class CountingBackend(OwnBackend):
    """Counts requests and connections. If it is credulous, every sign-in succeeds."""

    def __init__(self):
        self.paths, self.connections, self.is_credulous = [], 0, False
        super().__init__()
        accept = self.server.get_request

        def count():
            connection = accept()
            self.connections += 1
            return connection

        self.server.get_request = count

    def answer(self, path, headers, body):
        self.paths.append(path)
        if self.is_credulous and path == "/sign-in":
            return 200, {}
        return super().answer(path, headers, body)


@pytest.fixture
def backend():
    with CountingBackend() as backend:
        yield backend


@pytest.fixture
def run(toque, backend, tmp_path):
    """Runs users who are registered before; returns the command's result."""

    def run(*lines, users=1, journeys=4):
        path = tmp_path / "journey.toml"
        own = [line.strip() for line in backend.journey.replace("webauthn = 1", "pay = 1").splitlines()]
        path.write_text("\n".join([*own, *lines]))
        words = ["--journey", path, "--users", users, "--journeys", journeys, "--rate", "200", "--report", "json"]
        environment = {"SHOP_KEY": backend.secret}
        return toque.run("fleet", "run", *map(str, words), environment=environment)

    return run


def counts(result):
    report = json.loads(result.stdout)
    return {row["name"]: row["count"] for row in report["steps"]}, report["failures"]


def test_a_replay_is_the_last_assertion_and_its_refusal_a_success(backend, run):
    result = run("[faults]", "replay = 1", users=2, journeys=6)
    assert result.returncode == 0, result.stderr
    steps, failures = counts(result)
    # The first journey of each user has nothing to replay.
    assert (steps[SIGN_IN], steps[f"{SIGN_IN} (replay)"], failures) == (2, 4, [])
    assert sorted(backend.signed_in) == ["user-0", "user-1"]
    assert backend.paths.count("/sign-in") == 6


@pytest.mark.parametrize("fault", ["replay", "bad-signature"])
def test_a_backend_that_accepts_a_spoiled_assertion_fails_the_test(backend, run, fault):
    backend.is_credulous = True
    result = run("[faults]", f"{fault} = 1")
    assert result.returncode == 1
    [failure] = [each for each in counts(result)[1] if each["step"].startswith("POST")]
    assert (failure["step"], failure["text"]) == (f"{SIGN_IN} ({fault})", "answered 200, expected a refusal")
    assert failure["count"] == (3 if fault == "replay" else 4)


def test_a_person_who_declines_sends_no_response(backend, run):
    result = run("[faults]", "decline = 1")
    assert result.returncode == 0, result.stderr
    steps, failures = counts(result)
    assert (steps["DEVICE sign (decline)"], steps[CHALLENGE], failures) == (4, 4, [])
    assert "/sign-in" not in backend.paths and backend.signed_in == []


def test_an_app_that_crashes_signs_in_with_new_options_over_a_new_connection(backend, run):
    result = run("[faults]", "crash-and-resume = 1")
    assert result.returncode == 0, result.stderr
    steps, failures = counts(result)
    assert (steps["DEVICE sign (crash-and-resume)"], failures) == (4, [])
    assert steps[CHALLENGE] == steps[f"{CHALLENGE} (crash-and-resume)"] == 4
    assert backend.signed_in == ["user-0"] * 4
    # The user's first, and another one after each crash.
    assert backend.connections == 1 + 4


def test_shares_of_faults_reach_a_part_of_the_journeys(backend, run):
    result = run("[faults]", "decline = 0.3", "crash-and-resume = 0.3", users=4, journeys=40)
    assert result.returncode == 0, result.stderr
    steps, _ = counts(result)
    signed = [steps[f"DEVICE sign{fault}"] for fault in ("", " (decline)", " (crash-and-resume)")]
    assert sum(signed) == 40 and min(signed) > 0
    assert (steps[CHALLENGE], steps[f"{CHALLENGE} (crash-and-resume)"]) == (40, signed[2])
    assert len(backend.signed_in) == 40 - signed[1]


def test_an_unknown_route_is_an_error_before_the_first_request(backend, run):
    result = run("[routes.sing]", 'path = "/sing"')
    assert (result.returncode, result.stdout) == (1, "")
    assert error_of(result.stderr).endswith("journey.toml: routes.sing: unknown name hint: did you mean `sign`?")
    assert backend.paths == [] and backend.connections == 0
