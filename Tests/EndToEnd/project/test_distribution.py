"""The output of tools/dist, used without the rest of Toque: in a bare Debian, from Python."""

import filecmp
import gzip
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from bare_debian import missing
from command import ROOT
from docs_page import BLOCK
from docs_page import FAILING_PAYMENT as PAGE

# They share one folder of the checkout.
pytestmark = [pytest.mark.alone, pytest.mark.extended]
bare = pytest.mark.skipif(missing() is not None, reason=f"a bare Debian: {missing()}")


def test_the_same_binary_gives_the_same_bytes(dist, binary, pack, tmp_path):
    again = pack(tmp_path / "again", "--binary", binary or ROOT / ".build/static/release/toque")
    names = sorted(str(file.relative_to(dist)) for file in dist.rglob("*") if file.is_file())
    assert names == sorted(str(file.relative_to(again)) for file in again.rglob("*") if file.is_file())
    assert "SHA256SUMS" in names
    _, mismatch, errors = filecmp.cmpfiles(dist, again, names, shallow=False)
    assert (mismatch, errors) == ([], [])
    sums = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=dist, capture_output=True, text=True)
    assert sums.returncode == 0, sums.stdout
    # Exactly the files to publish.
    listed = {line.partition(":")[0] for line in sums.stdout.splitlines()}
    assert listed == {name for name in names if "/" not in name} - {"SHA256SUMS"}
    assert sorted(Path(name).suffix for name in listed) == [".deb", ".gz", ".tar", ".whl"]


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
    # No file of the package is damaged or missing.
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
    expected = {"README.md", "CHANGELOG.md", "LICENSE", "NOTICE", "SHARED-LIBRARIES", "copyright", "docs"}
    assert expected <= set(os.listdir(documents))
    notices = (documents / "THIRD-PARTY-NOTICES").read_text()
    for part in ("SwiftNIO", "NodeJS's llhttp", "Gwendal Roué", "Unicode, Inc.", "Runtime Library Exception"):
        assert part in notices

    debian.output("dpkg --remove toque")
    assert not (usr / "bin/toque").exists() and not (usr / "lib/toque").exists()
    assert not documents.exists()


def commands(job):
    """Returns the commands of a GitLab job, each with its continuation lines."""
    lines = re.findall(r"^    - (.*(?:\n      .*)*)$", job, re.MULTILINE)
    return "\n".join(re.sub(r"\n\s+", " ", line) for line in lines)


@bare
def test_the_pipeline_of_failing_payment_passes(debian, package):
    """Runs the commands that the GitLab and GitHub jobs of failing-payment.md share."""
    check_pipeline(debian, package, PAGE.files[".gitlab-ci.yml"])


@bare
def test_the_pipeline_with_the_tarball_passes(debian, tarball):
    """Runs the GitLab job of ci.md, with a file instead of the download."""
    [job] = [text for _, text in BLOCK.findall((ROOT / "docs/ci.md").read_text()) if "before_script" in text]
    check_pipeline(debian, tarball, job, TOQUE=f"file:///builds/shop/{tarball.name}")


def check_pipeline(debian, file, job, **environment):
    """Runs the tests of failing-payment.md in a bare Debian."""
    debian.put([file], "/builds/shop")
    for name in ("shop.py", "test_shop.py"):
        (debian.root / "builds/shop" / name).write_text(PAGE.files[name])
    environment["DEBIAN_FRONTEND"] = "noninteractive"
    assert "4 passed" in debian.output(commands(job), folder="/builds/shop", **environment)
