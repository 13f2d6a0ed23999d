"""A case on which our verifier and a library differ, and the form of the rules that explain it."""

import re
from dataclasses import dataclass
from fnmatch import fnmatch


@dataclass(frozen=True)
class Disagreement:
    # The kind of the fault as text; "none" of a valid ceremony.
    kind: str
    base: str
    library: str
    # Our code; None where we accept.
    code: str
    # The library's exceptions; None where it accepts.
    reason: str

    def __str__(self):
        theirs = "accepts" if self.reason is None else f"refuses ({self.reason[:200]})"
        return f"{self.kind}, {self.base}: {self.library} {theirs}, we {self.code or 'accept'}"


@dataclass(frozen=True)
class Rule:
    """Why we and some libraries differ.

    It goes for `codes` of ours, none where we accept; for faults of `kinds`, which are patterns as of file names, of
    the kind or of code and kind; and where a library refuses, for what it says, by a regular expression.
    """

    name: str
    why: str
    libraries: tuple
    codes: tuple = ()
    kinds: tuple = ("*",)
    reason: str = None

    def explains(self, found):
        texts = found.kind, f"{found.code}, {found.kind}"
        if found.library not in self.libraries or not any(fnmatch(text, kind) for text in texts for kind in self.kinds):
            return False
        if found.code is not None:
            return found.code in self.codes
        return self.reason is not None and re.search(self.reason, found.reason) is not None


WEBAUTHN, FIDO2 = ("webauthn",), ("fido2",)
BOTH = WEBAUTHN + FIDO2
