"""The container image's command in tools/packaging/image.json, run without a container."""

import json
import re

import pytest

from command import ROOT, Toque
from provider import Provider
from simulator import Simulator

KEYS = {"TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret", "TOQUE_CONTROL_TOKEN": "a-long-enough-t0ken"}


@pytest.fixture
def command(tmp_path):
    """The arguments of `toque simulate`, on a free port and with another data folder."""
    settings = json.loads((ROOT / "tools/packaging/image.json").read_text())
    [port], [volume] = settings["ExposedPorts"], settings["Volumes"]
    program, subcommand, *arguments = settings["Entrypoint"] + settings["Cmd"]
    assert (program, subcommand) == ("toque", "simulate")
    here = {f"0.0.0.0:{port.partition('/')[0]}": "0.0.0.0:0", volume: str(tmp_path)}
    return [re.sub("|".join(map(re.escape, here)), lambda match: here[match[0]], word) for word in arguments]


@pytest.fixture
def container(tmp_path):
    """The command in an environment of a container's own."""
    return Toque(tmp_path)


def test_the_container_serves_the_api_and_control_with_its_secrets(container, command):
    container.environment |= KEYS
    with Simulator(container, *command) as simulator:
        # As published on the machine that runs the container.
        url = simulator.url.replace("0.0.0.0", "127.0.0.1")
        assert Provider(url, "shop:s3cret").customer
        status = ["sandbox", "status", "--server", url]
        assert container.output(*status, "--json")["tenant"] == "shop"
        # Each test run has a tenant.
        key = container.output("sandbox", "keys", "add", "--server", url, "--json")
        assert Provider(url, f"{key['id']}:{key['secret']}").customer
        stranger = container.run(*status, environment={"TOQUE_CONTROL_TOKEN": "another-t0ken"})
        assert stranger.returncode == 1
        assert "t0ken" not in stranger.stderr


def test_the_container_names_missing_secrets(container, command):
    result = container.run("simulate", *command)
    assert result.returncode == 2
    assert "TOQUE_API_KEY_SECRET" in result.stderr
    container.environment |= KEYS | {"TOQUE_CONTROL_TOKEN": ""}
    result = container.run("simulate", *command)
    assert result.returncode == 2
    assert "TOQUE_CONTROL_TOKEN" in result.stderr


def test_the_container_serves_without_control_on_request(container, command):
    container.environment |= KEYS | {"TOQUE_CONTROL_TOKEN": "", "TOQUE_SIMULATE_NO_CONTROL": "true"}
    with Simulator(container, *command) as simulator:
        url = simulator.url.replace("0.0.0.0", "127.0.0.1")
        assert Provider(url, "shop:s3cret").customer
        assert "--no-control" in container.run("sandbox", "status", "--server", url).stderr
