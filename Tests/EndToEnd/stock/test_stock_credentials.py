"""fido2-cred and fido2-assert of libfido2 make credentials and assertions over a pseudo-terminal, and verify them."""

import base64
import contextlib
import hashlib
import itertools
from dataclasses import dataclass, field

import pytest

import stock_programs
from served_key import PIN, ServedKey

USER = "ana"
PROFILES = {"es256": "security-key", "es384": "security-key", "eddsa": "security-key", "rs256": "windows"}

RP_NUMBERS = itertools.count()


def encode(data):
    return base64.b64encode(data).decode()


def digest(text):
    return encode(hashlib.sha256(text.encode()).digest())


REQUEST = [digest("registration"), "rp.example", USER, encode(USER.encode())]


@dataclass
class Credential:
    """A credential that fido2-cred makes and verifies, for use by fido2-assert."""

    key: ServedKey
    algorithm: str
    pin: str | None = None
    flags: tuple = ()  # for -M and for -V
    resident: bool = False
    # Unique: the tests of a file share the keys.
    rp_id: str = field(default_factory=lambda: f"rp-{next(RP_NUMBERS)}.example")

    def make(self):
        request = [REQUEST[0], self.rp_id, *REQUEST[2:]]
        flags = [*self.flags, *(["-r"] if self.resident else []), *self.verification]
        made = tool("fido2-cred", "-M", *flags, self.key.location, self.algorithm, stdin=request, pin=self.pin)
        assert made.code == 0, made
        hash, rp_id, format, *_ = made.lines
        assert (hash, rp_id, format) == (request[0], self.rp_id, "packed")
        self.attestation = made.lines
        self.id, *public_key = self.verify(made.lines).lines
        self.public_key = "\n".join(public_key) + "\n"
        return self

    def verify(self, attestation):
        verified = tool("fido2-cred", "-V", *self.flags, *self.verification, self.algorithm, stdin=attestation)
        assert verified.code == 0, verified
        return verified

    @property
    def verification(self):
        """The flag that requests user verification and checks it."""
        return ["-v"] if self.pin else []

    def request(self, salt=None):
        return [
            digest("assertion"),
            self.rp_id,
            *([] if self.resident else [self.id]),
            *([digest(salt)] if salt else []),
        ]

    def get(self, salt=None, pin=None):
        """Runs fido2-assert -G, with user verification if a PIN is set."""
        flags = [*(["-r"] if self.resident else []), *(["-h"] if salt else []), *(["-v"] if pin else [])]
        return tool("fido2-assert", "-G", "-p", *flags, self.key.location, stdin=self.request(salt), pin=pin)

    def sign(self, folder, salt=None, pin=None):
        """Returns the lines of an assertion that fido2-assert -V accepted."""
        made = self.get(salt, pin)
        assert made.code == 0, made
        verified = self.verify_assertion(folder, made.lines, *(["-h"] if salt else []), *(["-v"] if pin else []))
        assert verified.code == 0, verified
        return made.lines

    def verify_assertion(self, folder, assertion, *flags):
        file = folder / "public-key.pem"
        file.write_text(self.public_key)
        return tool("fido2-assert", "-V", "-p", *flags, file, self.algorithm, stdin=assertion[:4])


def tool(*command, stdin, pin=None):
    answers = [("Enter PIN for", pin)] if pin else []
    return stock_programs.run(*command, stdin="".join(f"{line}\n" for line in stdin), answers=answers)


@pytest.fixture(scope="module")
def keys(toque, tmp_path_factory):
    """The key of each profile, without and with a PIN, started on first use."""
    with contextlib.ExitStack() as stack:
        made = {}

        def key(profile, pin):
            if (profile, pin) not in made:
                store = tmp_path_factory.mktemp("key") / "store.sqlite"
                made[profile, pin] = stack.enter_context(ServedKey(toque, store, "--profile", profile))
                if pin:
                    made[profile, pin].set_pin(pin)
            return made[profile, pin]

        yield key


@pytest.fixture(params=[None, PIN], ids=["no PIN", "PIN"])
def pin(request):
    return request.param


@pytest.fixture(params=PROFILES)
def credential(request, keys, pin):
    """Makes a credential with these flags, of each algorithm, without and with a PIN."""

    def make(*flags, **members):
        key = keys(PROFILES[request.param], pin)
        return Credential(key, request.param, pin, flags, **members).make()

    return make


def refused(result, name):
    assert (result.code, result.output) == (1, ""), result
    assert name in result.errors


def test_a_credential_signs_and_its_counter_grows(credential, pin, tmp_path):
    made = credential()
    first = made.sign(tmp_path, pin=pin)
    second = made.sign(tmp_path, pin=pin)
    assert counter(second) > counter(first)


def counter(assertion):
    """authData is a CBOR byte string of fewer than 256 bytes: a 2-byte head, a 32-byte hash, flags, counter."""
    return int.from_bytes(base64.b64decode(assertion[2])[35:39])


def test_a_resident_credential_returns_its_user_handle(credential, pin, tmp_path):
    assert credential(resident=True).sign(tmp_path, pin=pin)[4] == encode(USER.encode())


def test_hmac_secret_gives_the_same_secret_for_a_salt(credential, pin, tmp_path):
    made = credential("-h")

    def secret(salt, pin):
        return base64.b64decode(made.sign(tmp_path, salt, pin)[-1])

    first = secret("salt", pin)
    assert len(first) == 32
    assert secret("salt", pin) == first
    assert secret("another salt", pin) != first
    if pin:
        # CTAP 2.3, hmac-secret: one secret with user verification, another without.
        without = secret("salt", None)
        assert without != first
        assert secret("salt", None) == without


def test_hmac_secrets_of_two_credentials_differ(keys, tmp_path):
    key = keys("security-key", None)
    secrets = {Credential(key, "es256", flags=("-h",)).make().sign(tmp_path, "salt")[-1] for _ in range(2)}
    assert len(secrets) == 2


@pytest.mark.parametrize("resident", [False, True], ids=["non-resident", "resident"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_protection_level_is_signed(credential, pin, tmp_path, level, resident):
    made = credential("-c", level, resident=resident)
    if pin:
        made.sign(tmp_path, pin=pin)
    # Any level other than the signed one fails verification.
    other = tool("fido2-cred", "-V", "-c", level % 3 + 1, *made.verification, made.algorithm, stdin=made.attestation)
    refused(other, "FIDO_ERR_INVALID_PARAM")


@pytest.mark.parametrize("algorithm", PROFILES)
@pytest.mark.parametrize(
    "level, resident, is_refused",
    [(1, False, False), (1, True, False), (2, False, False), (2, True, True), (3, False, True), (3, True, True)],
)
def test_a_protected_credential_is_hidden_without_the_pin(keys, tmp_path, algorithm, level, resident, is_refused):
    key = keys(PROFILES[algorithm], PIN)
    made = Credential(key, algorithm, PIN, ("-c", level), resident).make()
    if is_refused:
        refused(made.get(), "FIDO_ERR_NO_CREDENTIALS")
    else:
        made.sign(tmp_path)


def test_a_resident_credential_requires_a_set_pin(keys):
    location = keys("security-key", PIN).location
    refused(tool("fido2-cred", "-M", "-q", "-r", location, stdin=REQUEST), "FIDO_ERR_PIN_REQUIRED")


def test_a_wrong_pin_makes_no_credential(keys):
    location = keys("security-key", PIN).location
    refused(tool("fido2-cred", "-M", "-r", location, stdin=REQUEST, pin="wrong"), "FIDO_ERR_PIN_INVALID")


@pytest.mark.parametrize("algorithm", PROFILES)
def test_a_changed_assertion_is_refused(keys, tmp_path, algorithm):
    made = Credential(keys(PROFILES[algorithm], None), algorithm).make()
    assertion = made.sign(tmp_path)
    assertion[0] = digest("another challenge")
    refused(made.verify_assertion(tmp_path, assertion), "FIDO_ERR_INVALID_SIG")


def test_an_algorithm_that_the_profile_lacks_is_refused(keys):
    for profile, algorithm in [("security-key", "rs256"), ("windows", "eddsa")]:
        location = keys(profile, None).location
        refused(tool("fido2-cred", "-M", location, algorithm, stdin=REQUEST), "FIDO_ERR_UNSUPPORTED_ALGORITHM")
