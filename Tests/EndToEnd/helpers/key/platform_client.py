"""python-fido2 as the client of a key that is not a USB device."""

import contextlib
import hashlib
import os
import select
import socket
import stat
import struct

import pytest
from fido2.ctap import CtapError
from fido2.ctap2 import ClientPin, CredentialManagement, Ctap2
from fido2.ctap2.pin import PinProtocolV1, PinProtocolV2
from fido2.hid import CTAPHID, CtapHidDevice
from fido2.hid.base import CtapHidConnection, HidDescriptor

RP_ID = "rp.example"
HASH = hashlib.sha256(b"client data").digest()
ES256, EDDSA, ES384, ES512, RS256 = -7, -8, -35, -36, -257
PROTOCOLS = {1: PinProtocolV1, 2: PinProtocolV2}
MAKE_CREDENTIAL = ClientPin.PERMISSION.MAKE_CREDENTIAL
GET_ASSERTION = ClientPin.PERMISSION.GET_ASSERTION
CREDENTIAL_MANAGEMENT = ClientPin.PERMISSION.CREDENTIAL_MGMT


class ReportConnection(CtapHidConnection):
    """64-byte reports over a socket, or over a pseudo-terminal with a report ID before each, as hidraw requires."""

    def __init__(self, location, seconds=40):
        self.seconds = seconds
        if stat.S_ISSOCK(os.stat(location).st_mode):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            connection.connect(location)
            self.handle, self.report_id = connection.detach(), b""
        else:
            self.handle, self.report_id = os.open(location, os.O_RDWR | os.O_NOCTTY), b"\0"

    def write_packet(self, data):
        report = self.report_id + data
        os.set_blocking(self.handle, True)
        with connected():
            assert os.write(self.handle, report) == len(report)

    def read_packet(self):
        os.set_blocking(self.handle, False)
        report = None
        while report is None:
            if not select.select([self.handle], [], [], self.seconds)[0]:
                raise TimeoutError(f"no report for {self.seconds} s")
            # A power cycle of a pseudo-terminal discards unread reports.
            with connected(), contextlib.suppress(BlockingIOError):
                report = os.read(self.handle, 64)
        if len(report) != 64:
            raise ConnectionError(f"{len(report)} bytes instead of a report")
        return report

    def close(self):
        os.close(self.handle)


@contextlib.contextmanager
def connected():
    """Raises ConnectionError if the key is gone."""
    try:
        yield
    except OSError as error:
        raise ConnectionError("the key is gone") from error


class Channel:
    """A channel on a connection of its own. A context manager, which closes it."""

    device_type = CtapHidDevice

    def __init__(self, location):
        self.connection = ReportConnection(location)
        descriptor = HidDescriptor(location, 0, 0, 64, 64, None, None)
        with contextlib.ExitStack() as stack:
            # Closes the connection it opened: a pseudo-terminal has room for one client.
            stack.callback(self.connection.close)
            self.device = self.device_type(descriptor, self.connection)
            self.open()
            stack.pop_all()

    def open(self):
        """Opens the channel, as a client does first."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.device.close()

    def send(self, command, data=b""):
        """One report on the client's channel, without waiting for the answer."""
        header = struct.pack(">IBH", self.device._channel_id, 0x80 | command, len(data))
        self.connection.write_packet((header + data).ljust(64, b"\0"))


class PlatformClient(Channel):
    """An open key. Its methods raise CtapError with the key's status code."""

    def open(self):
        # Strict: each answer must be canonical CBOR.
        self.ctap = Ctap2(self.device)

    def begin_selection(self):
        """Sends authenticatorSelection, which a touch ends."""
        self.send(CTAPHID.CBOR, bytes([Ctap2.CMD.SELECTION]))

    def end_selection(self):
        """Returns its final status."""
        while (report := self.connection.read_packet())[4] == 0x80 | CTAPHID.KEEPALIVE:
            pass
        assert report[4:7] == bytes([0x80 | CTAPHID.CBOR, 0, 1])
        return CtapError.ERR(report[7]).name

    def pin(self, protocol=2):
        return ClientPin(self.ctap, PROTOCOLS[protocol]())

    def authorization(self, permission, rp_id, pin, protocol):
        """Returns a command's proof of the PIN; empty without a PIN."""
        if pin is None:
            return {}
        return proof(self.pin(protocol).get_pin_token(pin, permission, rp_id), protocol)

    def management(self, pin, rp_id=None, protocol=2):
        client_pin = self.pin(protocol)
        token = client_pin.get_pin_token(pin, CREDENTIAL_MANAGEMENT, rp_id)
        return CredentialManagement(self.ctap, client_pin.protocol, token)

    def register(self, user=b"user", rp_id=RP_ID, algorithm=ES256, resident=False, pin=None, protocol=2, **members):
        return self.ctap.make_credential(
            HASH,
            {"id": rp_id},
            {"id": user, "name": user.decode(), "displayName": user.decode().title()},
            [{"type": "public-key", "alg": algorithm}],
            options={"rk": True} if resident else None,
            **self.authorization(MAKE_CREDENTIAL, rp_id, pin, protocol),
            **members,
        )

    def sign(self, *credential_ids, rp_id=RP_ID, pin=None, protocol=2, **members):
        """Returns an assertion by the first of these credentials, or by a discoverable one."""
        return self.ctap.get_assertion(
            rp_id,
            HASH,
            descriptors(*credential_ids) or None,
            **self.authorization(GET_ASSERTION, rp_id, pin, protocol),
            **members,
        )


def proof(token, protocol):
    """The members pinUvAuthParam and pinUvAuthProtocol of a ceremony over the client data."""
    return {"pin_uv_param": PROTOCOLS[protocol]().authenticate(token, HASH), "pin_uv_protocol": protocol}


def descriptors(*credential_ids):
    return [{"type": "public-key", "id": credential_id} for credential_id in credential_ids]


def credential(registration):
    """The id and the public key of a new credential."""
    data = registration.auth_data.credential_data
    return data.credential_id, data.public_key


@contextlib.contextmanager
def refused(name):
    """Expects the key to answer with this status."""
    with pytest.raises(CtapError) as refusal:
        yield
    assert refusal.value.code == CtapError.ERR[name], refusal.value
