"""What docs/fleet.md says about Locust: its locustfiles and commands, as printed, and Locust's web page."""

import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from command import HANGING, ROOT
from docs_page import DocsPage
from locust_processes import environment_of, until
from simulator import free_port

pytestmark = pytest.mark.extended

TEXT = (ROOT / "docs/fleet.md").read_text()
PAGE = DocsPage(TEXT)
SHOPPER, PAYER = PAGE.files["shopper.py"], PAGE.files["class Payer(ToqueUser):"]
[HEADLESS] = re.findall(r"^    (locust .*)$", TEXT, re.MULTILINE)
[MASTER, WORKER] = re.findall(r"`(locust -f shopper.py --(?:master|worker)[^`]*)`", TEXT)
# Where the page's backend listens.
PORT = "8600"
# A busy machine's workers are silent for longer than Locust waits for them.
PATIENT = "\n\nfrom locust import runners\nrunners.HEARTBEAT_LIVENESS = 60\n"


class Folder:
    """A folder with the page's files, and its backend at work. A context manager."""

    def __init__(self, toque, path):
        self.path, self.port, self.stack = path, str(free_port()), contextlib.ExitStack()
        programs = [toque.path.parent, Path(sys.executable).parent, "/usr/bin", "/bin"]
        self.environment = environment_of(toque) | {"PATH": os.pathsep.join(map(str, programs))}
        # The page says that `toque` in PATH is enough.
        del self.environment["TOQUE_BIN"]
        for name in ("shop.py", "shop.toml"):
            self.write(name, PAGE.files[name])
        self.write("shopper.py", SHOPPER + PATIENT)
        # The block goes below the imports of the one before it.
        imports = [line for line in SHOPPER.splitlines() if line.startswith("from ")]
        self.write("payer.py", "\n".join([*imports, PAYER]))

    def write(self, name, text):
        (self.path / name).write_text(text.replace(PORT, self.port))

    def start(self, command, **variables):
        """Starts a command of the page."""
        words = {name: str(value) for name, value in variables.items()}
        with open(self.path / "log", "ab") as log:
            process = subprocess.Popen(
                command.replace(PORT, self.port).split(), cwd=self.path, env=self.environment | words, stderr=log,
                stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def __enter__(self):
        assert self.start("python3 shop.py").stdout.readline() == "Shop ready\n"
        return self

    def __exit__(self, *_):
        self.stack.close()


class WebPage:
    """Locust's web page, as its manual documents it for scripts."""

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"

    def get(self, path):
        with urllib.request.urlopen(f"{self.url}{path}", timeout=HANGING) as answer:
            return answer.read().decode()

    def post(self, path, **form):
        with urllib.request.urlopen(f"{self.url}{path}", urllib.parse.urlencode(form).encode(), HANGING) as answer:
            return json.load(answer)

    def is_there(self):
        try:
            return self.get("/")
        except OSError:
            return None

    def report(self):
        return json.loads(self.get("/stats/requests"))

    def steps(self):
        """The number of each step."""
        rows = self.report()["stats"]
        return {f"{row['method']} {row['name']}": row["num_requests"] for row in rows if row["name"] != "Aggregated"}


@pytest.fixture
def folder(toque, tmp_path):
    with Folder(toque, tmp_path) as folder:
        yield folder


def test_the_pages_locustfile_signs_in_at_the_pages_backend(folder):
    process = folder.start(f"{HEADLESS} --csv run")
    assert process.wait(HANGING) == 0, (folder.path / "log").read_text()
    rows = (folder.path / "run_stats.csv").read_text()
    for step in ("DEVICE,register", "DEVICE,sign", "POST,/passkeys/options", "POST,/sign-in"):
        assert step in rows


def test_a_journey_file_serves_fleet_run_and_the_users_of_the_web_page(toque, folder):
    folder.write("journey.toml", PAGE.files["shop.toml"])
    words = ["--journey", folder.path / "journey.toml", "--users", "3", "--rate", "50", "--journeys", "6"]
    report = toque.output("fleet", "run", *words, "--report", "json")
    wanted = {row["name"] for row in report["steps"] if row["kind"] != "journey"}
    assert report["failures"] == [] and {"DEVICE sign", "POST /sign-in"} < wanted

    web = WebPage(port := free_port())
    folder.start("locust -f payer.py", LOCUST_WEB_HOST="127.0.0.1", LOCUST_WEB_PORT=port)
    assert "Locust" in until(web.is_there)
    assert web.steps() == {}
    assert web.post("/swarm", user_count=3, spawn_rate=3)["success"] is True
    until(lambda: wanted <= web.steps().keys() and web.report()["user_count"] == 3)
    assert web.steps().keys() == wanted and web.report()["errors"] == []
    # It stops the test, too.
    assert web.post("/stop")["success"] is True
    until(lambda: (web.report()["state"], web.report()["user_count"]) == ("stopped", 0))


def test_the_pages_master_and_workers_share_the_users_of_the_web_page(folder):
    web, bind = WebPage(port := free_port()), free_port()
    folder.start(
        MASTER, LOCUST_MASTER_BIND_HOST="127.0.0.1", LOCUST_MASTER_BIND_PORT=bind, LOCUST_WEB_HOST="127.0.0.1",
        LOCUST_WEB_PORT=port,
    )  # fmt: skip
    for _ in range(2):
        folder.start(WORKER.replace("HOST", "127.0.0.1"), LOCUST_MASTER_NODE_PORT=bind)
    until(lambda: web.is_there() and web.report()["worker_count"] == 2)
    shop = f"http://127.0.0.1:{folder.port}"
    assert web.post("/swarm", user_count=4, spawn_rate=4, host=shop)["success"] is True
    steps = {"DEVICE register", "DEVICE sign"} | {
        f"POST {path}" for path in ("/passkeys", "/passkeys/options", "/sign-in", "/sign-in/options")
    }
    until(lambda: web.steps().keys() == steps and web.steps()["DEVICE register"] == 4)
    until(lambda: [worker["user_count"] for worker in web.report()["workers"]] == [2, 2])
    assert web.report()["errors"] == []
