"""The key's reports about itself and its credentials."""

from fido2.ctap2 import CredentialManagement

from platform_client import CREDENTIAL_MANAGEMENT, descriptors, refused
from served_key import PIN

from ..world import CAPACITY
from .blobs import put
from .registrations import digest

RESULT = CredentialManagement.RESULT
# Members of authenticatorGetInfo that stay as they are.
LASTING = (
    "versions extensions aaguid max_msg_size pin_uv_protocols max_creds_in_list max_cred_id_length transports "
    "algorithms max_large_blob min_pin_length firmware_version max_cred_blob_length attestation_formats"
).split()


def management(worker):
    pin = worker.pin()
    token = pin.get_pin_token(PIN, CREDENTIAL_MANAGEMENT)
    return CredentialManagement(worker.client.ctap, pin.protocol, token)


def read_information(worker):
    now = worker.client.ctap.get_info()
    for name in LASTING:
        assert getattr(now, name) == getattr(worker.world.info, name), name
    for option in ("rk", "up", "clientPin", "uv", "bioEnroll", "credMgmt", "largeBlobs", "pinUvAuthToken"):
        assert now.options[option] is True, option
    assert 0 <= now.remaining_disc_creds <= CAPACITY


def list_credentials(worker):
    """All that there are: those of the account as it knows them, and of what was cut off what came of it."""
    account = worker.account
    with worker.locked():
        manager = management(worker)
        metadata = manager.get_metadata()
        count = metadata[RESULT.EXISTING_CRED_COUNT]
        assert count + metadata[RESULT.MAX_REMAINING_COUNT] == CAPACITY, metadata
        parties = {each[RESULT.RP]["id"]: each[RESULT.RP_ID_HASH] for each in manager.enumerate_rps()}
        assert all(digest(rp_id) == hash for rp_id, hash in parties.items())
        listed = {rp_id: manager.enumerate_creds(hash) for rp_id, hash in parties.items()}
        assert sum(map(len, listed.values())) == count, (count, listed)
        own = listed.get(account.rp_id(), [])
        entries = {entry[RESULT.USER]["id"]: entry for entry in own}
        assert len(entries) == len(own), "two credentials of one user"
        for user_id in account.discoverable.keys() | entries.keys():
            settle(account, manager, user_id, entries.get(user_id))
        for rp_id, others in listed.items():
            if rp_id == account.rp_id("killed"):
                for entry in others:
                    manager.delete_cred(entry[RESULT.CREDENTIAL_ID])


def settle(account, manager, user_id, entry):
    known = account.discoverable.get(user_id)
    if entry and known and entry[RESULT.CREDENTIAL_ID]["id"] == known.id:
        assert entry[RESULT.PUBLIC_KEY] == known.public_key
        assert entry[RESULT.CRED_PROTECT] == known.protection
        assert entry.get(RESULT.LARGE_BLOB_KEY) == known.large_blob_key
        assert entry[RESULT.USER]["name"] in known.names, (entry[RESULT.USER], known.names)
        known.names = {entry[RESULT.USER]["name"]}
    else:
        assert user_id in account.uncertain, f"of {user_id} there is {entry}, not {known}"
        if entry:
            manager.delete_cred(entry[RESULT.CREDENTIAL_ID])
        account.discoverable.pop(user_id, None)
    account.uncertain.discard(user_id)


def chosen(worker):
    certain = [each for each in worker.account.credentials if each.is_discoverable]
    return worker.chance.choice(certain) if certain else None


def rename_a_user(worker):
    if not (credential := chosen(worker)):
        return list_credentials
    name = f"renamed {worker.chance.randrange(1000)}"
    credential.names.add(name)
    with worker.locked():
        [descriptor] = descriptors(credential.id)
        user = {"id": credential.user_id, "name": name, "displayName": name}
        management(worker).update_user_info(descriptor, user)
    credential.names = {name}


def delete_a_credential(worker):
    """And its large blob first, which nobody could take away any more."""
    if not (credential := chosen(worker)):
        return list_credentials
    account = worker.account
    with worker.locked():
        if credential.large_blob_key in worker.world.blobs:
            put(worker, credential.large_blob_key, None)
        account.uncertain.add(credential.user_id)
        [descriptor] = descriptors(credential.id)
        management(worker).delete_cred(descriptor)
    del account.discoverable[credential.user_id]
    account.uncertain.discard(credential.user_id)
    with refused("NO_CREDENTIALS"):
        worker.client.ctap.get_assertion(credential.rp_id, bytes(32), [descriptor])
