"""The person who holds a served key and uses it with `toque`."""

import json


def private_file(path, text):
    path.write_text(text)
    path.chmod(0o600)
    return path


class Holder:
    """Knows the key's place and the file with its PIN."""

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
        """What a command of `toque key` printed that wants the PIN."""
        result = self.toque.run("key", *arguments, "--device", self.location, "--pin-file", self.pin_file)
        assert result.returncode == 0, result
        return result.stdout


def information(toque, location):
    """What the key there says of itself."""
    return toque.output("key", "info", "--device", location, "--json")


def refused(toque, *arguments, **options):
    """The error line of a command that is refused and prints no result."""
    result = toque.run(*arguments, **options)
    assert (result.returncode, result.stdout) == (1, ""), result
    return result.stderr.splitlines()[-1]
