"""Placeholders for values that differ in every run, in messages compared as a whole."""

import re


class Matching:
    """Equals each text that the pattern matches completely."""

    def __init__(self, pattern):
        self.pattern = pattern

    def __eq__(self, other):
        return isinstance(other, str) and re.fullmatch(self.pattern, other) is not None

    def __repr__(self):
        return f"/{self.pattern}/"


UUID = Matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TOKEN = Matching("[A-Za-z0-9_-]{22,}")
JWS = Matching(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")


def challenge(length):
    """Matches this many bytes in base64url without padding."""
    return Matching(f"[A-Za-z0-9_-]{{{(length * 4 + 2) // 3}}}")
