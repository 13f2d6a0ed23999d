"""A load test of one's own backend: what it is sent, what reports show, and what becomes of a backend that forgets."""

import json
import os

import pytest

from command import error_of
from fleet_socket import FleetServer
from relying_party import OwnBackend

KEY = {"TOQUE_API_KEY_ID": "provider", "TOQUE_API_KEY_SECRET": "of-the-provider"}


class WatchedBackend(OwnBackend):
    """Notes the headers of each request, and does not know users that it has forgotten."""

    def __init__(self):
        self.authorizations = []
        super().__init__()

    def answer(self, path, headers, body):
        sent = headers.get_all("Authorization")
        self.authorizations.append(sent)
        if sent and sent[0].removeprefix("Bearer ") not in self.users:
            return 404, {}
        try:
            return super().answer(path, headers, body)
        except KeyError:
            return 404, {}


@pytest.fixture
def backend():
    with WatchedBackend() as backend:
        yield backend


def environment(backend):
    return KEY | {"SHOP_KEY": backend.secret}


def file_of(backend, tmp_path, *changes):
    text = backend.journey
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    path = tmp_path / "journey.toml"
    path.write_text("\n".join(line.strip() for line in text.splitlines()))
    return path


def test_it_gets_the_headers_of_the_file_and_no_key_of_the_provider(toque, backend, tmp_path):
    words = ["fleet", "run", "--journey", file_of(backend, tmp_path), "--journeys", "2", "--rate", "50"]
    result = toque.run(*words, environment=environment(backend))
    assert result.returncode == 0, result.stderr
    assert None in backend.authorizations
    sent = [each for each in backend.authorizations if each is not None]
    assert sent and all(len(each) == 1 and each[0].startswith("Bearer ") for each in sent)


def test_no_report_shows_what_a_route_keeps_even_if_the_answer_lacks_the_rest(toque, backend, tmp_path):
    keep = 'keep = { token = "/session/token" }'
    path = file_of(backend, tmp_path, (keep, f'{keep}\noptions = "/none"'))
    words = ["fleet", "run", "--journey", path, "--journeys", "2", "--rate", "50", "--report", "json"]
    result = toque.run(*words, environment=environment(backend))
    assert result.returncode == 1
    [answer] = json.loads(result.stdout)["unexpected"]
    assert answer["answer"] == "the answer has nothing at /none"
    assert answer["bodies"] == ['{"session":{"token":"***"}}'] * 2
    assert not any(token in result.stdout + result.stderr for token in backend.users)


def test_a_user_whom_it_has_forgotten_registers_again(toque, backend, tmp_path):
    path = file_of(backend, tmp_path, ("webauthn = 1", "pay = 1"))
    served = FleetServer(toque, tmp_path / "s", "--journey", path, env=os.environ | environment(backend))
    with served as server, server.client() as user:

        def journey():
            outcomes = user.ask("journey", device=1)["outcomes"]
            return [each["name"] for each in outcomes], [each["failure"] for each in outcomes if each["failure"]]

        assert journey()[1] == journey()[1] == []
        backend.users.clear()
        names, failures = journey()
        assert names[-1] == "POST /sign-in" and failures == ["answered 404, expected 200 or 201 or 204"]
        names, failures = journey()
        assert "POST /register" in names and failures == []


@pytest.mark.parametrize(
    ("section", "message"),
    {
        "[scenarios]\nsuccess = 1": "scenarios: only the sandbox plays them; leave them out with routes",
        '[scenarios]\n"payment.unexpected" = 0.5': "scenarios: only the sandbox plays them; leave them out with routes",
    }.items(),
)
def test_it_plays_no_scenarios(toque, backend, tmp_path, section, message):
    path = file_of(backend, tmp_path, ("[headers]", f"{section}\n[headers]"))
    result = toque.run("fleet", "journey", path)
    assert result.returncode == 1
    assert message in error_of(result.stderr)
