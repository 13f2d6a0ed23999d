"""A person at a terminal is asked, and nothing else approves."""

import signal

import pytest

from samples import REGISTRATION
from terminal import Terminal

PROMPT = "[w]ait for the time-out: "


@pytest.fixture
def register(toque, tmp_path):
    """`toque register` on a terminal, up to its prompt."""
    with Terminal(toque, "register", REGISTRATION, "--store", tmp_path / "store.sqlite", "--timeout", 300) as terminal:
        terminal.wait_for(PROMPT)
        yield terminal


def test_yes_makes_a_credential(register):
    register.type("y\n")
    register.wait_for('"attestationObject"')
    assert register.end() == 0


def test_no_makes_no_credential(register):
    register.type("n\n")
    register.wait_for("NotAllowedError: the person declined")
    assert register.end() == 1


def test_any_other_answer_is_asked_again(register):
    register.type("perhaps\n")
    register.wait_for(f"perhaps\r\n{register.text}")
    register.type("no\n")
    assert register.end() == 1


def test_text_typed_before_the_question_is_not_an_answer(register):
    question = register.text
    register.type("perhaps\ny\n")
    register.wait_for(f"perhaps\r\ny\r\n{question}")
    register.type("n\n")
    assert register.end() == 1


def test_the_end_of_the_input_declines(register):
    register.type("\x04")
    register.wait_for("NotAllowedError")
    assert register.end() == 1


def test_an_interrupt_ends_the_command(register):
    register.interrupt()
    assert register.end() == -signal.SIGINT


@pytest.mark.parametrize("typed", ["w\n", ""])
def test_the_time_out_ends_the_wait(toque, tmp_path, typed):
    with Terminal(toque, "register", REGISTRATION, "--store", tmp_path / "store.sqlite", "--timeout", 1) as terminal:
        terminal.wait_for(PROMPT)
        terminal.type(typed)
        terminal.wait_for("NotAllowedError: nobody confirmed")
        assert terminal.end() == 1


def test_a_store_in_use_is_refused_with_the_process_that_has_it(register, toque, tmp_path):
    result = toque.run("register", REGISTRATION, "--store", tmp_path / "store.sqlite", "--gesture", "approve")
    assert (result.returncode, result.stdout) == (3, "")
    assert f"process {register.process.pid}" in result.stderr
