"""Large blobs, all of which are in one array."""

from fido2.ctap2 import ClientPin, LargeBlobs

from served_key import PIN

from .registrations import register

LARGE_BLOB_WRITE = ClientPin.PERMISSION.LARGE_BLOB_WRITE


def keep_a_blob(worker):
    having = [each for each in worker.account.credentials if each.large_blob_key]
    if not having:
        return register
    key = worker.chance.choice(having).large_blob_key
    content = None if worker.chance.random() < 0.3 else worker.bytes(0, 2500)
    with worker.locked():
        put(worker, key, content)
        assert LargeBlobs(worker.client.ctap).get_blob(key) == content
        array = LargeBlobs(worker.client.ctap).read_blob_array()
        most = sum(contents != {None} for contents in list(worker.world.blobs.values()))
        assert len(array) <= most, f"{len(array)} large blobs of {most}"


def put(worker, key, content):
    blobs = worker.world.blobs
    pin = worker.pin()
    token = pin.get_pin_token(PIN, LARGE_BLOB_WRITE)
    access = LargeBlobs(worker.client.ctap, pin.protocol, token)
    blobs[key] = blobs.get(key, {None}) | {content}
    if content is None:
        access.delete_blob(key)
        del blobs[key]
    else:
        access.put_blob(key, content)
        blobs[key] = {content}


def read_a_blob(worker):
    having = [each for each in worker.account.credentials if each.large_blob_key]
    if not having:
        return register
    key = worker.chance.choice(having).large_blob_key
    with worker.locked():
        content = LargeBlobs(worker.client.ctap).get_blob(key)
        assert content in worker.world.blobs.get(key, {None}), "another large blob"
