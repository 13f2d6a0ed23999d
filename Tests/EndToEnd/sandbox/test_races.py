"""Two clients race on every change of state, each over its own connection: one wins, the other is refused, and the
object's history matches the answers. With instances that share a database, each client has another one."""

import collections
import functools
import inspect

import pytest

from request_bodies import BENEFICIARY, payment_body
from api_client import Client
from extent import extent
from instances import Instances
from phone import Phone
from racing import Racer, Stage, error, race
from simulator import Simulator


def repeated(test):
    """Runs the test `repetitions` times, with the number of the `repetition`."""

    def run(repetitions, **values):
        for repetition in range(repetitions):
            test(repetition=repetition, **values)

    functools.update_wrapper(run, test)
    parameters = inspect.signature(test).parameters.values()
    run.__signature__ = inspect.Signature(
        [parameter.replace(name=parameter.name.replace("repetition", "repetitions")) for parameter in parameters]
    )
    return extent("repetitions", [8], [12])(run)


SETTINGS = ["--now", "2026-01-31T12:00:00Z", "--options-delay", "0"]


@pytest.fixture(scope="module", params=["one process", pytest.param("instances", marks=pytest.mark.extended)])
def stage(request, toque, tmp_path_factory):
    folder = tmp_path_factory.mktemp("races")
    if request.param == "one process":
        with Simulator(toque, "--port", 0, "--database", folder / "sandbox.sqlite", *SETTINGS) as simulator:
            yield Stage(simulator.url)
        return
    request.getfixturevalue("haproxy")
    cluster = request.getfixturevalue("cluster")
    with Instances(toque, folder, cluster.url(cluster.make_database()), *SETTINGS) as instances:
        yield Stage(instances.url)


def winner(answers, won, lost, code=None):
    """Returns which of two requests won: each of these statuses must occur once."""
    statuses = [answer.status for answer in answers]
    assert sorted(statuses) == sorted([won, lost]), answers
    if code is not None:
        assert error(answers[statuses.index(lost)])["code"] == code, answers
    return statuses.index(won)


# The bank's page


@repeated
def test_of_two_decisions_on_the_page_one_counts(stage, repetition):
    enrollment = stage.created()
    decisions = ["approve", "decline"]
    answers = race(repetition, *(stage.decision(enrollment, decision) for decision in decisions))
    first = winner(answers, 303, 409)
    assert stage.history(enrollment["id"]) == [decisions[first]]
    assert ("code=" in answers[first].headers["Location"]) == (first == 0)


@repeated
def test_of_a_decision_on_the_page_and_one_by_control_one_counts(stage, repetition):
    enrollment = stage.created()
    page, control = race(
        repetition, stage.decision(enrollment, "approve"), stage.action(enrollment["id"], "decline")
    )
    if page.status == 303:
        assert (control.status, error(control)["code"]) == (400, "invalid_status")
        assert stage.history(enrollment["id"]) == ["approve"]
    else:
        assert (page.status, control.status) == (409, 200)
        assert stage.history(enrollment["id"]) == ["decline"]


@repeated
def test_a_decision_at_its_deadline_counts_or_comes_too_late(stage, repetition):
    enrollment = stage.created()
    page, advanced = race(
        repetition,
        stage.decision(enrollment, "approve"),
        stage.racer("POST", "/_toque/clock/advance", {"seconds": 900}),
    )
    assert advanced.status == 200
    assert page.status in (303, 410), page
    # A person who decides in time but does not return is also too late.
    assert stage.history(enrollment["id"]) == ["approve"] * (page.status == 303) + ["decision_expired"]


# Enrollments


@repeated
def test_a_code_is_redeemed_once(stage, repetition):
    enrollment_id, callback = stage.approved()
    request = ("POST", "/enrollments/complete-redirection/", callback)
    answers = race(repetition, stage.racer(*request), stage.racer(*request))
    winner(answers, 200, 400)
    # Without a delay, the options follow at once.
    assert stage.history(enrollment_id)[:2] == ["approve", "redirection_succeeded"]
    assert stage.history(enrollment_id).count("redirection_succeeded") == 1


@repeated
def test_of_two_credentials_for_one_enrollment_one_counts(stage, repetition):
    enrollment_id, options = stage.awaiting_credential()
    target = f"/enrollments/{enrollment_id}/confirm/"
    bodies = [Phone().confirmation(options) for _ in range(2)]
    answers = race(repetition, *(stage.racer("POST", target, body) for body in bodies))
    first = winner(answers, 204, 400, "invalid_status")
    assert stage.history(enrollment_id)[3:] == ["credential_received"]
    stage.advance()
    assert stage.enrollment(enrollment_id)["status"] == "SUCCEEDED"
    ceremonies = stage.expect(200, "GET", f"/_toque/ceremonies?object={enrollment_id}")["ceremonies"]
    [ceremony] = [stage.expect(200, "GET", f"/_toque/ceremonies/{each['id']}") for each in ceremonies]
    assert ceremony["document"]["response"]["id"] == bodies[first]["confirmation_data"]["id"]


@repeated
def test_a_credential_enrolls_once(stage, repetition):
    phone = Phone()
    racers, ids = [], []
    for _ in range(2):
        enrollment_id, options = stage.awaiting_credential()
        ids.append(enrollment_id)
        racers.append(stage.racer("POST", f"/enrollments/{enrollment_id}/confirm/", phone.confirmation(options)))
    assert [answer.status for answer in race(repetition, *racers)] == [204, 204]
    stage.advance()
    results = {each["status"]: each["status_reason_code"] for each in map(stage.enrollment, ids)}
    assert results == {"SUCCEEDED": None, "FAILED": "biometric_validation_error"}


@repeated
def test_a_credential_at_its_deadline_counts_or_comes_too_late(stage, repetition):
    enrollment_id, options = stage.awaiting_credential()
    confirmed, advanced = race(
        repetition,
        stage.racer("POST", f"/enrollments/{enrollment_id}/confirm/", Phone().confirmation(options)),
        stage.racer("POST", "/_toque/clock/advance", {"seconds": 300}),
    )
    assert advanced.status == 200
    if confirmed.status == 400:
        assert error(confirmed)["code"] == "invalid_status"
        expected = ["credential_expired"]
    else:
        assert confirmed.status == 204, confirmed
        stage.advance()
        expected = ["credential_received", "credential_accepted"]
    assert stage.history(enrollment_id)[3:] == expected


@repeated
def test_a_credential_and_a_revocation_at_once_both_stay_atomic(stage, repetition):
    enrollment_id, options = stage.awaiting_credential()
    confirmed, revoked = race(
        repetition,
        stage.racer("POST", f"/enrollments/{enrollment_id}/confirm/", Phone().confirmation(options)),
        stage.action(enrollment_id, "revoke"),
    )
    assert (revoked.status, revoked.json["status"]) == (200, "CANCELED")
    if confirmed.status == 400:
        assert error(confirmed)["code"] == "invalid_status"
        expected = ["revoked"]
    else:
        assert confirmed.status == 204, confirmed
        expected = ["credential_received", "revoked"]
    stage.advance()
    assert stage.history(enrollment_id)[3:] == expected
    assert stage.enrollment(enrollment_id)["status"] == "CANCELED"


@repeated
def test_of_two_revocations_one_counts(stage, repetition):
    enrollment_id, _ = stage.succeeded()
    answers = race(repetition, *(stage.action(enrollment_id, "revoke") for _ in range(2)))
    winner(answers, 200, 400, "invalid_status")
    assert stage.history(enrollment_id).count("revoked") == 1


# Payments


@pytest.fixture(scope="module")
def enrolled(stage):
    return stage.succeeded()


@repeated
def test_of_two_authorizations_one_counts(stage, enrolled, repetition):
    payment_id, body = stage.pay(*enrolled)
    request = ("POST", f"/payment-intents/{payment_id}/authorize/", body)
    answers = race(repetition, stage.racer(*request), stage.racer(*request))
    winner(answers, 204, 400, "invalid_status")
    stage.advance()
    assert stage.history(payment_id) == ["assertion_received", "settled"]
    [charge] = stage.payment(payment_id)["charges"]
    assert stage.history(charge["id"]) == ["settle"]
    assert len(charge["transactions"]) == 1


@repeated
def test_an_authorization_counts_beside_a_refused_completion(stage, enrolled, repetition):
    """PATCH does not apply to this payment method: it always fails and never disturbs the authorization."""
    payment_id, body = stage.pay(*enrolled)
    authorized, patched = race(
        repetition,
        stage.racer("POST", f"/payment-intents/{payment_id}/authorize/", body),
        stage.racer("PATCH", f"/payment-intents/{payment_id}/", {"confirm": True}),
    )
    assert authorized.status == 204, authorized
    assert (patched.status, error(patched)["code"]) == (400, "invalid_status"), patched
    assert stage.history(payment_id) == ["assertion_received"]


@repeated
def test_an_authorization_at_the_expiry_of_the_consent_counts_or_comes_too_late(stage, enrolled, repetition):
    payment_id, body = stage.pay(*enrolled)
    authorized, advanced = race(
        repetition,
        stage.racer("POST", f"/payment-intents/{payment_id}/authorize/", body),
        stage.racer("POST", "/_toque/clock/advance", {"seconds": 300}),
    )
    assert advanced.status == 200
    if authorized.status == 400:
        assert error(authorized)["code"] == "invalid_status"
        expected = ["consent_expired"]
    else:
        assert authorized.status == 204, authorized
        stage.advance()
        expected = ["assertion_received", "settled"]
    assert stage.history(payment_id) == expected


@repeated
def test_of_two_verdicts_of_the_bank_one_counts(stage, enrolled, repetition):
    payment_id, body = stage.pay(*enrolled)
    stage.expect(204, "POST", f"/payment-intents/{payment_id}/authorize/", body)
    answers = race(
        repetition,
        stage.action(payment_id, "approve"),
        stage.action(payment_id, "decline", {"reason": "insufficient_funds"}),
    )
    first = winner(answers, 200, 400, "invalid_status")
    stage.advance()
    status, event, charge_event = [("SUCCEEDED", "settled", "settle"), ("FAILED", "insufficient_funds", "fail")][first]
    assert stage.history(payment_id) == ["assertion_received", event]
    payment = stage.payment(payment_id)
    [charge] = payment["charges"]
    assert (payment["status"], charge["status"]) == (status, status)
    assert stage.history(charge["id"]) == [charge_event]


@repeated
def test_a_payment_comes_before_or_after_the_revocation_of_its_enrollment(stage, repetition):
    enrollment_id, _ = stage.succeeded()
    made, revoked = race(
        repetition,
        stage.racer("POST", "/payment-intents/", payment_body(enrollment_id)),
        stage.action(enrollment_id, "revoke"),
    )
    assert revoked.status == 200
    assert made.status == 201 or (made.status, error(made)["code"]) == (400, "invalid_status"), made
    answer = stage.client.send("POST", "/payment-intents/", payment_body(enrollment_id))
    assert (answer.status, error(answer)["code"]) == (400, "invalid_status")


@repeated
def test_a_payment_comes_before_or_after_its_beneficiary_is_closed(stage, enrolled, repetition):
    account = stage.expect(200, "GET", f"/bank-accounts/{BENEFICIARY}/")
    target = f"/bank-accounts/{account['id']}/"
    made, patched = race(
        repetition,
        stage.racer("POST", "/payment-intents/", payment_body(enrolled[0])),
        stage.racer("PATCH", target, {"active": False}),
    )
    assert (patched.status, patched.json["active"]) == (200, False)
    assert made.status in (201, 400), made
    answer = stage.client.send("POST", "/payment-intents/", payment_body(enrolled[0]))
    assert (answer.status, error(answer)["code"]) == (400, "invalid")
    if made.status == 400:
        assert error(made)["field"] == error(answer)["field"]
    stage.expect(200, "PATCH", target, {"active": True})


# Races without a loser: both requests count, one after the other


@repeated
def test_of_two_settings_of_an_account_one_stays(stage, repetition):
    target = f"/bank-accounts/{BENEFICIARY}/"
    answers = race(repetition, *(stage.racer("PATCH", target, {"active": active}) for active in (True, False)))
    assert [(answer.status, answer.json["active"]) for answer in answers] == [(200, True), (200, False)]
    assert stage.expect(200, "GET", target) in [answer.json for answer in answers]
    stage.expect(200, "PATCH", target, {"active": True})


@repeated
def test_two_triggers_make_two_payments(stage, repetition):
    request = ("POST", "/_toque/trigger", {"event": "payment.failed", "reason": "insufficient_funds"})
    answers = race(repetition, stage.racer(*request), stage.racer(*request))
    assert [answer.status for answer in answers] == [200, 200], answers
    ids = [answer.json["object"]["id"] for answer in answers]
    assert ids[0] != ids[1]
    for payment_id in ids:
        assert stage.history(payment_id) == ["assertion_received", "insufficient_funds"]


# Tenants


def new_tenant(stage, **wanted):
    """Returns a client with a tenant of its own, and the tenant's id."""
    key = stage.expect(201, "POST", "/_toque/keys", wanted)
    return Client(stage.url, f"{key['id']}:{key['secret']}"), key["id"]


CUSTOMER_BODY = {"identifier": "11144477735", "name": "Bruno Exemplo", "email": "bruno@example.com"}


@repeated
def test_a_write_comes_before_or_after_a_reset(stage, repetition):
    client, tenant = new_tenant(stage)
    before = client.send("GET", "/customers/").json["results"]
    reset, written = race(
        repetition,
        stage.racer("POST", f"/_toque/reset?tenant={tenant}", {}),
        Racer(client, "POST", "/customers/", CUSTOMER_BODY),
    )
    assert (reset.status, written.status) == (204, 201)
    # The write came before the reset and is gone, or came after it and is the only new object.
    customers = client.send("GET", "/customers/").json["results"]
    assert customers in (before, [written.json, *before])


@repeated
def test_a_write_comes_before_or_after_the_removal_of_its_key(stage, repetition):
    client, tenant = new_tenant(stage)
    removed, written = race(
        repetition,
        stage.racer("DELETE", f"/_toque/keys/{tenant}"),
        Racer(client, "POST", "/customers/", CUSTOMER_BODY),
    )
    assert removed.status == 204
    assert written.status == 201 or (written.status, error(written)["code"]) == (401, "authentication_failed"), written
    assert client.send("GET", "/customers/").status == 401
    # A later tenant of this name inherits nothing.
    again, _ = new_tenant(stage, id=tenant)
    assert again.send("GET", "/customers/").json["count"] == 1


@repeated
def test_of_two_removals_of_a_key_one_counts(stage, repetition):
    _, tenant = new_tenant(stage)
    answers = race(repetition, *(stage.racer("DELETE", f"/_toque/keys/{tenant}") for _ in range(2)))
    winner(answers, 204, 404, "not_found")


@repeated
def test_of_two_keys_with_one_name_one_is_made(stage, repetition):
    _, name = new_tenant(stage)
    stage.expect(204, "DELETE", f"/_toque/keys/{name}")
    answers = race(repetition, *(stage.racer("POST", "/_toque/keys", {"id": name}) for _ in range(2)))
    first = winner(answers, 201, 409, "exists")
    key = answers[first].json
    assert Client(stage.url, f"{key['id']}:{key['secret']}").send("GET", "/customers/").status == 200


def test_of_sixteen_authorizations_one_counts(stage, enrolled):
    """Sixteen authorizations of one payment: one counts."""
    payment_id, body = stage.pay(*enrolled)
    request = ("POST", f"/payment-intents/{payment_id}/authorize/", body)
    answers = race(0, *(stage.racer(*request) for _ in range(16)))
    assert collections.Counter(answer.status for answer in answers) == {204: 1, 400: 15}
    assert stage.history(payment_id) == ["assertion_received"]
