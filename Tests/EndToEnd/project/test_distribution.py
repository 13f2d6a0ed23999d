"""What tools/dist hands out, used where nothing else of Toque is: in a bare Debian, from Python.

It is built in release mode, which takes minutes the first time. TOQUE_DIST_BINARY names a binary to pack instead, one
with Swift's own libraries in it, with libtoque-sk.so beside it; TOQUE_DIST a folder that tools/dist has made just now."""

import filecmp
import gzip
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bare_debian import BareDebian, missing
from command import HANGING, ROOT
from docs_page import BLOCK
from test_docs_page import PAGE

DIST = ROOT / ".build/dist"
# They share one folder of the checkout.
pytestmark = [pytest.mark.alone, pytest.mark.extended]
bare = pytest.mark.skipif(missing() is not None, reason=f"a bare Debian: {missing()}")


def pack(folder, *arguments):
    """What tools/dist made, moved to a folder."""
    command = [ROOT / "tools/dist", *arguments]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=6 * HANGING)
    assert result.returncode == 0, result.stdout
    return shutil.move(DIST, folder)


@pytest.fixture(scope="module")
def binary():
    return os.environ.get("TOQUE_DIST_BINARY")


@pytest.fixture(scope="module")
def dist(tmp_path_factory, binary):
    if made := os.environ.get("TOQUE_DIST"):
        return Path(made)
    return pack(tmp_path_factory.mktemp("dist") / "dist", *(["--binary", binary] if binary else []))


@pytest.fixture(scope="module")
def tarball(dist):
    [file] = dist.glob("*.tar.gz")
    return file


@pytest.fixture(scope="module")
def package(dist):
    [file] = dist.glob("*.deb")
    return file


@pytest.fixture(scope="module")
def libraries(dist):
    """The Debian packages that SHARED-LIBRARIES names, without their versions."""
    [file] = dist.glob("*/share/doc/toque/SHARED-LIBRARIES")
    [line] = [line for line in file.read_text().splitlines() if line.startswith("On Debian they come with: ")]
    return re.sub(r" \([^)]*\)", "", line.partition(": ")[2]).split(", ")


@pytest.fixture(scope="module")
def bare_root(tmp_path_factory, libraries):
    return BareDebian.bootstrap(tmp_path_factory.mktemp("bare") / "root", ["python3", *libraries])


@pytest.fixture
def debian(bare_root, tmp_path):
    """A bare Debian of the test's own."""
    copy = bare_root.copy(tmp_path / "root")
    yield copy
    shutil.rmtree(copy.root)


def test_the_same_binary_gives_the_same_bytes(dist, binary, tmp_path):
    again = pack(tmp_path / "again", "--binary", binary or ROOT / ".build/static/release/toque")
    names = sorted(str(file.relative_to(dist)) for file in dist.rglob("*") if file.is_file())
    assert names == sorted(str(file.relative_to(again)) for file in again.rglob("*") if file.is_file())
    assert {"Containerfile", "SHA256SUMS"} < set(names)
    _, mismatch, errors = filecmp.cmpfiles(dist, again, names, shallow=False)
    assert (mismatch, errors) == ([], [])
    sums = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=dist, capture_output=True, text=True)
    assert sums.returncode == 0, sums.stdout
    assert sums.stdout.count("OK") == 2


@pytest.mark.parametrize("file", ["bin/toque", "lib/toque/libtoque-sk.so"])
def test_the_binaries_need_no_swift_libraries(dist, file):
    [file] = dist.glob(f"*/{file}")
    command = ["objdump", "--private-headers", file]
    headers = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"NEEDED\s+(\S+)", headers)
    assert "libc.so.6" in needed
    assert not [library for library in needed if "swift" in library.lower() or "Foundation" in library]


@bare
def test_the_tarball_is_used_from_python(debian, tarball):
    folder = "/srv/shop/tests"
    scripts = ["sandbox/from_python.py", "command.py", "sandbox/device.py"]
    debian.put([tarball, *(ROOT / "Tests/EndToEnd/helpers" / name for name in scripts)], folder)
    debian.output(f"tar -xzf {tarball.name}", folder=folder)
    program = f"{folder}/{tarball.name.removesuffix('.tar.gz')}/bin/toque"
    payment = json.loads(debian.output("python3 from_python.py", folder=folder, TOQUE=program))
    assert (payment["status"], payment["amount"]) == ("SUCCEEDED", "0.13")
    assert payment["charges"][0]["status"] == "SUCCEEDED"


@bare
def test_the_package_is_installed_and_removed(debian, package):
    debian.put([package], "/root")
    debian.output(f"dpkg -i {package.name}")
    version = package.name.split("_")[1]
    assert debian.output("command -v toque; toque --version").split() == ["/usr/bin/toque", version]
    # Nothing of it is damaged or missing.
    assert debian.output("dpkg --verify toque") == ""

    usr = debian.root / "usr"
    load = "import ctypes; print(hex(ctypes.CDLL('/usr/lib/toque/libtoque-sk.so').sk_api_version()))"
    assert debian.output(f'python3 -c "{load}"') == "0xa0000\n"
    manual = gzip.decompress((usr / "share/man/man1/toque.1.gz").read_bytes()).decode()
    assert ".Nm toque" in manual
    assert (usr / "share/man/man1/toque-key-serve.1.gz").exists()
    assert 'KERNEL=="uhid"' in (usr / "lib/udev/rules.d/70-toque.rules").read_text()
    unit = (usr / "lib/systemd/user/toque-key.service").read_text()
    [command] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    # It is a command of this toque, and nobody but the user says what the gesture is.
    assert command.split()[0] == "/usr/bin/toque"
    options = debian.output(f"{' '.join(command.split()[:3])} --help")
    assert set(command.split()[3:]) <= set(re.findall(r"--[a-z-]+", options))
    assert "TOQUE_GESTURE" not in re.sub(r"^#.*$", "", unit, flags=re.MULTILINE)
    completions = [
        "bash-completion/completions/toque",
        "zsh/vendor-completions/_toque",
        "fish/vendor_completions.d/toque.fish",
    ]
    for name in completions:
        assert "simulate" in (usr / "share" / name).read_text()
    assert debian.output("bash -n /usr/share/bash-completion/completions/toque") == ""
    documents = usr / "share/doc/toque"
    assert {"README.md", "CHANGELOG.md", "SHARED-LIBRARIES", "docs"} <= set(os.listdir(documents))

    debian.output("dpkg --remove toque")
    assert not (usr / "bin/toque").exists() and not (usr / "lib/toque").exists()
    assert not documents.exists()


def commands(job):
    """The commands of a GitLab job, each with its further lines."""
    lines = re.findall(r"^    - (.*(?:\n      .*)*)$", job, re.MULTILINE)
    return "\n".join(re.sub(r"\n\s+", " ", line) for line in lines)


@bare
def test_the_pipeline_of_failing_payment_passes(debian, package):
    """What the GitLab job of failing-payment.md runs, and the GitHub job too."""
    check_pipeline(debian, package, PAGE.files[".gitlab-ci.yml"])


@bare
def test_the_pipeline_with_the_tarball_passes(debian, tarball):
    """What the GitLab job of ci.md runs, with a file in the place of the download."""
    [job] = [text for _, text in BLOCK.findall((ROOT / "docs/ci.md").read_text()) if "before_script" in text]
    check_pipeline(debian, tarball, job, TOQUE=f"file:///builds/shop/{tarball.name}")


def check_pipeline(debian, file, job, **environment):
    """The tests of failing-payment.md in a Debian that has nothing yet."""
    debian.put([file], "/builds/shop")
    for name in ("shop.py", "test_shop.py"):
        (debian.root / "builds/shop" / name).write_text(PAGE.files[name])
    environment["DEBIAN_FRONTEND"] = "noninteractive"
    assert "4 passed" in debian.output(commands(job), folder="/builds/shop", **environment)
