"""`toque key fingerprints`, `config` and `blobs`: managing everything on a key except its PIN and credentials."""

import json

import pytest
from fido2.ctap2 import FPBioEnrollment, LargeBlobs

from holder import Holder, information, private_file, refused
from samples import noise, registration_options
from served_key import PIN, ServedKey
from stock_programs import succeed

RP_ID = "belvo.com"
NO_RP_IDS = ["", " ", "https://bank.example", "bank.example/pix", "banco.ação"]
THUMB = "finger:thumb"
LONG_PIN = "471100"
BLOB = bytes(range(256)) * 2


@pytest.fixture
def plug_in(toque, tmp_path, pin_file):
    """Serves a key with a fingerprint sensor and a PIN; its owner makes these gestures."""
    keys = []

    def plug_in(*gestures):
        options = ["--profile", "fingerprint-key", "--pin-file", pin_file]
        key = ServedKey(toque, tmp_path / f"{len(keys)}.sqlite", *options, gesture=",".join(gestures))
        keys.append(key.__enter__())
        return Holder(toque, key, pin_file)

    yield plug_in
    for key in keys:
        key.__exit__(None, None, None)


def fingerprints(holder):
    return json.loads(holder.manage("fingerprints", "list", "--json"))["fingerprints"]


def configuration(toque, location):
    return toque.output("key", "config", "show", "--json", "--device", location)


def blobs(holder):
    return json.loads(holder.manage("blobs", "list", "--json"))


def flags(holder):
    return ["--device", holder.location, "--pin-file", holder.pin_file]


# Fingerprints


def test_fingerprints_are_added_renamed_and_removed(toque, plug_in):
    holder = plug_in(THUMB)
    assert fingerprints(holder) == []
    result = toque.run("key", "fingerprints", "add", "--name", "Polegar", *flags(holder))
    assert result.returncode == 0, result
    id = result.stdout.strip()
    assert result.stderr.splitlines() == [
        "Put the finger on the key: 4 samples to go.",
        "Good. Lift the finger and put it on the key again: 3 samples to go.",
        "Good. Lift the finger and put it on the key again: 2 samples to go.",
        "Good. Lift the finger and put it on the key again: 1 sample to go.",
        "Good. The finger is enrolled.",
    ]
    assert fingerprints(holder) == [{"id": id, "name": "Polegar"}]
    assert information(toque, holder.location)["options"]["bioEnroll"] is True
    holder.manage("fingerprints", "rename", id, "dedo")
    assert holder.manage("fingerprints").splitlines() == [f"{id}  dedo"]
    holder.manage("fingerprints", "remove", id)
    assert fingerprints(holder) == []


def test_the_sensor_is_listed(plug_in):
    listed = json.loads(plug_in(THUMB).manage("fingerprints", "list", "--json"))
    assert listed["sensor"] == {"maxCaptureSamplesRequiredForEnroll": 4, "fingerprintKind": "touch"}


def test_each_sample_is_reported(toque, plug_in):
    holder = plug_in(THUMB, "bad-touch:too-fast", "bad-touch:not-lifted", "finger:index", THUMB)
    result = toque.run("key", "fingerprints", "add", *flags(holder))
    assert result.returncode == 0
    said = [line.partition(".")[0] for line in result.stderr.splitlines()[1:]]
    unlike = "This does not fit the samples before"
    assert said == ["Good", "Too fast", "The finger was not lifted", unlike, "Good", "Good", "Good"]


def test_python_fido2_finds_the_enrolled_fingers(plug_in):
    holder = plug_in(THUMB)
    id = holder.manage("fingerprints", "add", "--name", "thumb").strip()
    with holder.key.connect() as client:
        pin = client.pin()
        token = pin.get_pin_token(PIN, pin.PERMISSION.BIO_ENROLL)
        enrolled = FPBioEnrollment(client.ctap, pin.protocol, token).enumerate_enrollments()
    assert enrolled == {bytes.fromhex(id): "thumb"}


def test_an_enrolled_finger_is_refused_again(toque, plug_in):
    holder = plug_in(THUMB)
    holder.manage("fingerprints", "add")
    assert "enrolled already" in refused(toque, "key", "fingerprints", "add", *flags(holder))
    assert len(fingerprints(holder)) == 1


def test_a_declined_enrollment_enrolls_nothing(toque, plug_in):
    holder = plug_in(THUMB, "decline")
    line = refused(toque, "key", "fingerprints", "add", *flags(holder))
    assert "NotAllowedError: " in line
    assert fingerprints(holder) == []


def test_a_sixth_finger_is_refused(toque, plug_in):
    holder = plug_in(*(f"finger:{number}" for number in range(5) for _ in range(4)))
    for _ in range(5):
        holder.manage("fingerprints", "add")
    assert "no room for another fingerprint" in refused(toque, "key", "fingerprints", "add", *flags(holder))


def test_a_name_over_64_bytes_is_refused(toque, plug_in):
    holder = plug_in(THUMB)
    id = holder.manage("fingerprints", "add").strip()
    line = refused(toque, "key", "fingerprints", "rename", id, "x" * 65, *flags(holder))
    assert "ConstraintError: " in line and "shorter names" in line


def test_a_name_over_64_bytes_enrolls_nothing(toque, plug_in):
    holder = plug_in(THUMB)
    line = refused(toque, "key", "fingerprints", "add", "--name", "x" * 65, *flags(holder))
    assert "ConstraintError: " in line and "shorter names" in line
    assert fingerprints(holder) == []
    holder.manage("fingerprints", "add", "--name", "x" * 64)


def test_a_wrong_pin_is_refused_before_a_finger_is_asked_for(toque, plug_in, tmp_path):
    holder = plug_in(THUMB)
    wrong = private_file(tmp_path / "wrong", "0000\n")
    result = toque.run("key", "fingerprints", "add", "--device", holder.location, "--pin-file", wrong)
    assert (result.returncode, result.stdout) == (1, "")
    assert "refused the PIN" in result.stderr and "finger on" not in result.stderr


@pytest.mark.parametrize("action", [["remove", "abcd"], ["rename", "abcd", "x"]])
def test_an_unknown_fingerprint_is_an_error(toque, plug_in, action):
    line = refused(toque, "key", "fingerprints", *action, *flags(plug_in(THUMB)))
    assert "holds no fingerprint with that ID" in line


@pytest.mark.parametrize("action", [["list"], ["add"], ["remove", "abcd"], ["rename", "abcd", "x"]])
def test_a_key_without_a_sensor_is_an_error(toque, holder, action):
    line = refused(toque, "key", "fingerprints", *action, *flags(holder))
    assert "NotSupportedError: " in line
    assert "has no fingerprint sensor" in line


def test_fingerprints_require_a_pin(toque, tmp_path):
    with ServedKey(toque, tmp_path / "store.sqlite", "--profile", "fingerprint-key", gesture=THUMB) as key:
        assert "set one" in refused(toque, "key", "fingerprints", "--device", key.location)


# Configuration


def test_the_configuration_is_shown(toque, holder):
    assert configuration(toque, holder.location) == {
        "alwaysUv": False,
        "minPINLength": 4,
        "maxRPIDsForSetMinPINLength": 8,
        "forcePINChange": False,
    }
    assert toque.run("key", "config", "--device", holder.location).stdout.splitlines() == [
        "always-uv: off",
        "enterprise-attestation: not supported",
        "min-pin-length: 4",
        "force-pin-change: off",
    ]


def test_always_uv_is_turned_on_and_off(toque, holder):
    for state in ("on", "on", "off", "off", "on"):
        holder.manage("config", "always-uv", state)
        assert configuration(toque, holder.location)["alwaysUv"] is (state == "on")
    assert information(toque, holder.location)["options"]["makeCredUvNotRqd"] is False


def test_always_uv_requires_no_pin_if_none_is_set(toque, key):
    result = toque.run("key", "config", "always-uv", "on", "--device", key.location)
    assert result.returncode == 0 and result.stderr.endswith("toque key set-pin\n")
    assert configuration(toque, key.location)["alwaysUv"] is True
    options = json.dumps(registration_options())
    result = toque.run("register", "-", "--authenticator", key.location, stdin=options)
    assert (result.returncode, result.stdout) == (1, "")
    [line] = result.stderr.splitlines()
    assert "ConstraintError: " in line and "neither a PIN nor a fingerprint" in line
    assert toque.run("key", "config", "always-uv", "off", "--device", key.location).returncode == 0


def test_a_minimum_pin_length_forces_a_pin_change(toque, holder):
    manage = ["key", "config", "min-pin-length", "6", "--rp-id", RP_ID, *flags(holder)]
    result = toque.run(*manage)
    assert result.returncode == 0, result
    assert result.stderr.splitlines() == [
        "PINs have 6 characters at least.",
        "The key wants its PIN changed: toque key change-pin",
    ]
    assert configuration(toque, holder.location)["forcePINChange"] is True
    assert "changed first" in refused(toque, "key", "credentials", *flags(holder))
    new = holder.pin_file.with_name("new")
    new.touch(mode=0o600)
    new.write_text(LONG_PIN)
    holder.manage("change-pin", "--new-pin-file", new)
    holder.pin_file = new
    assert configuration(toque, holder.location)["forcePINChange"] is False
    line = refused(toque, "key", "config", "min-pin-length", "5", *flags(holder))
    assert "ConstraintError: " in line and "of 6 characters already" in line
    with holder.key.connect() as client:
        told = client.register(rp_id=RP_ID, extensions={"minPinLength": True}).auth_data.extensions
    assert told == {"minPinLength": 6}


def test_too_many_rp_ids_are_refused(toque, holder):
    rp_ids = [argument for number in range(9) for argument in ("--rp-id", f"{number}.example")]
    line = refused(toque, "key", "config", "min-pin-length", *rp_ids, *flags(holder))
    assert "ConstraintError: " in line and "8 at most" in line


def test_a_forced_pin_change_refuses_other_settings(toque, holder):
    holder.manage("config", "force-pin-change")
    assert configuration(toque, holder.location)["forcePINChange"] is True
    assert "changed first" in refused(toque, "key", "config", "always-uv", "on", *flags(holder))


def test_a_pin_change_is_not_forced_without_a_pin(toque, key):
    line = refused(toque, "key", "config", "force-pin-change", "--device", key.location)
    assert "InvalidStateError: " in line


def test_enterprise_attestation_is_enabled_on_a_capable_key(toque, holder, tmp_path, pin_file):
    line = refused(toque, "key", "config", "enterprise-attestation", *flags(holder))
    assert "NotSupportedError: " in line and "has no enterprise attestation" in line
    options = ["--pin-file", pin_file, "--enterprise-rp-id", RP_ID]
    with ServedKey(toque, tmp_path / "corporate.sqlite", *options) as key:
        corporate = Holder(toque, key, pin_file)
        assert configuration(toque, key.location)["ep"] is False
        for _ in range(2):
            corporate.manage("config", "enterprise-attestation")
            assert configuration(toque, key.location)["ep"] is True


# Large blobs


def register(holder, name="Ana", large_blob=True):
    options = registration_options() | {"authenticatorSelection": {"residentKey": "required"}}
    options["user"] = {"id": name, "name": name.lower(), "displayName": name}
    if large_blob:
        options["extensions"] = {"largeBlob": {"support": "required"}}
    return holder.register(options)["id"]


def set_blob(holder, tmp_path, *arguments, blob=BLOB):
    file = tmp_path / "blob"
    file.write_bytes(blob)
    holder.manage("blobs", "set", "--rp-id", RP_ID, *arguments, file)


def get_blob(holder, tmp_path, *arguments):
    file = tmp_path / "got"
    holder.manage("blobs", "get", "--rp-id", RP_ID, *arguments, file)
    assert file.stat().st_mode & 0o777 == 0o600
    return file.read_bytes()


def test_blobs_are_stored_listed_and_removed(toque, holder, tmp_path):
    assert blobs(holder)["blobs"] == []
    id = register(holder)
    set_blob(holder, tmp_path)
    assert get_blob(holder, tmp_path) == BLOB
    listed = blobs(holder)
    [entry] = listed["blobs"]
    assert (entry["credential"]["rpId"], entry["credential"]["id"]) == (RP_ID, id)
    assert entry["originalSize"] == len(BLOB)
    assert listed["size"] == entry["storedSize"] + 17
    assert listed["maxSerializedLargeBlobArray"] >= 1024
    [line] = holder.manage("blobs").splitlines()
    assert line.startswith(f"{RP_ID}  {id}  ana  Ana  {len(BLOB)} bytes")
    set_blob(holder, tmp_path, blob=BLOB[::-1])
    assert get_blob(holder, tmp_path) == BLOB[::-1]
    holder.manage("blobs", "delete", "--rp-id", RP_ID)
    assert blobs(holder)["blobs"] == []
    for action in ("get", "delete"):
        assert "holds no large blob" in refused(toque, "key", "blobs", action, "--rp-id", RP_ID, *flags(holder))


def test_a_blob_is_written_through_a_link_to_stdout(holder, tmp_path):
    register(holder)
    text = "".join(f"line {number}\n" for number in range(50))
    set_blob(holder, tmp_path, blob=text.encode())
    link = tmp_path / "link"
    link.symlink_to("/dev/stdout")
    assert holder.manage("blobs", "get", "--rp-id", RP_ID, link) == text
    assert link.is_symlink()


def test_a_blob_goes_through_pipes(toque, holder):
    register(holder)
    text = "".join(f"line {number}\n" for number in range(50))
    assert toque.run("key", "blobs", "set", "--rp-id", RP_ID, *flags(holder), stdin=text).returncode == 0
    assert holder.manage("blobs", "get", "--rp-id", RP_ID) == text


def test_one_of_several_credentials_must_be_named(toque, holder, tmp_path):
    ana, bia = register(holder, "Ana"), register(holder, "Bia")
    assert "say which one" in refused(toque, "key", "blobs", "get", "--rp-id", RP_ID, *flags(holder))
    set_blob(holder, tmp_path, "--credential", bia)
    assert [entry["credential"]["id"] for entry in blobs(holder)["blobs"]] == [bia]
    assert get_blob(holder, tmp_path, "--credential", bia) == BLOB
    line = refused(toque, "key", "blobs", "get", "--rp-id", RP_ID, "--credential", ana, *flags(holder))
    assert "holds no large blob" in line


@pytest.mark.parametrize("size", [0, 1, 15, 16, 65_000])
def test_a_blob_may_have_any_size(holder, tmp_path, size):
    register(holder)
    blob = noise(size)
    set_blob(holder, tmp_path, blob=blob)
    assert get_blob(holder, tmp_path) == blob
    [entry] = blobs(holder)["blobs"]
    assert entry["originalSize"] == size


def test_fido2_token_reads_replaces_and_deletes_blobs_of_toque(holder, tmp_path):
    register(holder)
    set_blob(holder, tmp_path)
    file = tmp_path / "file"

    def token(*arguments):
        succeed("fido2-token", *arguments, holder.location, answers=[("Enter PIN for", PIN)])

    token("-G", "-b", "-n", RP_ID, file)
    assert file.read_bytes() == BLOB
    file.write_bytes(BLOB[::-1])
    token("-S", "-b", "-n", RP_ID, file)
    assert get_blob(holder, tmp_path) == BLOB[::-1]
    token("-D", "-b", "-n", RP_ID)
    assert blobs(holder)["blobs"] == []


def test_a_blob_whose_credential_is_gone_is_orphaned(holder, tmp_path):
    id = register(holder)
    # The key drops the blob with its credential, but cannot know whose blob another client wrote.
    with holder.key.connect() as client:
        pin = client.pin()
        token = pin.get_pin_token(PIN, pin.PERMISSION.LARGE_BLOB_WRITE)
        LargeBlobs(client.ctap, pin.protocol, token).put_blob(bytes(32), BLOB)
    set_blob(holder, tmp_path)
    owners = [entry.get("credential", {}).get("id") for entry in blobs(holder)["blobs"]]
    assert owners == [None, id]
    assert holder.manage("blobs").splitlines()[0].startswith(f"orphaned  {len(BLOB)} bytes")


def test_a_credential_without_large_blobs_is_an_error(toque, holder):
    register(holder, large_blob=False)
    line = refused(toque, "key", "blobs", "get", "--rp-id", RP_ID, *flags(holder))
    assert "was made without large blobs" in line


def test_an_unknown_credential_is_an_error(toque, holder):
    line = refused(toque, "key", "blobs", "get", "--rp-id", "other.example", *flags(holder))
    assert "holds no discoverable credential of other.example" in line


def test_a_blob_that_is_too_large_is_refused(toque, holder, tmp_path):
    register(holder)
    file = tmp_path / "large"
    file.write_bytes(noise(1 << 16))
    line = refused(toque, "key", "blobs", "set", "--rp-id", RP_ID, *flags(holder), file)
    assert "ConstraintError: " in line and "no room for the large blob" in line


def test_blobs_require_a_pin(toque, key):
    assert "set one" in refused(toque, "key", "blobs", "--device", key.location)


# The command line


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["fingerprints", "remove"], "id"),
        (["fingerprints", "remove", "xyz"], "is not hexadecimal digits"),
        (["fingerprints", "rename", "abcd"], "name"),
        (["config", "always-uv"], "state"),
        (["config", "always-uv", "perhaps"], "perhaps"),
        (["config", "min-pin-length"], "a length or --rp-id is required"),
        (["config", "min-pin-length", "many"], "many"),
        *((["config", "min-pin-length", "--rp-id", text], "is not an RP ID") for text in NO_RP_IDS),
        (["blobs", "get"], "--rp-id"),
        (["blobs", "set", "--rp-id", RP_ID, "--credential", "a b", "-"], "is not base64url"),
    ],
)
def test_wrong_usage_is_refused_before_the_key_is_asked(toque, arguments, said):
    result = toque.run("key", *arguments, "--device", "/dev/null")
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.parametrize("rp_id", NO_RP_IDS)
def test_an_invalid_enterprise_rp_id_is_refused(toque, rp_id):
    arguments = ["--pty", "--memory", "--gesture", "approve", "--enterprise-rp-id", rp_id]
    result = toque.run("key", "serve", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert "is not an RP ID" in result.stderr


@pytest.mark.parametrize("length", ["3", "64"])
def test_an_impossible_pin_length_is_refused(toque, holder, length):
    line = refused(toque, "key", "config", "min-pin-length", length, *flags(holder))
    assert "TypeError: " in line


@pytest.mark.parametrize("group", ["fingerprints", "config", "blobs"])
def test_a_missing_key_is_an_error(toque, tmp_path, group):
    result = toque.run("key", group, "--device", tmp_path / "nothing")
    assert (result.returncode, result.stdout) == (3, "")
