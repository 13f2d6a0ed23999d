"""fido2-token of libfido2, and its output."""

import base64

import stock_programs


class StockToken:
    """Runs fido2-token on a key. The PIN answers its only prompt."""

    def __init__(self, key):
        self.key = key

    def __call__(self, *arguments, pin=None, answers=()):
        answers = [("Enter PIN for", pin)] if pin else answers
        return stock_programs.run("fido2-token", *arguments, self.key.location, answers=answers)


def succeeded(result):
    assert result.code == 0, result
    return result


def failed(result, name):
    assert (result.code, result.output) == (1, ""), result
    assert name in result.errors
    return result


def information(token):
    """Returns the output of -I, by the name before the colon."""
    lines = succeeded(token("-I")).lines
    return dict(line.split(": ", 1) for line in lines)


def set_pin(token, pin):
    return token("-S", answers=[("Enter new PIN", pin), ("Enter the same PIN again", pin)])


def change_pin(token, old, new):
    answers = [("Enter current PIN", old), ("Enter new PIN", new), ("Enter the same PIN again", new)]
    return token("-C", answers=answers)


def base64_text(data):
    return base64.b64encode(data).decode()
