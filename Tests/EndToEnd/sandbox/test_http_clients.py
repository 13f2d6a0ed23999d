"""The HTTP clients that backends use, each as a program in `clients` that enrolls a device and pays: the program sends
the requests, and the command is the phone, as in docs/ci.md."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from command import ROOT, Toque

pytestmark = pytest.mark.extended

CLIENTS = Path(__file__).parent / "clients"
COMMANDS = {
    "java": ("java", CLIENTS / "Client.java"),
    "node": ("node", CLIENTS / "client.mjs"),
    "go": ("go", "run", CLIENTS / "client.go"),
    "ruby": ("ruby", CLIENTS / "client.rb"),
    "php": ("php", CLIENTS / "client.php"),
    "httpx": (sys.executable, CLIENTS / "client.py"),
    "curl": ("bash", CLIENTS / "client.sh"),
    "curl --http2": ("bash", CLIENTS / "client.sh", "--http2"),
}
# Programs that each client needs besides the shell: its own name, unless listed here.
PROGRAMS = {"curl": ("curl", "jq"), "curl --http2": ("curl", "jq")}
# They request HTTP/2 from a server without it, as many backends do unknowingly.
UPGRADING = ("java", "curl --http2")


@pytest.fixture
def toque(tmp_path):
    """The command with a phone and a backend's machine of its own."""
    return Toque(tmp_path)


@pytest.mark.parametrize("client", COMMANDS)
def test_a_backend_enrolls_and_pays(toque, client):
    for program in (COMMANDS[client][0], *PROGRAMS.get(client, ())):
        assert shutil.which(program), f"{program} is not installed; tools/test --all installs it"
    signals = toque.folder / "risk-signals.json"
    signals.write_text(toque.run("risk-signals", "--account-tenure", "2024-01-31").stdout)
    environment = {
        "PATH": f"{toque.path.parent}{os.pathsep}{toque.environment['PATH']}",
        # Kept between runs: the first build of its library takes long.
        "GOCACHE": str(ROOT / ".build/go-cache"),
        "RISK_SIGNALS": str(signals),
        "TOQUE_GESTURE": "approve",
    }
    requests = toque.folder / "requests.json"
    # Lists the requests in the same command, before the sandbox and its memory are gone.
    script = '"$@" && toque sandbox requests --verbose --json > "$REQUESTS"'
    result = toque.run(
        "simulate", "--", "sh", "-c", script, "sh", *COMMANDS[client],
        environment=environment | {"REQUESTS": str(requests)},
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    assert json.loads(result.stdout)["status"] == "SUCCEEDED"
    assert ("upgrade" in requests.read_text().lower()) == (client in UPGRADING)
