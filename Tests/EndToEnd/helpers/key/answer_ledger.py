"""A key's answers to a seeded stream of operations, which must still hold after a kill."""

from fido2.ctap import CtapError
from fido2.ctap2 import CredentialManagement

from platform_client import GET_ASSERTION, HASH, MAKE_CREDENTIAL, RP_ID, credential, proof, refused
from served_key import PIN

ALL_RETRIES = 8


class Ledger:
    """Records what the key may do before each command, and what it did after the answer."""

    def __init__(self, chance):
        self.chance = chance
        self.operations = 0
        self.public_keys = {}
        self.discoverable = set()
        self.counter = 0
        self.pins = [PIN]  # The PINs that may be set: two after a change without an answer.
        self.retries = {ALL_RETRIES}  # The possible counts of retries left.

    def operate(self, client, weights=(40, 40, 12, 8)):
        """Performs a random operation: registration, assertion, PIN change, wrong PIN."""
        if self.retries != {ALL_RETRIES}:
            self.recover(client)
        operations = [self.register, self.sign, self.change_pin, self.guess_pin]
        self.chance.choices(operations, weights)[0](client)
        self.operations += 1

    def register(self, client):
        is_discoverable = self.chance.random() < 0.5
        user = self.chance.randbytes(16)
        token = self.token(client, self.pins[0], MAKE_CREDENTIAL)
        registration = client.ctap.make_credential(
            HASH,
            {"id": RP_ID},
            {"id": user},
            [{"type": "public-key", "alg": -7}],
            options={"rk": is_discoverable},
            **proof(token, protocol=2),
        )
        credential_id, public_key = credential(registration)
        self.public_keys[credential_id] = public_key
        if is_discoverable:
            self.discoverable.add(credential_id)
        # A new credential carries the counter as it stands.
        assert registration.auth_data.counter >= self.counter
        self.counter = registration.auth_data.counter

    def sign(self, client):
        if self.public_keys:
            self.check(client, self.chance.choice(list(self.public_keys)))

    def change_pin(self, client):
        [old] = self.pins
        new = f"{self.chance.randrange(10**6):06}"
        self.pins = [old, new]
        self.expect_attempt()
        client.pin().change_pin(old, new)
        self.pins, self.retries = [new], {ALL_RETRIES}

    def guess_pin(self, client):
        [retries] = self.retries
        self.retries = {retries, retries - 1}
        with refused("PIN_INVALID"):
            client.pin().get_pin_token("not the PIN", GET_ASSERTION, RP_ID)
        self.retries = {retries - 1}

    def token(self, client, pin, permission):
        self.expect_attempt()
        token = client.pin().get_pin_token(pin, permission, RP_ID)
        self.retries = {ALL_RETRIES}
        return token

    def expect_attempt(self):
        """The key deducts a retry before it compares the PIN, and restores all after a correct one."""
        self.retries |= {retries - 1 for retries in self.retries} | {ALL_RETRIES}

    def recover(self, client):
        """Compares the key's retries, and finds out which PIN is set."""
        left, _ = client.pin().get_pin_retries()
        assert left in self.retries
        self.retries = {left}
        if len(self.pins) == 2:
            try:
                self.token(client, self.pins[0], GET_ASSERTION)
                self.pins = self.pins[:1]
            except CtapError as error:
                assert error.code == CtapError.ERR.PIN_INVALID
                self.pins, self.retries = self.pins[1:], {left - 1}
        self.token(client, self.pins[0], GET_ASSERTION)

    def check(self, client, credential_id):
        """Checks that the credential signs with a new counter."""
        assertion = client.sign(credential_id)
        assertion.verify(HASH, self.public_keys[credential_id])
        assert assertion.auth_data.counter > self.counter
        self.counter = assertion.auth_data.counter

    def check_all(self, client):
        self.recover(client)
        for credential_id in self.public_keys:
            self.check(client, credential_id)
        result = CredentialManagement.RESULT
        management = client.management(self.pins[0])
        listed = [management.enumerate_creds(entry[result.RP_ID_HASH]) for entry in management.enumerate_rps()]
        assert self.discoverable <= {entry[result.CREDENTIAL_ID]["id"] for entries in listed for entry in entries}
