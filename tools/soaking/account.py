"""One client's knowledge of its credentials."""

import dataclasses

from fido2.cose import CoseKey


@dataclasses.dataclass(eq=False)
class Credential:
    rp_id: str
    id: bytes
    public_key: CoseKey
    user_id: bytes
    is_discoverable: bool
    protection: int = 1
    has_secret: bool = False
    blob: bytes | None = None
    large_blob_key: bytes | None = None
    names: set = dataclasses.field(default_factory=set)  # Those that its user may have: two after a cut renaming.
    secrets: dict = dataclasses.field(default_factory=dict)  # Answers of hmac-secret, by salt and verification.

    def is_usable(self, is_verified, is_listed):
        """credProtect (CTAP 2.1, 12.1)."""
        return is_verified or self.protection == 1 or self.protection == 2 and is_listed


class Account:
    """The credentials at one client's relying parties. A cut-off command makes its user's uncertain."""

    users = 8
    sealed_kept = 24

    def __init__(self, number):
        self.number = number
        self.discoverable = {}  # By user ID.
        self.sealed = []
        self.uncertain = set()  # User IDs.

    def rp_id(self, *labels):
        """The relying party ID. Its first label selects the person's gesture."""
        return ".".join([*labels, f"client{self.number}.example"])

    @property
    def credentials(self):
        # Whoever cuts the power looks at them, too, from another thread.
        certain = [each for user, each in list(self.discoverable.items()) if user not in self.uncertain]
        return certain + self.sealed

    def keep(self, credential, chance):
        if credential.is_discoverable:
            self.discoverable[credential.user_id] = credential
            self.uncertain.discard(credential.user_id)
            return
        self.sealed.append(credential)
        if len(self.sealed) > self.sealed_kept:
            self.sealed.pop(chance.randrange(len(self.sealed)))
