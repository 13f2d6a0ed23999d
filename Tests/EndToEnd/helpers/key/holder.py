"""The person who holds a served key and uses it with `toque`."""

import json

from command import error_of


def private_file(path, text):
    path.write_text(text)
    path.chmod(0o600)
    return path


class Holder:
    """Knows the key's path and the file with its PIN."""

    def __init__(self, toque, key, pin_file):
        self.toque = toque
        self.key = key
        self.pin_file = pin_file

    @property
    def location(self):
        return self.key.location

    @property
    def flags(self):
        return ["--authenticator", self.location, "--pin-file", self.pin_file]

    def register(self, options, *arguments):
        return self.toque.output("register", "-", *self.flags, *arguments, stdin=json.dumps(options))

    def sign(self, options, *arguments):
        return self.toque.output("sign", "-", *self.flags, *arguments, stdin=json.dumps(options))

    def manage(self, *arguments):
        """Returns the output of a `toque key` command that requires the PIN."""
        result = self.toque.run("key", *arguments, "--device", self.location, "--pin-file", self.pin_file)
        assert result.returncode == 0, result
        return result.stdout


def information(toque, location):
    """Returns the key's information."""
    return toque.output("key", "info", "--device", location, "--json")


def refused(toque, *arguments, **options):
    """Returns the error line of a refused command, which prints no result."""
    result = toque.run(*arguments, **options)
    assert (result.returncode, result.stdout) == (1, ""), result
    return error_of(result.stderr)
