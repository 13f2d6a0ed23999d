"""A key with a fingerprint sensor. fido2-token and python-fido2 enroll fingers, which then replace the PIN in their
ceremonies and in those of `toque`."""

import base64
import contextlib
import hashlib
import json

import pytest
from fido2.ctap2 import ClientPin, FPBioEnrollment
from fido2.ctap2.bio import BioEnrollment, CaptureError

from command import error_of
import stock_programs
from holder import refused as refused_line
from platform_client import GET_ASSERTION, HASH, MAKE_CREDENTIAL, RP_ID, credential, descriptors, proof, refused
from samples import REGISTRATION, registration_options, sign_options
from served_key import PIN, ServedKey
from terminal import Terminal
from test_key_ceremonies import authenticator_data, verify

FEEDBACK = FPBioEnrollment.FEEDBACK
THUMB = "finger:thumb"
FAULTS = {
    "too-high": FEEDBACK.FP_TOO_HIGH,
    "too-low": FEEDBACK.FP_TOO_LOW,
    "too-left": FEEDBACK.FP_TOO_LEFT,
    "too-right": FEEDBACK.FP_TOO_RIGHT,
    "too-fast": FEEDBACK.FP_TOO_FAST,
    "too-slow": FEEDBACK.FP_TOO_SLOW,
    "poor-quality": FEEDBACK.FP_POOR_QUALITY,
    "too-skewed": FEEDBACK.FP_TOO_SKEWED,
    "too-short": FEEDBACK.FP_TOO_SHORT,
    "merge-failure": FEEDBACK.FP_MERGE_FAILURE,
    "not-lifted": FEEDBACK.NO_UP_TRANSITION,
}


@pytest.fixture
def plug_in(toque, tmp_path, pin_file):
    """Serves a key with a sensor and a PIN. Its owner makes these gestures and then repeats the last one."""
    with contextlib.ExitStack() as stack:

        def plug_in(*gestures, link=("--pty",), store="store.sqlite"):
            options = ["--profile", "fingerprint-key", "--pin-file", pin_file]
            gesture = ",".join(gestures)
            return stack.enter_context(ServedKey(toque, tmp_path / store, *options, link=link, gesture=gesture))

        yield plug_in


def sensor(client, protocol=2):
    """python-fido2's access to the sensor, authorized by the PIN."""
    pin = client.pin(protocol)
    token = pin.get_pin_token(PIN, ClientPin.PERMISSION.BIO_ENROLL)
    return FPBioEnrollment(client.ctap, pin.protocol, token)


def enroll(sensor, timeout=None):
    """Enrolls the finger on the sensor."""
    enrollment = sensor.enroll(timeout)
    while (template_id := enrollment.capture()) is None:
        pass
    return template_id


def enroll_on(key):
    with key.connect() as client:
        return enroll(sensor(client))


def captured(enrollment):
    """Takes one sample; returns its status and the number of samples remaining."""
    try:
        enrollment.capture()
        return FEEDBACK.FP_GOOD, enrollment.remaining
    except CaptureError as error:
        return error.code, enrollment.remaining


# python-fido2


@pytest.mark.parametrize("protocol", [1, 2])
def test_python_fido2_enrolls_names_and_removes(plug_in, protocol):
    with plug_in(THUMB).connect() as client:
        assert client.ctap.info.options["bioEnroll"] is False
        assert client.ctap.info.options["uv"] is False
        bio = sensor(client, protocol)
        assert bio.get_fingerprint_sensor_info() == {
            BioEnrollment.RESULT.FINGERPRINT_KIND: 1,
            BioEnrollment.RESULT.MAX_SAMPLES_REQUIRED: 4,
            BioEnrollment.RESULT.MAX_TEMPLATE_FRIENDLY_NAME: 64,
        }
        assert bio.enumerate_enrollments() == {}
        template_id = enroll(bio)
        assert bio.enumerate_enrollments() == {template_id: ""}
        bio.set_name(template_id, "Polegar")
        assert bio.enumerate_enrollments() == {template_id: "Polegar"}
        with refused("INVALID_LENGTH"):
            bio.set_name(template_id, "x" * 65)
        for option in ("bioEnroll", "uv", "userVerificationMgmtPreview", "uvBioEnroll"):
            assert client.ctap.get_info().options[option] is True
        bio.remove_enrollment(template_id)
        assert bio.enumerate_enrollments() == {}
        with refused("INVALID_OPTION"):
            bio.remove_enrollment(template_id)
        assert client.ctap.get_info().options["uv"] is False


def test_python_fido2_reports_each_sample(plug_in):
    samples = [f"bad-touch:{fault}" for fault in FAULTS] + [THUMB, "finger:index", THUMB, THUMB, THUMB]
    with plug_in(*samples).connect() as client:
        bio = sensor(client)
        enrollment = bio.enroll()
        for feedback in FAULTS.values():
            assert captured(enrollment) == (feedback, 4)
        good = FEEDBACK.FP_GOOD
        for sample in [(good, 3), (FEEDBACK.FP_MERGE_FAILURE, 3), (good, 2), (good, 1), (good, 0)]:
            assert captured(enrollment) == sample
        assert list(bio.enumerate_enrollments()) == [enrollment.template_id]
        assert captured(bio.enroll()) == (FEEDBACK.FP_EXISTS, 4)


def test_a_sample_that_times_out_is_reported(plug_in):
    with plug_in(THUMB, "timeout", THUMB).connect() as client:
        enrollment = sensor(client).enroll(timeout=50)
        assert captured(enrollment) == (FEEDBACK.FP_GOOD, 3)
        assert captured(enrollment) == (FEEDBACK.NO_USER_ACTIVITY, 3)
        assert captured(enrollment) == (FEEDBACK.FP_GOOD, 2)


def test_an_enrollment_ends_when_canceled_or_declined(plug_in):
    with plug_in(THUMB, "decline", THUMB).connect() as client:
        bio = sensor(client)
        enrollment = bio.enroll()
        enrollment.capture()
        template_id = enrollment.template_id
        with refused("OPERATION_DENIED"):
            enrollment.capture()
        assert captured(enrollment) == (FEEDBACK.FP_GOOD, 2)
        enrollment.cancel()
        with refused("INVALID_OPTION"):
            bio.enroll_capture_next(template_id)
        assert bio.enumerate_enrollments() == {}


def test_a_sixth_finger_is_refused(plug_in):
    fingers = [f"finger:{number}" for number in range(5) for _ in range(4)]
    with plug_in(*fingers).connect() as client:
        bio = sensor(client)
        ids = [enroll(bio) for _ in range(5)]
        assert list(bio.enumerate_enrollments()) == ids
        with refused("FP_DATABASE_FULL"):
            bio.enroll_begin()


def test_enrolling_requires_the_pin(key, plug_in):
    with plug_in(THUMB, store="sensor.sqlite").connect() as client:
        pin = client.pin()
        other = pin.get_pin_token(PIN, ClientPin.PERMISSION.CREDENTIAL_MGMT)
        with refused("PIN_AUTH_INVALID"):
            FPBioEnrollment(client.ctap, pin.protocol, other).enroll_begin()
        with refused("PUAT_REQUIRED"):
            client.ctap.bio_enrollment(modality=1, sub_cmd=FPBioEnrollment.CMD.ENROLL_BEGIN)
    # A key without a sensor.
    with key.connect() as client:
        assert not BioEnrollment.is_supported(client.ctap.info)
        for command in (0x09, 0x40):
            with refused("INVALID_COMMAND"):
                client.ctap.send_cbor(command, {0x06: True})  # getModality
        with refused("INVALID_SUBCOMMAND"):
            client.pin().get_uv_retries()


def test_an_enrolled_finger_authorizes_the_next_enrollment(plug_in):
    with plug_in(*[THUMB] * 5, "finger:index").connect() as client:
        enroll(sensor(client))
        pin = client.pin()
        token = pin.get_uv_token(ClientPin.PERMISSION.BIO_ENROLL)
        bio = FPBioEnrollment(client.ctap, pin.protocol, token)
        enroll(bio)
        assert len(bio.enumerate_enrollments()) == 2


def test_fingers_survive_restarts_and_power_cycles(toque, plug_in):
    with plug_in(THUMB) as key:
        template_id = enroll_on(key)
        key.power_cycle()
        with key.connect() as client:
            assert list(sensor(client).enumerate_enrollments()) == [template_id]
    with plug_in("finger:index") as key, key.connect() as client:
        with refused("UV_INVALID"):
            client.pin().get_uv_token(GET_ASSERTION, RP_ID)
        assert client.pin().get_uv_retries() == 4
    with plug_in(THUMB) as key, key.connect() as client:
        assert client.pin().get_uv_retries() == 4
        client.pin().get_uv_token(GET_ASSERTION, RP_ID)
        assert client.pin().get_uv_retries() == 5


@pytest.mark.parametrize("protocol", [1, 2])
def test_a_token_by_finger_counts_as_touch_and_verification(plug_in, protocol):
    # The gestures that a ceremony would otherwise ask for.
    with plug_in(*[THUMB] * 6, "decline").connect() as client:
        enroll(sensor(client))
        pin = client.pin(protocol)
        made = client.register(resident=True, **proof(pin.get_uv_token(MAKE_CREDENTIAL, RP_ID), protocol))
        assertion = client.sign(**proof(pin.get_uv_token(GET_ASSERTION, RP_ID), protocol))
        _, public_key = credential(made)
        assertion.verify(HASH, public_key)
        assert made.auth_data.is_user_verified() and made.auth_data.is_user_present()
        assert assertion.auth_data.is_user_verified() and assertion.auth_data.is_user_present()


def test_a_finger_satisfies_the_option_uv(plug_in):
    with plug_in(*[THUMB] * 4, "finger:index", "bad-touch", THUMB, "finger:index").connect() as client:
        enroll(sensor(client))
        # A wrong finger and an unreadable one precede the right one.
        made = client.ctap.make_credential(
            HASH,
            {"id": RP_ID},
            {"id": b"ana", "name": "ana"},
            [{"type": "public-key", "alg": -7}],
            options={"uv": True},
        )
        assert made.auth_data.is_user_verified()
        credential_id, _ = credential(made)
        for _ in range(2):  # Three tries, then two.
            with refused("PUAT_REQUIRED"):
                client.ctap.get_assertion(RP_ID, HASH, descriptors(credential_id), options={"uv": True})
        with refused("UV_BLOCKED"):
            client.pin().get_uv_token(GET_ASSERTION, RP_ID)
        client.pin().get_pin_token(PIN, GET_ASSERTION, RP_ID)
        assert client.pin().get_uv_retries() == 5


def test_without_fingers_the_option_uv_is_refused(plug_in):
    with plug_in(THUMB).connect() as client:
        with refused("INVALID_OPTION"):
            client.ctap.get_assertion(RP_ID, HASH, options={"uv": True})
        with refused("NOT_ALLOWED"):
            client.pin().get_uv_token(GET_ASSERTION, RP_ID)


def test_a_reset_removes_the_fingers(plug_in):
    with plug_in(THUMB) as key:
        enroll_on(key)
        key.reset()
        with key.connect() as client:
            options = client.ctap.info.options
            assert (options["uv"], options["bioEnroll"], options["clientPin"]) == (False, False, False)


# fido2-token


def fido2_token(key, *arguments, pin=PIN):
    """Runs fido2-token on the key, which asks for the PIN."""
    answers = [("Enter PIN for", pin)] if pin else []
    return stock_programs.run("fido2-token", *arguments, key.location, answers=answers)


def succeeded(result):
    assert result.code == 0, result
    return result.lines


def failed(result, name):
    assert result.code == 1, result
    assert name in result.errors


def template_ids(key):
    """Returns the base64 ids that fido2-token -L -e prints, by name."""
    entries = [line.split(" ", 2) for line in succeeded(fido2_token(key, "-L", "-e"))]
    return {name: template_id for _, template_id, name in entries}


def test_fido2_token_enrolls_names_and_removes(plug_in):
    key = plug_in(THUMB)
    failed(fido2_token(key, "-L", "-e"), "FIDO_ERR_INVALID_OPTION")
    lines = succeeded(fido2_token(key, "-S", "-e"))
    assert lines.count("Sample ok.") == 4, lines
    assert "Touch your security key (1 sample left)." in lines
    template_id = template_ids(key)[""]
    assert len(base64.b64decode(template_id, validate=True)) == 8
    succeeded(fido2_token(key, "-S", "-e", "-i", template_id, "-n", "Polegar direito"))
    assert template_ids(key) == {"Polegar direito": template_id}
    succeeded(fido2_token(key, "-D", "-e", "-i", template_id))
    failed(fido2_token(key, "-L", "-e"), "FIDO_ERR_INVALID_OPTION")
    failed(fido2_token(key, "-D", "-e", "-i", template_id), "FIDO_ERR_INVALID_OPTION")


def test_fido2_token_reports_faulty_samples(plug_in):
    samples = ["bad-touch:too-fast", THUMB, "finger:index", "bad-touch:not-lifted", THUMB, "bad-touch", THUMB]
    lines = succeeded(fido2_token(plug_in(*samples), "-S", "-e"))
    told = [line for line in lines if not line.startswith("Touch")]
    assert told[0] == "Sample too fast."
    assert told.count("Sample ok.") == 4
    assert {"Sample merge failure.", "Poor quality sample."} <= set(told)
    assert len(told) == 8


def test_fido2_token_enrolls_nothing_with_a_wrong_pin(plug_in):
    key = plug_in(THUMB)
    failed(fido2_token(key, "-S", "-e", pin="wrong"), "FIDO_ERR_PIN_INVALID")
    failed(fido2_token(key, "-L", "-e", pin="wrong"), "FIDO_ERR_PIN_INVALID")


def test_fido2_token_shows_the_sensor(plug_in):
    key = plug_in(*[THUMB] * 4, "finger:index")
    lines = succeeded(fido2_token(key, "-I", pin=None))
    assert "sensor type: 1 (touch)" in lines
    assert "max samples: 4" in lines
    enroll_on(key)
    with key.connect() as client, refused("UV_INVALID"):
        client.pin().get_uv_token(GET_ASSERTION, RP_ID)
    assert "uv retries: 4" in succeeded(fido2_token(key, "-I", pin=None))


def test_a_declined_sample_ends_fido2_token(plug_in):
    failed(fido2_token(plug_in(THUMB, "decline"), "-S", "-e"), "FIDO_ERR_OPERATION_DENIED")


# fido2-cred and fido2-assert


def test_fido2_cred_and_fido2_assert_take_a_finger_in_place_of_the_pin(plug_in, tmp_path):
    key = plug_in(THUMB)
    enroll_on(key)
    challenge = base64.b64encode(hashlib.sha256(b"challenge").digest()).decode()
    request = [challenge, RP_ID, "ana", base64.b64encode(b"ana").decode()]

    def tool(*command, lines):
        return succeeded(stock_programs.run(*command, stdin="".join(f"{line}\n" for line in lines)))

    made = tool("fido2-cred", "-M", "-v", key.location, lines=request)
    credential_id, *public_key = tool("fido2-cred", "-V", "-v", lines=made)
    (tmp_path / "key.pem").write_text("\n".join(public_key) + "\n")
    lines = [challenge, RP_ID, credential_id]
    assertion = tool("fido2-assert", "-G", "-t", "uv=true", key.location, lines=lines)
    tool("fido2-assert", "-V", "-v", "-p", tmp_path / "key.pem", lines=assertion[:4])


def test_fido2_cred_refuses_another_finger(plug_in):
    key = plug_in(*[THUMB] * 4, "finger:index")
    enroll_on(key)
    challenge = base64.b64encode(bytes(32)).decode()
    request = "".join(f"{line}\n" for line in [challenge, RP_ID, "ana", challenge])
    for name in ["FIDO_ERR_UV_INVALID"] * 4 + ["FIDO_ERR_UV_BLOCKED"] * 2:
        failed(stock_programs.run("fido2-cred", "-M", "-v", key.location, stdin=request), name)


# toque


def required(options):
    """The options with user verification required."""
    if "authenticatorSelection" in options or "pubKeyCredParams" in options:
        selection = options.get("authenticatorSelection", {})
        return options | {"authenticatorSelection": selection | {"userVerification": "required"}}
    return options | {"userVerification": "required"}


@pytest.mark.parametrize("link", ["--pty", "--socket"])
def test_toque_registers_and_signs_with_a_finger(toque, plug_in, tmp_path, link):
    key = plug_in(THUMB, link=(link,) if link == "--pty" else (link, tmp_path / "key.socket"))
    enroll_on(key)
    flags = ["-", "--authenticator", key.location]
    registration = toque.output("register", *flags, stdin=json.dumps(required(registration_options())))
    assert authenticator_data(registration).is_user_verified()
    options = required(sign_options(registration["id"]))
    assertion = toque.output("sign", *flags, stdin=json.dumps(options))
    assert verify(registration, assertion).is_user_verified()


def test_register_says_that_the_key_waits_for_a_finger(toque, plug_in):
    key = plug_in(THUMB)
    enroll_on(key)
    options = json.dumps(required(registration_options()))
    result = toque.run("register", "-", "--authenticator", key.location, stdin=options)
    assert result.stderr.splitlines()[0].startswith("Put your finger on the key to register with")


def test_register_asks_for_a_finger_if_only_the_key_requires_verification(toque, plug_in):
    """For a discoverable credential, even if the relying party discourages verification (CTAP 2.3, 6.1.2)."""
    key = plug_in(THUMB)
    enroll_on(key)
    selection = {"residentKey": "required", "userVerification": "discouraged"}
    options = json.dumps(registration_options() | {"authenticatorSelection": selection})
    result = toque.run("register", "-", "--authenticator", key.location, stdin=options)
    assert result.returncode == 0
    assert result.stderr.startswith("Put your finger on the key") and "Touch" not in result.stderr


@pytest.mark.parametrize("gesture", ["finger:index", "bad-touch"])
def test_register_takes_the_pin_after_the_last_finger_try(toque, plug_in, pin_file, gesture):
    key = plug_in(*[THUMB] * 4, gesture)
    enroll_on(key)
    arguments = ["register", "-", "--authenticator", key.location, "--pin-file", pin_file]
    registration = toque.output(*arguments, stdin=json.dumps(required(registration_options())))
    assert authenticator_data(registration).is_user_verified()
    with key.connect() as client:
        assert client.pin().get_uv_retries() == 5  # The correct PIN restored the finger tries.


def test_register_reports_a_wrong_finger_without_a_pin(toque, plug_in):
    key = plug_in(*[THUMB] * 4, "finger:index")
    enroll_on(key)
    options = json.dumps(required(registration_options()))
    for tries_are_left in (True, False):
        result = toque.run("register", "-", "--authenticator", key.location, stdin=options)
        assert (result.returncode, result.stdout) == (1, "")
        assert ("Put your finger on the key" in result.stderr) == tries_are_left
        line = error_of(result.stderr)
        assert "NotAllowedError: the key at" in line and "no finger that it knows" in line
        assert "--pin-file" in line


def test_the_terminal_reports_a_wrong_finger(toque, plug_in, tmp_path):
    key = plug_in(*[THUMB] * 4, "finger:index")
    enroll_on(key)
    file = tmp_path / "options.json"
    file.write_text(json.dumps(required(registration_options())))
    with Terminal(toque, "register", file, "--authenticator", key.location) as terminal:
        terminal.wait_for("No finger that it knows. PIN of the key at")
        terminal.type(f"{PIN}\n")
        terminal.wait_for('"attestationObject"')
        assert terminal.end() == 0


def test_a_finger_enrolls_and_pays(toque, provider, plug_in, tmp_path):
    link = ("--socket", tmp_path / "key.socket")
    flags = ["--server", provider.url, "--authenticator", tmp_path / "key.socket", "--poll-interval", "0.1", "--json"]
    with plug_in(THUMB, link=link) as key:
        enroll_on(key)
        enrollment = toque.output("enroll", *flags)
        assert enrollment["status"] == "SUCCEEDED"
        pay = ["pay", *flags, "--amount", "0.13", "--enrollment", enrollment["id"]]
        assert toque.output(*pay)["status"] == "SUCCEEDED"
    # Another person holds the key and does not know the PIN.
    with plug_in("finger:index", link=link):
        for command in (pay, ["enroll", *flags]):
            result = toque.run(*command)
            assert result.returncode == 1
            assert "NotAllowedError" in result.stderr


# The in-process authenticator


def test_the_in_process_authenticator_knows_the_fingers_of_its_store(toque, plug_in, tmp_path):
    with plug_in(THUMB) as key:
        enroll_on(key)
    flags = ["--store", tmp_path / "store.sqlite", "--profile", "fingerprint-key"]
    arguments = ["register", "-", *flags, "--gesture"]
    options = json.dumps(required(registration_options()))
    registration = toque.output(*arguments, THUMB, stdin=options)
    assert authenticator_data(registration).is_user_verified()
    line = refused_line(toque, *arguments, "finger:index", stdin=options)
    assert "NotAllowedError: finger index is not enrolled here" in line
    line = refused_line(toque, *arguments, "bad-touch", stdin=options)
    assert "NotAllowedError: the sensor could not read the finger" in line


@pytest.mark.parametrize(
    ("answer", "shown", "code"),
    [("finger:thumb", '"attestationObject"', 0), ("bad-touch:too-fast", "could not read the finger", 1)],
)
def test_the_terminal_takes_a_finger_as_a_gesture(toque, tmp_path, answer, shown, code):
    flags = ["--store", tmp_path / "store.sqlite", "--profile", "fingerprint-key"]
    with Terminal(toque, "register", REGISTRATION, *flags) as terminal:
        question = "[w]ait for the time-out, finger:NAME, bad-touch: "
        terminal.wait_for(question)
        # An unknown gesture is not a finger either.
        terminal.type("thumb\n")
        terminal.wait_for(f"thumb\r\n{terminal.text}")
        terminal.type(f"{answer}\n")
        terminal.wait_for(shown)
        assert terminal.end() == code
