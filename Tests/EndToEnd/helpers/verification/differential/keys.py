"""Key pairs and signatures that are the same in every run."""

import functools
import hashlib
import math
import random
from dataclasses import dataclass

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, padding, rsa

ES256, ESP256, ES256K = -7, -9, -47
ES384, ESP384 = -35, -51
ES512, ESP512 = -36, -52
EDDSA, ED25519, ED448 = -8, -19, -53
PS256, RS256, RS384, RS512 = -37, -257, -258, -259

# Algorithm: curve, its COSE identifier, hash.
_ELLIPTIC = {
    ES256: (ec.SECP256R1(), 1, hashes.SHA256()),
    ESP256: (ec.SECP256R1(), 1, hashes.SHA256()),
    ES384: (ec.SECP384R1(), 2, hashes.SHA384()),
    ESP384: (ec.SECP384R1(), 2, hashes.SHA384()),
    ES512: (ec.SECP521R1(), 3, hashes.SHA512()),
    ESP512: (ec.SECP521R1(), 3, hashes.SHA512()),
    ES256K: (ec.SECP256K1(), 8, hashes.SHA256()),
}
_EDWARDS = {
    EDDSA: (ed25519.Ed25519PrivateKey, 32, 6),
    ED25519: (ed25519.Ed25519PrivateKey, 32, 6),
    ED448: (ed448.Ed448PrivateKey, 57, 7),
}
_RSA = {RS256: hashes.SHA256(), RS384: hashes.SHA384(), RS512: hashes.SHA512()}

NAMES = {
    ES256: "ES256",
    ESP256: "ESP256",
    ES256K: "ES256K",
    ES384: "ES384",
    ESP384: "ESP384",
    ES512: "ES512",
    ESP512: "ESP512",
    EDDSA: "EdDSA",
    ED25519: "Ed25519",
    ED448: "Ed448",
    PS256: "PS256",
    RS256: "RS256",
    RS384: "RS384",
    RS512: "RS512",
}


@dataclass(frozen=True)
class Key:
    """The key pair of a label, for one algorithm."""

    algorithm: int
    label: str

    @property
    def private(self):
        return _private(self)

    @property
    def public(self):
        return self.private.public_key()

    @property
    def cose(self):
        """The COSE_Key as a map."""
        if self.algorithm in _ELLIPTIC:
            curve, identifier, _ = _ELLIPTIC[self.algorithm]
            numbers, size = self.public.public_numbers(), (curve.key_size + 7) // 8
            x, y = numbers.x.to_bytes(size), numbers.y.to_bytes(size)
            return {1: 2, 3: self.algorithm, -1: identifier, -2: x, -3: y}
        if self.algorithm in _EDWARDS:
            return {1: 1, 3: self.algorithm, -1: _EDWARDS[self.algorithm][2], -2: self.public.public_bytes_raw()}
        numbers = self.public.public_numbers()
        return {1: 3, 3: self.algorithm, -1: numbers.n.to_bytes(256), -2: numbers.e.to_bytes(3)}

    def sign(self, message, salt_length=32):
        """`salt_length` counts for PS256 alone, where RFC 8230 section 2 has it as long as the hash value."""
        return _signature(self, message, salt_length)


# Most faults leave what is signed as it was.
@functools.cache
def _signature(key, message, salt_length):
    if key.algorithm in _ELLIPTIC:
        return key.private.sign(message, ec.ECDSA(_ELLIPTIC[key.algorithm][2], deterministic_signing=True))
    if key.algorithm in _EDWARDS:
        return key.private.sign(message)
    if key.algorithm == PS256:
        return _pss(key.private.private_numbers(), message, salt_length)
    return key.private.sign(message, padding.PKCS1v15(), _RSA[key.algorithm])


@functools.cache
def _private(key):
    if key.algorithm in _ELLIPTIC:
        curve = _ELLIPTIC[key.algorithm][0]
        order = curve.group_order
        return ec.derive_private_key(int.from_bytes(hashlib.sha512(key.label.encode()).digest()) % order, curve)
    if key.algorithm in _EDWARDS:
        kind, size, _ = _EDWARDS[key.algorithm]
        return kind.from_private_bytes(hashlib.shake_256(key.label.encode()).digest(size))
    return _rsa(key.label.split()[0])


def _pss(numbers, message, salt_length):
    """RSASSA-PSS (RFC 8017 section 8.1.1) with a salt that the message gives, by a modulus of 2048 bits."""
    digest = hashlib.sha256(message).digest()
    salt = hashlib.shake_256(message).digest(salt_length)
    h = hashlib.sha256(bytes(8) + digest + salt).digest()
    block = bytes(222 - salt_length) + b"\x01" + salt
    mask = b"".join(hashlib.sha256(h + counter.to_bytes(4)).digest() for counter in range(7))[: len(block)]
    masked = int.from_bytes(block) ^ int.from_bytes(mask)
    encoded = (masked & (1 << 8 * len(block) - 1) - 1).to_bytes(len(block)) + h + b"\xbc"
    public = numbers.public_numbers
    return pow(int.from_bytes(encoded), numbers.d, public.n).to_bytes(256)


# Primes of this size take a moment to find: there is one RSA key for each first word of labels.
@functools.cache
def _rsa(label):
    source = random.Random(label)
    p, q, e = _prime(source), _prime(source), 65537
    d = pow(e, -1, (p - 1) * (q - 1))
    numbers = rsa.RSAPublicNumbers(e, p * q)
    crt = rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q)
    return rsa.RSAPrivateNumbers(p, q, d, *crt, numbers).private_key()


def _prime(source):
    """A prime of 1024 bits, so high that two of them make a modulus of 2048."""
    small = math.prod(range(3, 2000, 2))
    while True:
        candidate = source.getrandbits(1024) | 3 << 1022 | 1
        if math.gcd(candidate, small) == 1 and pow(2, candidate - 1, candidate) == 1:
            return candidate
