"""Runs each code block of the documentation unchanged, and compares the shown output."""

import os
import re

import pytest

import page_blocks
import printed
from command import ROOT
from page_session import PageSession

PAGES = ["README.md", "CONTRIBUTING.md", "vectors/README.md"]
PAGES += [f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))]
PAGES += [str(page.relative_to(ROOT)) for page in sorted(ROOT.glob("examples/*/README.md"))]
PAGES += [page for page in ["python/README.md"] if (ROOT / page).exists()]
BLOCKS = {page: page_blocks.blocks(ROOT / page) for page in PAGES}
RUNNING = ("run", "prepare")
RUN = [page for page in PAGES if any(block.kind in RUNNING for block in BLOCKS[page])]
# Those of this repository that commands of the pages use.
FOLDERS = {"examples", "vectors", "Tests"}
RENEWS = "TOQUE_RENEW_PAGES" in os.environ

# Blocks that no test runs: tools that take long or need hardware, and parts of apps.
SKETCHES = {
    "README.md": [
        "git clone … && cd toque && tools/demo",
        "python3 -m venv .venv && . .venv/bin/activate && pip install ./python",
        "tools/test",
    ],
    "CONTRIBUTING.md": [
        "tools/setup                                          # installs missing packages, on Debian 12",
    ],
    "vectors/README.md": [
        "{",
        "python3 -m venv .venv",
    ],
    "docs/api.md": [
        "pip install schemathesis",
    ],
    "docs/ci.md": [
        "tools/dist",
        "toque simulate -- npm test",
        "docker load --input toque-*.oci.tar",
    ],
    "docs/dashboard.md": [
        "toque simulate --open",
        'pytest -o toque_options="--provider yuno" test_history.py',
    ],
    "docs/design.md": [
        "options JSON ──> Client ──> Authenticator ──> response JSON ──> Relying party ──> verdict",
        "client of others ──> link ──> CTAPHID ──> CTAPProcessor ──> the same authenticator",
    ],
    "docs/fleet-protocol.md": [
        '{"name":"POST /payment-intents/","us":3361,"bytes":2576,"failure":null}',
    ],
    "docs/fleet.md": [
        "pip install './python[locust]'",
        "locust -f shopper.py --headless --users 20 --spawn-rate 10 --run-time 5s --host http://127.0.0.1:8600",
        "class Payer(ToqueUser):",
    ],
    "docs/key.md": [
        'echo "a note of some length" | toque key blobs set --rp-id bank.example',
        'descriptor = HidDescriptor("/dev/pts/7", 0, 0, 64, 64, "", "")  # fido2.hid.base',
        "(umask 077; echo 1234 > pin)",
        "toque key serve --uhid",
        'KERNEL=="uhid", SUBSYSTEM=="misc", GROUP="uhid", MODE="0660", OPTIONS+="static_node=uhid"',
        "mkdir -p ~/.config/toque",
        'mkdir -p -m 700 "$XDG_RUNTIME_DIR/toque"',
    ],
    "docs/metadata.md": [
        "toque verify --metadata blob.jwt --metadata-root root.pem --metadata-minimum 170 ceremonies.jsonl",
    ],
    "docs/operations.md": [
        "export PGPASSFILE=/etc/toque/pgpass",
        "defaults",
        "pg_dump --format=custom --file=sandbox.dump 'postgresql://toque@db.example/sandbox'",
    ],
    "docs/outcomes.md": [
        "toque simulate --provider yuno &",
    ],
    "docs/providers.md": [
        "toque simulate --provider lamps",
    ],
    "docs/verify.md": [
        "{",
    ],
    "python/README.md": [
        "pip install toque_testing-*.whl",
        'toque_scenario("payment.insufficient_funds")              # until the end of the test',
        "from locust import task",
        "------------------------ Requests to the Toque sandbox -------------------------",
        "error: toque: not found in PATH",
    ],
    "docs/terminal.md": [
        "2026-01-31T12:00:00Z  201     4.2 ms  POST /payment-intents/",
    ],
}


def test_every_block_says_what_it_is():
    unknown = [f"{page}:{block.line}" for page in PAGES for block in BLOCKS[page] if block.kind is None]
    assert unknown == [], "write a comment above each (page_blocks.py), such as <!-- run --> or <!-- output -->"


def test_only_listed_blocks_are_not_run():
    found = {}
    for page in PAGES:
        for block in BLOCKS[page]:
            if block.kind == "sketch":
                found.setdefault(page, []).append(block.lines[0].strip())
    assert found == SKETCHES


def test_quoted_lines_are_in_their_file():
    for page in PAGES:
        for block in BLOCKS[page]:
            if block.kind == "in":
                source = [line.strip() for line in (ROOT / block.argument).read_text().splitlines()]
                missing = [line for line in block.lines if line.strip() not in source]
                assert missing == [], f"{page}:{block.line}: not in {block.argument}"


@pytest.mark.parametrize("page", RUN)
def test_the_commands_of_the_page_print_the_shown_output(page, toque, tmp_path):
    with PageSession(toque, tmp_path) as session:
        commands = "".join(block.text for block in BLOCKS[page] if block.kind in RUNNING)
        if "tar -xzf toque-" in commands:
            session.pack_release(toque.run("--version").stdout.strip(), toque)
        session.link(FOLDERS.intersection(re.findall(r"\b(\w+)/", commands)))
        Run(page, session).blocks()


class Run:
    """A page from top to bottom."""

    def __init__(self, page, session):
        self.page, self.session, self.output, self.renewals = page, session, [], []

    def blocks(self):
        for block in BLOCKS[self.page]:
            {"run": self.run, "prepare": self.run, "output": self.show, "file": self.file}.get(
                block.kind, lambda _: None
            )(block)
        self.renew()

    def where(self, block):
        return f"{self.page}:{block.line}"

    def run(self, block):
        ending = block.argument or "exits 0"
        exits, until = re.fullmatch(r"exits (\d+)|until (.+)", ending).groups()
        exits = int(exits or 0)
        code, self.output = self.session.run(block.text, exits, until)
        assert code == exits, f"{self.where(block)} ended with {code}\n{block.text}\n" + "\n".join(self.output)

    def show(self, block):
        self.compare(block, self.output)

    def file(self, block):
        path = self.session.folder / block.argument
        if path.exists():
            self.compare(block, self.session.shown(path))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)

    def compare(self, block, lines):
        if printed.is_shown(block.lines, lines):
            return
        if RENEWS:
            self.renewals.append((block, printed.renewed(block.lines, lines)))
        else:
            shown = "\n".join(lines)
            pytest.fail(f"{self.where(block)} is now (TOQUE_RENEW_PAGES=1 renews it):\n{shown}", pytrace=False)

    def renew(self):
        """Writes the printed output into the page."""
        path = ROOT / self.page
        lines = path.read_text().splitlines()
        for block, shown in reversed(self.renewals):
            lines[block.line - 1 : block.end - 1] = [(block.indent + line).rstrip() for line in shown]
        if self.renewals:
            path.write_text("\n".join(lines) + "\n")
