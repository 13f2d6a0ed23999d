"""The runner of the pages finds faults of a page."""

import pytest

import page_blocks
import printed
from page_session import PageSession


@pytest.fixture
def session(toque, tmp_path):
    with PageSession(toque, tmp_path) as session:
        yield session


def test_a_block_ends_with_the_code_of_its_first_failed_command(session):
    code, output = session.run("echo one\nsh -c 'exit 4'\necho two\n")
    assert (code, output) == (4, ["one"])


def test_a_failed_command_of_a_pipe_fails_its_block(session):
    assert session.run("false | cat\n")[0] == 1


def test_a_block_has_the_variables_and_files_of_the_blocks_above(session):
    assert session.run("name=value\necho content > file\n") == (0, [])
    assert session.run('echo "$name" && cat file\n') == (0, ["value", "content"])


def test_a_page_has_a_network_of_its_own(session):
    assert session.run("toque simulate --memory &\nuntil (: < /dev/tcp/127.0.0.1/8420) 2>/dev/null; do :; done\n")[0] == 0


def test_a_command_that_never_prints_the_text_fails_once_it_ends(session):
    assert session.run("echo something else\n", until="ready")[0] == 1
    assert session.run("echo ready; sleep 1000\n", until="ready") == (0, ["ready"])


@pytest.mark.parametrize(
    "shown, lines",
    [
        (["payment.failed  4f2f3a51-90f5-4c1b-9a53-0e6f2d1c7b18  FAILED"], ["payment.failed  {id}  FAILED"]),
        (["at 2026-01-31T12:00:00Z, in 4.2 ms"], ["at 2027-02-01T13:01:01.123456Z, in 17 ms"]),
        (["hash cd60d1a3…"], ["hash {id}"]),
        (["first", "…", "last"], ["first", "any", "other", "last"]),
        (["…", "last"], ["last"]),
        (["code …: done"], ["code 17: done"]),
        (["A  B"], ["A      B"]),
    ],
)
def test_values_that_differ_between_runs_are_masked(shown, lines):
    assert printed.is_shown(shown, [line.format(id="7f71a111-c8e6-4b45-a567-69605caa15f5") for line in lines])


@pytest.mark.parametrize(
    "shown, lines",
    [
        (["SUCCEEDED"], ["FAILED"]),
        (["one"], ["one", "two"]),
        (["one", "two"], ["one"]),
        (["200  OK"], ["201  OK"]),
        (["code …: done"], ["code 17: failed"]),
        (["…", "last"], ["last", "more"]),
    ],
)
def test_different_output_is_detected(shown, lines):
    assert not printed.is_shown(shown, lines)


def test_renewed_lines_keep_masked_values():
    shown = ["2026-01-31T12:00:00Z  one", "gone"]
    assert printed.renewed(shown, ["2027-01-31T12:00:00Z  one", "new"]) == ["2026-01-31T12:00:00Z  one", "new"]


def test_comments_and_first_lines_decide_the_kind_of_a_block(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "Text\n    that goes on.\n\n    toque --version\n\n<!-- output -->\n\n    1.0\n\n<!-- prepare\ntrue\n-->\n"
        "```python\n# shop.py\npass\n```\n\n<!-- run: exits 3 -->\n```sh\nunknown\n```\n\n    what is this\n"
    )
    found = [(block.line, block.kind, block.argument) for block in page_blocks.blocks(page)]
    assert found == [
        (4, "run", None),
        (8, "output", None),
        (11, "prepare", None),
        (14, "file", "shop.py"),
        (20, "run", "exits 3"),
        (23, None, None),
    ]
