"""The container image of tools/dist: loaded, unpacked and run without a container engine."""

import json

import pytest

from image import Bundle, Container, convert, docker_config, missing

pytestmark = [
    pytest.mark.alone,
    pytest.mark.extended,
    pytest.mark.skipif(missing() is not None, reason=f"an image: {missing()}"),
]
KEYS = {"TOQUE_API_KEY_ID": "shop", "TOQUE_API_KEY_SECRET": "s3cret", "TOQUE_CONTROL_TOKEN": "a-long-enough-t0ken"}


@pytest.fixture(scope="module")
def archive(dist):
    [file] = dist.glob("*.oci.tar")
    return file


@pytest.fixture
def bundle(archive, tmp_path):
    return Bundle(archive, tmp_path)


def test_docker_and_podman_read_the_image_with_its_health_check(archive, tmp_path):
    # The manifest that docker before version 25 loads, and the layout that podman and newer ones load.
    convert(f"docker-archive:{archive}", f"oci:{tmp_path}/old:toque")
    convert(f"oci-archive:{archive}", f"docker-archive:{tmp_path}/docker.tar:toque:loaded")
    for file in (archive, tmp_path / "docker.tar"):
        settings = docker_config(file)["config"]
        assert settings["User"].partition(":")[0] not in ("", "0", "root")
        assert settings["Healthcheck"] == docker_config(archive)["config"]["Healthcheck"]
        assert settings["ExposedPorts"] == {"8420/tcp": {}}
        assert settings["Labels"]["org.opencontainers.image.licenses"] == "Apache-2.0"
        assert settings["Labels"]["org.opencontainers.image.version"] in archive.name


def test_the_image_is_small_and_has_its_licenses(bundle):
    assert 20e6 < bundle.size() < 120e6
    documents = bundle.root / "usr/share/doc"
    assert (documents / "toque/THIRD-PARTY-NOTICES").stat().st_size > 10_000
    # Each package that was unpacked is listed for scanners, and brought its license.
    packages = {file.name for file in (bundle.root / "var/lib/dpkg/status.d").iterdir()}
    assert {"toque", "libc6", "ca-certificates"} <= packages
    assert {name for name in packages if not (documents / name).exists()} == set()


def test_the_container_is_controlled_with_its_token_and_fails_a_payment(archive, bundle):
    settings = docker_config(archive)["config"]
    with Container(bundle, KEYS) as container:
        kind, *health = settings["Healthcheck"]["Test"]
        assert (kind, container.execute(*health).returncode) == ("CMD", 0)
        # The health check fails without a server.
        assert container.execute(*(word.replace(":8420", ":8421") for word in health)).returncode == 1
        uid = settings["User"].partition(":")[0]
        assert container.execute("stat", "-c", "%u", "/proc/1").stdout.strip() == uid

        status = container.execute("toque", "sandbox", "status", "--json")
        assert json.loads(status.stdout)["tenant"] == "shop", status.stderr
        stranger = container.execute("env", "TOQUE_CONTROL_TOKEN=another-t0ken", "toque", "sandbox", "status")
        assert stranger.returncode == 1 and "t0ken" not in stranger.stderr

        assert container.execute("toque", "sandbox", "scenario", "set", "payment.insufficient_funds").returncode == 0
        device = ["--gesture", "approve", "--store", "/tmp/phone.sqlite", "--poll-interval", "0.2"]
        assert container.execute("toque", "enroll", *device).returncode == 0
        payment = container.execute("toque", "pay", "--amount", "10.00", *device)
        assert payment.returncode == 1 and "FAILED insufficient_funds" in payment.stdout + payment.stderr, payment

        assert container.stop() == 0
    # It was kept, by the user that the image names.
    [database] = (bundle.root / "var/lib/toque").glob("sandbox.sqlite")
    assert database.stat().st_uid == int(uid)
